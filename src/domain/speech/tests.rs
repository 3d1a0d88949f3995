//! The whole of it, on sentences of our own.

use proptest::prelude::*;

use super::*;

fn said(text: &str) -> Vec<String> {
    replies(text).into_iter().map(|reply| reply.words).collect()
}

#[test]
fn each_sentence_has_its_kind() {
    use Question::*;
    let table = [
        ("Do you want to play again?", YesNo),
        ("Are you ready?", YesNo),
        ("Can we begin", YesNo),
        ("Is the soup warm enough", YesNo),
        ("Want to hear another one?", YesNo),
        ("So, shall we?", YesNo),
        ("One more round?", YesNo),
        ("Tell me if you want another fact.", YesNo),
        ("Just let me know whether you'd like more", YesNo),
        ("Tell me if it rains.", Statement),
        ("That was fun, do you want more.", YesNo),
        ("A frog in a well do you want another story", YesNo),
        ("How about a game?", YesNo),
        ("Why don't we start over?", YesNo),
        ("Will you come back or not?", YesNo),
        ("Are you ready to order, or do you need more time?", YesNo),
        ("Would you like pizza or pasta?", YesNoSelection),
        ("Do you choose rock, paper or scissors?", YesNoSelection),
        ("Do you want to play on, yes or no?", YesNoSelection),
        ("Rock, paper or scissors?", YesNoSelection),
        ("Pick red, green or blue.", Selection),
        ("You can go left, go right, or turn back.", Selection),
        ("The options are hints, rules, and scores.", Selection),
        ("True or false: bees can count.", Selection),
        ("Easy, medium or hard.", Selection),
        ("Choose between tea and coffee.", Selection),
        ("What is your favourite colour?", Wh),
        ("What day do you want events for", Wh),
        ("In which year did it happen?", Wh),
        ("How many eggs are there?", Wh),
        ("How old are you?", Wh),
        ("Who wrote it?", Wh),
        ("Where would you like to go.", Wh),
        ("What else?", Wh),
        ("If you were a bird, what bird would you be?", Wh),
        ("Please tell me your name.", Wh),
        ("Can you give me a number?", Wh),
        ("Would you mind telling me your zip code?", Wh),
        ("I need your phone number.", Wh),
        ("Which category: sports, music, or history?", WhSelection),
        ("Which would you like, tea or coffee?", WhSelection),
        ("Tea or coffee, which do you prefer?", WhSelection),
        ("If you'd like to hear more, say yes.", Instruction),
        ("Just say 'tell me a joke'.", Instruction),
        ("Ask me for a riddle.", Instruction),
        ("You can ask me to tell you a story.", Instruction),
        ("Try saying, what's new.", Instruction),
        ("When you are ready, say go.", Instruction),
        ("Please answer with \"left\".", Instruction),
        ("You can say help, stop, or repeat", InstructionSelection),
        ("Say yes or no.", InstructionSelection),
        ("Say next or a number between 1 and 5.", InstructionSelection),
        ("Welcome to the Tide Table.", Statement),
        ("When you are ready, the bell rings.", Statement),
        ("What you see is an old house.", Statement),
        ("He bought a boat, which was a mistake.", Statement),
        ("Have a nice day!", Statement),
        ("May the best one win.", Statement),
        ("Do your best.", Statement),
        ("What a lovely day!", Statement),
        ("I will ask you five questions.", Statement),
        ("People say it is cold.", Statement),
        ("Simon says stop.", Statement),
        ("Don't say a word.", Statement),
        ("She wanted to ask for help or leave.", Statement),
        ("He wondered whether to stay or go.", Statement),
        ("Two or three boats were lost.", Statement),
        ("", Statement),
    ];
    for (sentence, expected) in table {
        assert_eq!(question(sentence), expected, "{sentence}");
    }
}

#[test]
fn the_last_sentence_that_asks_gives_a_turn_its_kind() {
    for (text, expected) in [
        ("Do you like soup? Well, which soup do you like?", Question::Wh),
        ("Which soup do you like? It is all hot.", Question::Wh),
        ("Is it hot? Yes. It is very hot. It burns. Mind your tongue.", Question::Statement),
        ("Soup is hot.", Question::Statement),
    ] {
        assert_eq!(asked(text), expected, "{text}");
    }
}

