//! Everything a person may get wrong: one sentence, a hint, the right exit code.

use std::fs;
use std::net::TcpListener;

use super::place::{Place, end};

#[test]
fn an_unknown_target() {
    let ended = Place::new().run(&["run", "ios:phone", "--steps", "1"]);
    ended.tells(2, "there is no target \"ios:phone\"", "demo[:APP]");
}

#[test]
fn an_unknown_app() {
    for arguments in [
        &["run", "demo:mail", "--steps", "1"][..],
        &["run", "demo", "--app", "mail", "--steps", "1"],
        &["demo", "faults", "mail"],
        &["demo", "states", "mail"],
    ] {
        Place::new().run(arguments).tells(2, "no app \"mail\"", "notes, shop, books");
    }
}

#[test]
fn an_unknown_app_to_serve() {
    let ended = Place::new().run(&["demo", "serve", "--adb", "0", "--app", "mail"]);
    ended.tells(2, "mail", "notes");
}

#[test]
fn an_unknown_explorer() {
    let ended = Place::new().run(&["run", "demo", "--explorer", "ape", "--steps", "1"]);
    ended.tells(2, "there is no explorer \"ape\"", "systematic, ");
}

#[test]
fn no_budget_and_nonsense_on_the_command_line() {
    for arguments in [
        &["run", "demo"][..],
        &["run", "demo", "--steps", "many"],
        &["run", "demo", "--steps", "1", "--fail-on", "fire"],
        &["run", "demo", "--steps", "-1"],
        &["inspect"],
    ] {
        let ended = Place::new().run(arguments);
        assert_eq!(ended.code, 2, "{ended:?}");
        assert!(ended.err.starts_with("error: "), "{ended:?}");
        assert!(ended.err.contains("--help"), "{ended:?}");
    }
}

#[test]
fn a_word_that_is_neither_command_nor_target() {
    Place::new().run(&["fly"]).tells(2, "there is no target \"fly\"", "ridealong --help");
}

#[test]
fn without_a_terminal_it_points_to_run() {
    Place::new().run(&[]).tells(2, "this is no terminal", "ridealong run");
}

#[test]
fn a_file_where_the_sessions_should_be() {
    let place = Place::new();
    fs::write(place.sessions(), "not a folder").unwrap();
    let ended = place.run(&["run", "demo", "--steps", "1"]);
    ended.tells(2, "cannot write ", "--sessions DIR");
    let ended = place.run(&["sessions"]);
    ended.tells(2, "cannot read ", "--sessions DIR");
    assert_eq!(fs::read_to_string(place.sessions()).unwrap(), "not a folder");
}

/// A limit on the size of files stands in for a full disk, which takes rights to make. The program
/// meets both as a write that fails half-way.
#[cfg(unix)]
#[test]
fn a_disk_that_takes_no_more() {
    let place = Place::new();
    let shell = "trap '' XFSZ; ulimit -f 250; exec \"$0\" \"$@\"";
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", shell, super::place::PROGRAM, "run", "demo", "--steps", "5000", "-q"]);
    command.envs(place.environment());
    let ended = end(&mut command);
    ended.tells(2, "the session can no longer be recorded: cannot write ", "");
    assert_eq!(ended.out, "", "a result would claim a session that is not whole");
    let sessions = place.json(&["sessions", "--json"]);
    let steps = sessions[0]["steps"].as_u64().unwrap();
    assert!((1..5000).contains(&steps), "what was recorded before is there: {sessions}");
    assert!(sessions[0]["ended"].is_null(), "{sessions}");
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[test]
fn no_adb_server_and_no_adb_program() {
    let place = Place::new();
    let mut command = place.command(&["run", "adb", "--steps", "1"]);
    command.env("ANDROID_ADB_SERVER_PORT", free_port().to_string()).env("PATH", place.path());
    end(&mut command).tells(3, "no adb server answers", "adb start-server");
    assert!(!place.sessions().exists(), "nothing to record, so no session");
}

#[test]
fn an_adb_server_port_that_is_none() {
    let place = Place::new();
    let mut command = place.command(&["run", "adb", "--steps", "1"]);
    command.env("ANDROID_ADB_SERVER_PORT", "many");
    end(&mut command).tells(3, "ANDROID_ADB_SERVER_PORT", "");
}

#[test]
fn something_else_on_the_adb_port() {
    let place = Place::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let other = std::thread::spawn(move || {
        use std::io::{Read as _, Write as _};
        let (mut stream, _) = listener.accept().unwrap();
        // A whole request is read first: closing on unread bytes would reset the connection.
        let mut request = [0; 16];
        stream.read_exact(&mut request).unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").unwrap();
    });
    let mut command = place.command(&["run", "adb", "--steps", "1"]);
    command.env("ANDROID_ADB_SERVER_PORT", port.to_string()).env("PATH", place.path());
    let ended = end(&mut command);
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.err.starts_with("error: "), "{ended:?}");
    other.join().unwrap();
}

#[test]
fn a_port_in_use() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ended = Place::new().run(&["demo", "serve", "--adb", &port]);
    ended.tells(2, &format!("cannot listen on port {port}"), "--adb PORT");
}

#[test]
fn a_session_of_a_newer_version_stays_and_the_others_are_listed() {
    let place = Place::new();
    place.json(&["run", "demo", "--steps", "1", "--json"]);
    let newer = place.sessions().join("tomorrow");
    fs::create_dir(&newer).unwrap();
    fs::write(newer.join("events.jsonl"), "{\"ridealong\":99}\n{\"seq\":0}\n").unwrap();
    let ended = place.run(&["sessions", "--json"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!(ended.json().as_array().unwrap().len(), 1);
    assert!(ended.err.contains("was written by a newer Ridealong (format 99"), "{ended:?}");
    assert!(ended.err.contains("hint: update Ridealong"), "{ended:?}");
    assert!(fs::read_to_string(newer.join("events.jsonl")).unwrap().contains("99"));
}

#[test]
fn guard_rules_that_cannot_be_read() {
    let place = Place::new();
    let config = place.path().join("config");
    fs::create_dir(&config).unwrap();
    fs::write(config.join("guard.toml"), "[[rule]\nname=").unwrap();
    let ended = place.run(&["run", "demo", "--steps", "1", "--guard", "always"]);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.err.starts_with("error: ") && ended.err.contains("guard.toml"), "{ended:?}");
    assert!(!place.sessions().exists());
}
