//! Opening sessions, and seeking in them.

use std::sync::LazyLock;

use divan::{Bencher, counter::ItemsCount};
use ridealong::model::BehaviourModel;
use ridealong::protocol::{Event, EventRecord};
use ridealong::session::{SessionRecording, Timeline};
use ridealong::store::{self, SessionWriter};
use ridealong::tui::replay::ReplayPlayer;
use tempfile::TempDir;

const EVENTS: usize = 100_000;

/// The lengths of sessions that are opened, in events.
const LENGTHS: [usize; 3] = [1_000, 10_000, EVENTS];

/// Sessions of [`LENGTHS`] events: those of a real one, over and over.
static LONG: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    super::phone::explore(&runtime, &folder.path().join("real"), 300, false);
    let real = store::open(&folder.path().join("real")).unwrap().records;
    let end = |record: &&EventRecord| !matches!(record.event, Event::Ended(_));
    for length in LENGTHS {
        let writer = SessionWriter::create(&folder.path().join(length.to_string())).unwrap();
        for (seq, record) in real.iter().filter(end).cycle().take(length).enumerate() {
            writer.append(EventRecord { seq: seq as u64, ..record.clone() }).unwrap();
        }
    }
    folder
});

#[divan::bench(sample_count = 10, sample_size = 1, args = LENGTHS)]
fn open(bencher: Bencher, events: usize) {
    let folder = LONG.path().join(events.to_string());
    let bytes = std::fs::metadata(folder.join("events.jsonl")).unwrap().len();
    bencher
        .counter(ItemsCount::new(events))
        .counter(divan::counter::BytesCount::new(bytes))
        .bench_local(|| {
            let session = store::open(&folder).unwrap();
            assert_eq!((session.records.len(), session.repairs.len()), (events, 0));
            session
        });
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn fold_100_000_events(bencher: Bencher) {
    let records = store::open(&LONG.path().join(EVENTS.to_string())).unwrap().records;
    bencher.counter(ItemsCount::new(EVENTS)).bench_local(|| {
        let mut model = BehaviourModel::default();
        for record in &records {
            model.apply(&record.event);
        }
        model
    });
}

/// Getting ready to play: the whole is folded once, and keyframes are made.
#[divan::bench(sample_count = 10, sample_size = 1, args = LENGTHS)]
fn begin_to_play(bencher: Bencher, events: usize) {
    let folder = LONG.path().join(events.to_string());
    bencher.bench_local(|| SessionRecording::open(&folder).unwrap());
}

/// Going to moments all over the session, forward and back.
#[divan::bench(sample_count = 40, sample_size = 1, args = LENGTHS)]
fn seek(bencher: Bencher, events: usize) {
    let folder = LONG.path().join(events.to_string());
    let mut replay = ReplayPlayer::new(SessionRecording::open(&folder).unwrap());
    let moments = replay.whole().moments.len();
    let (mut timeline, mut place) = (Timeline::default(), 0_usize);
    bencher.bench_local(|| {
        // A step that visits every part in turn, and never the next moment.
        place = (place + moments * 7 / 19 + 1) % moments;
        replay.seek(place, &mut timeline);
        timeline.moments.len()
    });
}