#[test]
fn each_turn_is_answered() {
    let table: &[(&str, &[&str])] = &[
        // Yes or no.
        ("Do you want to play again?", &["yes", "no"]),
        ("Thanks! Do you want to go on or not?", &["yes", "no"]),
        ("Do you have any brothers or sisters?", &["yes", "no", "brothers", "sisters"]),
        // Selections.
        ("Would you like pizza or pasta?", &["pizza", "pasta"]),
        ("Would you like a pizza, or would you rather have pasta?", &["pizza", "pasta"]),
        ("Should I stop, or should I go on?", &["stop", "go on"]),
        ("Do you want to hear the news or play a game?", &["hear the news", "play a game"]),
        ("Would you like to hear about whales, seals or crabs?", &["whales", "seals", "crabs"]),
        (
            "Would you like me to tell you a joke or sing a song?",
            &["tell me a joke", "sing a song"],
        ),
        ("Shall we go left or right?", &["left", "right"]),
        ("Do you want the blue door or the red door?", &["blue door", "red door"]),
        ("Is the answer higher or lower than ten?", &["higher", "lower"]),
        ("Do you want to take the boat, the train or the bus?", &["boat", "train", "bus"]),
        (
            "You can start a new game, load an old one, or quit.",
            &["start a new game", "load an old one", "quit"],
        ),
        ("You can go to the north, south or the cabin.", &["north", "south", "cabin"]),
        ("Your options are: hints, rules, and scores.", &["hints", "rules", "scores"]),
        ("Choose either soup or bread, please.", &["soup", "bread"]),
        (
            "Would you like to hear your score or check your mail?",
            &["hear my score", "check my mail"],
        ),
        ("Is it true or false?", &["true", "false"]),
        (
            "When he comes, should Bo stay at home? Or should he follow the crowd?",
            &["stay at home", "follow the crowd"],
        ),
        ("Small/medium/large, or something else?", &["Small", "medium", "large"]),
        ("Which would you like? Tea, juice, milk or water.", &["Tea", "juice", "milk", "water"]),
        (
            "I can help with news, weather, music, and more. Which would you like?",
            &["news", "weather", "music"],
        ),
        (
            "I have three stories: the fox, the bear and the moon. Which one do you want?",
            &["fox", "bear", "moon"],
        ),
        ("There is a rusty key, and a lamp. Which thing do you take?", &["rusty key", "lamp"]),
        ("What size? We have small, medium, and large.", &["small", "medium", "large"]),
        ("Shall I book a table for today or tomorrow?", &["today", "tomorrow"]),
        ("Tell me which colour you like, green or blue.", &["green", "blue"]),
        ("Your gear, your team or your score?", &["my gear", "my team", "my score"]),
        (
            "Which phrase describes it best: dark and cold, a cave in which a bear sleeps, or \
             somewhere you would like to stay?",
            &["dark and cold", "a cave in which a bear sleeps", "somewhere you would like to stay"],
        ),
        (
            "Which sentence is true: the lamp is lit, the door that creaks is open, or it rains?",
            &["the lamp is lit", "the door that creaks is open", "it rains"],
        ),
        ("Do you go up or do you go down?", &["go up", "go down"]),
        (
            "Do you take the boat, or do you wait for the tide?",
            &["take the boat", "wait for the tide"],
        ),
        ("Is it a heron, is it a stork, or is it a crane?", &["heron", "stork", "crane"]),
        ("Are you hungry or are you thirsty?", &["hungry", "thirsty"]),
        ("Is it salt? Is it sugar? Or is it flour?", &["salt", "sugar", "flour"]),
        ("Would you like soup? Bread? Or cheese?", &["soup", "Bread", "cheese"]),
        ("Soup? Or bread?", &["Soup", "bread"]),
        (
            "Do you stay, follow the river through the hills to town, or go home?",
            &["stay", "follow the river through the hills to town", "go home"],
        ),
        ("Do you call her or stay where you are?", &["call her", "stay where I am"]),
        ("Would you say you are patient or quick?", &["patient", "quick"]),
        ("Do you have one or two boats?", &["one", "two boats"]),
        ("How do you feel, good, bad, or in between?", &["good", "bad", "in between"]),
        ("Are you 18 or older?", &["yes", "no"]),
        ("Are you ready, or do you need more time?", &["yes", "no"]),
        (
            "What would you like to do: 1, row out, 2, mend the net, or 3, sleep?",
            &["1", "2", "3", "row out", "mend the net", "sleep"],
        ),
        (
            "Choose one: first, the old bridge; second, the ferry; third, the ford.",
            &["first", "second", "third", "the old bridge", "the ferry", "the ford"],
        ),
        ("Choose a number from one to three, or say skip.", &["skip", "one", "two", "three"]),
        // Ways out.
        (
            "There are doors to the north, to the east and down. Where do you go?",
            &["north", "east", "down"],
        ),
        ("A stair leads down and there is a gate to the west. What do you do?", &["down", "west"]),
        ("Left goes to a mill, right goes to a farm. Which way do you go?", &["left", "right"]),
        ("There is a seal on the right. What do you say to the seal?", &[]),
        ("Two are left and it is time to sit down. What do you do?", &[]),
        // What to say.
        ("If you'd like to hear more, say yes.", &["yes"]),
        ("Say 'next' to hear more, or 'stop' to end.", &["next", "stop"]),
        ("You can say help, stop, or repeat at any time.", &["help", "stop", "repeat"]),
        ("Say next or a number between 1 and 5.", &["next", "1", "2", "3", "4", "5"]),
        ("Say chapter followed by a number from 1 to 3.", &["chapter 1", "chapter 2", "chapter 3"]),
        ("Just say \"tell me a joke\" or \"sing\".", &["tell me a joke", "sing"]),
        (
            "You can ask me to play the harp, read you a poem, or stop.",
            &["play the harp", "read me a poem", "stop"],
        ),
        ("You can ask me to get and set your alarms.", &["get my alarms", "set my alarms"]),
        ("Ask me about rivers or lakes.", &["tell me about rivers", "tell me about lakes"]),
        ("Ask Pond Life for a frog fact.", &["a frog fact"]),
        (
            "You can ask things like, how do I boil an egg? Or how do I peel it?",
            &["how do I peel it", "how do I boil an egg"],
        ),
        ("Use short commands. For example, open door or take lamp.", &["open door", "take lamp"]),
        ("Say go when you are ready, then wait.", &["go"]),
        ("To hear the rules say rules, to play say play.", &["rules", "play"]),
        ("Say hello to our cook.", &["hello"]),
        ("Say repeat and I'll tell it once more.", &["repeat"]),
        ("Say \"Alexa, stop\" to end.", &["stop"]),
        ("Say the name of a city.", &["Portland", "Boston"]),
        // Open questions.
        ("What is your name?", &["Robin"]),
        ("What's your last name?", &["Marlow"]),
        ("Please tell me your phone number.", &["503 555 0142"]),
        ("Tell me your date of birth.", &["March 4th 1990"]),
        ("What is your e-mail address?", &["robin@example.com"]),
        ("What kind of music do you like?", &["jazz", "rock"]),
        ("Where do you want to fly to?", &["Portland", "Boston"]),
        ("How many guests will come?", &["2", "5"]),
        (
            "I am thinking of a number from one to three. What is your guess?",
            &["one", "two", "three"],
        ),
        ("Pick a number between 1 and 100.", &["1", "50", "100"]),
        ("Who discovered it? You have ten seconds.", &["Robin", "my sister"]),
        ("What is the capital of Kenya?", &["Portland", "I don't know"]),
        ("In which year did the pier burn down?", &["1999"]),
        ("Who painted the gulls? Say a name or \"pass\".", &["Robin", "pass"]),
        ("You could say today, or May third. Which day do you want?", &["today", "May third"]),
        ("What would you like to do?", &[]),
        // Quizzes.
        (
            "What is the capital of Kenya? A. Nairobi B. Lagos C. Cairo",
            &["A", "B", "C", "Nairobi", "Lagos", "Cairo"],
        ),
        (
            "Who ran? 1: a fox, 2: a bear, or 3: a cat.",
            &["1", "2", "3", "a fox", "a bear", "a cat"],
        ),
        (
            "Which is a bird? One, a bat. Two, a hen. Three, a bee.",
            &["One", "Two", "Three", "a bat", "a hen", "a bee"],
        ),
        // The last question first; what is to be said counts anywhere.
        ("Do you like it? Which colour: red or blue?", &["red", "blue", "yes", "no"]),
        ("You can say skip. What is your name?", &["Robin", "skip"]),
        ("Would you like more? Say yes, or no thanks.", &["yes", "no thanks", "no"]),
    ];
    for (text, expected) in table {
        assert_eq!(&said(text), expected, "{text}");
    }
}

