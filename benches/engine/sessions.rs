//! Opening a long session.

use std::sync::LazyLock;

use divan::{Bencher, counter::ItemsCount};
use ridealong::model::BehaviourModel;
use ridealong::protocol::{Event, Record};
use ridealong::store::{self, Writer};
use tempfile::TempDir;

const EVENTS: usize = 100_000;

/// A session of [`EVENTS`] events: those of a real one, over and over.
static LONG: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    super::phone::ride(&runtime, &folder.path().join("real"), 300, false);
    let real = store::open(&folder.path().join("real")).unwrap().records;
    let end = |record: &&Record| !matches!(record.event, Event::Ended(_));
    let writer = Writer::create(&folder.path().join("long")).unwrap();
    for (seq, record) in real.iter().filter(end).cycle().take(EVENTS).enumerate() {
        writer.append(Record { seq: seq as u64, ..record.clone() }).unwrap();
    }
    drop(writer);
    folder
});

#[divan::bench(sample_count = 10, sample_size = 1)]
fn open_100_000_events(bencher: Bencher) {
    let folder = LONG.path().join("long");
    let bytes = std::fs::metadata(folder.join("events.jsonl")).unwrap().len();
    bencher
        .counter(ItemsCount::new(EVENTS))
        .counter(divan::counter::BytesCount::new(bytes))
        .bench_local(|| {
            let session = store::open(&folder).unwrap();
            assert_eq!((session.records.len(), session.repairs.len()), (EVENTS, 0));
            session
        });
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn fold_100_000_events(bencher: Bencher) {
    let records = store::open(&LONG.path().join("long")).unwrap().records;
    bencher.counter(ItemsCount::new(EVENTS)).bench_local(|| {
        let mut model = BehaviourModel::default();
        for record in &records {
            model.apply(&record.event);
        }
        model
    });
}
