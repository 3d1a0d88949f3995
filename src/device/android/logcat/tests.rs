use proptest::prelude::*;
use rstest::rstest;

use super::*;

/// A log in threadtime form, as a phone gives it when an app dies beside another one.
const TWO_AT_ONCE: &str = "\
--------- beginning of main
06-01 10:00:00.000   500   512 I ActivityManager: Start proc 812:org.sample.notes/u0a61 for top-activity
06-01 10:00:01.100   812   812 D AndroidRuntime: Shutting down VM
--------- beginning of crash
06-01 10:00:01.101   812   812 E AndroidRuntime: FATAL EXCEPTION: main
06-01 10:00:01.101   900   931 E AndroidRuntime: FATAL EXCEPTION: DefaultDispatcher-worker-1
06-01 10:00:01.101   812   812 E AndroidRuntime: Process: org.sample.notes, PID: 812
06-01 10:00:01.101   900   931 E AndroidRuntime: Process: org.other:sync, PID: 900
06-01 10:00:01.101   812   812 E AndroidRuntime: java.lang.IllegalStateException: list: is empty
06-01 10:00:01.101   812   812 E AndroidRuntime: \tat org.sample.notes.Store.first(Store.kt:41)
06-01 10:00:01.101   900   931 E AndroidRuntime: java.lang.OutOfMemoryError
06-01 10:00:01.101   812   812 E AndroidRuntime: \tat org.sample.notes.Main.open(Main.kt:7)
06-01 10:00:01.101   812   812 E AndroidRuntime: \tat android.view.View.performClick(View.java:7448)
06-01 10:00:01.101   900   931 E AndroidRuntime: \tat org.other.Sync.run(Sync.kt:3)
06-01 10:00:01.101   900   931 E AndroidRuntime: \tSuppressed: kotlinx.coroutines.internal.DiagnosticCoroutineContextException: [StandaloneCoroutine{Cancelling}@1f, Dispatchers.Default]
06-01 10:00:01.120   500   530 I ActivityManager: Process org.sample.notes (pid 812) has died: fg  TOP
";

#[test]
fn crashes_that_interleave_are_told_apart() {
    let log = read(TWO_AT_ONCE);
    assert_eq!(log.crashes.len(), 2);
    let [notes, other] = &log.crashes[..] else { panic!("two crashes") };
    assert_eq!(notes.kind, CrashKind::Java);
    assert_eq!((notes.process.as_str(), notes.pid), ("org.sample.notes", Some(812)));
    assert_eq!(notes.exception, "java.lang.IllegalStateException");
    assert_eq!(notes.message, "list: is empty");
    assert_eq!(notes.frames.len(), 3);
    assert_eq!(
        notes.group,
        "java.lang.IllegalStateException @ org.sample.notes.Store.first:41 < org.sample.notes.Main.open"
    );
    assert_eq!(notes.log.lines().count(), 6);
    assert!(notes.log.lines().all(|line| line.contains(" 812   812 E ")));
    assert_eq!(other.process, "org.other:sync");
    assert_eq!(other.message, "");
    assert_eq!(other.frames, ["org.other.Sync.run(Sync.kt:3)"]);
    assert_eq!(log.noise.len(), 1);
    assert_eq!(log.noise[0].kind, NoiseKind::Death);
}

#[test]
fn an_app_owns_its_remote_processes_and_no_ones_else() {
    let crashes = read(TWO_AT_ONCE).crashes;
    assert_eq!(of_app(crashes.clone(), "org.other").len(), 1);
    assert_eq!(of_app(crashes.clone(), "org.sample.notes").len(), 1);
    assert_eq!(of_app(crashes.clone(), "org.sample").len(), 0);
    assert_eq!(of_app(crashes, "org.sample.notes.pro").len(), 0);
}

