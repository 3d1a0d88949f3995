use super::*;
use crate::domain::{ActionKind, Bounds, Point, WidgetRole};
use crate::explorer::testing::{World, button, field, menu, phone, widget};

/// A page that scrolls, with these on it, one below the other.
fn page(inside: Vec<Widget>) -> Screen {
    let mut scroller = widget(1, "android.widget.ScrollView", "");
    scroller.actions = vec![ActionKind::Scroll];
    scroller.bounds = Bounds::new(0, 0, 720, 1600);
    scroller.tap = Some(Point::new(9, 9));
    let inside = inside.into_iter().enumerate().map(|(row, mut it)| {
        let top = 100 * i32::try_from(row).unwrap();
        it.number = row + 2;
        it.bounds = Bounds::new(0, top, 700, top + 90);
        it.position.depth = 1;
        it
    });
    phone(std::iter::once(scroller).chain(inside).collect())
}

fn holding(id: &str, text: &str) -> Widget {
    Widget { text: text.into(), ..field(0, id, id) }
}

fn of_class(class: &str, label: &str) -> Widget {
    Widget { class: class.into(), ..button(0, label) }
}

/// A world with a form, and what is known of it.
struct Filling {
    world: World,
    begun: BegunForm,
}

impl Filling {
    fn on(screen: Screen) -> Self {
        let mut world = World::new(None);
        world.show(screen);
        Self { world, begun: BegunForm::default() }
    }

    fn act(&mut self, action: &Action, to: Screen) {
        self.world.act(action, to);
        let situation = self.world.situation();
        self.begun.learn(situation.last.as_ref().unwrap(), &situation);
    }

    /// Types into the field `id`; the page is `to` then.
    fn fill(&mut self, id: &str, to: Screen) {
        let action = self.action(
            |it| matches!(it, Action::Type { target, .. } if target.resource_id.ends_with(id)),
        );
        self.act(&action, to);
    }

    fn tap(&mut self, label: &str, to: Screen) {
        let action = self.world.tapping(label);
        self.act(&action, to);
    }

    /// The first text that is offered.
    fn text(&self) -> String {
        let typing = self.action(|it| matches!(it, Action::Type { .. }));
        let Action::Type { text: InputText::Plain(text), .. } = typing else {
            return String::new();
        };
        text
    }

    fn press(&mut self, key: DeviceKey, to: Screen) {
        self.act(&Action::Key { key }, to);
    }

    fn action(&self, is: impl Fn(&Action) -> bool) -> Action {
        let situation = self.world.situation();
        situation.available.iter().map(|it| it.action.clone()).find(is).unwrap()
    }

    /// What comes next, in short.
    fn next(&self) -> String {
        match self.begun.next(&self.world.situation()) {
            None => "nothing".into(),
            Some(BegunStep::ScrollOn(_)) => "scroll".into(),
            Some(step) => {
                let kind = match &step {
                    BegunStep::Fill(_) => "fill",
                    BegunStep::Choose(_) => "choose",
                    BegunStep::Correct(_) => "correct",
                    BegunStep::Leave(_) => "leave",
                    BegunStep::Pick(_) => "pick",
                    _ => "send",
                };
                let action = step.into_action().action;
                let label = action.target().map(|target| target.label.clone());
                label.map_or_else(|| kind.to_owned(), |label| format!("{kind} {label}"))
            }
        }
    }

    fn scroll_to(&mut self, to: Screen) {
        let action =
            self.action(|it| matches!(it, Action::Scroll { direction: Direction::Down, .. }));
        self.act(&action, to);
    }
}

