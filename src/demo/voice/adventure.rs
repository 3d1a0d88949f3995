//! A branching adventure: scenes with ways between them, loops, a dead end, and two gates that open
//! only with what was found elsewhere.

use serde_json::Value;

use super::{About, Ask, Said};

pub const ABOUT: About = About {
    name: "adventure",
    title: "Lantern Island",
    model: include_str!("models/adventure.json"),
    states: &[
        "beach",
        "forest",
        "hut",
        "village",
        "well",
        "cave mouth",
        "dark cave",
        "crystal hall",
        "bridge",
        "quicksand",
        "tower door",
        "tower",
        "lantern taken",
        "key taken",
        "too dark",
        "door is locked",
        "no way there",
        "nothing to take",
        "bag",
        "help",
        "rescued",
        "goodbye",
    ],
    turn,
};

struct Scene {
    name: &'static str,
    text: &'static str,
    ways: &'static [&'static str],
    item: Option<&'static str>,
}

const fn scene(
    name: &'static str,
    text: &'static str,
    ways: &'static [&'static str],
    item: Option<&'static str>,
) -> Scene {
    Scene { name, text, ways, item }
}

const SCENES: &[Scene] = &[
    scene(
        "beach",
        "You wake up on a beach. Do you want to go to the forest or to the village?",
        &["forest", "village"],
        None,
    ),
    scene(
        "forest",
        "Tall trees stand around you. Do you want to go to the hut, to the cave mouth, or to the beach?",
        &["hut", "cave mouth", "beach"],
        None,
    ),
    scene(
        "hut",
        "An old hut. A lantern hangs on the wall. You can say take the lantern, or go to the forest.",
        &["forest"],
        Some("lantern"),
    ),
    scene(
        "village",
        "Nobody lives in this village any more. Do you want to go to the well, to the bridge, or to the beach?",
        &["well", "bridge", "beach"],
        None,
    ),
    scene("well", "The well is dry. You can only go to the village.", &["village"], None),
    scene(
        "cave mouth",
        "A cave opens in the rock. Do you want to go to the dark cave or to the forest?",
        &["dark cave", "forest"],
        None,
    ),
    scene(
        "dark cave",
        "Your lantern lights a narrow way. Do you want to go to the crystal hall or to the cave mouth?",
        &["crystal hall", "cave mouth"],
        None,
    ),
    scene(
        "crystal hall",
        "Crystals glitter, and a key lies on a stone. You can say take the key, or go to the dark cave.",
        &["dark cave"],
        Some("key"),
    ),
    scene(
        "bridge",
        "A rope bridge leads over a swamp. Do you want to go to the tower door, to the swamp, or to the village?",
        &["tower door", "swamp", "village"],
        None,
    ),
    scene(
        "quicksand",
        "The swamp was quicksand. You cannot move any more. You can only say start over.",
        &[],
        None,
    ),
    scene(
        "tower door",
        "A heavy door closes the tower. Do you want to go to the tower or to the bridge?",
        &["tower", "bridge"],
        None,
    ),
];

fn turn(ask: &Ask) -> Said {
    match (ask.kind.as_str(), ask.intent.as_str()) {
        ("LaunchRequest", _) | (_, "AMAZON.StartOverIntent") => start(ask),
        ("SessionEndedRequest", _) => Said::nothing(),
        (_, "GoIntent") => go(ask),
        (_, "TakeIntent") => take(ask),
        (_, "BagIntent") => bag(ask),
        (_, "LookIntent" | "AMAZON.RepeatIntent") => here(ask),
        (_, "AMAZON.HelpIntent") => aside(
            ask,
            "help",
            "You can say where you want to go, what is in my bag, or look around.",
        ),
        (_, "AMAZON.StopIntent" | "AMAZON.CancelIntent") => {
            Said::new(ask, "goodbye", "The island waits for you. Goodbye!").end()
        }
        _ => aside(ask, "no way there", "There is no way there."),
    }
}

fn start(ask: &Ask) -> Said {
    let mut ask = ask.clone();
    ask.attributes.clear();
    enter(&ask, "beach")
}

fn find(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}

fn current(ask: &Ask) -> &'static Scene {
    find(ask.text("scene")).unwrap_or(&SCENES[0])
}

fn enter(ask: &Ask, name: &str) -> Said {
    let scene = find(name).unwrap_or(&SCENES[0]);
    Said::new(ask, scene.name, scene.text).with("scene", scene.name)
}

fn here(ask: &Ask) -> Said {
    enter(ask, current(ask).name)
}

/// Something said in between; the scene stays.
fn aside(ask: &Ask, state: &'static str, text: &str) -> Said {
    let scene = current(ask);
    Said::new(ask, state, format!("{text} {}", scene.text)).reprompt(scene.text)
}

fn has(ask: &Ask, item: &str) -> bool {
    ask.attributes.get(item).and_then(Value::as_bool).unwrap_or_default()
}

fn go(ask: &Ask) -> Said {
    let wanted = ask.slot("place").unwrap_or_default();
    let Some(way) = current(ask).ways.iter().find(|way| **way == wanted) else {
        return aside(ask, "no way there", "There is no way there.");
    };
    match *way {
        "dark cave" if !has(ask, "lantern") => {
            aside(ask, "too dark", "It is too dark in there without a light.")
        }
        "tower" if !has(ask, "key") => aside(ask, "door is locked", "The door is locked."),
        "tower" => rescued(ask),
        "swamp" => enter(ask, "quicksand"),
        way => enter(ask, way),
    }
}

/// The only good end; it is entered once and never left.
fn rescued(ask: &Ask) -> Said {
    let tower = "You climb the tower and light the fire.";
    if has(ask, "fire") {
        return Said::new(ask, "rescued", "A ship has seen your fire. You are rescued!").end();
    }
    let text = format!("{tower} Do you want to stay in the tower or go to the bridge?");
    Said::new(ask, "tower", text).with("fire", true)
}

fn take(ask: &Ask) -> Said {
    let wanted = ask.slot("item").unwrap_or_default();
    match current(ask).item {
        Some(item) if item == wanted && !has(ask, item) => {
            let state = if item == "lantern" { "lantern taken" } else { "key taken" };
            let text = format!("You take the {item}.");
            aside(ask, state, &text).with(item, true)
        }
        _ => aside(ask, "nothing to take", "There is nothing like that to take."),
    }
}

fn bag(ask: &Ask) -> Said {
    let items: Vec<&str> = ["lantern", "key"].into_iter().filter(|item| has(ask, item)).collect();
    let text = if items.is_empty() {
        "Your bag is empty.".to_owned()
    } else {
        format!("In your bag: {}.", items.join(" and "))
    };
    aside(ask, "bag", &text)
}
