use std::time::Instant;

use jiff::civil::date;
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::demo::voice;

fn today() -> Date {
    date(2026, 1, 15)
}

fn resolver(languages: &serde_json::Value) -> UtteranceResolver {
    let text = json!({ "languageModel": languages }).to_string();
    UtteranceResolver::new(&InteractionModel::read(text.as_bytes()).unwrap(), "en-US")
}

/// What `words` mean, as `Intent slot=value …`; empty if nothing fits.
fn meant(resolver: &UtteranceResolver, words: &str) -> String {
    let ranked = resolver.resolve(words, today());
    let Some(best) = ranked.best() else { return String::new() };
    let slots = best.slots.iter().map(|(name, filled)| {
        let listed = filled.resolution.as_ref().and_then(|found| found.values.first());
        format!(" {name}={}", listed.map_or(&filled.value, |(_, name)| name))
    });
    format!("{}{}", best.intent, slots.collect::<String>())
}

fn tea() -> UtteranceResolver {
    resolver(&json!({
        "invocationName": "tea time",
        "intents": [
            {"name": "AMAZON.HelpIntent"}, {"name": "AMAZON.NextIntent"}, {"name": "AMAZON.StopIntent", "samples": ["i am done with tea"]},
            {"name": "AMAZON.YesIntent"}, {"name": "AMAZON.NoIntent"},
            {"name": "BrewIntent", "samples": ["brew {tea}", "brew {count} cups of {tea}", "{tea}", "make {tea} for {minutes}"],
             "slots": [{"name": "tea", "type": "TEA"}, {"name": "count", "type": "AMAZON.NUMBER"},
                       {"name": "minutes", "type": "AMAZON.DURATION"}]},
            {"name": "CountIntent", "samples": ["{count}", "{count} cups"], "slots": [{"name": "count", "type": "AMAZON.NUMBER"}]},
            {"name": "CityIntent", "samples": ["{city}", "i live in {city}"], "slots": [{"name": "city", "type": "AMAZON.City"}]},
            {"name": "SearchIntent", "samples": ["search for {query}", "brew me {query}"], "slots": [{"name": "query", "type": "AMAZON.SearchQuery"}]},
            {"name": "PassIntent", "samples": ["skip"]},
            {"name": "FactIntent", "samples": ["tell me a tea fact", "what's new about {name}'s tea"], "slots": [{"name": "name", "type": "AMAZON.FirstName"}]},
            {"name": "BadIntent", "samples": ["take {nothing}", "open {brace", "", "{TEA} shop"], "slots": [{"name": "tea", "type": "TEA"}]}],
        "types": [{"name": "TEA", "values": [
            {"id": "g", "name": {"value": "green tea", "synonyms": ["green", "sencha"]}},
            {"name": {"value": "black tea", "synonyms": ["black", "Earl Grey"]}}]}]}))
}

#[test]
fn words_become_intents_with_slots() {
    let tea = tea();
    for (words, expected) in [
        ("brew sencha", "BrewIntent tea=green tea"),
        ("Brew Earl Grey!", "BrewIntent tea=black tea"),
        ("brew two cups of green tea", "BrewIntent count=2 tea=green tea"),
        ("make green for ten minutes", "BrewIntent tea=green tea minutes=PT10M"),
        ("green", "BrewIntent tea=green tea"),
        ("alexa, brew black tea", "BrewIntent tea=black tea"),
        ("forty two", "CountIntent count=42"),
        ("42 cups", "CountIntent count=42"),
        ("london", "CityIntent city=london"),
        ("nowhere creek", "CityIntent city=nowhere creek"),
        ("i live in tea pot hills", "CityIntent city=tea pot hills"),
        ("search for the best way to brew", "SearchIntent query=the best way to brew"),
        // A listed value before free text, though both samples fit.
        ("brew me sencha", "SearchIntent query=sencha"),
        ("what's new about Mary's tea", "FactIntent name=mary"),
        ("help", "AMAZON.HelpIntent"),
        ("what can I say", "AMAZON.HelpIntent"),
        ("stop", "AMAZON.StopIntent"),
        ("i am done with tea", "AMAZON.StopIntent"),
        // A sample of the app before a usual phrase of ours.
        ("skip", "PassIntent"),
        ("yes please", "AMAZON.YesIntent"),
        ("nope", "AMAZON.NoIntent"),
        ("green shop", "BadIntent tea=green tea"),
    ] {
        assert_eq!(meant(&tea, words), expected, "{words}");
    }
}

