use std::collections::BTreeSet;

use super::note::{Colour, samples};
use super::*;
use crate::demo::app::Effect;
use crate::demo::apps::rehearsal::explore;
use crate::demo::{apps, walk};

/// The app just opened.
fn opened() -> (Notes, System) {
    let (mut app, mut sys) = (Notes::install(), System::default());
    app.launch(&mut sys);
    (app, sys)
}

fn list(app: &mut Notes, sys: &mut System, msg: list::Msg) {
    app.update(Msg::List(msg), sys);
}

fn edit(app: &mut Notes, sys: &mut System, msg: editor::Msg) {
    app.update(Msg::Editor(msg), sys);
}

fn state(app: &Notes) -> &'static str {
    app.view(&System::default()).state
}

fn titles(app: &Notes) -> Vec<&str> {
    app.shown().iter().map(|note| note.title.as_str()).collect()
}

fn reported(sys: &System, wanted: &str) -> usize {
    sys.effects.iter().filter(|effect| **effect == Effect::Fault(fault(wanted))).count()
}

fn fault(id: &str) -> &'static str {
    let found = faults::FAULTS.iter().find(|fault| fault.id == id);
    found.expect("a listed fault").id
}

fn write(app: &mut Notes, sys: &mut System, title: &str, body: &str) {
    list(app, sys, list::Msg::New);
    edit(app, sys, editor::Msg::Title(title.into()));
    edit(app, sys, editor::Msg::Body(body.into()));
    edit(app, sys, editor::Msg::Save);
}

#[test]
fn a_new_note_is_saved_and_outlives_the_process() {
    let (mut app, mut sys) = opened();
    write(&mut app, &mut sys, "Plan", "first this");
    assert_eq!(titles(&app), ["Plan", "Shopping list", "Welcome"]);
    list(&mut app, &mut sys, list::Msg::Search);
    app.launch(&mut sys);
    assert_eq!(state(&app), "list.notes");
    assert_eq!(titles(&app), ["Plan", "Shopping list", "Welcome"]);
}

#[test]
fn a_note_without_a_title_is_named_after_its_first_line() {
    let (mut app, mut sys) = opened();
    write(&mut app, &mut sys, "", "call Ada\nabout the engine");
    assert_eq!(titles(&app)[0], "call Ada");
}

#[test]
fn an_empty_note_is_refused_until_something_is_typed() {
    let (mut app, mut sys) = opened();
    write(&mut app, &mut sys, "", "");
    assert_eq!(state(&app), "editor.refused");
    edit(&mut app, &mut sys, editor::Msg::Title("x".into()));
    assert_eq!(state(&app), "editor.new");
}

#[test]
fn leaving_asks_only_where_something_was_changed() {
    let (mut app, mut sys) = opened();
    list(&mut app, &mut sys, list::Msg::Open(1));
    edit(&mut app, &mut sys, editor::Msg::Body("other".into()));
    app.back(&mut sys);
    assert_eq!(state(&app), "editor.unsaved");
    edit(&mut app, &mut sys, editor::Msg::Discard);
    assert_eq!(state(&app), "list.notes");
    list(&mut app, &mut sys, list::Msg::Open(1));
    app.back(&mut sys);
    assert_eq!(state(&app), "list.notes");
    app.back(&mut sys);
    assert_eq!(sys.effects.last(), Some(&Effect::Finish));
}

#[test]
fn one_deletion_can_be_undone_and_the_note_is_where_it_was() {
    let (mut app, mut sys) = opened();
    list(&mut app, &mut sys, list::Msg::Swipe(1));
    assert_eq!((state(&app), app.saved.trash.len()), ("list.undo", 1));
    list(&mut app, &mut sys, list::Msg::Undo);
    assert_eq!(app.saved.notes, samples());
    assert!(app.saved.trash.is_empty());
    assert_eq!(reported(&sys, "notes-undo-second"), 0);
}

#[test]
fn undoing_after_a_second_deletion_crashes_unless_the_first_offer_was_over() {
    let (mut app, mut sys) = opened();
    list(&mut app, &mut sys, list::Msg::Swipe(1));
    app.timer(UNDO_TIMER, &mut sys);
    list(&mut app, &mut sys, list::Msg::Swipe(2));
    list(&mut app, &mut sys, list::Msg::Undo);
    assert_eq!(reported(&sys, "notes-undo-second"), 0);
    write(&mut app, &mut sys, "Plan", "");
    list(&mut app, &mut sys, list::Msg::Swipe(2));
    list(&mut app, &mut sys, list::Msg::Swipe(3));
    list(&mut app, &mut sys, list::Msg::Undo);
    assert_eq!(reported(&sys, "notes-undo-second"), 1);
    assert!(matches!(sys.effects.last(), Some(Effect::Throw(_))));
}

