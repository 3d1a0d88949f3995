//! A quiz: two categories, three questions each in an order that depends on the session, a score,
//! and playing again.

use super::{About, Ask, Said};

pub const ABOUT: About = About {
    name: "quiz",
    title: "Pocket Quiz",
    model: include_str!("models/quiz.json"),
    states: &[
        "welcome",
        "rules",
        "planets: largest",
        "planets: red",
        "planets: rings",
        "animals: tallest",
        "animals: fastest",
        "animals: king",
        "score",
        "no question",
        "not an answer",
        "all right",
        "some right",
        "none right",
        "goodbye",
    ],
    turn,
};

struct Question {
    state: &'static str,
    asks: &'static str,
    right: &'static str,
}

const PLANETS: &[Question] = &[
    Question {
        state: "planets: largest",
        asks: "Which planet is the largest: Jupiter, Saturn, or Earth?",
        right: "jupiter",
    },
    Question {
        state: "planets: red",
        asks: "Which planet is called the red one: Venus, Mars, or Neptune?",
        right: "mars",
    },
    Question {
        state: "planets: rings",
        asks: "Which planet has the brightest rings: Mercury, Saturn, or Mars?",
        right: "saturn",
    },
];
const ANIMALS: &[Question] = &[
    Question {
        state: "animals: tallest",
        asks: "Which animal is the tallest: an elephant, a giraffe, or a camel?",
        right: "giraffe",
    },
    Question {
        state: "animals: fastest",
        asks: "Which animal runs the fastest: a cheetah, a horse, or a lion?",
        right: "cheetah",
    },
    Question {
        state: "animals: king",
        asks: "Which animal is called the king of beasts: a lion, a tiger, or a bear?",
        right: "lion",
    },
];

const WELCOME: &str = "Welcome to Pocket Quiz. Would you like planets or animals?";
const RULES: &str = "I ask three questions and count the right answers. You can say skip, repeat, or what is my score. Would you like planets or animals?";

fn turn(ask: &Ask) -> Said {
    match (ask.kind.as_str(), ask.intent.as_str()) {
        ("LaunchRequest", _) => Said::new(ask, "welcome", WELCOME),
        ("SessionEndedRequest", _) => Said::nothing(),
        (_, "CategoryIntent") => match ask.slot("category") {
            Some(category) => begin(ask, category),
            None => Said::new(ask, "welcome", WELCOME),
        },
        (_, "AnswerIntent" | "SkipIntent") => answered(ask),
        (_, "ScoreIntent") => score(ask),
        (_, "AMAZON.RepeatIntent") => again(ask, ""),
        (_, "AMAZON.YesIntent" | "AMAZON.StartOverIntent") => {
            Said::new(ask, "welcome", WELCOME).with("category", "")
        }
        (_, "AMAZON.NoIntent") if ask.text("category").is_empty() => goodbye(ask),
        (_, "AMAZON.HelpIntent") => Said::new(ask, "rules", RULES),
        (_, "AMAZON.StopIntent" | "AMAZON.CancelIntent") => goodbye(ask),
        _ => again(ask, "That is not an answer I know. "),
    }
}

fn goodbye(ask: &Ask) -> Said {
    Said::new(ask, "goodbye", "Thanks for playing. Goodbye!").end()
}

fn questions(category: &str) -> &'static [Question] {
    if category == "animals" { ANIMALS } else { PLANETS }
}

/// The question that is asked now; the session decides which one comes first.
fn current(ask: &Ask) -> Option<&'static Question> {
    let category = ask.text("category");
    if category.is_empty() {
        return None;
    }
    let all = questions(category);
    let place = (ask.number("first") + ask.number("asked")) % all.len() as u64;
    all.get(usize::try_from(place).ok()?)
}

fn begin(ask: &Ask, category: &str) -> Said {
    let category = if category == "animals" { "animals" } else { "planets" };
    let first = ask.session % 3;
    let mut ask = ask.clone();
    for (name, value) in [("first", first), ("asked", 0), ("score", 0)] {
        ask.attributes.insert(name.into(), value.into());
    }
    ask.attributes.insert("category".into(), category.into());
    question(&ask, &format!("Here are your {category}. "))
}

fn question(ask: &Ask, before: &str) -> Said {
    match current(ask) {
        Some(question) => Said::new(ask, question.state, format!("{before}{}", question.asks))
            .reprompt(question.asks),
        None => Said::new(
            ask,
            "no question",
            "There is no question yet. Would you like planets or animals?",
        ),
    }
}

fn again(ask: &Ask, before: &str) -> Said {
    let said = question(ask, before);
    if before.is_empty() || said.state == "no question" {
        return said;
    }
    said.state("not an answer")
}

fn score(ask: &Ask) -> Said {
    let Some(question) = current(ask) else { return question(ask, "") };
    let text = format!("You have {} right so far. {}", ask.number("score"), question.asks);
    Said::new(ask, "score", text).reprompt(question.asks)
}

fn answered(ask: &Ask) -> Said {
    let Some(asked) = current(ask) else { return question(ask, "") };
    let given = ask.slot("answer");
    if ask.intent == "AnswerIntent" && given.is_none() {
        return again(ask, "That is not an answer I know. ");
    }
    let is_right = given.is_some_and(|given| given.eq_ignore_ascii_case(asked.right));
    let mut ask = ask.clone();
    let (asked_so_far, score) =
        (ask.number("asked") + 1, ask.number("score") + u64::from(is_right));
    ask.attributes.insert("asked".into(), asked_so_far.into());
    ask.attributes.insert("score".into(), score.into());
    let verdict =
        if is_right { "Right! ".to_owned() } else { format!("No, it is {}. ", asked.right) };
    if asked_so_far < 3 {
        return question(&ask, &verdict);
    }
    let (state, praise) = match score {
        3 => ("all right", "Perfect, all three are right!"),
        0 => ("none right", "None was right this time."),
        _ => ("some right", "Some were right."),
    };
    Said::new(&ask, state, format!("{verdict}{praise} Would you like to play again?"))
        .reprompt("Would you like to play again?")
        .with("category", "")
}
