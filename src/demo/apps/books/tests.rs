use super::*;
use crate::demo::app::Effect;
use crate::demo::apps::app_run::AppRun;
use crate::demo::walk;

type Run = AppRun<Books>;

fn typed(title: &str, isbn: &str, date: &str) -> [Msg; 5] {
    [
        Msg::Library(library::Tap::New),
        Msg::Editor(editor::Tap::Typed(editor::Line::Title, title.into())),
        Msg::Editor(editor::Tap::Typed(editor::Line::Isbn, isbn.into())),
        Msg::Editor(editor::Tap::Typed(editor::Line::Published, date.into())),
        Msg::Editor(editor::Tap::Save),
    ]
}

#[test]
fn a_good_book_is_stored_and_survives_a_restart() {
    let mut run = Run::new();
    run.send(typed("Jane Eyre", "9780306406157", "1847-10-16"));
    assert_eq!(run.state(), "library.list");
    run.app.launch(&mut run.sys);
    assert!(run.app.saved.books.iter().any(|book| book.title == "Jane Eyre"));
}

#[test]
fn wrong_entries_are_refused() {
    for (title, isbn, date) in [
        ("  ", "", ""),
        ("Jane Eyre", "12", ""),
        ("Jane Eyre", "9780306406158", ""),
        ("Jane Eyre", "97803064061AB", ""),
        ("Jane Eyre", "", "31 February"),
        ("Jane Eyre", "", "2005-02-29"),
    ] {
        let mut run = Run::new();
        run.send(typed(title, isbn, date));
        assert_eq!(run.state(), "editor.error", "{title:?} {isbn:?} {date:?}");
        assert_eq!(run.app.saved.books.len(), 3);
        assert!(run.faults().is_empty());
    }
}

#[test]
fn an_x_in_the_wrong_place_throws() {
    let mut run = Run::new();
    run.send(typed("Jane Eyre", "08044X9570", ""));
    assert_eq!(run.faults(), ["books-isbn-x"]);
    assert!(matches!(run.sys.effects.last(), Some(Effect::Throw(_))));
}

#[test]
fn duplicates_are_asked_about() {
    let mut run = Run::new();
    run.send(typed("Emma again", "9780141439587", ""));
    assert_eq!(run.state(), "editor.duplicate");
    run.send([Msg::Editor(editor::Tap::SaveTwice)]);
    assert_eq!(run.app.saved.books.len(), 4);
    run.send(typed("EMMA ", "", ""));
    assert_eq!(run.state(), "editor.duplicate");
    run.send([Msg::Editor(editor::Tap::Discard)]);
    run.send([Msg::Library(library::Tap::Open(5)), Msg::Page(page::Tap::Edit)]);
    run.send([Msg::Editor(editor::Tap::Save)]);
    assert_eq!(run.state(), "book.home", "a book is no duplicate of itself");
}

#[test]
fn leaving_a_changed_form_asks_once() {
    let mut run = Run::new();
    run.send([Msg::Library(library::Tap::New), Msg::Up]);
    assert_eq!(run.state(), "library.list");
    run.send([
        Msg::Library(library::Tap::New),
        Msg::Editor(editor::Tap::Typed(editor::Line::Author, "A".into())),
        Msg::Up,
    ]);
    assert_eq!(run.state(), "editor.unsaved");
    run.send([Msg::Editor(editor::Tap::Discard)]);
    assert_eq!(run.state(), "library.list");
}

#[test]
fn loans_need_a_friend_and_sane_days() {
    let mut run = Run::new();
    run.send([Msg::Library(library::Tap::Open(4)), Msg::Page(page::Tap::Lend)]);
    run.send([
        Msg::Page(page::Tap::Typed(page::Line::Friend, " ".into())),
        Msg::Page(page::Tap::Lent),
    ]);
    assert_eq!(run.state(), "lend");
    run.send([
        Msg::Page(page::Tap::Typed(page::Line::Friend, "Ben".into())),
        Msg::Page(page::Tap::Typed(page::Line::Days, "999".into())),
        Msg::Page(page::Tap::Lent),
    ]);
    assert_eq!(run.state(), "lend");
    run.send([
        Msg::Page(page::Tap::Typed(page::Line::Days, "7".into())),
        Msg::Page(page::Tap::Lent),
    ]);
    assert_eq!(run.state(), "book.lent");
    run.send([Msg::Page(page::Tap::Return)]);
    assert_eq!(run.state(), "book.home");
}

