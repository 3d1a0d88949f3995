//! Sessions that were damaged, are still being written, or meet a full disk.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use ridealong::domain::BlobId;
use ridealong::protocol::{Event, EventRecord, WarningRaised};
use ridealong::store::{self, RecordedSession, SessionWriter, StoreError};
use tempfile::TempDir;

const LOG: &str = "events.jsonl";

/// The log of a short run.
static RECORDED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let sessions = tempfile::tempdir().unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_ridealong"))
        .args(["run", "demo:notes", "--steps", "25", "--seed", "5", "--quiet", "--sessions"])
        .arg(sessions.path())
        .stdout(std::process::Stdio::null())
        .status();
    assert!(status.unwrap().success());
    let folder = fs::read_dir(sessions.path()).unwrap().next().unwrap().unwrap().path();
    fs::read(folder.join(LOG)).unwrap()
});

/// The records of that run.
static RECORDS: LazyLock<Vec<EventRecord>> = LazyLock::new(|| open(&RECORDED).unwrap().1.records);

fn open(log: &[u8]) -> Result<(TempDir, RecordedSession), StoreError> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(LOG), log).unwrap();
    let session = store::open(folder.path())?;
    Ok((folder, session))
}

fn header_length() -> usize {
    RECORDED.iter().position(|byte| *byte == b'\n').unwrap() + 1
}

#[test]
fn the_whole_log_opens_whole() {
    let (_folder, session) = open(&RECORDED).unwrap();
    assert!(session.is_complete());
    assert_eq!(session.repairs, Vec::<String>::new());
    assert!(session.records.len() > 100);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn cut_off_anywhere_it_loses_at_most_the_last_record(place in any::<prop::sample::Index>()) {
        let cut = &RECORDED[..place.index(RECORDED.len() + 1)];
        let whole_lines = cut.iter().filter(|byte| **byte == b'\n').count();
        match open(cut) {
            Ok((_folder, session)) => {
                prop_assert!(cut.len() >= header_length());
                prop_assert_eq!(&session.records[..], &RECORDS[..whole_lines - 1]);
                let torn = usize::from(!cut.ends_with(b"\n"));
                prop_assert_eq!(session.repairs.len(), torn, "{:?}", session.repairs);
            }
            Err(error) => {
                prop_assert!(matches!(error, StoreError::NoSession { .. }), "{}", error);
                prop_assert!(cut.len() < header_length());
            }
        }
    }

    #[test]
    fn changed_bytes_cost_no_more_than_their_lines(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut log = RECORDED.clone();
        // The header is left alone: without it nothing says that this is a session at all.
        let body = header_length();
        for (place, byte) in &changes {
            let place = body + place.index(log.len() - body);
            log[place] = *byte;
        }
        let (_folder, session) = open(&log).unwrap();
        // A line end that is gone takes two lines with it.
        prop_assert!(session.records.len() + 2 * changes.len() >= RECORDS.len());
        let same = session.records.iter().filter(|record| RECORDS.contains(record)).count();
        prop_assert!(same + 2 * changes.len() >= RECORDS.len());
    }

    #[test]
    fn no_bytes_at_all_make_it_panic(log: Vec<u8>, with_header: bool) {
        let header = if with_header { &b"{\"ridealong\":1}\n"[..] } else { &[] };
        let _ = open(&[header, &log].concat());
    }
}

#[test]
fn a_line_without_an_end_fills_no_memory_and_hides_nothing() {
    let record = RECORDED.split_inclusive(|byte| *byte == b'\n').nth(1).unwrap();
    let log = [b"{\"ridealong\":1}\n", &vec![b'a'; 40 << 20][..], b"\n", record].concat();
    let (_folder, session) = open(&log).unwrap();
    assert_eq!(session.records[..], RECORDS[..1]);
    assert_eq!(session.repairs.len(), 1, "{:?}", session.repairs);
    assert!(session.repairs[0].contains("too long"), "{:?}", session.repairs);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_no_session() {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new("mkfifo").arg(folder.path().join(LOG)).status().unwrap();
    assert!(made.success());
    let error = store::open(folder.path()).unwrap_err();
    assert!(error.to_string().contains("is no file"), "{error}");
}

#[test]
fn only_one_program_writes_a_session() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session");
    let writer = SessionWriter::create(&path).unwrap();
    assert!(matches!(SessionWriter::reopen(&path), Err(StoreError::InUse { .. })));
    assert!(matches!(store::folder::delete(&path), Err(StoreError::InUse { .. })));
    drop(writer);
    let writer = SessionWriter::reopen(&path).unwrap();
    writer.append(record(0)).unwrap();
    drop(writer);
    assert_eq!(store::open(&path).unwrap().records, [record(0)]);
}

