//! Crashes in the log.

use super::*;

fn crash_log(ms: u32, process: &str) -> String {
    let lines = [
        "FATAL EXCEPTION: main",
        &format!("Process: {process}, PID: 7"),
        "java.lang.IllegalStateException: no",
        "\tat org.app.notes.Main.open(Main.kt:3)",
    ];
    lines.iter().fold(String::new(), |mut log, line| {
        let _ = writeln!(log, "06-01 10:00:01.{ms:03}   7   7 E AndroidRuntime: {line}");
        log
    })
}

#[tokio::test]
async fn crashes_of_this_app_are_told_once() {
    let script = phone();
    script.says("logcat ", &crash_log(0, "org.app.notes").replace("00:01", "00:00"));
    let mut device = opened(&script).await;
    assert_eq!(device.crashes().await.unwrap(), [], "it was there before");
    let both = crash_log(5, "org.app.notes") + &crash_log(6, "org.other");
    script.says("logcat ", &both);
    let crashes = device.crashes().await.unwrap();
    assert_eq!(crashes.len(), 1);
    assert_eq!(crashes[0].exception, "java.lang.IllegalStateException");
    assert_eq!(device.crashes().await.unwrap().len(), 0);
    let asked = script.asked();
    assert!(asked.last().unwrap().ends_with("-T '06-01 10:00:01.006'"), "{asked:?}");
}

#[tokio::test]
async fn the_full_report_of_an_announced_crash_is_waited_for() {
    let script = phone();
    let mut device = opened(&script).await;
    let word = "06-01 10:00:02.000   7   7 F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 7 (a), pid 7 (org.app.notes)\n";
    let report = "06-01 10:00:02.500   9   9 F DEBUG   : *** *** *** ***\n06-01 10:00:02.500   9   9 F DEBUG   : pid: 7, tid: 7, name: a  >>> org.app.notes <<<\n06-01 10:00:02.500   9   9 F DEBUG   : signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\n06-01 10:00:02.500   9   9 F DEBUG   :       #00 pc 01f  /data/app/libx.so (f+1)\n";
    let answers = [word.to_owned(), format!("{word}{report}")];
    script.set("logcat ", answers.map(|log| Ok(output(log.into()))).into());
    let crashes = device.crashes().await.unwrap();
    assert_eq!(crashes.len(), 1);
    assert_eq!(crashes[0].frames.len(), 1);
    assert_eq!(script.asked().iter().filter(|command| *command == "sleep 1").count(), 1);
}