#[test]
fn several_notes_are_chosen_pinned_and_deleted_together() {
    let (mut app, mut sys) = opened();
    write(&mut app, &mut sys, "Plan", "");
    list(&mut app, &mut sys, list::Msg::Hold(1));
    list(&mut app, &mut sys, list::Msg::PinSelected);
    assert_eq!(titles(&app), ["Welcome", "Plan", "Shopping list"]);
    list(&mut app, &mut sys, list::Msg::Hold(1));
    list(&mut app, &mut sys, list::Msg::SelectAll);
    list(&mut app, &mut sys, list::Msg::Open(3));
    assert_eq!(state(&app), "list.selection");
    list(&mut app, &mut sys, list::Msg::DeleteSelected);
    assert_eq!(titles(&app), ["Plan"]);
}

#[test]
fn the_list_follows_order_and_label() {
    let (mut app, mut sys) = opened();
    list(&mut app, &mut sys, list::Msg::Sort(Sort::Oldest));
    assert_eq!(titles(&app), ["Welcome", "Shopping list"]);
    list(&mut app, &mut sys, list::Msg::Sort(Sort::Title));
    assert_eq!(titles(&app), ["Shopping list", "Welcome"]);
    list(&mut app, &mut sys, list::Msg::Filter(Some(Label::Home)));
    assert_eq!((state(&app), titles(&app)), ("list.filtered", vec!["Shopping list"]));
    list(&mut app, &mut sys, list::Msg::Filter(Some(Label::Work)));
    assert_eq!(state(&app), "list.filtered_empty");
}

#[test]
fn the_order_is_forgotten_only_where_one_was_chosen() {
    let (mut app, mut sys) = opened();
    app.launch(&mut sys);
    assert_eq!(reported(&sys, "notes-sort-forgotten"), 0);
    list(&mut app, &mut sys, list::Msg::Sort(Sort::Oldest));
    app.launch(&mut sys);
    assert_eq!(reported(&sys, "notes-sort-forgotten"), 1);
    assert_eq!(titles(&app), ["Shopping list", "Welcome"]);
}

#[test]
fn a_restored_note_has_lost_its_colour_which_is_told_where_it_is_seen() {
    let (mut app, mut sys) = opened();
    list(&mut app, &mut sys, list::Msg::Swipe(2));
    list(&mut app, &mut sys, list::Msg::ShowTrash);
    app.update(Msg::Trash(trash::Msg::Restore(2)), &mut sys);
    assert_eq!(reported(&sys, "notes-restore-colour"), 0);
    app.back(&mut sys);
    assert_eq!(reported(&sys, "notes-restore-colour"), 1);
    assert!(app.saved.notes.iter().all(|note| note.colour == Colour::White));
}

#[test]
fn a_restored_white_note_is_as_it_was() {
    let (mut app, mut sys) = opened();
    list(&mut app, &mut sys, list::Msg::Swipe(1));
    list(&mut app, &mut sys, list::Msg::ShowTrash);
    app.update(Msg::Trash(trash::Msg::Restore(1)), &mut sys);
    app.back(&mut sys);
    assert_eq!(reported(&sys, "notes-restore-colour"), 0);
    assert!(app.saved.notes.contains(&samples()[0]));
}

#[test]
fn searching_finds_titles_texts_and_items() {
    let (mut app, mut sys) = opened();
    list(&mut app, &mut sys, list::Msg::Search);
    for (query, end) in
        [("milk", "search.results"), ("WELCOME", "search.results"), ("zebra", "search.none")]
    {
        app.update(Msg::Search(search::Msg::Query(query.into())), &mut sys);
        assert_eq!(state(&app), end, "{query}");
    }
    app.update(Msg::Search(search::Msg::Query(" ".into())), &mut sys);
    assert_eq!(state(&app), "search.start");
    assert_eq!(reported(&sys, "notes-search-hangs"), 0);
    app.update(Msg::Search(search::Msg::Query("(".into())), &mut sys);
    assert_eq!(reported(&sys, "notes-search-hangs"), 1);
}

