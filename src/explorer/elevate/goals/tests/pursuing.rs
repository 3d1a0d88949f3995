//! How a goal is carried out: what is left out, and when it waits.

use super::*;

/// What a goal that begins with `begin` on the list asks for when it is pursued there, after each of `screens`.
fn pursued(begin: &[&str], allowed: &[u32], screens: &[crate::domain::Screen]) -> Vec<String> {
    pursued_on(&Notes::list(), begin, allowed, screens)
}

/// The same on `first`, which is shown again after the last of `screens`.
pub(super) fn pursued_on(
    first: &crate::domain::Screen,
    begin: &[&str],
    allowed: &[u32],
    screens: &[crate::domain::Screen],
) -> Vec<String> {
    pursued_by(pursuit::GoalLeave::ALL, first, begin, (allowed, screens))
}

/// The same with another leave than [`pursuit::GoalLeave::ALL`].
pub(super) fn pursued_by(
    leave: pursuit::GoalLeave,
    first: &crate::domain::Screen,
    begin: &[&str],
    (allowed, screens): (&[u32], &[crate::domain::Screen]),
) -> Vec<String> {
    let mut world = World::new(None);
    world.show(first.clone());
    let weights = ElevateWeights::default();
    let GoalChange::Added(goal) = testers("a note") else { panic!("none was added") };
    let begin = begin.iter().map(|words| (*words).to_owned()).collect();
    let state = Some(world.situation().state.structural);
    let goal = ExplorationGoal { state, begin, ..goal };
    let mut seen = SeenScreens::default();
    let mut pursuit: Option<pursuit::Pursuit> = None;
    let mut asks = Vec::new();
    for (at, allowed) in allowed.iter().enumerate() {
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &weights);
        seen.see(&scene);
        let pursuit = pursuit.get_or_insert_with(|| pursuit::Pursuit::new(&scene, &goal));
        let mut action = Action::Restart;
        let leave = pursuit::GoalLeave { allowed: *allowed, ..leave };
        asks.push(match pursuit.step(&scene, &goal, (&seen, &weights), leave) {
            pursuit::PursuitStep::Input(place, _) => {
                action = scene.inputs[place].offer.action.clone();
                output::called_action(&action)
            }
            pursuit::PursuitStep::Act(done, _) => output::called_action(&done),
            pursuit::PursuitStep::Over(outcome) => outcome.words(),
            pursuit::PursuitStep::Held => "held".into(),
            pursuit::PursuitStep::Among(_, why) => why.into(),
            _ => "other".into(),
        });
        let screen = screens.get(at).cloned().unwrap_or_else(|| first.clone());
        world.act(&action, screen);
    }
    asks
}

/// The app crashed at its first input, and the second one was done where the app had been opened again.
#[test]
fn what_follows_a_crash_is_left_out() {
    let after = |outcome| {
        let mut world = World::new(None);
        world.show(menu("Reports", &["Week", "Day"]));
        let weights = ElevateWeights::default();
        let GoalChange::Added(goal) = testers("a note") else { panic!("none was added") };
        let begin = vec!["tap \"Week\"".into(), "tap \"Day\"".into()];
        let state = Some(world.situation().state.structural);
        let goal = ExplorationGoal { state, begin, ..goal };
        let mut pursuit: Option<pursuit::Pursuit> = None;
        let mut step = |world: &World| {
            let situation = world.situation();
            let scene = PromptScene::new(&situation, None, &[], &weights);
            let pursuit = pursuit.get_or_insert_with(|| pursuit::Pursuit::new(&scene, &goal));
            let known = (&SeenScreens::default(), &weights);
            pursuit.step(&scene, &goal, known, pursuit::GoalLeave::ALL)
        };
        assert!(matches!(step(&world), pursuit::PursuitStep::Input(..)));
        let tap = world.tapping("Week");
        world.act(&tap, menu("Reports", &["Week", "Day"]));
        world.last.as_mut().unwrap().outcome = outcome;
        matches!(step(&world), pursuit::PursuitStep::Over(_))
    };
    assert!(after(crate::protocol::ActionOutcome::Crashed));
    assert!(!after(crate::protocol::ActionOutcome::None));
}

/// "Kitchen", then BACK: the tab opened nothing, so BACK left the app, and it had to be opened again.
#[test]
fn back_after_a_tap_that_opened_nothing_is_left_out() {
    let begin = ["tap \"New\"", "press back", "tap \"Settings\""];
    let asks = pursued(&begin, &[9; 2], &[]);
    assert_eq!(asks, ["tap \"New\"", "tap \"Settings\""]);
    let asks = pursued(&begin, &[9; 3], &[Notes::editor()]);
    assert_eq!(asks, ["tap \"New\"", "press back", "tap \"Settings\""]);
}

