//! What the settings app keeps on disk.

/// A wireless network in reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub name: &'static str,
    /// Its password is known.
    pub saved: bool,
    pub connected: bool,
    /// Takes no password at all: it is somebody else's.
    pub refuses: bool,
}

/// An installed app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    pub name: &'static str,
    /// Megabytes of its data.
    pub data: i32,
    /// Which of [`PERMISSIONS`] it holds.
    pub granted: [bool; 3],
}

/// What apps may ask for.
pub const PERMISSIONS: [(&str, &str); 3] =
    [("camera", "Camera"), ("location", "Location"), ("contacts", "Contacts")];

/// An account on the phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub mail: String,
    pub sync: bool,
}

/// Everything that outlives the process.
#[derive(Clone, Debug)]
pub struct Saved {
    pub networks: Vec<Network>,
    pub wifi: bool,
    pub airplane: bool,
    pub hotspot: bool,
    /// In percent.
    pub brightness: i32,
    /// From 0, small, to 3, largest.
    pub font: i32,
    pub dark: bool,
    pub auto_rotate: bool,
    pub ring: i32,
    pub alarm: i32,
    /// In minutes since midnight.
    pub dnd: Option<(i32, i32)>,
    pub apps: Vec<Installed>,
    pub saver: bool,
    pub pin: Option<String>,
    pub accounts: Vec<Account>,
    pub sync_contacts: bool,
    pub sync_calendar: bool,
    pub auto_time: bool,
    pub hours24: bool,
    pub language: &'static str,
    pub stay_awake: bool,
    pub debugging: bool,
    /// Gigabytes in use.
    pub used: i32,
    pub backed_up: bool,
}

impl Saved {
    /// A phone that was set up by its owner.
    pub fn sample() -> Self {
        let network = |name, saved, connected, refuses| Network { name, saved, connected, refuses };
        let app = |name, data, granted| Installed { name, data, granted };
        Self {
            networks: vec![
                network("Home", true, true, false),
                network("Neighbour 5G", false, false, true),
                network("Cafe Aroma", false, false, false),
                network("Office", true, false, false),
            ],
            wifi: true,
            airplane: false,
            hotspot: false,
            brightness: 60,
            font: 1,
            dark: false,
            auto_rotate: true,
            ring: 5,
            alarm: 6,
            dnd: None,
            apps: vec![
                app("Camera", 84, [true, true, false]),
                app("Maps", 412, [false, true, false]),
                app("Messages", 131, [false, false, true]),
            ],
            saver: false,
            pin: None,
            accounts: vec![
                Account { mail: "robin@example.org".into(), sync: true },
                Account { mail: "work@example.com".into(), sync: false },
            ],
            sync_contacts: true,
            sync_calendar: false,
            auto_time: true,
            hours24: true,
            language: "English",
            stay_awake: false,
            debugging: false,
            used: 47,
            backed_up: false,
        }
    }
}

/// Reads `22:00` as minutes since midnight.
pub fn read_time(text: &str) -> Option<i32> {
    let (hours, minutes) = text.trim().split_once(':')?;
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    ((0..24).contains(&hours) && (0..60).contains(&minutes)).then_some(hours * 60 + minutes)
}

/// True for what looks like `name@host.tld`.
pub fn is_mail(text: &str) -> bool {
    let Some((name, host)) = text.trim().split_once('@') else { return false };
    let Some((domain, ending)) = host.rsplit_once('.') else { return false };
    let plain = |part: &str| !part.is_empty() && !part.contains([' ', '@']);
    plain(name) && plain(domain) && plain(ending)
}
