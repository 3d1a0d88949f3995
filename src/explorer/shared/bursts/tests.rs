use rand::SeedableRng as _;

use super::*;
use crate::domain::coverage::FUNCTIONS;
use crate::domain::{Bounds, Coverage, CoverageCount, DeviceCapabilities};
use crate::explorer::shared::look_alikes::LookAlikeWeights;
use crate::explorer::testing::{World, button, field, menu, phone};
use crate::protocol::Event;

fn index(world: &World) -> LookAlikes {
    let mut index = LookAlikes::new(LookAlikeWeights::default());
    index.see(&world.situation());
    index
}

fn tap_on_a(world: &World) -> AvailableAction {
    named(&world.situation(), world.tapping("A"))
}

fn draw(world: &World, times: usize) -> Vec<AvailableAction> {
    let mut random = StdRng::seed_from_u64(1);
    let mut bursts = Bursts::default();
    let situation = world.situation();
    let mut index = index(world);
    (0..times)
        .map(|_| bursts.next(&situation, &mut index, &BackExits::default(), &mut random).unwrap())
        .collect()
}

#[test]
fn a_burst_ends_after_its_actions_or_with_something_new() {
    let mut world = World::new(None);
    world.show(menu("Main", &["A", "B"]));
    let mut random = StdRng::seed_from_u64(1);
    let mut bursts = Bursts::default();
    let before = bursts.expected();
    assert!(!bursts.begin() && bursts.is_on());
    let situation = world.situation();
    let mut index = index(&world);
    for _ in 0..bursts.weights.actions {
        assert!(bursts.is_on());
        bursts.next(&situation, &mut index, &BackExits::default(), &mut random).unwrap();
        bursts.learn(situation.step, &StepGain::default());
    }
    assert!(!bursts.is_on() && bursts.expected() < before);
    bursts.begin();
    bursts.learn(situation.step, &StepGain { classes: 1, ..StepGain::default() });
    assert!(bursts.is_on(), "the tester's own action is none of the burst");
    bursts.next(&situation, &mut index, &BackExits::default(), &mut random).unwrap();
    bursts.learn(situation.step, &StepGain { classes: 1, ..StepGain::default() });
    assert!(!bursts.is_on());
}

#[test]
fn what_had_no_effect_is_drawn_less_often_in_other_states_too() {
    let mut world = World::new(None);
    world.show(menu("Main", &["A", "B"]));
    let mut random = StdRng::seed_from_u64(1);
    let mut bursts = Bursts::default();
    let mut index = index(&world);
    let mut draws = |index: &mut LookAlikes, bursts: &mut Bursts, world: &World| {
        let situation = world.situation();
        index.see(&situation);
        let drawn = (0..200)
            .filter_map(|_| bursts.next(&situation, index, &BackExits::default(), &mut random));
        drawn.filter(|it| it.key == tap_on_a(world).key).count()
    };
    let before = draws(&mut index, &mut bursts, &world);
    for _ in 0..3 {
        world.act(&tap_on_a(&world).action, menu("Main", &["A", "B"]));
        let situation = world.situation();
        index.learn(situation.last.as_ref().unwrap(), &situation);
    }
    world.show(menu("Other", &["A", "B"]));
    let after = draws(&mut index, &mut bursts, &world);
    assert!(after * 3 < before, "{before} and {after} of 200");
}

#[test]
fn some_bursts_begin_with_a_restart() {
    let mut bursts = Bursts::default();
    let restarts = (0..8).filter(|_| bursts.begin()).count();
    assert_eq!(restarts, 2);
}

#[test]
fn other_texts_are_typed() {
    let mut world = World::new(None);
    world.show(phone(vec![field(1, "name", "Name")]));
    let mut texts: Vec<String> = draw(&world, 60)
        .into_iter()
        .filter_map(|available| match available.action {
            Action::Type { text: InputText::Plain(text), .. } => Some(text),
            _ => None,
        })
        .collect();
    texts.sort();
    texts.dedup();
    assert!(texts.len() > 5, "{texts:?}");
}

