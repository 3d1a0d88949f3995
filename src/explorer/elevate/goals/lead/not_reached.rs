//! What of the app was never reached, as a question of the model's lead tells it: functions of its code that never ran and texts
//! that were never shown. Of functions, those whose names have words of the app's screens: others are of libraries, or are
//! called by these.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::RefusedInputs;
use crate::domain::values;
use crate::explorer::Situation;
use crate::explorer::elevate::goals::screens::SeenScreens;
use crate::explorer::elevate::goals::vocabulary;

/// The most functions that are told.
const FUNCTIONS: usize = 24;
/// The most texts that are told, and the most characters that they take.
const TEXTS: usize = 24;
const TEXT_LENGTH: usize = 500;
/// The names of functions that never ran, those first that are about the present screen. What was `refused` under another name,
/// such as deleting, is left out.
pub fn not_run(
    situation: &Situation,
    screens: &SeenScreens,
    refused: &RefusedInputs,
) -> Vec<String> {
    let here = vocabulary::of_screen(&situation.screen);
    let refused = refused.values().flatten();
    let held: HashSet<String> =
        refused.flat_map(|key| vocabulary::words(&values::words_of(key.as_str()))).collect();
    let is_held = |name: &str| {
        vocabulary::first_word(&values::words_of(name)).is_some_and(|verb| held.contains(&verb))
    };
    let names = situation.model.functions_not_run().filter(|name| !is_held(name));
    let ranked = names.filter_map(|name| {
        let words = vocabulary::words(&values::words_of(name));
        let known = words.iter().filter(|word| screens.vocabulary.has_word(word)).count();
        let unknown = words.len() - known;
        let shown = words.intersection(&here).count();
        (known > unknown).then_some((Reverse((shown, known)), unknown, name))
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by_key(|(told, unknown, _)| (*unknown, *told));
    ranked.into_iter().take(FUNCTIONS).map(|(.., name)| name.to_owned()).collect()
}

/// The app's texts that were never shown, those first that are about the present screen.
pub fn not_shown(situation: &Situation, screens: &SeenScreens) -> Vec<String> {
    let here = vocabulary::of_screen(&situation.screen);
    let texts = situation.model.texts().iter().filter(|text| !screens.vocabulary.has_shown(text));
    let ranked = texts.map(|text| (vocabulary::words(text).intersection(&here).count(), text));
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by_key(|(shown, _)| Reverse((*shown).min(1)));
    let mut left = TEXT_LENGTH;
    let told = ranked.into_iter().map_while(|(_, text)| {
        left = left.checked_sub(text.chars().count())?;
        Some(text.clone())
    });
    told.take(TEXTS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKey, FunctionNames};
    use crate::explorer::elevate::ElevateWeights;
    use crate::explorer::elevate::scene::PromptScene;
    use crate::explorer::testing::{World, menu};
    use crate::protocol::{AppOpened, Event};

    /// What is told on each of two screens that are shown one after another.
    fn told(
        world: &mut World,
        tell: impl Fn(&Situation, &SeenScreens) -> Vec<String>,
    ) -> Vec<String> {
        let mut screens = SeenScreens::default();
        let mut told = Vec::new();
        for screen in [menu("Trips", &["Archive", "Delete"]), menu("Teas", &["Pour"])] {
            world.show(screen);
            let situation = world.situation();
            let weights = ElevateWeights::default();
            screens.see(&PromptScene::new(&situation, None, &[], &weights));
            told.push(tell(&situation, &screens).join(", "));
        }
        told
    }

    #[test]
    fn functions_with_words_of_the_app_are_told_first_those_of_the_present_screen() {
        let mut world = World::new(None);
        let names = ["forceTripLayout", "getTeaHandler", "deleteTrip", "archiveTrip", "pourTeas"];
        let names = names.map(str::to_owned).to_vec();
        world.learn(&Event::FunctionsNamed(FunctionNames { not_run: names, ran: Vec::new() }));
        let nothing = RefusedInputs::new();
        assert_eq!(
            told(&mut world, |situation, screens| not_run(situation, screens, &nothing)),
            ["deleteTrip, archiveTrip", "pourTeas, getTeaHandler, deleteTrip, archiveTrip"]
        );
        let pour = ActionKey::new("tap #pourBtn");
        let refused = RefusedInputs::from([(String::new(), HashSet::from([pour]))]);
        assert_eq!(
            told(&mut world, |situation, screens| not_run(situation, screens, &refused)),
            ["deleteTrip, archiveTrip", "getTeaHandler, deleteTrip, archiveTrip"],
            "a tester has refused to pour"
        );
    }

    #[test]
    fn texts_are_told_until_they_are_shown() {
        let mut world = World::new(None);
        let texts = ["Trips", "Pour", "No tea is left", "Export all"].map(str::to_owned).to_vec();
        world.learn(&Event::AppOpened(AppOpened { texts, ..AppOpened::default() }));
        assert_eq!(
            told(&mut world, not_shown),
            ["Pour, No tea is left, Export all", "No tea is left, Export all"]
        );
    }
}