#[test]
fn the_button_of_a_long_form_is_found_further_down() {
    let top = |text: &str| page(vec![holding("name", text), button(0, "Help")]);
    let mut filling = Filling::on(top(""));
    assert_eq!(filling.next(), "nothing", "nothing is begun");
    filling.fill("name", top("Ada"));
    assert_eq!(filling.next(), "scroll");
    filling.scroll_to(page(vec![holding("town", ""), holding("note", "")]));
    assert_eq!(filling.next(), "fill town");
    filling.fill("town", page(vec![holding("town", "Berlin"), holding("note", "")]));
    assert_eq!(filling.next(), "fill note");
    filling.fill("note", page(vec![holding("town", "Berlin"), holding("note", "x")]));
    assert_eq!(filling.next(), "scroll");
    filling.scroll_to(page(vec![button(0, "Cancel"), button(0, "Save")]));
    assert_eq!(filling.next(), "send Save");
    filling.tap("Save", page(vec![button(0, "Cancel"), button(0, "Save")]));
    assert_eq!(filling.next(), "nothing", "it is sent");
    assert!(filling.begun.was_sent(".Main"));
}

#[test]
fn a_form_is_not_sent_twice_alike() {
    let form = |text: &str| page(vec![holding("name", text), button(0, "Save")]);
    let mut filling = Filling::on(form(""));
    for expected in ["send Save", "nothing"] {
        filling.fill("name", form("Ada"));
        assert_eq!(filling.next(), expected);
        filling.tap("Save", form(""));
    }
}

/// The picker around the field that narrows it down is called "search": it was pressed 145 times in 150 steps to send what
/// was typed.
/// A button put a sample into a field that was typed over before it was ever imported.
#[test]
fn what_a_press_fills_in_is_sent() {
    let form =
        |text: &str| page(vec![button(0, "Sample"), holding("text", text), button(0, "Import")]);
    let filled_with = |text: &str| {
        let mut filling = Filling::on(form(""));
        filling.tap("Sample", form(text));
        filling.next()
    };
    assert!(filled_with("three teas, two cups and a spoon").contains("Import"));
    assert!(!filled_with("2").contains("Import"), "a press may turn up a value");
}

#[test]
fn a_choice_that_is_called_like_a_button_sends_nothing() {
    let shown = |text: &str| {
        let search =
            Widget { role: Some(WidgetRole::Picker), ..of_class("div.combobox", "search") };
        page(vec![search, holding("filter", text)])
    };
    let mut filling = Filling::on(shown(""));
    filling.fill("filter", shown("a"));
    let pressed = |step: &BegunStep| step.clone().into_action().key.as_str().contains("combobox");
    for _ in 0..3 {
        let Some(step) = filling.begun.next(&filling.world.situation()) else { break };
        assert!(!matches!(step, BegunStep::Send(_)) || !pressed(&step), "{step:?}");
        let action = step.into_action().action;
        filling.act(&action, shown("a"));
    }
}

/// A press that did nothing was done 145 times in a row for a form.
#[test]
fn the_same_is_not_done_for_a_form_without_end() {
    let shown = |text: &str| page(vec![holding("name", text), button(0, "Save")]);
    let mut filling = Filling::on(shown(""));
    filling.fill("name", shown("Ada"));
    let send = filling.begun.next(&filling.world.situation()).unwrap();
    let key = send.clone().into_action().key;
    filling.begun.repeated = Some((key.clone(), MOST_ALIKE - 1));
    assert_eq!(filling.begun.next(&filling.world.situation()), Some(send));
    filling.begun.repeated = Some((key, MOST_ALIKE));
    assert_eq!(filling.begun.next(&filling.world.situation()), None);
}

#[test]
fn a_page_without_a_button_is_scrolled_to_its_end_once() {
    let top = |text: &str| page(vec![holding("name", text)]);
    let mut filling = Filling::on(top(""));
    filling.fill("name", top("Ada"));
    for part in 0..MOST_SCROLLS {
        assert_eq!(filling.next(), "scroll", "{part}");
        let words = Widget { actions: vec![], ..button(0, &format!("Part {part}")) };
        filling.scroll_to(page(vec![holding("name", "Ada"), words]));
    }
    assert_eq!(filling.next(), "leave");
    filling.fill("name", top("Grace"));
    assert_eq!(filling.next(), "leave", "it has none");
}

#[test]
fn a_page_that_does_not_go_on_is_at_its_end() {
    let top = || page(vec![button(0, "Save"), holding("name", "Ada")]);
    let mut filling = Filling::on(page(vec![button(0, "Save"), holding("name", "")]));
    filling.fill("name", top());
    assert_eq!(filling.next(), "scroll", "the button above may be that of something else");
    filling.scroll_to(top());
    assert_eq!(filling.next(), "send Save");
}

