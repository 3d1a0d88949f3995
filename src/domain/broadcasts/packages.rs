//! Packages, downloads, widgets and messages of the cloud.

use super::row::ExtraConstant::{Bool, Int, Ints, Long, Text, Texts};
use super::row::{ExtraConstant, SystemBroadcast, open, system};

const OTHER: &str = "package:com.example.other";
const UID: (&str, ExtraConstant) = ("android.intent.extra.UID", Int(10_123));
const REPLACING: (&str, ExtraConstant) = ("android.intent.extra.REPLACING", Bool(true));
const NOT_REPLACING: (&str, ExtraConstant) = ("android.intent.extra.REPLACING", Bool(false));
const LIST: (&str, ExtraConstant) =
    ("android.intent.extra.changed_package_list", Texts(&["com.example.other"]));
const UIDS: (&str, ExtraConstant) = ("android.intent.extra.changed_uid_list", Ints(&[10_123]));
const VERIFICATION: (&str, ExtraConstant) = ("android.content.pm.extra.VERIFICATION_ID", Int(1));
const WIDGET: (&str, ExtraConstant) = ("appWidgetId", Int(1));
const WIDGETS: (&str, ExtraConstant) = ("appWidgetIds", Ints(&[1]));
const OLD_WIDGETS: (&str, ExtraConstant) = ("appWidgetOldIds", Ints(&[7]));

pub(super) const ROWS: &[SystemBroadcast] = &[
    system("android.intent.action.PACKAGE_INSTALL", &[]).data(OTHER).until(13),
    system("android.intent.action.PACKAGE_ADDED", &[UID, NOT_REPLACING]).data(OTHER),
    system("android.intent.action.PACKAGE_REPLACED", &[UID, REPLACING]).data(OTHER),
    system(
        "android.intent.action.PACKAGE_REMOVED",
        &[UID, NOT_REPLACING, ("android.intent.extra.DATA_REMOVED", Bool(true))],
    )
    .data(OTHER),
    system(
        "android.intent.action.PACKAGE_FULLY_REMOVED",
        &[UID, ("android.intent.extra.DATA_REMOVED", Bool(true))],
    )
    .data(OTHER),
    system(
        "android.intent.action.PACKAGE_CHANGED",
        &[
            UID,
            (
                "android.intent.extra.changed_component_name_list",
                Texts(&["com.example.other.Main"]),
            ),
            ("android.intent.extra.DONT_KILL_APP", Bool(true)),
        ],
    )
    .data(OTHER),
    system("android.intent.action.PACKAGE_DATA_CLEARED", &[UID]).data(OTHER),
    system("android.intent.action.PACKAGE_RESTARTED", &[UID]).data(OTHER),
    system("android.intent.action.QUERY_PACKAGE_RESTART", &[UID]).data(OTHER),
    system("android.intent.action.PACKAGE_FIRST_LAUNCH", &[]).data(OTHER),
    system("android.intent.action.PACKAGE_NEEDS_VERIFICATION", &[VERIFICATION]).data(OTHER),
    system(
        "android.intent.action.PACKAGE_VERIFIED",
        &[VERIFICATION, ("android.content.pm.extra.VERIFICATION_RESULT", Int(1))],
    )
    .data(OTHER),
    system("android.intent.action.PACKAGES_SUSPENDED", &[LIST, UIDS]).since(28),
    system("android.intent.action.PACKAGES_UNSUSPENDED", &[LIST, UIDS]).since(28),
    system("android.intent.action.MY_PACKAGE_REPLACED", &[]),
    system("android.intent.action.MY_PACKAGE_SUSPENDED", &[]).since(28),
    system("android.intent.action.MY_PACKAGE_UNSUSPENDED", &[]).since(28),
    system("android.intent.action.EXTERNAL_APPLICATIONS_AVAILABLE", &[LIST, UIDS]),
    system("android.intent.action.EXTERNAL_APPLICATIONS_UNAVAILABLE", &[LIST, UIDS]),
    system("android.intent.action.UID_REMOVED", &[UID, NOT_REPLACING]),
    system("android.content.pm.action.SESSION_COMMITTED", &[]).since(26),
    system("android.content.pm.action.SESSION_UPDATED", &[]).since(29),
    // Widgets.
    system("android.appwidget.action.APPWIDGET_UPDATE", &[WIDGETS]).to_itself(),
    system("android.appwidget.action.APPWIDGET_UPDATE_OPTIONS", &[WIDGET]),
    system("android.appwidget.action.APPWIDGET_ENABLED", &[]),
    system("android.appwidget.action.APPWIDGET_DISABLED", &[]),
    system("android.appwidget.action.APPWIDGET_DELETED", &[WIDGET]),
    system("android.appwidget.action.APPWIDGET_RESTORED", &[OLD_WIDGETS, WIDGETS]).since(21),
    system(
        "android.appwidget.action.APPWIDGET_HOST_RESTORED",
        &[("hostId", Int(1)), OLD_WIDGETS, WIDGETS],
    )
    .since(21),
    // Downloads and messages.
    open("android.intent.action.DOWNLOAD_COMPLETE", &[("extra_download_id", Long(1))]),
    // Which downloads is an array of longs.
    open("android.intent.action.DOWNLOAD_NOTIFICATION_CLICKED", &[]),
    open(
        "com.google.android.c2dm.intent.RECEIVE",
        &[("from", Text("100000000000")), ("message_type", Text("gcm"))],
    ),
    open("android.intent.action.GTALK_CONNECTED", &[]).until(22),
    open("android.intent.action.GTALK_DISCONNECTED", &[]).until(22),
    open("android.speech.tts.TTS_QUEUE_PROCESSING_COMPLETED", &[]),
    open("android.speech.tts.engine.TTS_DATA_INSTALLED", &[("dataInstalled", Int(0))]),
    system("android.app.backup.intent.CLEAR", &[]),
    system("android.app.backup.intent.INIT", &[]),
];
