//! Which app is meant, and what its package tells.

use super::activity::ForegroundActivity;

/// Names that are offered if the wanted one is not there.
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

/// The APK that holds the manifest, of those that `pm path` prints: an app in parts has several.
pub(super) fn base_apk(paths: &str) -> Option<&str> {
    let mut paths = paths.lines().filter_map(|line| line.trim().strip_prefix("package:"));
    let first = paths.clone().next();
    paths.find(|path| path.ends_with("/base.apk")).or(first)
}

/// The activity in what `cmd package resolve-activity --brief` prints: its last line. That of
/// another package is the system's question which app to use.
pub(super) fn resolved(answer: &str, name: &str) -> Option<ForegroundActivity> {
    let component = ForegroundActivity::parse(answer.trim().lines().last()?.trim())?;
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

    #[test]
    fn the_base_of_an_app_in_parts_is_found() {
        let parts = "package:/data/app/x/split_config.de.apk\npackage:/data/app/x/base.apk\n";
        assert_eq!(base_apk(parts), Some("/data/app/x/base.apk"));
        assert_eq!(base_apk("package:/system/app/X.apk\r\n"), Some("/system/app/X.apk"));
        assert_eq!(base_apk(""), None);
        assert_eq!(base_apk("Error: no such package"), None);
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