#[test]
fn what_was_left_out_may_be_little() {
    let tea = tea();
    for (words, expected) in [
        ("tell me a fact", "FactIntent"),
        ("tell me the tea fact please", "FactIntent"),
        ("i think it's forty two", "CountIntent count=42"),
        ("i want the sencha please", "BrewIntent tea=green tea"),
        ("um yes", "AMAZON.YesIntent"),
    ] {
        assert!(meant(&tea, words).starts_with(expected), "{words}: {}", meant(&tea, words));
    }
}

#[test]
fn there_is_no_wild_guess() {
    let tea = tea();
    for words in [
        "",
        "?!",
        "what is the meaning of life",
        "tell me",
        "a",
        "brew",
        "i don't know what you want from me now",
        "the fact that it rains every day in autumn bothers me",
        "12 monkeys and a goat called steve live here somewhere",
        "resume",
    ] {
        assert_eq!(meant(&tea, words), "", "{words}");
    }
    // What came near is told all the same.
    let near = tea.resolve("tell me a tea joke", today());
    assert_eq!(near.best(), None);
    assert_eq!(near.runner_up().unwrap().intent, "FactIntent");
}

#[test]
fn the_runner_up_is_told() {
    let ranked = tea().resolve("green", today());
    assert_eq!(ranked.best().unwrap().intent, "BrewIntent");
    assert_eq!(ranked.runner_up().unwrap().intent, "CityIntent");
}

#[test]
fn an_answer_fills_the_slot_that_was_asked_for() {
    let tea = tea();
    let answer = |words: &str, slot: &str| {
        let ranked = tea.answer(words, "BrewIntent", slot, today());
        let best = ranked.best()?;
        Some((best.slots[0].1.value.clone(), best.firm))
    };
    assert_eq!(answer("five", "count"), Some(("5".into(), true)));
    assert_eq!(answer("i'd like five please", "count"), Some(("5".into(), true)));
    assert_eq!(answer("purple", "count"), None);
    assert_eq!(answer("sencha", "tea"), Some(("sencha".into(), true)));
    // Own types take other words too, if they were asked for.
    assert_eq!(answer("rooibos", "tea"), Some(("rooibos".into(), false)));
    assert_eq!(answer("sencha", "nothing"), None);
}

#[test]
fn odd_samples_are_told_and_left_out() {
    let warnings = tea().warnings;
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert!(warnings.iter().all(|warning| warning.starts_with("BadIntent: ")));
}

#[test]
fn values_are_resolved_as_the_platform_does() {
    let tea = tea();
    let filled = tea.fill("Earl Grey", "BrewIntent", "tea", today());
    let resolution = filled.resolution.unwrap();
    assert_eq!((filled.value.as_str(), resolution.kind.as_str()), ("earl grey", "TEA"));
    assert_eq!(resolution.values[0].1, "black tea");
    assert_eq!(resolution.values[0].0.len(), 32, "an id of our own");
    assert_eq!(tea.fill("oolong", "BrewIntent", "tea", today()).resolution.unwrap().values, []);
    assert_eq!(tea.fill("seven", "CountIntent", "count", today()).value, "7");
    assert_eq!(tea.fill("7", "CountIntent", "nothing", today()).value, "7");
}

#[test]
fn a_slot_may_take_several_values() {
    let resolver = resolver(&json!({
        "intents": [{"name": "Order", "samples": ["i want {fruit}"],
            "slots": [{"name": "fruit", "type": "FRUIT", "multipleValues": {"enabled": true}}]}],
        "types": [{"name": "FRUIT", "values": [{"name": {"value": "apple"}}, {"name": {"value": "pear"}}]}]}));
    let ranked = resolver.resolve("i want apple and pear", today());
    let filled = &ranked.best().unwrap().slots[0].1;
    let values: Vec<&str> = filled.several.iter().map(|one| one.value.as_str()).collect();
    assert_eq!(values, ["apple", "pear"]);
}

#[test]
fn the_app_is_called_by_its_name() {
    let ask = |what: &str| Some(InvocationCall::Ask(what.into()));
    for (words, expected) in [
        ("open tea time", Some(InvocationCall::Open)),
        ("Alexa, open Tea Time", Some(InvocationCall::Open)),
        ("talk to the tea time", Some(InvocationCall::Open)),
        ("tea time", Some(InvocationCall::Open)),
        ("ask tea time", Some(InvocationCall::Open)),
        ("ask tea time to brew sencha", ask("brew sencha")),
        ("open tea time and brew sencha", ask("brew sencha")),
        ("ask tea time for help", ask("help")),
        ("tell tea time that I am done", ask("i am done")),
        ("tea time is over", None),
        ("open coffee time", None),
        ("ask tea", None),
        ("", None),
    ] {
        assert_eq!(call(words, "tea time"), expected, "{words}");
    }
    assert_eq!(call("open", ""), None);
}