/// The same crash in every form that people paste.
#[rstest]
#[case::brief("E/AndroidRuntime( 77): ", "E/AndroidRuntime( 77): ", Some(77))]
#[case::time(
    "06-01 10:00:00.000 E/AndroidRuntime(   77): ",
    "06-01 10:00:00.000 E/AndroidRuntime(   77): ",
    Some(77)
)]
#[case::tag_only("E AndroidRuntime: ", "E AndroidRuntime: ", Some(77))]
#[case::bare("", "", Some(77))]
#[case::bare_indented(" ", "    ", Some(77))]
#[case::studio("2024-06-01 10:00:00.000 77-77/org.sample E/AndroidRuntime: ", "    ", Some(77))]
#[case::new_studio(
    "2024-06-01 10:00:00.000    77-77    AndroidRuntime          org.sample                E  ",
    "2024-06-01 10:00:00.000    77-77    AndroidRuntime          org.sample                E  ",
    Some(77)
)]
fn every_format_tells_the_same_crash(
    #[case] first: &str,
    #[case] rest: &str,
    #[case] pid: Option<u32>,
) {
    let log = format!(
        "{first}FATAL EXCEPTION: main\n{rest}Process: org.sample, PID: 77\n\
         {rest}java.lang.RuntimeException: Unable to start\n{rest}\tat android.app.A.b(A.java:1)\n\
         {rest}Caused by: a.b.Missing: it\n{rest}\tat org.sample.C.d(C.java:2)\n{rest}\t... 12 more\n"
    );
    let crashes = read(&log).crashes;
    assert_eq!(crashes.len(), 1, "{crashes:?}");
    assert_eq!((crashes[0].process.as_str(), crashes[0].pid), ("org.sample", pid));
    assert_eq!(crashes[0].exception, "java.lang.RuntimeException");
    assert_eq!(crashes[0].frames, ["android.app.A.b(A.java:1)"]);
    assert_eq!(crashes[0].cause.as_deref(), Some("a.b.Missing: it"));
    assert_eq!(crashes[0].group, "java.lang.RuntimeException <- a.b.Missing @ org.sample.C.d:2");
    assert_eq!(crashes[0].log.lines().count(), 7);
}

#[test]
fn heads_and_tails_that_were_cut_off_still_tell_the_crash() {
    let tail = read(
        "06-01 10:00:00.000  7  7 E AndroidRuntime: a.b.NoHead: x\n06-01 10:00:00.000  7  7 E AndroidRuntime: \tat c.d.E.f(E.java:1)\n",
    );
    assert_eq!(tail.crashes.len(), 1);
    assert_eq!(tail.crashes[0].pid, Some(7));
    let head = read("E/AndroidRuntime: FATAL EXCEPTION: main\n");
    assert_eq!(head.crashes.len(), 1);
    assert_eq!(head.crashes[0].message, "main");
    let old = read(
        "06-01 10:00:00.000 E/AndroidRuntime(  7): FATAL EXCEPTION: main\n06-01 10:00:00.000 E/AndroidRuntime(  7): a.b.Old\n06-01 10:00:00.000 I/ActivityManager(  5): Process org.old (pid 7) has died.\n",
    );
    assert_eq!(old.crashes[0].process, "org.old", "the first Androids tell the process elsewhere");
}

#[test]
fn several_crashes_in_a_row_stay_several() {
    let one = "E AndroidRuntime: FATAL EXCEPTION: main\nE AndroidRuntime: PID: 7\n\
               E AndroidRuntime: java.lang.Error: a\nE AndroidRuntime: \tat a.B.c(B.java:1)\n";
    assert_eq!(read(&one.repeat(3)).crashes.len(), 3);
    let system = "E AndroidRuntime: *** FATAL EXCEPTION IN SYSTEM PROCESS: android.bg\n";
    assert_eq!(read(&format!("{one}{system}{one}")).crashes.len(), 3);
}

#[test]
fn exceptions_that_were_caught_are_noise() {
    let log = read(
        "W System.err: java.io.IOException: no net\nW System.err: \tat a.b.C.d(C.java:1)\n\
         E Tag: java.lang.Error: b\nE Tag: \tat a.b.C.d(C.java:1)\n\
         E flutter : [ERROR:flutter/x.cc(1)] Unhandled Exception: Null check operator\n\
         E ReactNativeJS: TypeError: undefined is not an object\n",
    );
    assert_eq!(log.crashes, []);
    let kinds: Vec<_> = log.noise.iter().map(|noise| noise.kind).collect();
    let (caught, script) = (NoiseKind::Caught, NoiseKind::Script);
    assert_eq!(kinds, [caught, caught, script, script]);
    assert_eq!(log.noise[0].text, "java.io.IOException: no net");
}