#[test]
fn what_only_tells_offers_nothing() {
    for text in [
        "",
        "Welcome to the Tide Table.",
        "The fox ate bread, cheese, and an apple or two.",
        "Two or three boats were lost in the storm.",
        "Everybody dances, sings or sleeps.",
        "Whether it rains or shines, the market opens at eight.",
        "You can win or lose.",
        "They asked the king for bread or gold.",
        "My sister says that cats know everything.",
        "What you do not know cannot hurt you.",
        "Come back soon. Just say, Alexa, open Soup Box.",
        "She said hello, and he said goodbye.",
        "The doctor could not say why.",
        "Is it cold? Nobody knew. The night was long. It rained. Then the sun rose over the hill.",
        "Step 1. Peel the onion. Step 2. Cut it. Step 3. Fry it.",
        "Sorry, please say that again.",
    ] {
        assert_eq!(said(text), [""; 0], "{text}");
    }
}

#[test]
fn what_the_app_suggests_is_found_in_its_order() {
    let table: &[(&str, &[&str])] = &[
        (
            "Say start to begin. Later you can say \"pause\" or \"skip\".",
            &["start", "pause", "skip"],
        ),
        ("Say a number from 1 to 3.", &[]),
        ("Would you like soup or bread?", &[]),
        ("What is your name? Say it slowly.", &[]),
        ("Ask me to tell you a story.", &["tell me a story"]),
    ];
    for (text, expected) in table {
        assert_eq!(&suggests(text), expected, "{text}");
    }
}