/// "Save" only said that a name is missing: BACK was left out, and so was the rest of the goal, which began on the page before.
#[test]
fn back_is_pressed_if_what_follows_is_elsewhere() {
    let begin = ["tap \"New\"", "press back", "tap \"Elsewhere\""];
    let asks = pursued(&begin, &[9; 2], &[]);
    assert_eq!(asks, ["tap \"New\"", "press back"]);
    let asks = pursued(&begin[..2], &[9; 2], &[]);
    assert_eq!(asks, ["tap \"New\"", "nothing new"]);
}

/// A box was ticked on a page of settings, and BACK, which was to leave it, was left out.
#[test]
fn back_is_pressed_after_a_tap_that_changed_the_page() {
    let ticked = |on: bool| {
        let mut list = Notes::list();
        let first = list.widgets.iter_mut().find(|widget| widget.acts()).unwrap();
        first.checked = Some(on);
        list
    };
    let begin = ["tap \"New\"", "press back", "tap \"Settings\""];
    let asks = pursued_on(&ticked(false), &begin, &[9; 2], &[ticked(true)]);
    assert_eq!(asks, ["tap \"New\"", "press back"]);
}

/// BACK asked whether to save, and the goal was over.
#[test]
fn what_back_asks_is_answered_by_rule() {
    let mut question = menu("Save changes?", &["Save", "Discard", "Cancel"]);
    question.dialog = true;
    let begin = ["press back", "tap \"New\""];
    let asks = pursued_on(&Notes::editor(), &begin, &[9; 3], &[question.clone(), Notes::list()]);
    assert_eq!(asks, ["press back", "What BACK asks is answered.", "tap \"New\""]);
    let asks = pursued_on(&Notes::editor(), &begin, &[9; 3], &[question.clone(), question]);
    assert_eq!(asks[2], "other", "once");
}

/// A bar disappears after a while, and nothing shows that something is going on: the rest of the goal was left out.
#[test]
fn waiting_need_not_be_offered() {
    let begin = ["tap \"New\"", "wait", "tap \"Settings\""];
    let asks = pursued(&begin, &[9; 3], &[]);
    assert_eq!(asks, ["tap \"New\"", "wait 15000 ms", "tap \"Settings\""]);
    for (words, ms) in
        [("wait 30000 ms", 30_000), ("wait for 20 seconds", 20_000), ("wait 10 minutes", 60_000)]
    {
        assert_eq!(pursued(&[words], &[9; 1], &[]), [format!("wait {ms} ms")], "{words}");
    }
}

/// A restart was made, then the goal had to wait, and the rules began again at the first screen.
#[test]
fn a_goal_begins_with_a_restart_only_if_something_may_follow() {
    let begin = ["restart the app", "tap \"New\""];
    let asks = pursued(&begin, &[1, 2, 0], &[]);
    assert_eq!(asks, ["held", "restart the app", "held"]);
}

/// "Cart" led to the page of the cart, where it is the tab of the page, so it was pressed again.
#[test]
fn the_tab_of_a_page_is_not_pressed_again() {
    let cart = |is_shown: bool| {
        let mut cart = menu("Cart", &["Goods", "Cart", "Nothing"]);
        let mut acting = cart.widgets.iter_mut().filter(|widget| widget.acts());
        let tab = acting.find(|widget| widget.label == "Cart").unwrap();
        tab.selected = is_shown;
        cart
    };
    let goods = menu("Goods", &["Goods", "Cart", "Mug"]);
    for (is_shown, last) in [(true, "other"), (false, "tap \"Cart\"")] {
        let begin = ["tap \"Goods\"", "tap \"Cart\"", "tap \"Gone\""];
        let asks = pursued_on(&cart(is_shown), &begin, &[9; 3], &[goods.clone(), cart(is_shown)]);
        assert_eq!(asks, ["tap \"Goods\"", "tap \"Cart\"", last]);
    }
}

/// "Checkout", "Continue", BACK: the first two were not there, and BACK left the app.
#[test]
fn what_every_screen_has_is_not_done_for_inputs_that_are_missing() {
    assert_eq!(pursued(&["tap \"Gone\"", "press back"], &[9], &[]), ["nothing new"]);
    assert_eq!(pursued(&["tap \"Gone\"", "tap \"New\""], &[9], &[]), ["tap \"New\""]);
}