#[test]
fn what_is_scrolled_is_what_holds_the_field() {
    let form = |text: &str| {
        let mut screen = page(vec![holding("name", text), button(0, "Help")]);
        let mut list = screen.widgets[0].clone();
        list.class = "android.widget.ListView".into();
        list.bounds = Bounds::new(0, 800, 720, 1600);
        list.number = 4;
        screen.widgets[0].class = "main".into();
        screen.widgets.push(list);
        screen
    };
    let mut filling = Filling::on(form(""));
    filling.fill("name", form("Ada"));
    let step = filling.begun.next(&filling.world.situation()).map(BegunStep::into_action);
    let scrolled = step.and_then(|step| step.action.target().map(|it| it.class.clone()));
    assert_eq!(scrolled.as_deref(), Some("main"));
}

#[test]
fn what_is_typed_into_a_search_is_not_sent_by_other_buttons() {
    let with = |label: &str| page(vec![holding("search", "a"), button(0, label)]);
    let mut filling = Filling::on(page(vec![holding("search", ""), button(0, "Add note")]));
    filling.fill("search", with("Add note"));
    assert_eq!(filling.next(), "nothing", "neither is the page scrolled");
    filling.act(&filling.world.tapping("Add note"), page(vec![holding("search", "")]));
    filling.fill("search", with("Search"));
    assert_eq!(filling.next(), "send Search");
}

#[test]
fn another_page_ends_it_and_a_picker_over_it_does_not() {
    let form = |text: &str| page(vec![holding("name", text), button(0, "Date"), button(0, "Save")]);
    let mut filling = Filling::on(form(""));
    filling.fill("name", form("Ada"));
    filling.tap("Date", Screen { dialog: true, ..menu("Date", &["1", "2", "Done"]) });
    assert_eq!(filling.next(), "nothing", "the dialog comes first");
    filling.tap("2", form("Ada"));
    assert_eq!(filling.next(), "send Save");
    filling.tap("Date", menu("Other", &["Save"]));
    assert_eq!(filling.next(), "nothing");
}

#[test]
fn a_choice_that_is_not_made_is_made_before_the_form_is_sent() {
    let choice = |shown: &str| {
        let mut choice = of_class("select", "Kind");
        choice.role = Some(WidgetRole::Picker);
        choice.text = shown.into();
        choice
    };
    let form = |text: &str, shown: &str| {
        page(vec![holding("name", text), choice(shown), of_class("input.submit", "Go")])
    };
    let mut filling = Filling::on(form("", "---------"));
    filling.fill("name", form("Ada", "---------"));
    assert_eq!(filling.next(), "choose Kind");
    let options = ["---------", "Fiction", "Poetry"].map(|label| of_class("dialog.option", label));
    let options = Screen { dialog: true, ..page(options.to_vec()) };
    filling.tap("Kind", options);
    assert_eq!(filling.next(), "choose Fiction");
    filling.tap("Fiction", form("Ada", "Fiction"));
    assert_eq!(filling.next(), "send Go");
}

/// Two explorers opened a choice and took its first option six times in a row: one wanted to see the others.
#[test]
fn the_first_option_of_a_choice_is_taken_once_for_what_the_form_holds() {
    let mut choice = of_class("select", "Font");
    choice.role = Some(WidgetRole::Picker);
    let form = page(vec![holding("name", ""), choice]);
    let options = ["Default", "Serif"].map(|label| of_class("options.option", label));
    let options = page(options.to_vec());
    let mut filling = Filling::on(form.clone());
    filling.tap("Font", options.clone());
    assert_eq!(filling.next(), "choose Default");
    filling.tap("Default", form.clone());
    filling.tap("Font", options);
    assert_eq!(filling.next(), "nothing");
}