#[test]
fn a_bare_trace_counts_only_outside_of_a_log() {
    let trace =
        "java.lang.Error: a\n\tat a.b.C.d(C.java:1)\nCaused by: a.b.E\n\tat a.b.C.e(C.java:2)\n";
    let crashes = read(trace).crashes;
    assert_eq!(crashes.len(), 1);
    assert_eq!(crashes[0].cause.as_deref(), Some("a.b.E"));
    assert_eq!(read("just words\nat nothing\n").crashes, []);
    let dump = "\"main\" prio=5 tid=1 Native\n  at java.lang.Object.wait(Native method)\n";
    assert_eq!(read(dump).crashes, [], "a thread dump tells of no crash");
}

#[test]
fn a_reporters_word_counts_once() {
    let reporter = "E/ACRA( 7): ACRA caught a Error for org.sample\nE/ACRA( 7): java.lang.Error: a\nE/ACRA( 7): \tat org.sample.C.d(C.java:1)\n";
    let alone = read(reporter).crashes;
    assert_eq!(alone.len(), 1);
    assert_eq!(alone[0].process, "org.sample");
    let runtime = "E/AndroidRuntime( 7): FATAL EXCEPTION: main\nE/AndroidRuntime( 7): Process: org.sample, PID: 7\nE/AndroidRuntime( 7): java.lang.Error: a\nE/AndroidRuntime( 7): \tat org.sample.C.d(C.java:1)\n";
    let both = read(&format!("{reporter}{runtime}")).crashes;
    assert_eq!(both.len(), 1);
    assert!(both[0].log.contains("FATAL EXCEPTION"));
}

const TOMBSTONE: &str = "\
06-01 10:00:02.000   812   830 F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10 in tid 830 (RenderThread), pid 812 (ple.sample.notes)
06-01 10:00:02.100   950   950 F DEBUG   : *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
06-01 10:00:02.100   950   950 F DEBUG   : Build fingerprint: 'x/y/z:13/A/1:user/release-keys'
06-01 10:00:02.100   950   950 F DEBUG   : ABI: 'arm64'
06-01 10:00:02.100   950   950 F DEBUG   : pid: 812, tid: 830, name: RenderThread  >>> org.example.sample.notes <<<
06-01 10:00:02.100   950   950 F DEBUG   : signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000010
06-01 10:00:02.100   950   950 F DEBUG   : Cause: null pointer dereference
06-01 10:00:02.100   950   950 F DEBUG   :     x0  0000000000000000  x1  0000007fd5a1b2c8
06-01 10:00:02.100   950   950 F DEBUG   : backtrace:
06-01 10:00:02.100   950   950 F DEBUG   :       #00 pc 000000000001f2c4  /data/app/a/lib/arm64/libdraw.so (draw_line+36) (BuildId: ab)
06-01 10:00:02.100   950   950 F DEBUG   :       #01 pc 000000000002b0a0  /data/app/a/lib/arm64/libdraw.so (draw+120) (BuildId: ab)
06-01 10:00:02.100   950   950 F DEBUG   :       #02 pc 00000000000b1234  /apex/com.android.runtime/lib64/bionic/libc.so (__pthread_start(void*)+64)
";

#[test]
fn a_tombstone_and_its_first_word_are_one_native_crash() {
    let crashes = read(TOMBSTONE).crashes;
    assert_eq!(crashes.len(), 1);
    let crash = &crashes[0];
    assert_eq!((crash.kind, crash.pid), (CrashKind::Native, Some(812)));
    assert_eq!(crash.process, "org.example.sample.notes");
    assert_eq!(crash.exception, "SIGSEGV");
    assert_eq!(crash.message, "code 1 (SEGV_MAPERR), fault addr 0x0000000000000010");
    assert_eq!(crash.frames.len(), 3);
    assert_eq!(crash.group, "SIGSEGV @ libdraw.so draw_line < libdraw.so draw");
}

