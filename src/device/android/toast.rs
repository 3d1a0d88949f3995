//! The toasts that are showing, out of what `dumpsys notification` prints.
//!
//! Since Android 11 the system draws the toasts of apps that say a text, and no hierarchy has them. The queue of toasts
//! has them as long as they are shown.

/// The most characters of a toast.
const MOST: usize = 200;
/// The most toasts: one is shown at a time, the others wait.
const TOASTS: usize = 5;

/// What the toasts of `package` in `dump` say, the one that is shown first.
pub(super) fn texts(dump: &str, package: &str) -> Vec<String> {
    let records = dump.lines().filter_map(|line| line.trim().strip_prefix("TextToastRecord{"));
    let own = format!(":{package}/");
    let said = records.filter_map(|record| {
        let (of, rest) = record.split_once(" text=")?;
        let text = rest.rsplit_once(" duration=").map_or(rest, |(text, _)| text);
        let text: String = text.trim().chars().filter(|c| !c.is_control()).take(MOST).collect();
        (of.contains(&own) && !text.is_empty()).then_some(text)
    });
    said.take(TOASTS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As phones with Android 11 and later print them.
    const QUEUE: &str = "    TextToastRecord{f933a23 16368:org.app.notes/u0a214 isSystemToast=false \
                         token=android.os.BinderProxy@7789b20 text=A name is missing duration=1}\n    \
                         TextToastRecord{1b 99:org.other/u0a9 isSystemToast=false \
                         token=android.os.BinderProxy@1 text=Sent to :org.app.notes/ duration=0}\n    \
                         TextToastRecord{2c 16368:org.app.notes/u0a214 isSystemToast=false \
                         token=android.os.BinderProxy@2 text=First line\n  mResumedActivity: none\n";

    #[test]
    fn the_toasts_of_the_app_are_read() {
        assert_eq!(texts(QUEUE, "org.app.notes"), ["A name is missing", "First line"]);
        assert_eq!(texts(QUEUE, "org.app"), [""; 0]);
        assert_eq!(texts("", "org.app.notes"), [""; 0]);
    }
}
