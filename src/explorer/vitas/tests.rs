use std::sync::LazyLock;

use super::*;
use crate::domain::{DeviceCapabilities, Recognition, Surface};
use crate::explorer::Refusal;
use crate::explorer::testing::{ScriptedTalk, heard, said};

static WEIGHTS: LazyLock<VitasWeights> = LazyLock::new(VitasWeights::default);

fn seeded(seed: u64) -> Vitas {
    Vitas::new(&ExplorerSettings { seed, ..ExplorerSettings::default() }).unwrap()
}

fn choose(vitas: &mut Vitas, situation: &Situation) -> String {
    let proposed = vitas.choose(situation).unwrap();
    words(&AvailableAction {
        action: proposed.action,
        key: proposed.key.clone(),
        template: proposed.key.clone(),
    })
    .map_or_else(|| proposed.key.to_string(), str::to_owned)
}

#[test]
fn help_comes_first_and_what_it_names_second() {
    let mut talk = ScriptedTalk::default();
    let mut vitas = seeded(1);
    let here = talk.look(said("Tea or coffee?"), &["tea", "coffee"]);
    assert_eq!(choose(&mut vitas, &here), "help");
    let answer = heard("help", "You can say brew.");
    let here = talk.step("help", answer, &["brew"]);
    assert_eq!(choose(&mut vitas, &here), "brew");
    assert_eq!(vitas.help.len(), 1);
}

#[test]
fn without_help_to_take_the_weights_decide() {
    let mut vitas = seeded(1);
    let mut talk = ScriptedTalk::default();
    let mut here = talk.look(said("Tea or coffee?"), &["tea", "coffee"]);
    let help = named(&here, Action::Say { words: "help".into() });
    here.refused = vec![Refusal { key: help.key, feedback: String::new() }];
    assert!(["tea", "coffee"].contains(&choose(&mut vitas, &here).as_str()));
}

#[test]
fn the_last_round_says_stop() {
    for (left, stops) in [(Some(1), true), (Some(2), false), (None, false)] {
        let mut talk = ScriptedTalk::default();
        let mut here = talk.look(said("Tea or coffee?"), &["tea", "coffee"]);
        here.remaining.steps = left;
        let next = choose(&mut seeded(1), &here);
        assert_eq!(next == "stop", stops, "{left:?}: {next}");
    }
}

#[test]
fn loops_and_errors_weigh_nothing() {
    for seed in 0..20 {
        let mut vitas = seeded(seed);
        vitas.round = OpeningStage::Later;
        let mut talk = ScriptedTalk::default();
        let first = said("Tea, coffee or water?");
        let offers = ["tea", "coffee", "water"];
        vitas.listen(&talk.look(first.clone(), &offers));
        vitas.listen(&talk.step("tea", first.clone(), &offers));
        vitas.listen(&talk.step("coffee", heard("coffee", "Sorry, what?"), &[]));
        assert_eq!(vitas.context.len(), 3, "an error asks nothing new");
        let here = talk.step("water", first.clone(), &offers);
        // From the error it led back; here tea loops and coffee failed.
        vitas.listen(&here);
        let bases: Vec<f64> = vitas.inputs(&here)[..3].iter().map(|input| input.base).collect();
        assert_eq!(bases, [0.0, 0.0, WEIGHTS.base], "{bases:?}");
        assert_eq!(choose(&mut vitas, &here), "water");
    }
}

#[test]
fn going_back_weighs_less_and_invocations_count_over_all_states() {
    let mut vitas = seeded(1);
    let mut talk = ScriptedTalk::default();
    vitas.listen(&talk.look(said("Start."), &["on", "more"]));
    vitas.listen(&talk.step("on", heard("on", "Second."), &["back", "more"]));
    vitas.listen(&talk.step("back", heard("back", "Start."), &["on", "more"]));
    let here = talk.step("on", heard("on", "Second."), &["back", "more"]);
    vitas.listen(&here);
    let inputs = vitas.inputs(&here);
    let of = |name: &str| inputs.iter().find(|input| words(&input.offer) == Some(name)).unwrap();
    assert_eq!((of("back").base, of("back").invoked), (WEIGHTS.base - WEIGHTS.backward, 1));
    assert_eq!(of("back").weight(), 1.5);
    assert_eq!((of("more").base, of("more").invoked), (WEIGHTS.base, 0));
    assert!(here.model.performed(&of("back").offer.key) == 1);
}

#[test]
fn system_level_ones_wait_for_their_turn() {
    let mut vitas = seeded(1);
    vitas.round = OpeningStage::Later;
    let input = |kind, invoked| VitasInput {
        offer: AvailableAction {
            action: Action::Say { words: format!("{kind:?}") },
            key: ActionKey::new(format!("{kind:?}")),
            template: ActionKey::new(format!("{kind:?}")),
        },
        kind,
        invoked,
        base: WEIGHTS.base,
    };
    let mut drawn = |invoked| {
        let draws = (0..60).map(|_| {
            vitas
                .draw(vec![input(InputType::System, 0), input(InputType::Context, invoked)])
                .unwrap()
                .key
        });
        draws.filter(|key| key.as_str() == "System").count()
    };
    assert_eq!(drawn(WEIGHTS.invoked_enough - 1), 0);
    assert!((30..60).contains(&drawn(WEIGHTS.invoked_enough)), "4 against 1");
}

#[test]
fn what_is_all_in_vain_is_drawn_by_invocations() {
    let mut vitas = seeded(1);
    vitas.round = OpeningStage::Later;
    let mut talk = ScriptedTalk::default();
    let first = said("Say something.");
    vitas.listen(&talk.look(first.clone(), &["a"]));
    talk.step("a", first.clone(), &["a"]);
    for words in speech::SYSTEM {
        talk.step(words, first.clone(), &["a"]);
    }
    let here = talk.step("a", first, &["a"]);
    assert_ne!(choose(&mut vitas, &here), "a", "it was invoked twice, the others once");
}

#[test]
fn an_ended_session_is_opened_again_and_the_seed_decides() {
    let mut talk = ScriptedTalk::default();
    let ended = DialogueTurn {
        text: "Bye.".into(),
        recognition: Some(Recognition::default()),
        ..DialogueTurn::default()
    };
    let here = talk.look(ended, &[]);
    assert_eq!(choose(&mut seeded(1), &here), "restart the app");
    let run = |seed| {
        let mut vitas = seeded(seed);
        vitas.round = OpeningStage::Later;
        let mut talk = ScriptedTalk::default();
        let here = talk.look(said("Which?"), &["a", "b", "c", "d"]);
        (0..8).map(|_| choose(&mut vitas, &here)).collect::<Vec<_>>()
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
}

#[test]
fn a_phone_offers_its_widgets_and_keys() {
    let mut talk = ScriptedTalk::default();
    let mut here = talk.look(DialogueTurn::default(), &[]);
    let mut screen = (*here.screen).clone();
    screen.surface = Surface::Display;
    here.capabilities = DeviceCapabilities::PHONE;
    here.screen = std::sync::Arc::new(screen);
    let inputs = seeded(1).inputs(&here);
    assert!(inputs.iter().all(|input| input.kind == InputType::System), "{inputs:?}");
    let chosen = choose(&mut seeded(1), &here);
    assert!(["key back", "key menu", "rotate to landscape"].contains(&chosen.as_str()), "{chosen}");
}