#[test]
fn a_fatal_signal_alone_belongs_to_the_app_whose_names_end_it_tells() {
    let first = TOMBSTONE.lines().next().unwrap();
    let crashes = read(first).crashes;
    assert_eq!(crashes.len(), 1);
    assert_eq!(crashes[0].message, "code 1 (SEGV_MAPERR), fault addr 0x10");
    assert_eq!(of_app(crashes.clone(), "org.other.notes").len(), 0);
    let named = first.replace("(ple.sample.notes)", "(le.sample.notes)");
    assert_eq!(of_app(read(&named).crashes, "org.example.sample.notes").len(), 1);
}

#[test]
fn two_tombstones_in_a_row_and_an_abort_message() {
    let abort = TOMBSTONE
        .replace(
            "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000010",
            "signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------",
        )
        .replace("Cause: null pointer dereference", "Abort message: 'index out of range'")
        .replace("pid: 812", "pid: 813")
        .lines()
        .skip(1)
        .collect::<Vec<_>>()
        .join("\n");
    let crashes = read(&format!("{TOMBSTONE}{abort}")).crashes;
    assert_eq!(crashes.len(), 2);
    assert_eq!(crashes[1].exception, "SIGABRT");
    assert_eq!(crashes[1].message, "index out of range");
}

const ANR: &str = "\
06-01 10:00:05.000   500   540 I InputDispatcher: Application is not responding: Window{1f2 u0 org.sample/org.sample.Main}.  It has been 5001.2ms since event, 5000.5ms since wait started.
06-01 10:00:05.900   500   560 E ActivityManager: ANR in org.sample (org.sample/.Main)
06-01 10:00:05.900   500   560 E ActivityManager: PID: 812
06-01 10:00:05.900   500   560 E ActivityManager: Reason: Input dispatching timed out (org.sample/.Main, 1f2 org.sample/.Main (server) is not responding. Waited 5001ms for MotionEvent)
06-01 10:00:05.900   500   560 E ActivityManager: Load: 1.0 / 0.5 / 0.2
06-01 10:00:05.900   500   560 E ActivityManager: CPU usage from 0ms to 5000ms later:
";

#[test]
fn an_anr_is_told_with_its_reason() {
    let crashes = read(ANR).crashes;
    assert_eq!(crashes.len(), 1);
    let crash = &crashes[0];
    assert_eq!((crash.kind, crash.pid), (CrashKind::Anr, Some(812)));
    assert_eq!(crash.process, "org.sample");
    assert_eq!(crash.exception, "ANR");
    assert!(crash.message.starts_with("Input dispatching timed out ("), "{}", crash.message);
    assert_eq!(crash.group, "ANR @ org.sample/.Main: Input dispatching timed out");
    let later = ANR.replace("5001ms", "8000ms").replace("1f2 ", "3c4 ");
    assert_eq!(read(&later).crashes[0].group, crash.group);
}

#[test]
fn the_dispatchers_word_counts_where_the_report_is_missing() {
    let crashes = read(ANR.lines().next().unwrap()).crashes;
    assert_eq!(crashes.len(), 1);
    assert_eq!(crashes[0].process, "org.sample");
}

#[test]
fn damaged_logs_are_read_as_far_as_they_go() {
    for log in [
        "",
        "\n",
        "\r\n\r\n",
        "\u{feff}",
        "\0\0",
        "FATAL EXCEPTION",
        "*** *** ***",
        "ANR in ",
        "pid: , >>> <<<",
        "Fatal signal ",
    ] {
        let _ = read(log);
    }
    let carriage = TWO_AT_ONCE.replace('\n', "\r\n");
    assert_eq!(read(&carriage).crashes.len(), 2);
}

