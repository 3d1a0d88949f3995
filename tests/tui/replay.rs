//! A recorded session, played in the terminal UI.

use crossterm::event::KeyCode;
use ridealong::engine::EngineHandle;
use ridealong::protocol::EventRecord;
use ridealong::store::BlobFolder;

use super::user::{TerminalUser, explore, options, play};

const SIZE: (u16, u16) = (120, 40);

/// A session of some approved steps with a note at the third.
async fn recorded() -> Vec<EventRecord> {
    explore("notes", SIZE, async |mut user: TerminalUser| {
        for step in 0..6 {
            user.waits_at(step).await;
            if step == 3 {
                user.letters("nlooks odd");
                user.control('s');
                user.sees("the note is taken", |shot| shot.says("noted, with")).await;
            }
            user.letters("a");
        }
        user.waits_at(6).await;
        user.quits().await;
    })
    .await
}

#[tokio::test]
async fn it_is_shown_as_it_was_at_every_step_and_plays_by_itself() {
    let records = recorded().await;
    // The blobs are gone with the folder: every pane but the screen lives from the records alone.
    let folder = tempfile::tempdir().unwrap();
    let handle = EngineHandle::of_recording(BlobFolder::of(folder.path()));
    play(handle, records, options(), SIZE, async |mut user: TerminalUser| {
        user.sees("the beginning", |shot| shot.says("‖ recording 1× · 0 of 6")).await;
        user.letters("]");
        user.letters("]");
        user.letters("]");
        user.sees("the third step", |shot| shot.says("· 3 of 6") && shot.says("3 of")).await;
        user.letters("[");
        user.sees("one step back", |shot| shot.says("· 2 of 6")).await;
        user.letters("}");
        user.sees("the end", |shot| shot.says("· 6 of 6") && shot.says("ended")).await;
        user.letters("/looks odd");
        user.sees("the note is found", |shot| shot.says("looks odd")).await;
        user.key(KeyCode::Enter);
        user.sees("the step of the note", |shot| shot.says("· 3 of 6")).await;
        user.letters("{>>>>>");
        user.sees("faster", |shot| shot.says("recording 32× · 0 of 6")).await;
        user.letters("a");
        user.sees("nothing can be decided", |shot| shot.says("this is a recording")).await;
        user.letters(" ");
        user.sees("it played to its end", |shot| shot.says("‖ recording 32× · 6 of 6")).await;
        user.letters("q");
    })
    .await;
}
