//! Which activity is in front, out of what `dumpsys` prints.

/// An activity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ForegroundActivity {
    /// Its package.
    pub(super) package: String,
    /// Its class, the package cut off if it begins with it (`.Main`).
    pub(super) class: String,
}

impl ForegroundActivity {
    /// Reads `package/class` in either of its forms.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (package, class) = text.split_once('/')?;
        let fits = |part: &str| {
            !part.is_empty()
                && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$' | '-'))
        };
        (fits(package) && fits(class))
            .then(|| Self { package: package.to_owned(), class: shortened(package, class) })
    }

    /// `package/class`, as `am start -n` takes it.
    pub(super) fn flat(&self) -> String {
        format!("{}/{}", self.package, self.class)
    }
}

fn shortened(package: &str, class: &str) -> String {
    match class.strip_prefix(package) {
        Some(rest) if rest.starts_with('.') => rest.to_owned(),
        _ => class.to_owned(),
    }
}

/// The fields that tell it, the surest first. Their names changed over the versions.
const FIELDS: [&str; 6] = [
    "topResumedActivity",
    "mResumedActivity",
    "ResumedActivity",
    "mFocusedActivity",
    "mCurrentFocus",
    "mFocusedApp",
];

/// The activity in front according to `dumpsys activity activities` or `dumpsys window`. Where
/// several displays have one each, that of `package` counts, else the first.
pub(super) fn front(dump: &str, package: &str) -> Option<ForegroundActivity> {
    FIELDS.iter().find_map(|field| {
        let reported: Vec<_> = dump.lines().filter_map(|line| value(line, field)).collect();
        let own = reported.iter().find(|component| component.package == package);
        own.or(reported.first()).cloned()
    })
}

/// The component in `field=ActivityRecord{1f2 u0 org.app/.Main t12}`; none in `field=null`.
fn value(line: &str, field: &str) -> Option<ForegroundActivity> {
    let rest = line.trim().strip_prefix(field)?;
    let rest = rest.strip_prefix(['=', ':'])?;
    rest.split([' ', '{', '}']).find_map(ForegroundActivity::parse)
}

/// True if `dumpsys input_method` tells that the keyboard is up.
pub(super) fn keyboard_shown(dump: &str) -> bool {
    dump.contains("mInputShown=true")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(dump: &str) -> Option<String> {
        front(dump, "").map(|component| component.flat())
    }

    #[test]
    fn every_versions_words_are_understood() {
        for dump in [
            "  topResumedActivity=ActivityRecord{1a2b3c u0 org.app/.Main t12}",
            "    mResumedActivity: ActivityRecord{1a2b3c u0 org.app/.Main t12}",
            "  ResumedActivity: ActivityRecord{1a2b3c u10 org.app/org.app.Main t12}",
            "  mFocusedActivity: ActivityRecord{1a2b3c u0 org.app/.Main t12 f}",
            "  mCurrentFocus=Window{1a2b3c u0 org.app/org.app.Main}",
            "  mCurrentFocus=Window{1a2b3c u0 org.app/org.app.Main paused=false}",
            "  mFocusedApp=AppWindowToken{1 token=Token{2 ActivityRecord{3 u0 org.app/.Main t5}}}",
        ] {
            assert_eq!(reported(dump).as_deref(), Some("org.app/.Main"), "{dump}");
        }
    }

    #[test]
    fn nothing_in_front_is_told_as_such() {
        for dump in [
            "",
            "mCurrentFocus=null",
            "  topResumedActivity=null",
            "mCurrentFocus=Window{1 u0 NotificationShade}",
            "no/such",
        ] {
            assert_eq!(reported(dump), None, "{dump}");
        }
    }

    #[test]
    fn the_surest_field_wins_and_the_wanted_package_among_equals() {
        let dump = "mFocusedApp=ActivityRecord{1 u0 c.d/.C t1}\n\
                    topResumedActivity=null\n\
                    mResumedActivity: ActivityRecord{2 u0 a.b/.A t1}\n\
                    mResumedActivity: ActivityRecord{3 u10 e.f/.E t2}\n";
        assert_eq!(reported(dump).as_deref(), Some("a.b/.A"));
        assert_eq!(front(dump, "e.f").unwrap().flat(), "e.f/.E");
    }

    #[test]
    fn classes_of_other_packages_stay_whole() {
        assert_eq!(ForegroundActivity::parse("a.b/c.d.E").unwrap().class, "c.d.E");
        assert_eq!(ForegroundActivity::parse("a.b/a.bc.E").unwrap().class, "a.bc.E");
    }
}
