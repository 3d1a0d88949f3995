//! Intents as `am` takes and tells them.

/// An intent given on a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    pub action: Option<String>,
    pub data: Option<String>,
    pub kind: Option<String>,
    pub categories: Vec<String>,
    pub component: Option<(String, String)>,
    pub package: Option<String>,
    pub extras: Vec<(String, String)>,
    pub wait: bool,
    pub stop_first: bool,
}

impl Given {
    /// Reads what stands behind `am start` or `am broadcast`.
    ///
    /// # Errors
    /// The message, if an option is unknown or lacks its value.
    pub fn read(args: &[String]) -> Result<Self, String> {
        let mut given = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value =
                || args.next().cloned().ok_or_else(|| format!("Argument expected after \"{arg}\""));
            match arg.as_str() {
                "-W" => given.wait = true,
                "-S" => given.stop_first = true,
                "-n" => {
                    let name = value()?;
                    let component = component(&name);
                    given.component =
                        Some(component.ok_or_else(|| format!("Bad component name: {name}"))?);
                }
                "-a" => given.action = Some(value()?),
                "-d" => given.data = Some(value()?),
                "-t" => given.kind = Some(value()?),
                "-c" => given.categories.push(value()?),
                "-p" => given.package = Some(value()?),
                "-f" | "--user" | "--display" | "--receiver-permission" => drop(value()?),
                "--es" | "--ei" | "--ez" | "--el" | "--ef" | "--eu" | "--eia" | "--esa" | "-e" => {
                    let name = value()?;
                    let value = value()?;
                    given.extras.push((name, value));
                }
                "--esn" => given.extras.push((value()?, String::new())),
                "-D" | "-N" | "--async" => {}
                long if long.starts_with("--activity-") || long.starts_with("--include-") => {}
                option if option.starts_with('-') => {
                    return Err(format!("Unknown option: {option}"));
                }
                last => given.last(last),
            }
        }
        Ok(given)
    }

    /// The word at the end: a component, an address or a package.
    fn last(&mut self, word: &str) {
        if word.contains(':') {
            self.data = Some(word.to_owned());
        } else if let Some(component) = component(word) {
            self.component = Some(component);
        } else {
            self.package = Some(word.to_owned());
            self.action.get_or_insert_with(|| "android.intent.action.MAIN".to_owned());
            if self.categories.is_empty() {
                self.categories.push("android.intent.category.LAUNCHER".to_owned());
            }
        }
    }

    /// As Android tells it: `Intent { act=... cmp=... }`.
    pub fn reported(&self, flags: Option<&str>) -> String {
        let mut parts = Vec::new();
        parts.extend(self.action.iter().map(|action| format!("act={action}")));
        if !self.categories.is_empty() {
            parts.push(format!("cat=[{}]", self.categories.join(",")));
        }
        // Android hides what stands behind an address's scheme and host.
        parts.extend(self.data.iter().map(|data| format!("dat={}", shortened(data))));
        parts.extend(self.kind.iter().map(|kind| format!("typ={kind}")));
        parts.extend(flags.map(|flags| format!("flg={flags}")));
        parts.extend(self.package.iter().map(|package| format!("pkg={package}")));
        let component = self.component.iter().map(|(package, class)| {
            let class = class.strip_prefix(package.as_str()).unwrap_or(class);
            format!("cmp={package}/{class}")
        });
        parts.extend(component);
        if !self.extras.is_empty() {
            parts.push("(has extras)".to_owned());
        }
        format!("Intent {{ {} }}", parts.join(" "))
    }

    /// The extra of this name.
    pub fn extra(&self, name: &str) -> Option<&str> {
        self.extras.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

fn shortened(data: &str) -> String {
    match data.split_once("://") {
        Some((scheme, rest)) => {
            let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
            if host.len() == rest.len() {
                data.to_owned()
            } else {
                format!("{scheme}://{host}/...")
            }
        }
        None => data.to_owned(),
    }
}

/// `PACKAGE/CLASS` in its two parts.
pub fn component(word: &str) -> Option<(String, String)> {
    let (package, class) = word.split_once('/')?;
    (!package.is_empty() && !class.is_empty()).then(|| (package.to_owned(), class.to_owned()))
}

/// What BASE64 `text` means, in the standard alphabet; `None` if it is none.
pub fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0_u32);
    for c in text.trim().trim_end_matches('=').bytes() {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xff).ok()?);
        }
    }
    (count < 6).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded() {
        assert_eq!(base64("aMOpIOKCrA==").as_deref(), Some("hé €".as_bytes()));
        assert_eq!(base64("").as_deref(), Some(&[][..]));
        assert_eq!(base64("a"), None);
        assert_eq!(base64("a*b="), None);
    }

    #[test]
    fn intents_are_read_and_told() {
        let args = "-W -n com.x/com.x.Main -a A -d http://h.example/a?b -c C --es k v --ez b true";
        let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
        let given = Given::read(&args).unwrap();
        let reported = given.reported(None);
        assert_eq!(
            reported,
            "Intent { act=A cat=[C] dat=http://h.example/... cmp=com.x/.Main (has extras) }"
        );
        assert!(given.wait);
        assert_eq!(given.extra("k"), Some("v"));
        assert!(Given::read(&["-n".to_owned(), "nonsense".to_owned()]).is_err());
        assert!(Given::read(&["--what".to_owned()]).is_err());
    }
}
