use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::domain::{AppComponent, IntentExtra, IntentFilter};

use super::*;

fn receiver(name: &str, actions: &[&str]) -> AppComponent {
    let actions: Vec<String> = actions.iter().map(|&action| action.into()).collect();
    let filter = IntentFilter { actions, ..IntentFilter::default() };
    AppComponent {
        kind: ComponentKind::Receiver,
        name: name.into(),
        exported: true,
        enabled: true,
        permission: None,
        alias_of: None,
        filters: if filter.actions.is_empty() { Vec::new() } else { vec![filter] },
    }
}

fn app(receivers: Vec<AppComponent>) -> Manifest {
    Manifest {
        package: "org.app".into(),
        min_sdk: Some(26),
        components: receivers,
        ..Manifest::default()
    }
}

#[test]
fn no_broadcast_is_listed_twice() {
    let mut seen = BTreeSet::new();
    for row in table() {
        assert!(seen.insert(row.action), "{}", row.action);
        let names: BTreeSet<&str> = row.extras.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), row.extras.len(), "{}: an extra comes twice", row.action);
        assert!(row.until.is_none_or(|until| until >= row.since), "{}", row.action);
    }
    assert!(seen.len() >= 200, "{}", seen.len());
}

#[test]
fn names_are_words_of_the_platform() {
    let good = |name: &str| {
        !name.is_empty() && name.chars().all(|it| it.is_ascii_alphanumeric() || "._-".contains(it))
    };
    for row in table() {
        assert!(good(row.action), "{}", row.action);
        assert!(row.extras.iter().all(|(name, _)| good(name)), "{row:?}");
        assert!(row.data.is_none_or(|data| data.contains(':')), "{row:?}");
    }
}

#[test]
fn what_starts_activities_or_services_is_no_broadcast() {
    for action in [
        "SEND",
        "SENDTO",
        "SEND_MULTIPLE",
        "VIEW",
        "PICK",
        "PASTE",
        "RUN",
        "EDIT",
        "MAIN",
        "SYNC",
        "WEB_SEARCH",
        "SEARCH",
        "PROCESS_TEXT",
        "POWER_USAGE_SUMMARY",
        "QUICK_CLOCK",
        "SET_ALARM",
        "SET_WALLPAPER",
        "SYSTEM_TUTORIAL",
        "UNINSTALL_PACKAGE",
        "VOICE_ASSIST",
        "VOICE_COMMAND",
        "VOICE_SEARCH_HANDS_FREE",
        "REQUEST_IGNORE_BATTERY_OPTIMIZATIONS",
        "SEARCH_LONG_PRESS",
    ] {
        assert_eq!(row(&format!("android.intent.action.{action}")), None);
    }
    assert_eq!(row("android.accounts.AccountAuthenticator"), None);
    assert_eq!(row("android.app.action.AUTOMATIC_ZEN_RULE"), None);
}

/// Names that a published table has and the platform has not.
#[test]
fn invented_names_are_absent() {
    for row in table() {
        for (name, _) in row.extras {
            let invented = [
                "android.intent.extra.STATE",
                "android.intent.extra.STATUS",
                "android.intent.extra.LEVEL",
                "android.intent.extra.SCALE",
                "android.intent.extra.TIMEZONE",
                "android.intent.extra.TIME",
                "android.appwidget.extra.APPWIDGET_ID",
                "android.appwidget.extra.HOST_ID",
            ];
            assert!(!invented.contains(name), "{}: {name}", row.action);
        }
    }
    for (wrong, right) in [
        ("android.intent.action.POWER_CONNECTED", "android.intent.action.ACTION_POWER_CONNECTED"),
        ("android.intent.action.SHUTDOWN", "android.intent.action.ACTION_SHUTDOWN"),
        ("android.intent.action.TIME_CHANGED", "android.intent.action.TIME_SET"),
        ("android.intent.action.HDMI_AUDIO_PLUG", "android.media.action.HDMI_AUDIO_PLUG"),
        ("android.intent.action.LOCK_TASK_ENTERING", "android.app.action.LOCK_TASK_ENTERING"),
        (
            "android.bluetooth.device.action.DISCOVERY_FINISHED",
            "android.bluetooth.adapter.action.DISCOVERY_FINISHED",
        ),
        (
            "android.intent.action.CARRIER_CONFIG_CHANGED",
            "android.telephony.action.CARRIER_CONFIG_CHANGED",
        ),
        (
            "android.security.intent.action.KEYCHAIN_CHANGED",
            "android.security.action.KEYCHAIN_CHANGED",
        ),
        ("android.intent.action.SESSION_COMMITTED", "android.content.pm.action.SESSION_COMMITTED"),
        (
            "android.intent.action.NEXT_ALARM_CLOCK_CHANGED",
            "android.app.action.NEXT_ALARM_CLOCK_CHANGED",
        ),
        ("android.net.wifi.SCAN_AVAILABLE", "android.net.wifi.SCAN_RESULTS"),
    ] {
        assert_eq!(row(wrong), None, "{wrong}");
        assert!(row(right).is_some(), "{right}");
    }
}

