//! Calls, messages and the mobile network.

use super::row::ExtraConstant::{Bool, Int, Text};
use super::row::{ExtraConstant, SystemBroadcast, open, system};

const SLOT: (&str, ExtraConstant) = ("android.telephony.extra.SLOT_INDEX", Int(0));
const SUBSCRIPTION: (&str, ExtraConstant) = ("android.telephony.extra.SUBSCRIPTION_INDEX", Int(1));
const FORMAT: (&str, ExtraConstant) = ("format", Text("3gpp"));
const MMS: &str = "application/vnd.wap.mms-message";

pub(super) const ROWS: &[SystemBroadcast] = &[
    // Calls.
    system(
        "android.intent.action.PHONE_STATE",
        &[("state", Text("RINGING")), ("incoming_number", Text("+15550100"))],
    ),
    system(
        "android.intent.action.NEW_OUTGOING_CALL",
        &[("android.intent.extra.PHONE_NUMBER", Text("+15550100"))],
    ),
    system(
        "android.telecom.action.DEFAULT_DIALER_CHANGED",
        &[("android.telecom.extra.CHANGE_DEFAULT_DIALER_PACKAGE_NAME", Text("com.example.other"))],
    )
    .since(23),
    open(
        "android.telecom.action.DEFAULT_CALL_SCREENING_APP_CHANGED",
        &[
            (
                "android.telecom.extra.DEFAULT_CALL_SCREENING_APP_COMPONENT_NAME",
                Text("com.example.other/.Screening"),
            ),
            ("android.telecom.extra.IS_DEFAULT_CALL_SCREENING_APP", Bool(false)),
        ],
    )
    .since(29)
    .until(29),
    system("android.telecom.action.PHONE_ACCOUNT_REGISTERED", &[]).since(23),
    system("android.telecom.action.PHONE_ACCOUNT_UNREGISTERED", &[]).since(23),
    system(
        "android.telecom.action.SHOW_MISSED_CALLS_NOTIFICATION",
        &[("android.telecom.extra.NOTIFICATION_COUNT", Int(1))],
    )
    .since(24),
    system("android.intent.action.EMERGENCY_CALLBACK_MODE_CHANGED", &[]),
    open("android.intent.action.NEW_VOICEMAIL", &[])
        .data("content://com.android.voicemail/voicemail/1"),
    open("android.intent.action.FETCH_VOICEMAIL", &[])
        .data("content://com.android.voicemail/voicemail/1"),
    // Messages. The message itself is an array of byte arrays, which `am` cannot send.
    system("android.provider.Telephony.SMS_RECEIVED", &[FORMAT]),
    system("android.provider.Telephony.SMS_DELIVER", &[FORMAT]).since(19),
    system("android.provider.Telephony.SMS_REJECTED", &[("result", Int(3))]),
    system("android.provider.Telephony.SMS_CB_RECEIVED", &[]),
    system("android.provider.action.SMS_EMERGENCY_CB_RECEIVED", &[]).since(29),
    open("android.provider.Telephony.SMS_EMERGENCY_CB_RECEIVED", &[]).until(28),
    system("android.provider.Telephony.SMS_SERVICE_CATEGORY_PROGRAM_DATA_RECEIVED", &[]),
    system("android.provider.Telephony.WAP_PUSH_RECEIVED", &[]).mime(MMS),
    system("android.provider.Telephony.WAP_PUSH_DELIVER", &[]).mime(MMS).since(19),
    system("android.provider.Telephony.SIM_FULL", &[]),
    system("android.intent.action.DATA_SMS_RECEIVED", &[]).data("sms://localhost:1234"),
    system(
        "android.provider.action.DEFAULT_SMS_PACKAGE_CHANGED",
        &[("android.provider.extra.IS_DEFAULT_SMS_APP", Bool(false))],
    )
    .since(24),
    system("android.provider.Telephony.SECRET_CODE", &[]).data("android_secret_code://1234"),
    system("android.telephony.action.SECRET_CODE", &[])
        .data("android_secret_code://1234")
        .since(26),
    // The mobile network.
    system("android.telephony.action.CARRIER_CONFIG_CHANGED", &[SLOT, SUBSCRIPTION]).since(23),
    system("android.telephony.action.DEFAULT_SUBSCRIPTION_CHANGED", &[SUBSCRIPTION]).since(24),
    system("android.telephony.action.DEFAULT_SMS_SUBSCRIPTION_CHANGED", &[SUBSCRIPTION]).since(24),
    system(
        "android.telephony.action.NETWORK_COUNTRY_CHANGED",
        &[SLOT, ("android.telephony.extra.NETWORK_COUNTRY", Text("np"))],
    )
    .since(29),
    system("android.telephony.action.SIM_CARD_STATE_CHANGED", &[]).since(28),
    system("android.telephony.action.SIM_APPLICATION_STATE_CHANGED", &[]).since(28),
    system("android.intent.action.SIM_STATE_CHANGED", &[("ss", Text("ABSENT"))]),
    system("android.intent.action.SERVICE_STATE", &[]),
    system("android.intent.action.ANY_DATA_STATE", &[]),
];
