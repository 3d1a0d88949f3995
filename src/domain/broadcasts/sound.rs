//! Sound, storage media and cameras.

use super::row::ExtraConstant::{Bool, Int, Text};
use super::row::{ExtraConstant, SystemBroadcast, open, system};

const CARD: &str = "file:///storage/emulated/0";
const SESSION: (&str, ExtraConstant) = ("android.media.extra.AUDIO_SESSION", Int(17));
const OWNER: (&str, ExtraConstant) =
    ("android.media.extra.PACKAGE_NAME", Text("com.example.other"));

pub(super) const ROWS: &[SystemBroadcast] = &[
    // Sound.
    system("android.media.AUDIO_BECOMING_NOISY", &[]),
    system(
        "android.intent.action.HEADSET_PLUG",
        &[("state", Int(0)), ("name", Text("h2w")), ("microphone", Int(1))],
    ),
    system(
        "android.media.action.HDMI_AUDIO_PLUG",
        &[
            ("android.media.extra.AUDIO_PLUG_STATE", Int(1)),
            ("android.media.extra.MAX_CHANNEL_COUNT", Int(2)),
        ],
    )
    .since(21),
    system("android.media.action.MICROPHONE_MUTE_CHANGED", &[]).since(28),
    system("android.media.action.SPEAKERPHONE_STATE_CHANGED", &[]).since(29),
    system("android.media.RINGER_MODE_CHANGED", &[("android.media.EXTRA_RINGER_MODE", Int(0))]),
    system(
        "android.media.VIBRATE_SETTING_CHANGED",
        &[
            ("android.media.EXTRA_VIBRATE_TYPE", Int(0)),
            ("android.media.EXTRA_VIBRATE_SETTING", Int(1)),
        ],
    ),
    system(
        "android.media.VOLUME_CHANGED_ACTION",
        &[
            ("android.media.EXTRA_VOLUME_STREAM_TYPE", Int(3)),
            ("android.media.EXTRA_VOLUME_STREAM_VALUE", Int(0)),
            ("android.media.EXTRA_PREV_VOLUME_STREAM_VALUE", Int(7)),
        ],
    ),
    system(
        "android.media.SCO_AUDIO_STATE_CHANGED",
        &[("android.media.extra.SCO_AUDIO_STATE", Int(0))],
    ),
    system(
        "android.media.ACTION_SCO_AUDIO_STATE_UPDATED",
        &[
            ("android.media.extra.SCO_AUDIO_STATE", Int(0)),
            ("android.media.extra.SCO_AUDIO_PREVIOUS_STATE", Int(1)),
        ],
    ),
    open(
        "android.media.action.OPEN_AUDIO_EFFECT_CONTROL_SESSION",
        &[SESSION, OWNER, ("android.media.extra.CONTENT_TYPE", Int(0))],
    ),
    open("android.media.action.CLOSE_AUDIO_EFFECT_CONTROL_SESSION", &[SESSION, OWNER]),
    open("android.intent.action.MEDIA_BUTTON", &[]),
    // Storage media.
    system("android.intent.action.MEDIA_MOUNTED", &[("read-only", Bool(false))]).data(CARD),
    system("android.intent.action.MEDIA_UNMOUNTED", &[]).data(CARD),
    system("android.intent.action.MEDIA_CHECKING", &[]).data(CARD),
    system("android.intent.action.MEDIA_NOFS", &[]).data(CARD),
    system("android.intent.action.MEDIA_SHARED", &[]).data(CARD),
    system("android.intent.action.MEDIA_UNSHARED", &[]).data(CARD),
    system("android.intent.action.MEDIA_REMOVED", &[]).data(CARD),
    system("android.intent.action.MEDIA_BAD_REMOVAL", &[]).data(CARD),
    system("android.intent.action.MEDIA_UNMOUNTABLE", &[]).data(CARD),
    system("android.intent.action.MEDIA_EJECT", &[]).data(CARD),
    open("android.intent.action.MEDIA_SCANNER_STARTED", &[]).data(CARD),
    open("android.intent.action.MEDIA_SCANNER_FINISHED", &[]).data(CARD),
    open("android.intent.action.MEDIA_SCANNER_SCAN_FILE", &[])
        .data("file:///storage/emulated/0/DCIM/example.jpg"),
    // Cameras.
    open("android.hardware.action.NEW_PICTURE", &[])
        .data("content://media/external/images/media/1")
        .until(23),
    open("android.hardware.action.NEW_VIDEO", &[])
        .data("content://media/external/video/media/1")
        .until(23),
    open("android.intent.action.CAMERA_BUTTON", &[]),
];
