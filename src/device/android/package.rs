//! Which app is meant, and what its package tells.

use std::collections::BTreeSet;

use super::activity::Component;

/// Names that are offered where the wanted one is not there.
const SUGGESTIONS: usize = 3;

/// How alike two names must be to be offered, 0 to 1 (Jaro-Winkler).
const ALIKE: f64 = 0.75;

/// The names in what `pm list packages` prints.
pub(super) fn installed(list: &str) -> Vec<&str> {
    list.lines().filter_map(|line| line.trim().strip_prefix("package:")).collect()
}

/// The package that `name` means: itself, or the only one that has it as a part of its name.
///
/// # Errors
/// Similar names, the most alike first.
pub(super) fn find(name: &str, installed: &[&str]) -> Result<String, Vec<String>> {
    let wanted = letters(name);
    let exact = |package: &&str| **package == *name;
    let last = |package: &&str| package.rsplit('.').next().is_some_and(|it| letters(it) == wanted);
    let part = |package: &&str| package.split('.').any(|it| letters(it) == wanted);
    let within = |package: &&str| !wanted.is_empty() && letters(package).contains(&wanted);
    let rules: [&dyn Fn(&&str) -> bool; 4] = [&exact, &last, &part, &within];
    for rule in rules {
        let fitting: Vec<_> = installed.iter().filter(|package| rule(package)).collect();
        match fitting.as_slice() {
            [] => {}
            [only] => return Ok((**only).to_owned()),
            [..] => return Err(most_alike(name, fitting.into_iter().copied())),
        }
    }
    Err(most_alike(
        name,
        installed.iter().copied().filter(|package| likeness(name, package) > ALIKE),
    ))
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn likeness(name: &str, package: &str) -> f64 {
    let name = name.to_lowercase();
    let parts = package.split('.').chain([package]);
    parts.map(|part| strsim::jaro_winkler(&name, &part.to_lowercase())).fold(0.0, f64::max)
}

fn most_alike<'a>(name: &str, packages: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut ranked: Vec<_> = packages.map(|package| (likeness(name, package), package)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    ranked.into_iter().take(SUGGESTIONS).map(|(_, package)| package.to_owned()).collect()
}

/// What `dumpsys package` tells of one package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Package {
    /// Its version's name.
    pub(super) version: Option<String>,
    /// The activities that others can find, in the order of the table.
    pub(super) activities: Vec<String>,
    /// The activity that launchers show.
    pub(super) launcher: Option<Component>,
}

/// Reads what `dumpsys package NAME` prints.
pub(super) fn read(dump: &str, name: &str) -> Package {
    let mut package = Package::default();
    let mut seen = BTreeSet::new();
    let mut in_table = false;
    let mut present: Option<Component> = None;
    for line in dump.lines() {
        let text = line.trim();
        if line.ends_with(':') && !line.starts_with(char::is_whitespace) {
            in_table = text == "Activity Resolver Table:";
        } else if let Some(version) = text.strip_prefix("versionName=")
            && package.version.is_none()
        {
            package.version = Some(version.to_owned()).filter(|text| text != "null");
        } else if in_table && text.contains(" filter ") {
            present = text.split_whitespace().find_map(Component::parse);
            present = present.filter(|component| component.package == name);
            if let Some(component) = &present
                && seen.insert(component.class.clone())
            {
                package.activities.push(component.class.clone());
            }
        } else if in_table && text.contains("android.intent.category.LAUNCHER") {
            package.launcher = package.launcher.or_else(|| present.clone());
        }
    }
    package
}

/// The activity in what `cmd package resolve-activity --brief` prints: its last line. That of
/// another package is the system's question which app to use.
pub(super) fn resolved(answer: &str, name: &str) -> Option<Component> {
    let component = Component::parse(answer.trim().lines().last()?.trim())?;
    (component.package == name).then_some(component)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: [&str; 5] =
        ["org.ridealong.notes", "org.ridealong.shop", "com.shop.admin", "org.x.MyAlarm", "android"];

    #[test]
    fn an_app_is_found_by_package_or_by_a_part_that_only_it_has() {
        assert_eq!(find("org.ridealong.shop", &LIST).as_deref(), Ok("org.ridealong.shop"));
        assert_eq!(find("Notes", &LIST).as_deref(), Ok("org.ridealong.notes"));
        assert_eq!(find("shop", &LIST).as_deref(), Ok("org.ridealong.shop"), "the last part first");
        assert_eq!(find("my alarm", &LIST).as_deref(), Ok("org.x.MyAlarm"));
        assert_eq!(find("alarm", &LIST).as_deref(), Ok("org.x.MyAlarm"));
    }

    #[test]
    fn what_is_not_there_is_answered_with_similar_names() {
        assert_eq!(find("nots", &LIST), Err(vec!["org.ridealong.notes".to_owned()]));
        assert_eq!(find("org.ridealong", &LIST).unwrap_err().len(), 2, "several fit");
        assert_eq!(find("zzz", &LIST), Err(Vec::new()));
        assert_eq!(find("'; reboot", &[]), Err(Vec::new()));
        assert_eq!(find("", &LIST), Err(Vec::new()));
    }

    const DUMP: &str = "\
Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
        1f2e3d org.app/.Main filter 4c5b6a
          Action: \"android.intent.action.MAIN\"
          Category: \"android.intent.category.LAUNCHER\"
      android.intent.action.VIEW:
        2f2e3d org.app/org.app.View filter 5c5b6a
        3f2e3d org.other/.Main filter 6c5b6a
        1f2e3d org.app/.Main filter 4c5b6a

Receiver Resolver Table:
  Non-Data Actions:
        4f2e3d org.app/.Boot filter 7c5b6a

Packages:
  Package [org.app] (9a8b7c):
    versionCode=12 minSdk=21 targetSdk=33
    versionName=1.2.0

Hidden system packages:
  Package [org.app] (1a8b7c):
    versionName=1.0.0
";

    #[test]
    fn a_packages_dump_tells_version_and_activities() {
        let package = read(DUMP, "org.app");
        assert_eq!(package.version.as_deref(), Some("1.2.0"));
        assert_eq!(package.activities, [".Main", ".View"]);
        assert_eq!(package.launcher.unwrap().flat(), "org.app/.Main");
        assert_eq!(read("Unable to find package: x\n", "x"), Package::default());
    }

    #[test]
    fn a_resolved_activity_must_be_of_the_package() {
        let answer = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1\norg.app/.Main\n";
        assert_eq!(resolved(answer, "org.app").unwrap().flat(), "org.app/.Main");
        assert_eq!(resolved("No activity found\n", "org.app"), None);
        assert_eq!(
            resolved("android/com.android.internal.app.ResolverActivity\n", "org.app"),
            None
        );
        assert_eq!(resolved("", "org.app"), None);
    }
}
