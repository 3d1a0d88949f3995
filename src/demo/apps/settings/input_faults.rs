//! The seeded input faults of the settings app.

use crate::demo::app::Do::{self, Tap, Type};
use crate::demo::input_faults::{InputFault, minutes};
use crate::domain::{ConstraintClass, CrashKind};

const SOUND: Do = Tap("#row_sound");
const QUIET: Do = Tap("#row_dnd");
const ACCOUNTS: Do = Tap("#row_accounts");
const NEW: Do = Tap("#row_add");
const DONE: Do = Tap("#done");

/// The accounts that are there from the start.
const KNOWN: [&str; 2] = ["robin@example.org", "work@example.com"];

/// The seeded input faults.
pub const INPUT_FAULTS: &[InputFault] = &[
    InputFault {
        id: "settings-input-quiet-minute",
        class: ConstraintClass::DateOrder,
        kind: CrashKind::Java,
        title: "Quiet hours of a single minute end before they are scheduled",
        form: "quiet",
        inputs: "an end exactly one minute after the beginning",
        crashes: |texts| matches!((minutes(texts[0]), minutes(texts[1])), (Some(from), Some(to)) if to - from == 1),
        thrown: "java.lang.IllegalStateException: alarm in the past",
        frames: &["org.ridealong.settings.sound.QuietAlarms.schedule(QuietAlarms.kt:47)"],
        steps: &[SOUND, QUIET, Type("#from", "22:00"), Type("#to", "22:01"), DONE],
    },
    InputFault {
        id: "settings-input-quiet-half-day",
        class: ConstraintClass::Derived,
        kind: CrashKind::Java,
        title: "Quiet hours of exactly half a day have two middles",
        form: "quiet",
        inputs: "beginning and end exactly 12 hours apart",
        crashes: |texts| matches!((minutes(texts[0]), minutes(texts[1])), (Some(from), Some(to)) if (to - from).abs() == 720),
        thrown: "java.lang.IllegalArgumentException: More than one matching element.",
        frames: &["org.ridealong.settings.sound.QuietDial.middle(QuietDial.kt:29)"],
        steps: &[SOUND, QUIET, Type("#from", "06:00"), Type("#to", "18:00"), DONE],
    },
    InputFault {
        id: "settings-input-quiet-one-digit",
        class: ConstraintClass::FixedFormat,
        kind: CrashKind::Java,
        title: "Times with parts of one digit are taken and cannot be read back",
        form: "quiet",
        inputs: "two valid times, one of them with an hour or minute of one digit",
        crashes: |texts| {
            texts.iter().any(|text| text.split(':').any(|part| part.trim().len() == 1))
        },
        thrown: "java.time.format.DateTimeParseException: Text '7:00' could not be parsed at index 0",
        frames: &["org.ridealong.settings.sound.QuietStore.read(QuietStore.kt:18)"],
        steps: &[SOUND, QUIET, Type("#from", "22:00"), Type("#to", "7:00"), DONE],
    },
    InputFault {
        id: "settings-input-mail-dots",
        class: ConstraintClass::FixedFormat,
        kind: CrashKind::Java,
        title: "An e-mail address with two dots in a row has an empty label",
        form: "account",
        inputs: "an e-mail address with .. in it",
        crashes: |texts| texts[0].contains(".."),
        thrown: "java.lang.IllegalArgumentException: A label is empty",
        frames: &["org.ridealong.settings.accounts.HostName.toAscii(HostName.kt:26)"],
        steps: &[ACCOUNTS, NEW, Type("#mail", "ann@example..org"), DONE],
    },
    InputFault {
        id: "settings-input-mail-known-capitals",
        class: ConstraintClass::Uniqueness,
        kind: CrashKind::Java,
        title: "A known e-mail address in capitals passes the check for doubles",
        form: "account",
        inputs: "an address that is there, written with capitals",
        crashes: |texts| {
            let mail = texts[0].trim();
            KNOWN.iter().any(|known| mail != *known && mail.eq_ignore_ascii_case(known))
        },
        thrown: "android.database.sqlite.SQLiteConstraintException: UNIQUE constraint failed: account.mail",
        frames: &["org.ridealong.settings.accounts.AccountDao.insert(AccountDao.kt:35)"],
        steps: &[ACCOUNTS, NEW, Type("#mail", "ROBIN@example.org"), DONE],
    },
    InputFault {
        id: "settings-input-password-signs",
        class: ConstraintClass::Composition,
        kind: CrashKind::Native,
        title: "A network password with characters beyond ASCII is cut in the middle of one",
        form: "password",
        inputs: "a password of at least 8 characters, one of them beyond ASCII",
        crashes: |texts| !texts[0].is_ascii(),
        thrown: "SIGABRT",
        frames: &["#00 pc 00031f7c  libwpa.so (wpa::Passphrase::derive(std::string const&)+120)"],
        steps: &[
            Tap("#row_network"),
            Tap("#row_wifi"),
            Tap("#network:2"),
            Type("#password", "Sonnenblüte"),
            Tap("#ok"),
        ],
    },
];