#[test]
fn a_goal_waits_while_it_may_take_no_step_and_goes_on_after() {
    let begin = ["tap \"New\"", "tap \"Settings\""];
    let asks = pursued(&begin, &[9, 0, 0, 9], &[]);
    assert_eq!(asks, ["tap \"New\"", "held", "held", "tap \"Settings\""]);
    let asks = pursued(&begin, &[0; 7], &[]);
    assert_eq!(asks.last().map(String::as_str), Some("put off, since the rules showed more"));
}

/// "Run" was pressed while the menu "Edit" was open: that closed it, and the rest of the goal was left out.
#[test]
fn what_only_closed_a_menu_is_pressed_again() {
    let bar = ["Edit", "Run", "Help"];
    let with = |more: &[&str]| menu("Notes", &[&bar[..], more].concat());
    let begin = ["tap \"Edit\"", "tap \"Run\"", "tap \"Run all\""];
    let screens = [with(&["Cut", "Copy"]), with(&[]), with(&["Run all", "Stop"])];
    let asks = pursued_on(&with(&[]), &begin, &[9; 4], &screens);
    assert_eq!(asks, ["tap \"Edit\"", "tap \"Run\"", "tap \"Run\"", "tap \"Run all\""]);
    let screens = [with(&["Cut", "Copy"]), with(&[]), with(&[])];
    let asks = pursued_on(&with(&[]), &begin, &[9; 4], &screens);
    assert_eq!(asks[..3], ["tap \"Edit\"", "tap \"Run\"", "tap \"Run\""]);
    assert_ne!(asks[3], "tap \"Run\"", "once");
}

/// "Delete" asked whether to delete, and the rest of the goal was left out.
#[test]
fn what_a_step_asks_once_more_is_confirmed() {
    let mut question = menu("Delete this note?", &["Cancel", "Delete"]);
    question.dialog = true;
    let page = menu("Note", &["Delete note", "Share"]);
    let begin = ["tap \"Delete note\"", "tap \"New\""];
    let screens = [question.clone(), Notes::list()];
    let asks = pursued_on(&page, &begin, &[9; 3], &screens);
    assert_eq!(asks, ["tap \"Delete note\"", "tap \"Delete\"", "tap \"New\""]);
    let asks = pursued_on(&page, &["tap \"Share\"", "tap \"New\""], &[9; 2], &screens);
    assert_eq!(asks[1], "other", "it asks about something else");
    question.dialog = false;
    let asks = pursued_on(&page, &begin, &[9; 2], &[question]);
    assert_eq!(asks[1], "other", "it is a page");
}

/// "Save" asked for a permission, and the rest of the goal was left out.
#[test]
fn what_the_system_asks_is_answered_by_rule() {
    let mut question = menu("Allow notes to record audio?", &["Allow", "Don't allow"]);
    (question.dialog, question.package) = (true, "com.android.permissioncontroller".into());
    let begin = ["tap \"Save\"", "tap \"New\""];
    let asks = pursued_on(&Notes::editor(), &begin, &[9; 3], &[question, Notes::list()]);
    assert_eq!(asks, ["tap \"Save\"", "What the system asks is answered.", "tap \"New\""]);
}

/// "Descending" was tapped in a dialog that stayed open, and then once more, as if the dialog had asked.
#[test]
fn what_leaves_its_dialog_open_is_tapped_once() {
    let mut dialog = menu("Sort", &["Ascending", "Descending"]);
    dialog.dialog = true;
    let asks = pursued_on(&dialog, &["tap \"Descending\"", "tap \"Sort\""], &[9; 2], &[]);
    assert_eq!(asks, ["tap \"Descending\"", "nothing new"]);
}

/// A reply could not know what the field behind "New" was called.
#[test]
fn the_only_field_of_a_screen_that_a_tap_opened_is_typed_into() {
    let begin = ["tap \"New\"", "type \"Plan\" into \"Name of the note\""];
    let asks = pursued(&begin, &[9; 2], &[Notes::editor()]);
    assert_eq!(asks, ["tap \"New\"", "type \"Plan\" into \"Title\""]);
    let two = phone(vec![field(1, "title", "Title"), field(2, "body", "Text"), button(3, "Save")]);
    assert_ne!(pursued(&begin, &[9; 2], &[two])[1], "type \"Plan\" into \"Title\"");
    let asks = pursued_on(&Notes::editor(), &begin[1..], &[9], &[]);
    assert_ne!(asks[0], "type \"Plan\" into \"Title\"", "its name was told");
}

