//! Making the report of a session; its size stands with the time, as bytes a second.

use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use ridealong::report::html;
use ridealong::store;
use tempfile::TempDir;

/// A session of 1 000 steps with pictures.
static SESSION: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    super::phone::explore(&runtime, &folder.path().join("session"), 1_000, true);
    folder
});

#[divan::bench(sample_count = 3, sample_size = 1)]
fn report_of_1_000_steps(bencher: Bencher) {
    let session = store::open(&SESSION.path().join("session")).unwrap();
    let bytes = html::page(&session, &|_, _| {}).len();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| html::page(&session, &|_, _| {}));
}