#[test]
fn an_import_brings_each_note_once() {
    let (mut app, mut sys) = opened();
    for count in [5, 5] {
        list(&mut app, &mut sys, list::Msg::ShowImport);
        app.update(Msg::Import(import::Msg::Samples), &mut sys);
        for _ in 0..8 {
            assert_eq!(state(&app), "import.running");
            app.timer(IMPORT_TIMER, &mut sys);
        }
        assert_eq!(state(&app), "import.done");
        app.update(Msg::Import(import::Msg::Finish), &mut sys);
        assert_eq!(app.saved.notes.len(), count);
    }
}

#[test]
fn an_import_that_ends_in_time_is_no_fault() {
    let (mut app, mut sys) = opened();
    list(&mut app, &mut sys, list::Msg::ShowImport);
    app.update(Msg::Import(import::Msg::Samples), &mut sys);
    app.timer(IMPORT_DEADLINE, &mut sys);
    assert_eq!(reported(&sys, "notes-import-stuck"), 0);
    app.rotated(&mut sys);
    app.timer(IMPORT_DEADLINE, &mut sys);
    assert_eq!(reported(&sys, "notes-import-stuck"), 1);
}

#[test]
fn items_are_added_ticked_and_counted() {
    let (mut app, mut sys) = opened();
    list(&mut app, &mut sys, list::Msg::Open(2));
    edit(&mut app, &mut sys, editor::Msg::Entry("Pears".into()));
    edit(&mut app, &mut sys, editor::Msg::AddItem);
    edit(&mut app, &mut sys, editor::Msg::ToggleItem(3));
    edit(&mut app, &mut sys, editor::Msg::Save);
    let note = app.saved.notes.iter().find(|note| note.id == 2).expect("the checklist");
    assert!(note.below(true).contains("2 of 4 done"), "{}", note.below(true));
}

#[test]
fn a_reminder_needs_the_permission() {
    let (mut app, mut sys) = opened();
    list(&mut app, &mut sys, list::Msg::Open(1));
    edit(&mut app, &mut sys, editor::Msg::AskReminder);
    assert_eq!(sys.effects.last(), Some(&Effect::Ask(NOTIFICATIONS)));
    app.permission(NOTIFICATIONS, false, &mut sys);
    assert_eq!(state(&app), "editor.reminder_denied");
    sys.granted.push(NOTIFICATIONS.into());
    edit(&mut app, &mut sys, editor::Msg::AskReminder);
    assert_eq!(state(&app), "editor.reminder");
    edit(&mut app, &mut sys, editor::Msg::Reminder(Some("This evening")));
    edit(&mut app, &mut sys, editor::Msg::Save);
    app.broadcast(REMINDER, &mut sys);
    assert_eq!(sys.effects.last(), Some(&Effect::Toast("Reminder: Welcome".into())));
}

#[test]
fn all_ways_lead_where_the_tables_say() {
    assert_eq!(walk::check(&Notes::ABOUT), Vec::<String>::new());
}

#[test]
fn a_plain_explorer_finds_nine_of_ten_states_and_can_tell_them_apart() {
    let entry = apps::entry(Notes::ABOUT.name).expect("a registered app");
    let all: BTreeSet<&str> = Notes::ABOUT.states.iter().map(|state| state.name).collect();
    for seed in 1..=3 {
        let seen = explore(entry, 400, seed);
        assert_eq!(seen.ambiguous(), Vec::<String>::new());
        let missing: Vec<&&str> = all.difference(&seen.states).collect();
        assert!(missing.len() * 10 <= all.len(), "seed {seed} does not find {missing:?}");
    }
}

#[test]
fn the_wrong_results_can_be_seen_on_the_screen() {
    let entry = apps::entry(Notes::ABOUT.name).expect("a registered app");
    for (id, what, text) in [
        ("notes-restore-colour", "#below", "Home · White · 1 of 3 done"),
        ("notes-sort-forgotten", "#sorted_by", "Newest first"),
        ("notes-import-stuck", "#percent", "0 %"),
    ] {
        let fault = faults::FAULTS.iter().find(|fault| fault.id == id).expect("a listed fault");
        let mut phone = walk::opened(entry);
        walk::walk(&mut phone, fault.steps).expect("steps that can be performed");
        assert_eq!(walk::find(&phone, what).map(|found| found.face.text), Ok(text.into()), "{id}");
    }
}