/// A document could not be typed; the views that were to show it were opened all the same, for four steps.
#[test]
fn what_follows_a_text_that_cannot_be_typed_is_left_out() {
    let begin = ["type \"Plan\" into \"Document\"", "tap \"Save\""];
    assert_eq!(pursued_on(&Notes::editor(), &begin, &[9], &[]), ["nothing new"]);
    let begin = ["tap \"Pin\"", "type \"Plan\" into \"Title\"", "tap \"Save\""];
    let asks = pursued_on(&Notes::editor(), &begin, &[9], &[]);
    assert_eq!(asks, ["type \"Plan\" into \"Title\""]);
}

/// A goal had shown a new screen, and the rules went on there for five steps, restarts among them.
#[test]
fn while_goals_are_ahead_the_next_one_is_asked_for_at_once() {
    for (least, expected) in [(1, "tap \"Dark\""), (4, "By rule")] {
        let mut notes = Notes::new(&[]);
        let weights = json!({ "goal_first": 2, "goal_first_with_task": 2, "goal_loan": 50.0, "goal_ahead_least": least });
        let weights = serde_json::from_value(weights).unwrap();
        let settings = ExplorerSettings { weights, ..ExplorerSettings::default() };
        notes.elevate = Elevate::new(&settings).unwrap();
        // In the first step too little is known to ask.
        notes.next(None);
        let tap = notes.world.tapping("Settings");
        notes.world.act(&tap, Notes::settings());
        notes.world.teach(&mut notes.elevate);
        let script = notes.world.chat.clone().unwrap();
        for label in ["Theme", "Dark"] {
            let begin = [format!("tap {label:?}")];
            let reply = json!({ "why": "It is new.", "goal": 1, "begin": begin });
            script.replies.lock().unwrap().push_back(reply.to_string());
        }
        let mut theme = menu("Theme", &["Dark", "Light", "Automatic"]);
        theme.location = ".Theme".into();
        let (why, _) = notes.next(Some(theme));
        assert!(why.starts_with("Goal of the model: tap \"Theme\""), "{why}");
        let (why, _) = notes.next(None);
        assert!(why.contains(expected), "{least}: {why}");
    }
}

/// A reply that named a screen alone got there, and a form was sent by rule before its fields could be named.
#[test]
fn a_lead_that_names_a_screen_alone_is_over_there() {
    let mut world = World::new(None);
    world.show(Notes::list());
    let situation = world.situation();
    let weights = ElevateWeights::default();
    let scene = PromptScene::new(&situation, None, &[], &weights);
    let goal = beginning_with(&situation, &[]);
    let screens = SeenScreens::default();
    let is_over = |search| {
        let mut pursuit = pursuit::Pursuit::new(&scene, &goal);
        let leave = pursuit::GoalLeave { search, ..pursuit::GoalLeave::ALL };
        let step = pursuit.step(&scene, &goal, (&screens, &weights), leave);
        matches!(step, pursuit::PursuitStep::Over(_))
    };
    assert!(is_over(false) && !is_over(true));
}

/// The list had got a row, so the path to its menu began with a restart, or with the editor of a row.
#[test]
fn a_path_that_is_known_from_another_state_of_the_screen_is_taken() {
    let list =
        |rows: &[&str]| menu("Tasks", &[&["New", "Report", "Settings", "Help"], rows].concat());
    let report = menu("Report", &["Week", "Day"]);
    let mut world = World::new(None);
    world.show(list(&[]));
    world.act(&world.tapping("Report"), report.clone());
    let wanted = world.situation().state.structural;
    world.act(&Action::Restart, list(&["Green tea"]));
    let weights = ElevateWeights::default();
    let GoalChange::Added(goal) = testers("the day") else { panic!("none was added") };
    let begin = vec!["tap \"Day\"".to_owned()];
    let goal = ExplorationGoal { state: Some(wanted), begin, ..goal };
    let asked = |world: &World| {
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &weights);
        let mut pursuit = pursuit::Pursuit::new(&scene, &goal);
        let known = (&SeenScreens::default(), &weights);
        match pursuit.step(&scene, &goal, known, pursuit::GoalLeave::ALL) {
            pursuit::PursuitStep::Input(place, _) => {
                output::called_action(&scene.inputs[place].offer.action)
            }
            _ => "other".into(),
        }
    };
    assert_eq!(asked(&world), "tap \"Report\"");
    // It did nothing here, so it is not expected to again.
    world.act(&world.tapping("Report"), list(&["Green tea"]));
    assert_eq!(asked(&world), "restart the app");
}
