//! The pages of the settings app, and what touches of them send.

/// A page of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Home,
    Search,
    Network,
    Wifi,
    Display,
    Sound,
    Dnd,
    Apps,
    AppInfo(usize),
    Permissions(usize),
    Storage,
    Battery,
    Privacy,
    Accounts,
    AddAccount,
    Account(usize),
    Sync,
    System,
    Language,
    About,
    Developer,
    Backup,
}

/// A dialog in front of a page; numbers are places in the lists of saved things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    Join(usize),
    Forget(usize),
    Stop(usize),
    ClearData(usize),
    PinEnter,
    PinConfirm,
    RemoveAccount(usize),
    ResetFirst,
    ResetFinal,
}

/// What can be on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    Wifi,
    Airplane,
    Hotspot,
    Dark,
    AutoRotate,
    Saver,
    AutoTime,
    Hours24,
    StayAwake,
    Debugging,
    Contacts,
    Calendar,
    AccountSync(usize),
    /// The app, and which of its permissions.
    Permission(usize, usize),
}

/// What has a slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Brightness,
    Font,
    Ring,
    Alarm,
}

/// What a touch sends.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Go(Screen),
    Up,
    Dismiss,
    Ask(Dialog),
    Flip(Flag),
    Slide(Level, i32),
    Typed(usize, String),
    Query(String),
    Scan,
    Network(usize),
    NetworkOptions(usize),
    Connect(usize),
    Forget(usize),
    SaveDnd,
    Test(Level),
    ForceStop(usize),
    ClearData(usize),
    Analyse,
    StopAnalysis,
    Clean,
    PinNext,
    PinSet,
    AddAccount,
    RemoveAccount(usize),
    Speak(&'static str),
    Build,
    BackUp,
    StopBackup,
    ExportBackup,
    EraseFirst,
    Erase,
}