#[test]
fn other_languages_work_too() {
    let model = |name: &str, sample: &str| {
        json!({"intents": [{"name": "AMAZON.YesIntent"}, {"name": name, "samples": [sample]}]})
            .to_string()
    };
    let read = |text: String, locale: &str| {
        UtteranceResolver::new(&InteractionModel::read(text.as_bytes()).unwrap(), locale)
    };
    let german = read(model("Tee", "koche grünen tee"), "de-DE");
    assert_eq!(meant(&german, "Koche grünen Tee!"), "Tee");
    assert_eq!(meant(&german, "ja bitte"), "AMAZON.YesIntent");
    let japanese = read(model("Timer", "タイマーを確認して"), "ja-JP");
    assert_eq!(meant(&japanese, "タイマーを確認して"), "Timer");
    assert_eq!(meant(&japanese, "はい"), "AMAZON.YesIntent");
}

#[test]
fn the_demo_apps_understand_their_own_samples() {
    for about in voice::ALL {
        let model = InteractionModel::read(about.model.as_bytes()).unwrap();
        let resolver = UtteranceResolver::new(&model, "en-US");
        assert_eq!(resolver.warnings, Vec::<String>::new(), "{}", about.name);
        for intent in &model.intents {
            for sample in intent.samples.iter().filter(|sample| !sample.contains('{')) {
                assert_eq!(meant(&resolver, sample), intent.name, "{}: {sample}", about.name);
            }
        }
    }
}

/// A model made to take long: long samples of nothing but slots, many types, many intents.
fn hostile() -> UtteranceResolver {
    let slots: Vec<String> = (0..40).map(|slot| format!("{{s{slot}}}")).collect();
    let sample = slots.join(" ");
    let intents: Vec<_> = (0..400)
        .map(|intent| {
            let slots: Vec<_> = (0..40)
                .map(|slot| json!({"name": format!("s{slot}"), "type": format!("T{}", (intent * 40 + slot) % 3000)}))
                .collect();
            json!({"name": format!("I{intent}"), "samples": [sample, format!("a {sample}"), format!("{sample} a")], "slots": slots})
        })
        .collect();
    resolver(&json!({ "intents": intents }))
}

#[test]
fn the_work_for_one_utterance_is_bounded() {
    let resolver = hostile();
    let began = Instant::now();
    let ranked = resolver.resolve(&"a ".repeat(200), today());
    assert!(ranked.cut, "it is told that not all was searched");
    // The bound is in cells; this only rules out that it has no effect at all.
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

proptest! {
    #[test]
    fn no_utterance_panics(words in "\\PC{0,120}") {
        let tea = tea();
        let _ = tea.resolve(&words, today());
        let _ = tea.answer(&words, "BrewIntent", "tea", today());
        let _ = call(&words, "tea time");
    }

    #[test]
    fn no_model_panics(
        samples in prop::collection::vec("(\\{|\\}|\\||s|t|a|b| |'|é|日){0,12}", 0..6),
        values in prop::collection::vec("[a-c ']{0,5}", 0..4),
        utterance in "[a-ct' 日]{0,24}",
    ) {
        let values: Vec<_> = values.iter().map(|value| json!({"name": {"value": value}})).collect();
        let resolver = resolver(&json!({
            "intents": [{"name": "I", "samples": samples,
                "slots": [{"name": "s", "type": "T", "samples": samples}, {"name": "t", "type": "AMAZON.NUMBER"}]}],
            "types": [{"name": "T", "values": values}]}));
        for candidate in resolver.resolve(&utterance, today()).candidates {
            prop_assert!((0.0..=1.0).contains(&candidate.score));
        }
        let _ = resolver.answer(&utterance, "I", "s", today());
    }

    #[test]
    fn every_listed_value_is_understood(place in 0..5_usize, before in "(brew |make |)") {
        let value = ["green tea", "green", "sencha", "black", "earl grey"][place];
        let tea = tea();
        let words = if before == "make " { format!("make {value} for an hour") } else { format!("{before}{value}") };
        prop_assert!(meant(&tea, &words).starts_with("BrewIntent"), "{words}");
    }
}
