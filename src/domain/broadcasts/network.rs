//! Networks, Wi-Fi, Bluetooth and NFC.

use super::row::ExtraConstant::{Bool, Int, Text};
use super::row::{ExtraConstant, SystemBroadcast, open, system};

const STATE: (&str, ExtraConstant) = ("android.bluetooth.profile.extra.STATE", Int(0));
const BEFORE: (&str, ExtraConstant) = ("android.bluetooth.profile.extra.PREVIOUS_STATE", Int(2));
const NAME: (&str, ExtraConstant) = ("android.bluetooth.device.extra.NAME", Text("Headset"));

pub(super) const ROWS: &[SystemBroadcast] = &[
    system(
        "android.net.conn.CONNECTIVITY_CHANGE",
        &[("networkType", Int(1)), ("noConnectivity", Bool(true)), ("isFailover", Bool(false))],
    ),
    system("android.net.conn.BACKGROUND_DATA_SETTING_CHANGED", &[]),
    system("android.net.conn.RESTRICT_BACKGROUND_CHANGED", &[]).since(24),
    system("android.net.conn.CAPTIVE_PORTAL", &[]).since(23),
    system("android.net.conn.TETHER_STATE_CHANGED", &[]),
    system("android.intent.action.PROXY_CHANGE", &[]),
    system("android.net.nsd.STATE_CHANGED", &[("nsd_state", Int(2))]).since(16),
    system("android.net.scoring.SCORE_NETWORKS", &[]).since(21),
    system("android.net.scoring.SCORER_CHANGED", &[("newScorer", Text("{package}"))]).since(21),
    // Wi-Fi.
    system(
        "android.net.wifi.WIFI_STATE_CHANGED",
        &[("wifi_state", Int(1)), ("previous_wifi_state", Int(3))],
    ),
    system("android.net.wifi.WIFI_AP_STATE_CHANGED", &[("wifi_state", Int(11))]),
    system("android.net.wifi.STATE_CHANGE", &[]),
    system("android.net.wifi.SCAN_RESULTS", &[("resultsUpdated", Bool(true))]),
    system("wifi_scan_available", &[("scan_enabled", Int(3))]).since(18).until(29),
    system(
        "android.net.wifi.action.WIFI_SCAN_AVAILABILITY_CHANGED",
        &[("android.net.wifi.extra.SCAN_AVAILABLE", Bool(true))],
    )
    .since(30),
    system("android.net.wifi.RSSI_CHANGED", &[("newRssi", Int(-90))]),
    system("android.net.wifi.supplicant.CONNECTION_CHANGE", &[("connected", Bool(false))]),
    system("android.net.wifi.supplicant.STATE_CHANGE", &[("supplicantError", Int(1))]),
    system("android.net.wifi.action.WIFI_NETWORK_SUGGESTION_POST_CONNECTION", &[]).since(29),
    open("android.net.wifi.NETWORK_IDS_CHANGED", &[]),
    system("android.net.wifi.p2p.STATE_CHANGED", &[("wifi_p2p_state", Int(1))]),
    system("android.net.wifi.p2p.DISCOVERY_STATE_CHANGE", &[("discoveryState", Int(1))]),
    system("android.net.wifi.p2p.PEERS_CHANGED", &[]),
    system("android.net.wifi.p2p.CONNECTION_STATE_CHANGE", &[]),
    system("android.net.wifi.p2p.THIS_DEVICE_CHANGED", &[]),
    // Bluetooth.
    system(
        "android.bluetooth.adapter.action.STATE_CHANGED",
        &[
            ("android.bluetooth.adapter.extra.STATE", Int(10)),
            ("android.bluetooth.adapter.extra.PREVIOUS_STATE", Int(13)),
        ],
    ),
    system(
        "android.bluetooth.adapter.action.SCAN_MODE_CHANGED",
        &[
            ("android.bluetooth.adapter.extra.SCAN_MODE", Int(21)),
            ("android.bluetooth.adapter.extra.PREVIOUS_SCAN_MODE", Int(20)),
        ],
    ),
    system(
        "android.bluetooth.adapter.action.CONNECTION_STATE_CHANGED",
        &[
            ("android.bluetooth.adapter.extra.CONNECTION_STATE", Int(0)),
            ("android.bluetooth.adapter.extra.PREVIOUS_CONNECTION_STATE", Int(2)),
        ],
    ),
    system("android.bluetooth.adapter.action.DISCOVERY_STARTED", &[]),
    system("android.bluetooth.adapter.action.DISCOVERY_FINISHED", &[]),
    system(
        "android.bluetooth.adapter.action.LOCAL_NAME_CHANGED",
        &[("android.bluetooth.adapter.extra.LOCAL_NAME", Text("Phone"))],
    ),
    system("android.bluetooth.device.action.FOUND", &[NAME]),
    system("android.bluetooth.device.action.ACL_CONNECTED", &[]),
    system("android.bluetooth.device.action.ACL_DISCONNECT_REQUESTED", &[]),
    system("android.bluetooth.device.action.ACL_DISCONNECTED", &[]),
    system(
        "android.bluetooth.device.action.BOND_STATE_CHANGED",
        &[
            ("android.bluetooth.device.extra.BOND_STATE", Int(12)),
            ("android.bluetooth.device.extra.PREVIOUS_BOND_STATE", Int(11)),
        ],
    ),
    system("android.bluetooth.device.action.NAME_CHANGED", &[NAME]),
    system("android.bluetooth.device.action.ALIAS_CHANGED", &[]).since(30),
    system("android.bluetooth.device.action.CLASS_CHANGED", &[]),
    system("android.bluetooth.device.action.UUID", &[]),
    system(
        "android.bluetooth.device.action.PAIRING_REQUEST",
        &[
            ("android.bluetooth.device.extra.PAIRING_VARIANT", Int(2)),
            ("android.bluetooth.device.extra.PAIRING_KEY", Int(123_456)),
        ],
    )
    .since(19),
    system("android.bluetooth.devicepicker.action.LAUNCH", &[]),
    system("android.bluetooth.devicepicker.action.DEVICE_SELECTED", &[]),
    system("android.bluetooth.headset.profile.action.CONNECTION_STATE_CHANGED", &[STATE, BEFORE]),
    system(
        "android.bluetooth.headset.profile.action.AUDIO_STATE_CHANGED",
        &[
            ("android.bluetooth.profile.extra.STATE", Int(10)),
            ("android.bluetooth.profile.extra.PREVIOUS_STATE", Int(12)),
        ],
    ),
    system(
        "android.bluetooth.headset.action.VENDOR_SPECIFIC_HEADSET_EVENT",
        &[
            ("android.bluetooth.headset.extra.VENDOR_SPECIFIC_HEADSET_EVENT_CMD", Text("+XEVENT")),
            ("android.bluetooth.headset.extra.VENDOR_SPECIFIC_HEADSET_EVENT_CMD_TYPE", Int(4)),
        ],
    ),
    system("android.bluetooth.a2dp.profile.action.CONNECTION_STATE_CHANGED", &[STATE, BEFORE]),
    system(
        "android.bluetooth.a2dp.profile.action.PLAYING_STATE_CHANGED",
        &[
            ("android.bluetooth.profile.extra.STATE", Int(11)),
            ("android.bluetooth.profile.extra.PREVIOUS_STATE", Int(10)),
        ],
    ),
    system("android.bluetooth.input.profile.action.CONNECTION_STATE_CHANGED", &[STATE, BEFORE]),
    system("android.bluetooth.pan.profile.action.CONNECTION_STATE_CHANGED", &[STATE, BEFORE]),
    // NFC.
    system(
        "android.nfc.action.ADAPTER_STATE_CHANGED",
        &[("android.nfc.extra.ADAPTER_STATE", Int(3))],
    )
    .since(18),
];
