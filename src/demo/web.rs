//! The demo web apps: two small pages with seeded faults, and the server that they run on.
//!
//! They are for trying the target `web` with nothing but a browser. The faults are listed in [`FAULTS`],
//! and with how to reach them in `docs/web.md`.

pub mod server;

use serde_json::Value;
use server::{PageReply, PageRequest, PageServer};

/// A demo web app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoWebApp {
    /// Its name: `list`.
    pub name: &'static str,
    /// What it is, for people.
    pub title: &'static str,
    page: &'static str,
}

/// All demo web apps; the first is the default.
pub const APPS: [DemoWebApp; 2] = [
    DemoWebApp { name: "list", title: "Shopping list", page: include_str!("web/list.html") },
    DemoWebApp { name: "booking", title: "Table booking", page: include_str!("web/booking.html") },
];

/// A seeded fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoWebFault {
    /// The app.
    pub app: &'static str,
    /// How a finding of it is recognised: part of the finding's group.
    pub mark: &'static str,
    /// How it shows.
    pub kind: &'static str,
    /// What leads to it.
    pub reach: &'static str,
}

/// The seeded faults.
pub const FAULTS: [DemoWebFault; 8] = [
    DemoWebFault {
        app: "list",
        mark: "TypeError @ showNext",
        kind: "exception",
        reach: "delete the only item",
    },
    DemoWebFault {
        app: "list",
        mark: "RangeError @ stars",
        kind: "exception",
        reach: "a quantity below zero",
    },
    DemoWebFault {
        app: "list",
        mark: "Error @ share",
        kind: "unhandled rejection",
        reach: "Share while everything is bought",
    },
    DemoWebFault {
        app: "list",
        mark: "HTTP 500",
        kind: "failed request",
        reach: "Save online with a name of more than 40 characters",
    },
    DemoWebFault {
        app: "booking",
        mark: "TypeError @ initials",
        kind: "exception",
        reach: "a name of one word",
    },
    DemoWebFault {
        app: "booking",
        mark: "RangeError @ summary",
        kind: "exception",
        reach: "continue without a date",
    },
    DemoWebFault {
        app: "booking",
        mark: "ANR",
        kind: "hang",
        reach: "a party of more than 50 guests",
    },
    DemoWebFault {
        app: "booking",
        mark: "Error @ cancel",
        kind: "printed error",
        reach: "cancel a booking and confirm",
    },
];

/// The app of this name.
pub fn find(name: &str) -> Option<DemoWebApp> {
    APPS.into_iter().find(|app| app.name == name)
}

/// Starts a server of `app` on a free port of this computer.
///
/// # Errors
/// If no port can be had.
pub async fn serve(app: DemoWebApp) -> std::io::Result<PageServer> {
    PageServer::start(move |request| answer(app, request)).await
}

fn answer(app: DemoWebApp, request: &PageRequest) -> PageReply {
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/") => PageReply::html(app.page),
        ("POST", "/save") => save(&request.body),
        _ => PageReply::status(404, "not found"),
    }
}

/// Takes a list. Seeded fault: the server cannot store long names.
fn save(body: &str) -> PageReply {
    let items: Value = serde_json::from_str(body).unwrap_or_default();
    let names = items.as_array().into_iter().flatten().filter_map(|item| item["name"].as_str());
    let longest = names.map(|name| name.chars().count()).max().unwrap_or_default();
    if longest > 40 {
        PageReply::status(500, "column `name` is too short")
    } else {
        PageReply::status(200, "saved")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_the_fault_of_the_server() {
        let name = |length: usize| format!(r#"[{{"name": "{}"}}]"#, "x".repeat(length));
        assert_eq!((save(&name(40)).status, save(&name(41)).status), (200, 500));
        assert_eq!(save("no list").status, 200);
    }

    #[test]
    fn the_documentation_lists_all_faults() {
        let page = include_str!("../../docs/web.md");
        for fault in FAULTS {
            let row = format!("| `{}` | {} | {} |", fault.app, fault.reach, fault.kind);
            assert!(page.contains(&row), "docs/web.md lacks the row {row}");
            assert!(find(fault.app).is_some());
        }
    }
}