/// The types that receivers ask for, in the cases where a published table has others.
#[test]
fn extras_have_the_types_that_receivers_ask_for() {
    let typed = |action: &str, name: &str| {
        let row = row(action).unwrap();
        let (_, value) = row.extras.iter().find(|(known, _)| *known == name).unwrap();
        match value {
            ExtraConstant::Text(_) => "text",
            ExtraConstant::Int(_) => "int",
            ExtraConstant::Long(_) => "long",
            ExtraConstant::Bool(_) => "bool",
            ExtraConstant::Ints(_) => "ints",
            ExtraConstant::Texts(_) => "texts",
        }
    };
    for (action, name, expected) in [
        ("android.intent.action.AIRPLANE_MODE", "state", "bool"),
        ("android.intent.action.HEADSET_PLUG", "state", "int"),
        ("android.intent.action.HEADSET_PLUG", "microphone", "int"),
        ("android.intent.action.BATTERY_CHANGED", "level", "int"),
        ("android.intent.action.BATTERY_CHANGED", "status", "int"),
        ("android.intent.action.TIMEZONE_CHANGED", "time-zone", "text"),
        (
            "android.bluetooth.adapter.action.STATE_CHANGED",
            "android.bluetooth.adapter.extra.STATE",
            "int",
        ),
        ("android.appwidget.action.APPWIDGET_DELETED", "appWidgetId", "int"),
        ("android.appwidget.action.APPWIDGET_UPDATE", "appWidgetIds", "ints"),
        ("android.net.conn.CONNECTIVITY_CHANGE", "noConnectivity", "bool"),
        ("android.net.wifi.WIFI_STATE_CHANGED", "wifi_state", "int"),
        ("android.intent.action.DOWNLOAD_COMPLETE", "extra_download_id", "long"),
        (
            "android.media.action.OPEN_AUDIO_EFFECT_CONTROL_SESSION",
            "android.media.extra.AUDIO_SESSION",
            "int",
        ),
        ("android.intent.action.PHONE_STATE", "state", "text"),
    ] {
        assert_eq!(typed(action, name), expected, "{action} {name}");
    }
}

#[test]
fn protected_broadcasts_are_skipped_with_the_reason() {
    for action in [
        "android.intent.action.BOOT_COMPLETED",
        "android.intent.action.BATTERY_LOW",
        "android.intent.action.PACKAGE_ADDED",
        "android.intent.action.TIME_TICK",
        "android.provider.Telephony.SMS_RECEIVED",
        "android.appwidget.action.APPWIDGET_UPDATE",
    ] {
        let sent = for_app(&app(vec![receiver(".It", &[action])]));
        assert!(sent[0].skip.as_ref().unwrap().starts_with("protected"), "{action}");
        assert_eq!(sent[0].intent.component.as_deref(), Some("org.app/.It"));
    }
    for action in ["android.intent.action.MEDIA_BUTTON", "android.intent.action.DOWNLOAD_COMPLETE"]
    {
        assert_eq!(for_app(&app(vec![receiver(".It", &[action])]))[0].skip, None, "{action}");
    }
}

#[test]
fn what_no_android_of_the_app_sends_is_skipped() {
    let old = "android.hardware.action.NEW_PICTURE";
    let mut manifest = app(vec![receiver(".It", &[old])]);
    assert!(for_app(&manifest)[0].skip.as_ref().unwrap().contains("23"));
    manifest.min_sdk = Some(21);
    assert_eq!(for_app(&manifest)[0].skip, None);
}

#[test]
fn unknown_actions_are_sent_bare_and_none_twice() {
    let mut off = receiver(".Off", &["x"]);
    off.enabled = false;
    let own = receiver(".Own", &["org.app.PING", "org.app.PING"]);
    let sent = for_app(&app(vec![own, off, receiver(".Bare", &[])]));
    let bare = |action: Option<&str>, component: &str| Intent {
        action: action.map(str::to_owned),
        component: Some(component.into()),
        ..Intent::default()
    };
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0].intent, bare(Some("org.app.PING"), "org.app/.Own"));
    assert_eq!((sent[1].component, &sent[1].intent), (2, &bare(None, "org.app/.Bare")));
    assert!(sent.iter().all(|sending| sending.skip.is_none()));
}

#[test]
fn the_apps_own_package_stands_where_it_belongs() {
    let action = "android.app.action.LOCK_TASK_ENTERING";
    let sent = for_app(&app(vec![receiver(".It", &[action])]));
    let extra =
        ("android.app.extra.LOCK_TASK_PACKAGE".to_owned(), IntentExtra::Text("org.app".into()));
    assert_eq!(sent[0].intent.extras, [extra]);
}

proptest! {
    #[test]
    fn any_action_is_carried_through(action in "\\PC{1,30}") {
        let sent = for_app(&app(vec![receiver(".It", &[&action])]));
        prop_assert_eq!(sent.len(), 1);
        prop_assert_eq!(sent[0].intent.action.as_deref(), Some(action.as_str()));
    }
}
