//! A shop-like form: an order whose slots the app asks for itself (elicit, confirm, change), and a
//! table whose booking it delegates to the platform.

use serde_json::{Value, json};

use super::{About, Ask, Said};

pub const ABOUT: About = About {
    name: "pizza",
    title: "Corner Pizza",
    model: include_str!("models/pizza.json"),
    states: &[
        "welcome",
        "menu",
        "help",
        "which size",
        "which topping",
        "how many",
        "too many",
        "is that right",
        "what to change",
        "ordered",
        "nothing ordered",
        "status",
        "for how many",
        "at what time",
        "book it",
        "booked",
        "not booked",
        "not a dish",
        "goodbye",
    ],
    turn,
};

/// More pizzas than this are not baked at once.
const MOST: i64 = 10;
const WELCOME: &str = "Welcome to Corner Pizza. You can order a pizza, book a table, or hear the menu. What would you like?";

fn turn(ask: &Ask) -> Said {
    match (ask.kind.as_str(), ask.intent.as_str()) {
        ("LaunchRequest", _) => Said::new(ask, "welcome", WELCOME),
        ("SessionEndedRequest", _) => Said::nothing(),
        (_, "OrderIntent") => order(ask),
        (_, "BookIntent") => book(ask),
        (_, "MenuIntent") => Said::new(
            ask,
            "menu",
            "We have margherita, mushroom, and salami, in small, medium, and large. Would you like to order a pizza?",
        ),
        (_, "AMAZON.YesIntent") => order(ask),
        (_, "StatusIntent") => status(ask),
        (_, "AMAZON.NoIntent") => Said::new(ask, "welcome", WELCOME),
        (_, "AMAZON.HelpIntent") => Said::new(
            ask,
            "help",
            "Say order a pizza, book a table, what is on the menu, or where is my order.",
        ),
        (_, "AMAZON.StopIntent" | "AMAZON.CancelIntent") => {
            Said::new(ask, "goodbye", "See you soon at Corner Pizza!").end()
        }
        _ => Said::new(
            ask,
            "not a dish",
            "I can only order pizzas and book tables. What would you like?",
        ),
    }
}

/// The order with what is known of it; what the platform tells last counts.
fn order(ask: &Ask) -> Said {
    // What is not on the menu is asked for again.
    let listed = |slot: &str, known: &[&str]| ask.slot(slot).filter(|value| known.contains(value));
    let mut size = listed("size", &["small", "medium", "large"]);
    let mut topping = listed("topping", &["margherita", "mushroom", "salami"]);
    let mut count = ask.slot("count").and_then(|count| count.parse::<i64>().ok());
    match ask.slot("part") {
        Some("size") => size = None,
        Some("topping") => topping = None,
        Some("number") => count = None,
        _ => {}
    }
    let known =
        json!({"size": size, "topping": topping, "count": count.map(|count| count.to_string())});
    if ask.intent == "OrderIntent" && ask.confirmation == "DENIED" {
        let text = "What would you like to change: the size, the topping, or the number?";
        return Said::new(ask, "what to change", text).directive(elicit("part", &known));
    }
    let (Some(size), Some(topping), Some(count)) = (size, topping, count) else {
        let (state, slot, text) = if size.is_none() {
            ("which size", "size", "Which size would you like: small, medium, or large?")
        } else if topping.is_none() {
            ("which topping", "topping", "Which topping: margherita, mushroom, or salami?")
        } else {
            ("how many", "count", "How many pizzas would you like?")
        };
        return Said::new(ask, state, text).directive(elicit(slot, &known));
    };
    if !(1..=MOST).contains(&count) {
        let text =
            format!("I can bake between one and {MOST} pizzas at once. How many would you like?");
        let known = json!({"size": size, "topping": topping});
        return Said::new(ask, "too many", text).directive(elicit("count", &known));
    }
    let what = format!("{count} {size} {topping}");
    if ask.confirmation == "CONFIRMED" {
        let text = format!("Thank you, {what} will be there soon. Anything else?");
        return Said::new(ask, "ordered", text).with("ordered", what);
    }
    let intent = intent("OrderIntent", &known);
    Said::new(ask, "is that right", format!("That is {what}. Is that right?"))
        .directive(json!({"type": "Dialog.ConfirmIntent", "updatedIntent": intent}))
}

fn elicit(slot: &str, known: &Value) -> Value {
    json!({
        "type": "Dialog.ElicitSlot",
        "slotToElicit": slot,
        "updatedIntent": intent("OrderIntent", known),
    })
}

fn intent(name: &str, known: &Value) -> Value {
    let slots: serde_json::Map<String, Value> = ["size", "topping", "count", "part"]
        .iter()
        .map(|slot| {
            let mut reported = json!({"name": slot, "confirmationStatus": "NONE"});
            if let Some(value) = known.get(*slot).filter(|value| !value.is_null()) {
                reported["value"] = value.clone();
            }
            ((*slot).to_owned(), reported)
        })
        .collect();
    json!({"name": name, "confirmationStatus": "NONE", "slots": slots})
}

fn status(ask: &Ask) -> Said {
    match ask.text("ordered") {
        "" => Said::new(
            ask,
            "nothing ordered",
            "Nothing is ordered yet. Would you like to order a pizza?",
        ),
        what => Said::new(ask, "status", format!("Your {what} are in the oven. Anything else?")),
    }
}

/// The platform asks for everything; the app only tells that it should, until all is there.
fn book(ask: &Ask) -> Said {
    if ask.dialog != "COMPLETED" {
        let state = if ask.slot("people").is_none() {
            "for how many"
        } else if ask.slot("time").is_none() {
            "at what time"
        } else {
            "book it"
        };
        let said = Said::new(ask, state, "").reprompt("");
        return said.directive(json!({"type": "Dialog.Delegate"}));
    }
    if ask.confirmation == "DENIED" {
        return Said::new(ask, "not booked", "All right, no table. Anything else?");
    }
    let (people, time) =
        (ask.slot("people").unwrap_or("some"), ask.slot("time").unwrap_or("some time"));
    Said::new(ask, "booked", format!("A table for {people} at {time} is yours. Goodbye!")).end()
}