#[test]
fn what_the_device_left_open_is_deleted_with_the_session() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session");
    drop(SessionWriter::create(&path).unwrap());
    fs::write(path.join(store::folder::LEFT_OPEN), "1").unwrap();
    store::folder::delete(&path).unwrap();
    assert!(!path.exists(), "nothing of ours is left");
}

#[test]
fn a_torn_tail_stays_the_only_damage_when_the_session_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(LOG), &RECORDED[..RECORDED.len() - 5]).unwrap();
    let before = store::open(folder.path()).unwrap();
    let writer = SessionWriter::reopen(folder.path()).unwrap();
    writer.append(record(9)).unwrap();
    drop(writer);
    let after = store::open(folder.path()).unwrap();
    assert_eq!(after.records[..before.records.len()], before.records);
    assert_eq!(after.records.last(), Some(&record(9)));
    assert_eq!(after.repairs.len(), 1, "{:?}", after.repairs);
}

fn record(seq: u64) -> EventRecord {
    // Long enough that a line does not fit into one page.
    let what = format!("{seq} ").repeat(1500);
    EventRecord { seq, at_ms: seq, event: Event::Warned(WarningRaised { what, hint: None }) }
}

#[test]
fn it_can_be_read_while_it_is_written() {
    const RECORDS: u64 = 3000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session");
    let writer = SessionWriter::create(&path).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for seq in 0..RECORDS {
                writer.append(record(seq)).unwrap();
            }
            drop(writer);
            done.store(true, Ordering::Release);
        });
        let mut before = 0;
        loop {
            let last = done.load(Ordering::Acquire);
            let session = store::open(&path).unwrap();
            assert!(session.repairs.iter().all(|repair| repair.contains("cut off")));
            let numbers = session.records.iter().map(|record| record.seq);
            assert!(numbers.eq(0..session.records.len() as u64));
            assert!(session.records.len() >= before, "nothing is taken back");
            before = session.records.len();
            if last {
                break;
            }
        }
    });
    assert_eq!(store::open(&path).unwrap().records.len() as u64, RECORDS);
}

/// A file that takes no more stands where a blob is to be written.
#[cfg(target_os = "linux")]
fn fill_the_disk_at(session: &Path, content: &[u8]) {
    let name = BlobId::of(content);
    let first_two = name.as_str().get(..2).unwrap();
    let folder = session.join("blobs").join(first_two);
    fs::create_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink("/dev/full", folder.join(format!("{}.part", name.as_str())))
        .unwrap();
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_ends_the_recording_and_keeps_what_was_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session");
    let writer = SessionWriter::create(&path).unwrap();
    fill_the_disk_at(&path, b"picture");
    writer.append(record(0)).unwrap();
    writer.sync().unwrap().await.unwrap();
    writer.blob(b"picture".as_slice().into()).unwrap();
    // Whatever comes now is not written: a gap in the log would be worse than its end.
    let asked = writer.append(record(1)).and_then(|()| writer.sync());
    let error = match asked {
        Ok(answer) => {
            answer.await.unwrap_err();
            writer.failure()
        }
        Err(error) => error,
    };
    assert!(error.hint().is_some_and(|hint| hint.contains("free some disk space")), "{error}");
    assert!(error.to_string().contains("No space left on device"), "{error}");
    drop(writer);
    let session = store::open(&path).unwrap();
    assert_eq!(session.records, [record(0)]);
}
