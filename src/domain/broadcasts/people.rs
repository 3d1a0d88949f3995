//! Users, profiles, accounts, administration and notifications.

use super::row::ExtraConstant::{Bool, Int, Long, Text};
use super::row::{SystemBroadcast, open, system};

const USER: (&str, super::row::ExtraConstant) = ("android.intent.extra.user_handle", Int(10));
const BLOCKED: (&str, super::row::ExtraConstant) = ("android.app.extra.BLOCKED_STATE", Bool(true));

pub(super) const ROWS: &[SystemBroadcast] = &[
    // Users and profiles.
    system("android.intent.action.USER_ADDED", &[USER]),
    system("android.intent.action.USER_REMOVED", &[USER]),
    system("android.intent.action.USER_STARTED", &[USER]),
    system("android.intent.action.USER_STOPPED", &[USER]),
    system("android.intent.action.USER_SWITCHED", &[USER]),
    system("android.intent.action.USER_BACKGROUND", &[USER]),
    system("android.intent.action.USER_FOREGROUND", &[USER]),
    system("android.intent.action.USER_INITIALIZE", &[USER]),
    system("android.intent.action.USER_UNLOCKED", &[USER]).since(24),
    system("android.intent.action.USER_INFO_CHANGED", &[USER]),
    system("android.intent.action.MANAGED_PROFILE_ADDED", &[USER]).since(21),
    system("android.intent.action.MANAGED_PROFILE_REMOVED", &[USER]).since(21),
    system(
        "android.intent.action.MANAGED_PROFILE_AVAILABLE",
        &[USER, ("android.intent.extra.QUIET_MODE", Bool(false))],
    )
    .since(24),
    system(
        "android.intent.action.MANAGED_PROFILE_UNAVAILABLE",
        &[USER, ("android.intent.extra.QUIET_MODE", Bool(true))],
    )
    .since(24),
    system("android.intent.action.MANAGED_PROFILE_UNLOCKED", &[USER]).since(24),
    system("android.app.action.MANAGED_PROFILE_PROVISIONED", &[]).since(24),
    system("android.intent.action.PROFILE_ACCESSIBLE", &[USER]).since(31),
    system("android.intent.action.PROFILE_INACCESSIBLE", &[USER]).since(31),
    system("android.intent.action.PROFILE_ADDED", &[USER]).since(34),
    system("android.intent.action.PROFILE_REMOVED", &[USER]).since(34),
    // Accounts.
    system("android.accounts.LOGIN_ACCOUNTS_CHANGED", &[]),
    system(
        "android.accounts.action.ACCOUNT_REMOVED",
        &[("authAccount", Text("someone@example.org")), ("accountType", Text("org.example"))],
    )
    .since(26),
    system("android.accounts.action.VISIBLE_ACCOUNTS_CHANGED", &[]).since(26),
    // Administration.
    system("android.app.action.DEVICE_ADMIN_ENABLED", &[]),
    system("android.app.action.DEVICE_ADMIN_DISABLE_REQUESTED", &[]),
    system("android.app.action.DEVICE_ADMIN_DISABLED", &[]),
    system("android.app.action.ACTION_PASSWORD_CHANGED", &[]),
    system("android.app.action.ACTION_PASSWORD_EXPIRING", &[]),
    system("android.app.action.ACTION_PASSWORD_FAILED", &[]),
    system("android.app.action.ACTION_PASSWORD_SUCCEEDED", &[]),
    system(
        "android.app.action.LOCK_TASK_ENTERING",
        &[("android.app.extra.LOCK_TASK_PACKAGE", Text("{package}"))],
    )
    .since(21),
    system("android.app.action.LOCK_TASK_EXITING", &[]).since(21),
    system("android.app.action.DEVICE_OWNER_CHANGED", &[]).since(23),
    system("android.app.action.PROFILE_OWNER_CHANGED", &[]).since(28),
    system("android.app.action.APPLICATION_DELEGATION_SCOPES_CHANGED", &[]).since(26),
    system(
        "android.app.action.CHOOSE_PRIVATE_KEY_ALIAS",
        &[
            ("android.app.extra.CHOOSE_PRIVATE_KEY_SENDER_UID", Int(10_123)),
            ("android.app.extra.CHOOSE_PRIVATE_KEY_ALIAS", Text("example")),
        ],
    )
    .since(23),
    system(
        "android.app.action.NOTIFY_PENDING_SYSTEM_UPDATE",
        &[("android.app.extra.SYSTEM_UPDATE_RECEIVED_TIME", Long(1_767_603_600_000))],
    ),
    system("android.app.action.SYSTEM_UPDATE_POLICY_CHANGED", &[]),
    system(
        "android.app.action.NETWORK_LOGS_AVAILABLE",
        &[
            ("android.app.extra.EXTRA_NETWORK_LOGS_TOKEN", Long(1)),
            ("android.app.extra.EXTRA_NETWORK_LOGS_COUNT", Int(3)),
        ],
    )
    .since(26),
    system("android.app.action.SECURITY_LOGS_AVAILABLE", &[]).since(24),
    open("android.app.action.PROFILE_PROVISIONING_COMPLETE", &[]).since(21),
    system("android.intent.action.GET_RESTRICTION_ENTRIES", &[]).since(18),
    system("android.intent.action.APPLICATION_RESTRICTIONS_CHANGED", &[]).since(21),
    system("android.security.action.KEYCHAIN_CHANGED", &[]).since(26),
    system(
        "android.security.action.KEY_ACCESS_CHANGED",
        &[
            ("android.security.extra.KEY_ALIAS", Text("example")),
            ("android.security.extra.KEY_ACCESSIBLE", Bool(false)),
        ],
    )
    .since(26),
    system("android.security.action.TRUST_STORE_CHANGED", &[]).since(26),
    system("android.security.STORAGE_CHANGED", &[]).until(25),
    // Notifications.
    system("android.app.action.INTERRUPTION_FILTER_CHANGED", &[]).since(23),
    system("android.app.action.NOTIFICATION_POLICY_CHANGED", &[]).since(23),
    system("android.app.action.NOTIFICATION_POLICY_ACCESS_GRANTED_CHANGED", &[]).since(23),
    system(
        "android.app.action.NOTIFICATION_CHANNEL_BLOCK_STATE_CHANGED",
        &[("android.app.extra.NOTIFICATION_CHANNEL_ID", Text("news")), BLOCKED],
    )
    .since(28),
    system(
        "android.app.action.NOTIFICATION_CHANNEL_GROUP_BLOCK_STATE_CHANGED",
        &[("android.app.extra.NOTIFICATION_CHANNEL_GROUP_ID", Text("news")), BLOCKED],
    )
    .since(28),
    system("android.app.action.APP_BLOCK_STATE_CHANGED", &[BLOCKED]).since(28),
    system(
        "android.app.action.AUTOMATIC_ZEN_RULE_STATUS_CHANGED",
        &[
            ("android.app.extra.AUTOMATIC_ZEN_RULE_ID", Text("example")),
            ("android.app.extra.AUTOMATIC_ZEN_RULE_STATUS", Int(2)),
        ],
    )
    .since(30),
    // The calendar.
    open("android.intent.action.EVENT_REMINDER", &[("alarmTime", Long(1_767_603_600_000))])
        .data("content://com.android.calendar/1767603600000"),
    open("android.intent.action.PROVIDER_CHANGED", &[]).data("content://com.android.calendar"),
];
