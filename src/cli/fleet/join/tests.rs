use tokio::sync::mpsc::UnboundedReceiver;

use super::*;
use crate::protocol::{EngineIdled, WarningRaised};
use crate::store::SessionWriter;

fn record(seq: u64) -> Arc<EventRecord> {
    let what = format!("record {seq}");
    let event = Event::Warned(WarningRaised { what, hint: None });
    Arc::new(EventRecord { seq, at_ms: seq, event })
}

/// A worker whose log holds the first `recorded` records of `told`.
struct TestWorker {
    link: Arc<WorkerLink>,
    /// What reaches it.
    asked: UnboundedReceiver<Op>,
    _folder: tempfile::TempDir,
}

impl TestWorker {
    fn new(recorded: u64, reported: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let session = folder.path().join("session");
        let writer = SessionWriter::create(&session).unwrap();
        (0..recorded).for_each(|seq| writer.append((*record(seq)).clone()).unwrap());
        drop(writer);
        let (ops, asked) = mpsc::unbounded_channel();
        let (_none, records) = mpsc::unbounded_channel();
        let (_silent, streaming) = watch::channel(PartialReply::default());
        let handle = EngineHandle::new(ops, records, streaming, BlobSource::of_session(&session));
        let link = Arc::new(WorkerLink::default());
        link.begins(session, &handle);
        (0..reported).for_each(|seq| link.record(&record(seq)));
        Self { link, asked, _folder: folder }
    }
}

async fn next(handle: &mut EngineHandle) -> Option<u64> {
    handle.next().await.map(|record| record.seq)
}

fn auto() -> Op {
    Op::SetMode { mode: RunMode::Auto { until: AutoLimits::default() } }
}

#[tokio::test]
async fn who_joins_gets_each_record_once_in_order() {
    // Three records are still on their way to the disk.
    let worker = TestWorker::new(5, 8);
    let mut joined = worker.link.join().unwrap();
    assert_eq!(joined.news, 8);
    (8..11).for_each(|seq| worker.link.record(&record(seq)));
    for seq in 0..11 {
        assert_eq!(next(&mut joined.handle).await, Some(seq));
    }
    // It died and was started again: its history is told anew, then what is new.
    worker.link.ends(false);
    (0..13).for_each(|seq| worker.link.record(&record(seq)));
    assert_eq!(
        (next(&mut joined.handle).await, next(&mut joined.handle).await),
        (Some(11), Some(12))
    );
    worker.link.ends(true);
    assert_eq!(next(&mut joined.handle).await, None, "it has ended for good");
}

#[tokio::test]
async fn leaving_ends_nothing_of_the_worker() {
    let mut worker = TestWorker::new(2, 2);
    let mut joined = worker.link.join().unwrap();
    assert!(joined.handle.send(Op::Pause) && joined.handle.send(Op::Quit));
    assert_eq!(worker.asked.recv().await, Some(Op::Pause));
    assert_eq!(worker.asked.recv().await, Some(auto()), "it goes on by itself");
    joined.given_back.await.unwrap();
    while next(&mut joined.handle).await.is_some() {}
    assert!(worker.asked.try_recv().is_err(), "it was not told to end");
    worker.link.record(&record(2));
    assert!(worker.link.lock().follower.is_none());
}

#[tokio::test]
async fn a_front_end_that_goes_away_gives_the_worker_back() {
    let mut worker = TestWorker::new(1, 1);
    let joined = worker.link.join().unwrap();
    drop(joined.handle);
    joined.given_back.await.unwrap();
    assert_eq!(worker.asked.recv().await, Some(auto()));
}

#[tokio::test]
async fn replies_are_seen_as_they_come_after_a_restart_too() {
    let worker = TestWorker::new(1, 1);
    let joined = worker.link.join().unwrap();
    let mut seen = joined.handle.streaming();
    for words in ["before", "after"] {
        let (ops, _asked) = mpsc::unbounded_channel();
        let (_none, records) = mpsc::unbounded_channel();
        let (model, streaming) = watch::channel(PartialReply::default());
        let blobs = joined.handle.blobs();
        let handle = EngineHandle::new(ops, records, streaming, blobs);
        worker.link.begins(joined.session.clone(), &handle);
        model.send_replace(PartialReply { exchange: None, words: words.into() });
        assert_eq!(seen.wait_for(|it| it.words == words).await.unwrap().words, words);
        drop((model, handle));
        seen.wait_for(|it| it.words.is_empty()).await.unwrap();
    }
}

#[tokio::test]
async fn a_worker_that_has_ended_can_be_looked_at() {
    let worker = TestWorker::new(4, 4);
    worker.link.ends(true);
    let mut joined = worker.link.join().unwrap();
    for seq in 0..4 {
        assert_eq!(next(&mut joined.handle).await, Some(seq));
    }
    assert_eq!(next(&mut joined.handle).await, None);
    assert!(Arc::new(WorkerLink::default()).join().is_none(), "there is nothing to be seen yet");
}

#[tokio::test]
async fn a_worker_that_is_about_to_be_started_again_can_be_joined() {
    let worker = TestWorker::new(2, 2);
    worker.link.ends(false);
    let mut joined = worker.link.join().unwrap();
    (0..3).for_each(|seq| worker.link.record(&record(seq)));
    for seq in 0..3 {
        assert_eq!(next(&mut joined.handle).await, Some(seq));
    }
}

#[test]
fn few_records_are_kept() {
    let mut recent = RecentRecords::default();
    for seq in 0..5_000 {
        let event = Event::Idled(EngineIdled {});
        recent.add(&Arc::new(EventRecord { seq, at_ms: 0, event }));
    }
    assert_eq!(recent.records.len(), QUEUE + 2);
    assert_eq!(recent.records.back().unwrap().seq, 4_999);
}