/// Pieces that logs are made of, to be put together in any order.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("06-01 10:00:00.000  7  8 E AndroidRuntime: ".to_owned()),
        Just("E/AndroidRuntime( 7): ".to_owned()),
        Just("F DEBUG   : ".to_owned()),
        Just("E ActivityManager: ".to_owned()),
        Just("FATAL EXCEPTION: main".to_owned()),
        Just("Process: a.b, PID: 7".to_owned()),
        Just("java.lang.Error: x".to_owned()),
        Just("\tat a.b.C.d(E.java:1)".to_owned()),
        Just("\tSuppressed: a.b.C".to_owned()),
        Just("Caused by: a.b.C: d".to_owned()),
        Just("\t... 3 more".to_owned()),
        Just("*** *** *** ***".to_owned()),
        Just("pid: 1, tid: 2, name: x  >>> a.b <<<".to_owned()),
        Just("signal 6 (SIGABRT), code 1".to_owned()),
        Just("#00 pc 01f  /x/y.so (z+1)".to_owned()),
        Just("Fatal signal 6 (SIGABRT) in tid 1 (x), pid 7 (y)".to_owned()),
        Just("ANR in a.b (a.b/.C)".to_owned()),
        Just("Reason: none".to_owned()),
        Just("\n".to_owned()),
        Just("\n".to_owned()),
        Just("\n".to_owned()),
        "\\PC{0,12}",
    ]
}

proptest! {
    #[test]
    fn nothing_makes_it_panic(pieces in prop::collection::vec(piece(), 0..60)) {
        let log = pieces.concat();
        let read = read(&log);
        for crash in &read.crashes {
            prop_assert!(!crash.exception.is_empty());
            prop_assert!(!crash.group.is_empty());
            prop_assert!(!crash.log.is_empty());
        }
        prop_assert_eq!(read.lines, log.lines().count());
    }

    #[test]
    fn each_fatal_exception_in_its_own_line_is_a_crash(
        count in 1_usize..6,
        message in "\\PC{0,20}",
    ) {
        let one = format!(
            "06-01 10:00:00.000  7  8 E AndroidRuntime: FATAL EXCEPTION: main\n\
             06-01 10:00:00.000  7  8 E AndroidRuntime: Process: a.b, PID: 7\n\
             06-01 10:00:00.000  7  8 E AndroidRuntime: a.b.C: {message}\n\
             06-01 10:00:00.000  7  8 E AndroidRuntime: \tat a.b.C.d(E.java:1)\n"
        );
        let crashes = read(&one.repeat(count)).crashes;
        prop_assert_eq!(crashes.len(), count);
        prop_assert!(crashes.iter().all(|crash| crash.exception == "a.b.C"));
    }
}

#[test]
fn uncaught_errors_of_a_page_are_script_errors_and_no_crashes() {
    let line = |ms: u32, text: &str| format!("06-01 10:00:00.{ms:03}  7  7 I chromium: {text}\n");
    let log = [
        line(1, "[INFO:CONSOLE(12)] \"Uncaught TypeError: x of item 4 is null\", source: https://a.org/app.js?v=1 (12)"),
        line(2, "[INFO:CONSOLE:8] \"Uncaught (in promise) TypeError: x of item 5 is null\", source: https://a.org/app.js (8)"),
        line(3, "[INFO:CONSOLE(1)] \"saved: Uncaught fish\", source: https://a.org/app.js (1)"),
        line(4, "[INFO:CONSOLE(3)] \"Uncaught out of range\", source: https://a.org/b.js (3)"),
        line(5, "Uncaught TypeError: not from a console"),
    ]
    .concat();
    let (found, _) = find(&log);
    let reported: Vec<_> = found
        .iter()
        .map(|it| (it.crash.kind, it.crash.exception.as_str(), it.crash.message.as_str()))
        .collect();
    assert_eq!(
        reported,
        [
            (CrashKind::Script, "TypeError", "x of item 4 is null"),
            (CrashKind::Script, "TypeError", "x of item 5 is null"),
            (CrashKind::Script, "Error", "out of range"),
        ]
    );
    assert_eq!(found[0].crash.group, found[1].crash.group, "numbers and queries vary");
    assert_ne!(found[0].crash.group, found[2].crash.group);
    assert!(found.iter().all(|it| is_of_app(&it.crash, "org.app")));
    let content = read(&log);
    assert_eq!(content.crashes, []);
    assert!(content.noise.iter().filter(|it| it.kind == NoiseKind::Script).count() >= 3);
}
