//! The device itself: power, display, storage, clock and settings.

use super::row::ExtraConstant::{Bool, Int, Long, Text};
use super::row::{SystemBroadcast, open, system};

pub(super) const ROWS: &[SystemBroadcast] = &[
    // Battery and power.
    system(
        "android.intent.action.BATTERY_CHANGED",
        &[
            ("present", Bool(true)),
            ("level", Int(5)),
            ("scale", Int(100)),
            ("status", Int(3)),
            ("plugged", Int(0)),
            ("health", Int(2)),
            ("temperature", Int(251)),
            ("voltage", Int(3712)),
            ("technology", Text("Li-ion")),
            ("battery_low", Bool(true)),
        ],
    ),
    system("android.intent.action.BATTERY_LEVEL_CHANGED", &[]),
    system("android.intent.action.BATTERY_LOW", &[]),
    system("android.intent.action.BATTERY_OKAY", &[]),
    system("android.intent.action.ACTION_POWER_CONNECTED", &[]),
    system("android.intent.action.ACTION_POWER_DISCONNECTED", &[]),
    system(
        "android.intent.action.ACTION_SHUTDOWN",
        &[("android.intent.extra.SHUTDOWN_USERSPACE_ONLY", Bool(false))],
    ),
    system("android.intent.action.REBOOT", &[]),
    system("android.os.action.CHARGING", &[]).since(23),
    system("android.os.action.DISCHARGING", &[]).since(23),
    system("android.os.action.POWER_SAVE_MODE_CHANGED", &[]).since(21),
    system("android.os.action.DEVICE_IDLE_MODE_CHANGED", &[]).since(23),
    system("android.os.action.LIGHT_DEVICE_IDLE_MODE_CHANGED", &[]).since(24),
    system("android.os.action.POWER_SAVE_WHITELIST_CHANGED", &[]).since(23),
    system("android.os.action.LOW_POWER_STANDBY_ENABLED_CHANGED", &[]).since(33),
    system("android.intent.action.ACTION_IDLE_MAINTENANCE_START", &[]),
    system("android.intent.action.ACTION_IDLE_MAINTENANCE_END", &[]),
    system("android.intent.action.THERMAL_EVENT", &[]),
    system("android.intent.action.DOCK_EVENT", &[("android.intent.extra.DOCK_STATE", Int(1))]),
    system("android.app.action.ENTER_CAR_MODE", &[]),
    system("android.app.action.EXIT_CAR_MODE", &[]),
    system("android.app.action.ENTER_DESK_MODE", &[]),
    system("android.app.action.EXIT_DESK_MODE", &[]),
    // Start and display.
    system("android.intent.action.PRE_BOOT_COMPLETED", &[]),
    system(
        "android.intent.action.LOCKED_BOOT_COMPLETED",
        &[("android.intent.extra.user_handle", Int(0))],
    )
    .since(24),
    system("android.intent.action.BOOT_COMPLETED", &[("android.intent.extra.user_handle", Int(0))]),
    system("android.intent.action.SCREEN_ON", &[]),
    system("android.intent.action.SCREEN_OFF", &[]),
    system("android.intent.action.USER_PRESENT", &[]),
    system("android.intent.action.DREAMING_STARTED", &[]),
    system("android.intent.action.DREAMING_STOPPED", &[]),
    system("android.hardware.display.action.WIFI_DISPLAY_STATUS_CHANGED", &[]),
    // Storage.
    system("android.intent.action.DEVICE_STORAGE_LOW", &[]),
    system("android.intent.action.DEVICE_STORAGE_OK", &[]),
    system("android.intent.action.DEVICE_STORAGE_FULL", &[]),
    system("android.intent.action.DEVICE_STORAGE_NOT_FULL", &[]),
    open("android.intent.action.UMS_CONNECTED", &[]).until(13),
    open("android.intent.action.UMS_DISCONNECTED", &[]).until(13),
    open("android.intent.action.MANAGE_PACKAGE_STORAGE", &[]),
    // Clock.
    system(
        "android.intent.action.TIME_SET",
        &[("android.intent.extra.TIME_PREF_24_HOUR_FORMAT", Int(1))],
    ),
    system("android.intent.action.TIME_TICK", &[]),
    system("android.intent.action.DATE_CHANGED", &[]),
    system("android.intent.action.TIMEZONE_CHANGED", &[("time-zone", Text("Asia/Kathmandu"))]),
    system("android.app.action.NEXT_ALARM_CLOCK_CHANGED", &[]).since(21),
    system("android.app.action.SCHEDULE_EXACT_ALARM_PERMISSION_STATE_CHANGED", &[]).since(31),
    // Settings.
    system("android.intent.action.AIRPLANE_MODE", &[("state", Bool(true))]),
    system("android.intent.action.CONFIGURATION_CHANGED", &[]),
    system("android.intent.action.LOCALE_CHANGED", &[]),
    system(
        "android.intent.action.APPLICATION_LOCALE_CHANGED",
        &[("android.intent.extra.PACKAGE_NAME", Text("{package}"))],
    )
    .since(33),
    system(
        "android.intent.action.INPUT_METHOD_CHANGED",
        &[("input_method_id", Text("com.android.inputmethod.latin/.LatinIME"))],
    ),
    system("android.intent.action.WALLPAPER_CHANGED", &[]),
    system("android.intent.action.CONTENT_CHANGED", &[]),
    system(
        "android.location.PROVIDERS_CHANGED",
        &[
            ("android.location.extra.PROVIDER_NAME", Text("gps")),
            ("android.location.extra.PROVIDER_ENABLED", Bool(false)),
        ],
    ),
    system(
        "android.location.MODE_CHANGED",
        &[("android.location.extra.LOCATION_ENABLED", Bool(false))],
    )
    .since(19),
    system("android.os.action.SETTING_RESTORED", &[]),
    system("android.search.action.SEARCHABLES_CHANGED", &[]),
    open("android.intent.action.CLOSE_SYSTEM_DIALOGS", &[("reason", Text("homekey"))]).until(30),
    open("android.hardware.input.action.QUERY_KEYBOARD_LAYOUTS", &[]),
    open("android.speech.action.GET_LANGUAGE_DETAILS", &[]),
    // Notes for those who look after devices.
    system(
        "android.intent.action.DROPBOX_ENTRY_ADDED",
        &[("tag", Text("system_app_crash")), ("time", Long(1_767_603_600_000))],
    ),
    system("android.intent.action.MASTER_CLEAR_NOTIFICATION", &[]),
    // Plugs.
    system(
        "android.hardware.usb.action.USB_STATE",
        &[("connected", Bool(true)), ("configured", Bool(true))],
    ),
    system("android.hardware.usb.action.USB_DEVICE_ATTACHED", &[]),
    system("android.hardware.usb.action.USB_DEVICE_DETACHED", &[]),
    system("android.hardware.usb.action.USB_ACCESSORY_ATTACHED", &[]),
    system("android.hardware.usb.action.USB_ACCESSORY_DETACHED", &[]),
    system("android.hardware.hdmi.action.OSD_MESSAGE", &[]),
];
