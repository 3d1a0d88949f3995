//! What a question about goals tells of screens.

use super::*;

/// The links of a heading stood first on each of nine screens, eight of each, and nothing else was named.
#[test]
fn what_many_pages_have_is_named_once() {
    let heading = ["Start", "Log out", "Theme"];
    let page = |name: &str| {
        let own = format!("Open {name}");
        let buttons: Vec<&str> = heading.iter().copied().chain([own.as_str()]).collect();
        let mut page = menu(name, &buttons);
        page.location = format!(".{name}");
        page
    };
    let mut world = World::new(None);
    let mut screens = SeenScreens::default();
    for name in ["Teas", "Cups", "Orders"] {
        let shown = page(name);
        world.show(shown);
        let situation = world.situation();
        screens.see(&PromptScene::new(&situation, None, &[], &ElevateWeights::default()));
    }
    let situation = world.situation();
    let keys = |label: &str| situation.key_of(&world.tapping(label)).0;
    for label in heading {
        assert!(screens.is_of_many(&keys(label)), "{label}");
    }
    assert!(!screens.is_of_many(&keys("Open Orders")));
}

/// "Books with a loan" fitted "Get started with the tutorial".
#[test]
fn a_word_that_any_task_has_says_nothing_of_it() {
    let screen = || menu("Start", &["Get started with the tutorial", "Loan", "Books"]);
    let (_, fits) = seen(screen(), "books with a loan are added");
    assert_eq!(fits.len(), 2, "{fits:?}");
    assert!(!fits.iter().any(|words| words.contains("tutorial")), "{fits:?}");
    let (_, fits) = seen(screen(), "a book is lent");
    assert_eq!(fits, ["tap \"Books\""], "of one thing or several");
}

/// A choice was neither among the fields of a form nor anywhere else in the question.
#[test]
fn choices_are_told_beside_the_fields() {
    let mut kind = button(2, "---------");
    kind.role = Some(crate::domain::WidgetRole::Picker);
    let mut author = kind.clone();
    (author.number, author.label) = (4, String::new());
    kind.caption = "Kind:".into();
    let text = crate::explorer::testing::widget(3, "android.widget.TextView", "Author:");
    let screen = phone(vec![field(1, "title", "Title"), kind, text, author]);
    let mut world = World::new(None);
    world.show(screen);
    let situation = world.situation();
    let mut screens = SeenScreens::default();
    screens.see(&PromptScene::new(&situation, None, &[], &ElevateWeights::default()));
    let seen = screens.of(situation.state.structural).unwrap();
    let told: Vec<(&str, bool)> =
        seen.fields.iter().map(|field| (field.name.as_str(), field.is_choice)).collect();
    assert_eq!(told, [("Title", false), ("Kind:", true), ("Author:", true)]);
}

/// The goal that had just ended was told one question later.
#[test]
fn what_became_of_the_latest_goal_is_told() {
    let mut notes = Notes::new(&[]);
    notes.world.charter = Some("themes are chosen".into());
    let new = notes.world.tapping("New");
    notes.world.act(&new, Notes::settings());
    notes.world.teach(&mut notes.elevate);
    let script = notes.world.chat.clone().unwrap();
    let reply = json!({ "why": "Themes.", "goal": 1, "begin": ["tap \"Theme\""] }).to_string();
    for at in 0..12 {
        script.replies.lock().unwrap().push_back(reply.clone());
        let mut menu = menu(&format!("Theme {at}"), &["Light", "Dark", "Theme"]);
        menu.location = format!(".Theme{at}");
        notes.next(Some(menu));
    }
    let questions = notes.world.questions();
    let goals: Vec<&String> =
        questions.iter().filter(|question| question.contains("Goals:\n")).collect();
    assert!(goals.len() > 1, "{}", goals.len());
    assert!(goals[1].contains("Goals so far:"), "{}", goals[1]);
}

/// A goal typed into a field what the field had been known not to keep.
#[test]
fn what_fields_made_of_texts_is_told() {
    let mut notes = Notes::new(&[]);
    let editor = |title: &str| {
        let mut editor = Notes::editor();
        editor.widgets[0].text = title.into();
        editor
    };
    let new = notes.world.tapping("New");
    notes.world.act(&new, editor(""));
    notes.world.teach(&mut notes.elevate);
    let target = crate::domain::WidgetTarget::of(&notes.world.screen.widgets[0]);
    let text = crate::domain::InputText::Plain("100000".into());
    notes.world.act(&Action::Type { target, text }, editor("100"));
    notes.world.last.as_mut().unwrap().accepted = Some("100".into());
    notes.world.teach(&mut notes.elevate);
    notes.world.charter = Some("notes are saved".into());
    for _ in 0..3 {
        notes.next(Some(editor("100")));
    }
    let questions = notes.world.questions();
    let goal = questions.iter().find(|question| question.contains("Goals:\n")).unwrap();
    assert!(goal.contains("Field \"Title\" kept \"100\" of \"100000\""), "{goal}");
}