#[test]
fn canvases_are_touched_and_stroked_at_many_points() {
    let mut canvas = button(1, "");
    canvas.class = "android.view.View".into();
    canvas.bounds = Bounds::new(0, 0, 720, 800);
    canvas.actions.clear();
    let mut world = World::new(None);
    world.show(phone(vec![canvas, button(2, "Small")]));
    let mut points: Vec<(i32, i32)> = draw(&world, 60)
        .iter()
        .filter_map(|available| available.action.target())
        .filter(|target| target.number == 1)
        .map(|target| (target.point.x, target.point.y))
        .collect();
    points.sort_unstable();
    points.dedup();
    assert!(points.len() > 8, "{points:?}");
}

#[test]
fn what_had_no_effect_is_drawn_less() {
    let mut world = World::new(None);
    let screen = || menu("Main", &["Dead", "B"]);
    world.show(screen());
    for _ in 0..4 {
        world.act(&world.tapping("Dead"), screen());
    }
    let taps = |label: &str| {
        let drawn = draw(&world, 200);
        let is = |it: &&AvailableAction| it.action.target().is_some_and(|t| t.label == label);
        drawn.iter().filter(is).count()
    };
    assert!(taps("Dead") * 10 < taps("B"));
}

#[test]
fn a_button_is_drawn_about_as_often_as_many_rows_together() {
    let mut world = World::new(None);
    let count = CoverageCount { covered: 10, total: 90 };
    world.learn(&Event::Covered(Coverage::from([(FUNCTIONS.to_owned(), count)])));
    let labels: Vec<String> = (0..30).map(|row| format!("Row {row}")).collect();
    let mut labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    labels.push("Sort");
    world.show(menu("List", &labels));
    let drawn = draw(&world, 400);
    let is = |it: &&AvailableAction| it.action.target().is_some_and(|t| t.label == "Sort");
    let sorts = drawn.iter().filter(is).count();
    assert!(sorts > 30, "{sorts} of 400, a thirtieth would be 13");
}

#[test]
fn plain_words_and_keys_are_drawn_only_if_widgets_do_not_list_gestures() {
    let words = |number: usize| {
        let mut words = button(number, "Cell");
        words.class = "td".into();
        words.role = Some(WidgetRole::Text);
        words.actions.clear();
        words
    };
    let mut world = World::new(None);
    world.show(phone(vec![words(1), button(2, "Add")]));
    let kinds = |world: &World| -> Vec<ActionKind> {
        let drawn = draw(world, 200);
        let on_words =
            drawn.iter().filter(|it| it.action.target().is_some_and(|target| target.number == 1));
        on_words.map(|it| it.action.kind()).collect()
    };
    assert!(kinds(&world).is_empty());
    let phone = DeviceCapabilities::PHONE;
    world.capabilities = Some(DeviceCapabilities { lists_gestures: false, ..phone });
    assert!(kinds(&world).contains(&ActionKind::DoubleTap));
    let keys = draw(&world, 200);
    assert!(keys.iter().any(|it| it.action == Action::Key { key: DeviceKey::Tab }));
}

#[test]
fn bursts_stroke_over_a_page_in_a_web_view() {
    let bounds = Bounds::new(0, 0, 720, 1600);
    let class = "android.webkit.WebView".to_owned();
    let page = Widget { class, bounds, actions: Vec::new(), ..button(1, "Tiles") };
    let mut world = World::new(None);
    world.show(phone(vec![page, button(2, "New game"), button(3, "About")]));
    let strokes = |world: &World| {
        let drawn = draw(world, 300);
        drawn.iter().filter(|it| it.action.kind() == ActionKind::Swipe).count()
    };
    assert!(strokes(&world) > 3);
    world.show(phone(vec![button(1, "New game"), button(2, "About")]));
    assert_eq!(strokes(&world), 0);
}