#[test]
fn statistics_are_right_until_something_is_wished_for() {
    let mut run = Run::new();
    let statistics = || Msg::Library(library::Tap::Menu(library::Entry::Statistics));
    run.send([statistics(), Msg::Up]);
    assert!(run.faults().is_empty());
    run.send([
        Msg::Library(library::Tap::NewWish),
        Msg::Words("Dracula".into()),
        Msg::Library(library::Tap::AddWish),
        statistics(),
    ]);
    let count = faults::Count::of(&run.app.saved, &System::default());
    assert_eq!((count.books, count.home + count.lent), (4, 3));
    assert_eq!(run.faults(), ["books-wishes-counted"]);
}

#[test]
fn a_deleted_shelf_stays_in_the_pick_dialog_until_the_restart() {
    let mut run = Run::new();
    let pick = || [Msg::Library(library::Tap::Open(4)), Msg::Page(page::Tap::PickShelf)];
    run.send([Msg::Library(library::Tap::OpenShelf(3)), Msg::Shelf(shelves::Tap::Deleted)]);
    assert_eq!(run.app.saved.shelves.len(), 2);
    run.send(pick());
    assert_eq!(run.app.ui.pickable.len(), 3);
    assert_eq!(run.faults(), ["books-shelf-ghost"]);
    run.send([Msg::Page(page::Tap::Picked(Some(3)))]);
    assert_eq!(run.app.saved.shelf_name(run.app.saved.books[0].shelf), "On no shelf");
    run.app.launch(&mut run.sys);
    assert_eq!(run.app.ui.pickable.len(), 2);
}

#[test]
fn edit_is_right_from_the_list_and_wrong_from_the_second_shelf() {
    let mut run = Run::new();
    run.send([Msg::Library(library::Tap::Open(5)), Msg::Page(page::Tap::Edit)]);
    assert!(run.faults().is_empty());
    run.send([
        Msg::Up,
        Msg::Library(library::Tap::Tab(library::Main::Shelves)),
        Msg::Library(library::Tap::OpenShelf(2)),
        Msg::Shelf(shelves::Tap::Open(0, 5)),
        Msg::Page(page::Tap::Edit),
    ]);
    assert_eq!(run.faults(), ["books-edit-other"]);
}

#[test]
fn an_import_takes_ten_seconds_and_can_be_stopped() {
    let mut run = Run::new();
    run.send([Msg::Library(library::Tap::Menu(library::Entry::Transfer(tools::Way::Import)))]);
    for _ in 0..4 {
        run.app.timer(tools::TRANSFER, &mut run.sys);
        assert_eq!(run.state(), "transfer.running");
    }
    run.app.timer(tools::TRANSFER, &mut run.sys);
    assert_eq!(run.state(), "transfer.done");
    assert_eq!(run.app.saved.books.len(), 5);
    run.send([Msg::Up]);
    run.send([
        Msg::Library(library::Tap::Menu(library::Entry::Transfer(tools::Way::Export))),
        Msg::Up,
    ]);
    assert!(run.sys.effects.contains(&Effect::Forget(tools::TRANSFER)));
    assert_eq!(run.state(), "library.list");
}

#[test]
fn back_leads_out_of_the_app() {
    let mut run = Run::new();
    run.send([Msg::Library(library::Tap::Tab(library::Main::Shelves))]);
    run.app.back(&mut run.sys);
    assert_eq!(run.state(), "library.list");
    run.app.back(&mut run.sys);
    assert!(run.sys.effects.contains(&Effect::Finish));
}

#[test]
fn all_ways_lead_where_the_tables_say() {
    let wrong = walk::check(&Books::ABOUT);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn friends_are_offered_with_and_without_the_contacts() {
    let mut run = Run::new();
    run.send([
        Msg::Library(library::Tap::Open(4)),
        Msg::Page(page::Tap::Lend),
        Msg::Page(page::Tap::Contacts),
    ]);
    assert!(run.sys.effects.contains(&Effect::Ask(page::CONTACTS)));
    assert_eq!(run.state(), "lend");
    run.app.permission(page::CONTACTS, false, &mut run.sys);
    assert_eq!(run.state(), "lend.contacts");
    run.send([Msg::Page(page::Tap::Contact("Ben".into())), Msg::Page(page::Tap::Lent)]);
    assert_eq!(run.app.saved.books[0].friend.as_deref(), Some("Ben"));
}