#[test]
fn long_texts_are_bounded() {
    let hostile = [
        "a or b, ".repeat(20_000),
        "say a or say b and ask me to go ".repeat(5_000),
        "\"a ".repeat(20_000),
        ": x or ".repeat(20_000),
        "1. a 2. b ".repeat(10_000),
        "you can go or ".repeat(5_000),
        "<".repeat(50_000),
        "Say \"one\", \"two\". ".repeat(2_000),
    ];
    for text in hostile {
        assert!(replies(&text).len() <= REPLIES_LIMIT);
        assert!(suggests(&text).len() <= REPLIES_LIMIT);
        assert!(same_meaning(&text, &text));
    }
    let words = [
        "ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "koi", "lynx",
        "mole", "newt", "owl", "pig", "quail", "ray", "seal", "toad", "urchin", "vole", "wasp",
        "yak", "zebra", "crab", "dove",
    ];
    let many: Vec<String> = words.iter().map(|word| format!("Say {word}.")).collect();
    assert_eq!(replies(&many.join(" ")).len(), REPLIES_LIMIT);
    let far = format!("Would you like soup or bread? {}", "The tide is high. ".repeat(400));
    assert_eq!(said(&far), [""; 0], "what stands before the end is not asked now");
}

/// Text made of the words and marks that matter here.
fn speech() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "say", "ask me", "to", "or", "and", "you", "can", "do", "would", "like", "what", "which",
        "is", "your", "name", "the", "a", "number", "between", "1", "5", "yes", "no", ",", ".",
        "?", ":", "\"", "'", "A.", "B.", "Or", "Do", "What", "followed", "by", "Alexa", "open",
        "é", "…", "-", "/", "<x>", "\n", "play", "go", "either", "options", "are", "for",
        "example", "tell",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.join(" "))
}

#[test]
fn a_question_after_blanks_alone_begins_no_second_sentence() {
    assert_eq!(sentences("  What can you do?"), ["What can you do?"]);
    assert_eq!(asked("<x> What can"), asked("What can"));
}

proptest! {
    #[test]
    fn no_text_breaks_anything(text in prop_oneof![speech(), ".{0,200}"]) {
        let replies = replies(&text);
        prop_assert!(replies.len() <= REPLIES_LIMIT);
        let mut normals: Vec<String> = replies.iter().map(|reply| normal(&reply.words)).collect();
        prop_assert!(normals.iter().all(|normal| !normal.is_empty()));
        prop_assert!(replies.iter().all(|reply| reply.question != Question::Statement));
        normals.sort();
        normals.dedup();
        prop_assert_eq!(normals.len(), replies.len(), "no reply twice");
        for sentence in sentences(&text) {
            question(sentence);
        }
        let suggested = suggests(&text);
        prop_assert!(suggested.iter().all(|words| !normal(words).is_empty()));
        asked(&text);
        confused(&text);
        farewell(&text);
        asks_for(&text);
    }
}
