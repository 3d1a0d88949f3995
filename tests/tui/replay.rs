//! A recorded session, played in the terminal UI.

use crossterm::event::KeyCode;
use ridealong::engine::EngineHandle;
use ridealong::protocol::EventRecord;
use ridealong::store::BlobFolder;

use super::rider::{Rider, options, play, ride};

const SIZE: (u16, u16) = (120, 40);

/// A ride of some approved steps with a note at the third.
async fn recorded() -> Vec<EventRecord> {
    ride("notes", SIZE, async |mut rider: Rider| {
        for step in 0..6 {
            rider.waits_at(step).await;
            if step == 3 {
                rider.letters("nlooks odd");
                rider.control('s');
                rider.sees("the note is taken", |shot| shot.says("noted, with")).await;
            }
            rider.letters("a");
        }
        rider.waits_at(6).await;
        rider.quits().await;
    })
    .await
}

#[tokio::test]
async fn it_is_shown_as_it_was_at_every_step_and_plays_by_itself() {
    let records = recorded().await;
    // The blobs are gone with the ride: every pane but the screen lives from the records alone.
    let folder = tempfile::tempdir().unwrap();
    let handle = EngineHandle::of_recording(BlobFolder::of(folder.path()));
    play(handle, records, options(), SIZE, async |mut rider: Rider| {
        rider.sees("the beginning", |shot| shot.says("‖ recording 1× · 0 of 6")).await;
        rider.letters("]");
        rider.letters("]");
        rider.letters("]");
        rider.sees("the third step", |shot| shot.says("· 3 of 6") && shot.says("3 of")).await;
        rider.letters("[");
        rider.sees("one step back", |shot| shot.says("· 2 of 6")).await;
        rider.letters("}");
        rider.sees("the end", |shot| shot.says("· 6 of 6") && shot.says("ended")).await;
        rider.letters("/looks odd");
        rider.sees("the note is found", |shot| shot.says("looks odd")).await;
        rider.key(KeyCode::Enter);
        rider.sees("the step of the note", |shot| shot.says("· 3 of 6")).await;
        rider.letters("{>>>>>");
        rider.sees("faster", |shot| shot.says("recording 32× · 0 of 6")).await;
        rider.letters("a");
        rider.sees("nothing can be decided", |shot| shot.says("this is a recording")).await;
        rider.letters(" ");
        rider.sees("it played to its end", |shot| shot.says("‖ recording 32× · 6 of 6")).await;
        rider.letters("q");
    })
    .await;
}
