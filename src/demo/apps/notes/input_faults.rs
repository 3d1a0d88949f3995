//! The seeded input faults of the notes app.

use super::super::super::app::Do::{self, Tap, Type};
use crate::demo::input_faults::InputFault;
use crate::domain::{ConstraintClass, CrashKind};

const ADD: Do = Tap("#add");
const SAVE: Do = Tap("#save");

/// The seeded input faults.
pub(super) const INPUT_FAULTS: &[InputFault] = &[
    InputFault {
        id: "notes-input-title-is-body",
        class: ConstraintClass::Equality,
        kind: CrashKind::Java,
        title: "A note whose text is its title has an empty preview",
        form: "editor",
        inputs: "the same text, not empty, as title and as text of the note",
        crashes: |texts| !texts[0].trim().is_empty() && texts[0].trim() == texts[1].trim(),
        thrown: "java.lang.StringIndexOutOfBoundsException: begin 0, end -1, length 4",
        frames: &["org.ridealong.notes.data.Preview.after(Preview.kt:24)"],
        steps: &[ADD, Type("#title_field", "Plan"), Type("#body", "Plan"), SAVE],
    },
    InputFault {
        id: "notes-input-title-long",
        class: ConstraintClass::Length,
        kind: CrashKind::Java,
        title: "A title of more than 200 characters is too long for a file name",
        form: "editor",
        inputs: "a title of more than 200 characters",
        crashes: |texts| texts[0].chars().count() > 200,
        thrown: "java.io.FileNotFoundException: open failed: ENAMETOOLONG (File name too long)",
        frames: &["org.ridealong.notes.data.NoteFile.create(NoteFile.kt:31)"],
        steps: &[ADD, Type("#title_field", LONG_TITLE), SAVE],
    },
    InputFault {
        id: "notes-input-open-tag",
        class: ConstraintClass::PureText,
        kind: CrashKind::Java,
        title: "A < that nothing closes ends the preview in the middle of a tag",
        form: "editor",
        inputs: "a text with a < and no > after it",
        crashes: |texts| texts[1].rsplit_once('<').is_some_and(|(_, after)| !after.contains('>')),
        thrown: "java.lang.IllegalArgumentException: unclosed tag",
        frames: &["org.ridealong.notes.data.Preview.plain(Preview.kt:52)"],
        steps: &[ADD, Type("#title_field", "Plan"), Type("#body", "a < b"), SAVE],
    },
    InputFault {
        id: "notes-input-code-one-digit",
        class: ConstraintClass::Meaning,
        kind: CrashKind::Java,
        title: "A backup code of one digit repeated has no check sum",
        form: "code",
        inputs: "a code of six digits that are all the same",
        crashes: |texts| {
            let first = texts[0].chars().next();
            texts[0].chars().all(|sign| Some(sign) == first)
        },
        thrown: "java.lang.IllegalStateException: check sum of 0",
        frames: &["org.ridealong.notes.backup.BackupCode.weigh(BackupCode.kt:37)"],
        steps: &[Tap("#more"), Tap("#menu_import"), Type("#code", "000000"), Tap("#from_code")],
    },
    InputFault {
        id: "notes-input-title-from-long-text",
        class: ConstraintClass::Dependency,
        kind: CrashKind::Java,
        title: "A note without a title is called by its first line, which must be short",
        form: "editor",
        inputs: "no title, and a text whose first line has more than 60 characters",
        crashes: |texts| {
            let line = texts[1].trim().lines().next().unwrap_or_default();
            texts[0].trim().is_empty() && line.chars().count() > 60
        },
        thrown: "java.lang.IllegalArgumentException: title too long",
        frames: &["org.ridealong.notes.data.Title.fromText(Title.kt:13)"],
        steps: &[
            ADD,
            Type(
                "#body",
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
            ),
            SAVE,
        ],
    },
];

/// 256 letters.
const LONG_TITLE: &str = match str::from_utf8(&[b't'; 256]) {
    Ok(text) => text,
    Err(_) => "",
};
