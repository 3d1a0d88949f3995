//! The seeded input faults of the alarm clock.

use crate::demo::app::Do::{Tap, Type};
use crate::demo::input_faults::{InputFault, number};
use crate::domain::{ConstraintClass, CrashKind};

/// The seeded input faults.
pub(super) const INPUT_FAULTS: &[InputFault] = &[
    InputFault {
        id: "alarm-input-midnight",
        class: ConstraintClass::Derived,
        kind: CrashKind::Java,
        title: "Minutes since midnight of an alarm at 00:00 are divided by",
        form: "time",
        inputs: "hour 0 and minute 0 together",
        crashes: |texts| number(texts[0]) == Some(0.0) && number(texts[1]) == Some(0.0),
        thrown: "java.lang.ArithmeticException: divide by zero",
        frames: &["org.ridealong.alarm.edit.NextRing.fraction(NextRing.kt:33)"],
        steps: &[
            Tap("#add"),
            Tap("#time"),
            Type("#hour", "0"),
            Type("#minute", "0"),
            Tap("#time_ok"),
        ],
    },
    InputFault {
        id: "alarm-input-minute-one-digit",
        class: ConstraintClass::FixedFormat,
        kind: CrashKind::Java,
        title: "A minute of one digit makes a time that cannot be read back",
        form: "time",
        inputs: "a minute of one digit between 1 and 9, and a valid hour",
        crashes: |texts| texts[1].len() == 1 && texts[1] != "0",
        thrown: "java.time.format.DateTimeParseException: Text '07:5' could not be parsed at index 3",
        frames: &["org.ridealong.alarm.edit.TimeText.parse(TimeText.kt:15)"],
        steps: &[Tap("#add"), Tap("#time"), Type("#minute", "5"), Tap("#time_ok")],
    },
    InputFault {
        id: "alarm-input-label-joiner",
        class: ConstraintClass::CharacterSet,
        kind: CrashKind::Native,
        title: "A label with joined emoji overruns the shaper",
        form: "alarm",
        inputs: "a label with a zero-width joiner (U+200D)",
        crashes: |texts| texts[0].contains('\u{200d}'),
        thrown: "SIGABRT",
        frames: &["#00 pc 0002c1b0  libshape.so (shape::Cluster::join(unsigned int)+24)"],
        steps: &[Tap("#add"), Type("#label", "👩\u{200d}💻"), Tap("#save")],
    },
    InputFault {
        id: "alarm-input-timer-hours",
        class: ConstraintClass::BoundedNumber,
        kind: CrashKind::Java,
        title: "A timer of more than 99 minutes and 59 seconds does not fit its display",
        form: "timer",
        inputs: "more than 5999 seconds",
        crashes: |texts| number(texts[0]).is_some_and(|seconds| seconds > 5999.0),
        thrown: "java.lang.IllegalFormatException: %02d:%02d",
        frames: &["org.ridealong.alarm.timer.TimerFace.digits(TimerFace.kt:20)"],
        steps: &[
            Tap("#tab_timer"),
            Tap("#timer_custom"),
            Type("#seconds", "9999"),
            Tap("#custom_ok"),
        ],
    },
];