/// Android tells the entry that a drop-down list shows as a text inside: each form opened the list first.
#[test]
fn a_choice_of_android_is_made_if_it_shows_an_entry() {
    let form = |text: &str, shown: &str| {
        let mut choice = of_class("android.widget.Spinner", shown);
        choice.resource_id = "length".into();
        Screen {
            location: ".Main".into(),
            ..page(vec![holding("name", text), choice, button(0, "Save")])
        }
    };
    let next = |shown: &str| {
        let mut filling = Filling::on(form("", shown));
        filling.fill("name", form("Ada", shown));
        filling.next()
    };
    assert_eq!(next("7 letters"), "send Save");
    assert_eq!(next("Select a length"), "choose Select a length");
}

#[test]
fn what_a_page_says_that_it_sends_is_surest_and_links_send_nothing() {
    let form = |text: &str| {
        page(vec![
            holding("name", text),
            of_class("a", "Add another loan"),
            of_class("a", "Create"),
            of_class("button", "Save"),
            of_class("button.submit", "Los"),
        ])
    };
    let mut filling = Filling::on(form(""));
    filling.fill("name", form("Ada"));
    assert_eq!(filling.next(), "send Los");
    let without = |text: &str| page(vec![holding("name", text), of_class("a", "Create")]);
    let mut filling = Filling::on(without(""));
    filling.fill("name", without("Ada"));
    assert_eq!(filling.next(), "scroll");
}

#[test]
fn what_is_shown_before_a_choice_is_no_value() {
    for unset in ["", "---------", "Select a kind", "- choose -", "Please pick one"] {
        assert!(choices::is_unset(unset), "{unset}");
    }
    for value in ["Fiction", "12", "Selected", "A – Z"] {
        assert!(!choices::is_unset(value), "{value}");
    }
}

#[test]
fn buttons_in_another_language_are_tried_with_what_was_typed() {
    let form = |name: &str, buttons: &[&str]| {
        let fields = vec![holding("name", name)];
        page(fields.into_iter().chain(buttons.iter().map(|it| button(0, it))).collect())
    };
    let after = |buttons: &[&str]| {
        let mut filling = Filling::on(form("", buttons));
        filling.fill("name", form("Ada", buttons));
        filling.scroll_to(form("Ada", buttons));
        let first = filling.next();
        if let Some(label) = first.strip_prefix("send ") {
            filling.tap(label, form("Ada", buttons));
        }
        [first, filling.next()]
    };
    let leave = "leave";
    assert_eq!(after(&["Terug", "Weiter"]), ["send Weiter", "send Terug"]);
    assert_eq!(after(&["Cancel", "Weiter"]), ["send Weiter", leave]);
    assert_eq!(after(&["Fett", "Kursiv", "Liste", "Bild"]), [leave, leave], "tools");
}

#[test]
fn the_cell_of_a_table_is_no_form() {
    let table = |text: &str, class: &str| {
        let cell = Widget { class: class.into(), ..holding("cell", text) };
        let mut screen = page(vec![cell, button(0, "Add rule")]);
        screen.widgets[1].position.list = Some(1);
        screen.widgets[1].position.row = Some(0);
        screen
    };
    for (class, next) in [("td.editable", "nothing"), ("input", "send Add rule")] {
        let mut filling = Filling::on(table("", class));
        filling.fill("cell", table("12", class));
        assert_eq!(filling.next(), next, "{class}");
    }
}

#[test]
fn a_page_without_a_button_is_left_and_the_question_is_answered_with_what_keeps() {
    let note = |text: &str| page(vec![holding("text", text)]);
    let asked = |question: &str, buttons: &[&str]| {
        let mut filling = Filling::on(note(""));
        let typed = filling.text();
        filling.fill("text", note(&typed));
        filling.scroll_to(note(&typed));
        filling.press(DeviceKey::Enter, note(&format!("{typed}\n")));
        let next = filling.next();
        filling.press(DeviceKey::Back, Screen { dialog: true, ..menu(question, buttons) });
        [next, filling.next()]
    };
    let (leave, nothing) = ("leave".to_owned(), "nothing".to_owned());
    assert_eq!(asked("Save changes?", &["No", "Yes"]), [leave.clone(), "leave Yes".into()]);
    assert_eq!(asked("Discard changes?", &["No", "Yes"]), [leave.clone(), nothing.clone()]);
    assert_eq!(asked("Keep it?", &["No", "Yes", "Save"]), [leave, "leave Save".into()]);
    let mut filling = Filling::on(note(""));
    let typed = filling.text();
    for _ in 0..2 {
        filling.fill("text", note(&typed));
        filling.scroll_to(note(&typed));
        filling.press(DeviceKey::Enter, note(&typed));
        assert_eq!(filling.next(), "leave");
        filling.press(DeviceKey::Back, menu("List", &["New"]));
        filling.tap("New", note(""));
    }
    filling.fill("text", note(&typed));
    filling.scroll_to(note(&typed));
    assert_eq!(filling.next(), "nothing", "it was left twice, and may keep nothing");
}

#[test]
fn a_page_with_a_list_is_not_left() {
    let cities = |text: &str, row: Option<usize>| {
        let mut screen = page(vec![holding("city", text), button(0, "Lima")]);
        screen.widgets[2].position.row = row;
        screen.widgets[2].label = "".into();
        screen
    };
    for (row, next) in [(Some(0), "nothing"), (None, "leave")] {
        let mut filling = Filling::on(cities("", row));
        let typed = filling.text();
        filling.fill("city", cities(&typed, row));
        filling.scroll_to(cities(&typed, row));
        assert_eq!(filling.next(), next);
    }
}

#[test]
fn a_dialog_that_a_field_opens_is_closed_so_that_its_value_is_taken() {
    let form = |date: &str| {
        let named = |id: &str, text: &str| Widget { caption: id.into(), ..holding(id, text) };
        page(vec![named("name", "Ada"), named("date", date), button(0, "Save")])
    };
    let calendar = Screen { dialog: true, ..menu("2026", &["Next month", "Cancel", "OK"]) };
    let mut filling = Filling::on(form(""));
    filling.fill("date", calendar);
    assert_eq!(filling.next(), "pick OK");
    filling.tap("OK", form("26 Nov"));
    filling.scroll_to(form("26 Nov"));
    assert_eq!(filling.next(), "send Save");
}

#[test]
fn a_field_that_a_message_names_gets_another_text() {
    let form = |message: Option<&str>| {
        let named = |id: &str| Widget { caption: id.into(), ..holding(id, "x") };
        let words = message.map(|it| Widget { actions: vec![], ..button(0, it) });
        let all = [named("Name"), named("Date"), button(0, "Save")].into_iter();
        page(all.chain(words).collect())
    };
    let after = |message: &str| {
        let mut filling = Filling::on(form(None));
        filling.fill("Name", form(None));
        filling.tap("Save", form(Some(message)));
        filling.next()
    };
    assert_eq!(after("Date invalid"), "correct Date");
    assert_eq!(after("Something is wrong"), "nothing");
    let mut filling = Filling::on(form(None));
    filling.fill("Name", form(None));
    for _ in 0..2 {
        filling.tap("Save", form(Some("Date invalid")));
        assert_eq!(filling.next(), "correct Date");
        let other = filling.begun.next(&filling.world.situation()).unwrap().into_action().action;
        filling.act(&other, form(None));
        assert_eq!(filling.next(), "send Save");
    }
    filling.tap("Save", form(Some("Date invalid")));
    assert_eq!(filling.next(), "nothing", "it may be no complaint");
}

#[test]
fn a_field_that_took_nothing_is_filled_in_again_after_the_others() {
    let form = |name: &str, town: &str| {
        page(vec![holding("repeat", ""), holding("name", name), holding("town", town)])
    };
    let mut filling = Filling::on(form("", ""));
    filling.fill("name", form("Ada", ""));
    filling.fill("repeat", form("Ada", ""));
    assert_eq!(filling.next(), "fill town");
    filling.fill("town", form("Ada", "Berlin"));
    assert_eq!(filling.next(), "fill repeat");
    filling.fill("repeat", form("Ada", "Berlin"));
    assert_ne!(filling.next(), "fill repeat", "twice is enough");
}
