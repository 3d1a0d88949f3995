//! What a goal begins with: its inputs one after another, and what stands in their way.

use super::super::reach::ChoiceStep;
use super::super::steps::{asks_for_system, back_leaves, is_back};
use super::super::{options, reach, resolve};
use super::{Pursuit, PursuitStep};
use crate::domain::{Action, ActionKey, InputText, Secret, Widget, speech};
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::elevate::rules;
use crate::explorer::elevate::scene::{InputKind, PromptScene};
use crate::explorer::shared::activity_starts::start_by_words;
use crate::explorer::shared::forms;
use crate::explorer::shared::unlisted::is_search;
use crate::protocol::{ActionOutcome, GoalText};

/// Why the page is scrolled.
const FURTHER_DOWN: &str = "What comes next may be further down.";
const FURTHER_ON: &str = "What comes next is further on.";

impl Pursuit {
    /// The next of the inputs to begin with, if this screen has it. While progress is shown, it is
    /// waited for. If it is not there and `search` is true, something is done to come to it.
    pub(super) fn begins(
        &mut self,
        scene: &PromptScene<'_>,
        search: bool,
        weights: &ElevateWeights,
    ) -> Option<PursuitStep> {
        let why = || "What it begins with.".to_owned();
        let situation = scene.situation;
        // A tap of the goal has just led here.
        let led_here = self.tapped.is_some_and(|(state, step)| {
            step + 1 == situation.step && state != situation.state.structural
        });
        let starts = weights.display.breadth.activity_starts.is_enabled();
        let resolved = |words: &String| {
            if let Some(place) = resolve::input(scene, words) {
                return Some(PursuitStep::Input(place, why()));
            }
            let typed = resolve::named_text(words);
            if let Some(typed) = &typed
                && let Some(place) = resolve::secret(scene, typed)
            {
                if let Some(action) = own_secret(scene, place, &typed.text) {
                    return Some(PursuitStep::Act(action, why()));
                }
                return Some(PursuitStep::Input(place, "A hidden field is filled by rule.".into()));
            }
            let only = |typed: &GoalText| resolve::only_text(situation, typed).filter(|_| led_here);
            let action = typed
                .and_then(|typed| resolve::text(situation, &typed).or_else(|| only(&typed)))
                .or_else(|| resolve::gesture(scene, words))
                .or_else(|| resolve::wait(situation, words, weights.goal_wait_ms))
                .or_else(|| resolve::key(situation, words))
                .or_else(|| start_by_words(situation, words).filter(|_| starts));
            action.map(|action| PursuitStep::Act(action, why()))
        };
        // What a field holds already is typed.
        let is_typed = |words: &String| {
            resolve::named_text(words).is_some_and(|typed| resolve::holds(situation, &typed))
        };
        while self.begin.first().is_some_and(is_typed) {
            self.begin.remove(0);
            self.began = true;
        }
        while let Some(choice) = self.begin.first().and_then(|words| resolve::named_choice(words)) {
            match self.reach.choose(scene, &choice) {
                Some(ChoiceStep::Made) => _ = self.begin.remove(0),
                Some(ChoiceStep::Open(place)) => {
                    (self.began, self.tapped) = (true, None);
                    return Some(PursuitStep::Input(place, "The choice is opened.".into()));
                }
                Some(ChoiceStep::Take(place)) => {
                    let words = self.begin.remove(0);
                    let key = scene.inputs[place].offer.key.clone();
                    self.chosen = Some((situation.step, key, words));
                    self.reach.reached();
                    return Some(PursuitStep::Input(place, why()));
                }
                None => break,
            }
        }
        // BACK was meant to return from what a tap opens: if that opened nothing, it would leave this screen. Unless what
        // follows is not here either, as after a button that only told what is missing.
        let did_nothing =
            || situation.last.as_ref().is_none_or(|it| it.outcome == ActionOutcome::None);
        let opened_nothing = self.tapped.is_some_and(|(state, step)| {
            step + 1 == situation.step && state == situation.state.structural && did_nothing()
        });
        while self.begin.first().is_some_and(|words| is_back(words)) {
            let is_elsewhere =
                self.begin.get(1).is_some_and(|words| !is_back(words) && resolved(words).is_none());
            if back_leaves(situation) || (opened_nothing && !is_elsewhere) {
                self.skipped.push(self.begin.remove(0));
            } else {
                break;
            }
        }
        // On the goal's own screen those that it does not have are skipped. If a later one is missing, the
        // app is not where the reply expected it to be, and the rest is left out. What every screen has, such
        // as BACK, was meant for the screen that the missing ones lead to.
        // A text is not skipped: what follows sends what it makes.
        let is_text = |words: &String| resolve::named_text(words).is_some();
        let before_texts = self.begin.iter().take_while(|words| !is_text(words)).count();
        let within = if self.began { 1 } else { (before_texts + 1).min(self.begin.len()) };
        let mut begin = self.begin.iter().take(within).enumerate();
        let fits = |at: usize, step: &PursuitStep| match step {
            PursuitStep::Input(place, _) => {
                at == 0 || scene.inputs[*place].kind != InputKind::System
            }
            _ => true,
        };
        let found = begin.find_map(|(at, words)| Some((at, resolved(words)?)));
        if let Some((at, step)) = found.filter(|(at, step)| fits(*at, step)) {
            // Whoever leads may send a form without it.
            if search
                && let PursuitStep::Input(place, _) = step
                && let Some(secret) = self.reach.secret(scene, place)
            {
                let why = "A hidden field is filled by rule before it is sent.";
                return Some(PursuitStep::Act(secret, why.into()));
            }
            self.reach.reached();
            self.skipped.extend(self.begin.drain(..at));
            let words = Some(self.begin.remove(0));
            if let PursuitStep::Input(place, _) = step {
                let key = scene.inputs[place].offer.key.clone();
                self.chosen = words.map(|words| (situation.step, key, words));
                self.reach.chose(scene, place);
            }
            if let PursuitStep::Act(Action::Type { target, text: InputText::Secret(_) }, _) = &step
            {
                self.reach.filled(target);
            }
            (self.began, self.again) = (true, false);
            self.tapped = match &step {
                PursuitStep::Input(place, _)
                    if matches!(scene.inputs[*place].offer.action, Action::Tap { .. }) =>
                {
                    Some((situation.state.structural, situation.step))
                }
                _ => None,
            };
            return Some(step);
        }
        if self.begin.is_empty() {
            return None;
        }
        if situation.screen.shows_progress()
            && let Some(wait) = resolve::input(scene, "wait")
        {
            return Some(PursuitStep::Input(wait, "What comes next is waited for.".into()));
        }
        let toward = self.begin.first().and_then(|words| reach::scroll_to(scene, words));
        if let Some(place) =
            toward.and_then(|place| self.reach.scroll_by(scene, place, weights.goal_scrolls))
        {
            return Some(PursuitStep::Input(place, FURTHER_ON.into()));
        }
        if !search {
            // Whoever leads names the button of a form though it lies below what is shown.
            let place =
                self.sends(scene).then(|| self.reach.scroll_on(scene, weights.goal_scrolls));
            return place.flatten().map(|place| PursuitStep::Input(place, FURTHER_DOWN.into()));
        }
        if let Some((answers, why)) = self.answers(scene) {
            return Some(PursuitStep::Among(answers, why));
        }
        if let Some(place) = self.confirms(scene) {
            return Some(PursuitStep::Input(place, "What the last step asks is confirmed.".into()));
        }
        if let Some(place) = self.press_again(scene) {
            let why = "It closed what was open before, so it is pressed again.";
            return Some(PursuitStep::Input(place, why.into()));
        }
        if let Some(place) = self.reach.close(scene) {
            return Some(PursuitStep::Input(place, "An option of the choice is taken.".into()));
        }
        let place = self.reach.scroll_on(scene, weights.goal_scrolls)?;
        Some(PursuitStep::Input(place, FURTHER_DOWN.into()))
    }

    /// True if the next input is to send a form, by its words, and a form is on screen that is more than a search.
    fn sends(&self, scene: &PromptScene<'_>) -> bool {
        let tapped = self.begin.first().and_then(|words| words.strip_prefix("tap "));
        let name = tapped.and_then(|words| words.split('"').nth(1));
        let sends = name.is_some_and(|name| !forms::sending_words(name, "").is_empty());
        sends && forms::fields(&scene.situation.screen).any(|field| !is_search(field))
    }

    /// The answers to what stands between the latest of its inputs and the next one, with why: what BACK asks before it
    /// leaves, such as whether to save, but for those that stay, and what the system asks, such as for a permission.
    fn answers(&mut self, scene: &PromptScene<'_>) -> Option<(Vec<usize>, &'static str)> {
        let situation = scene.situation;
        let is_systems = asks_for_system(situation);
        let is_asked = |chosen: &mut (u64, ActionKey, String)| {
            chosen.0 + 1 == situation.step && (is_systems || chosen.1 == ActionKey::back())
        };
        self.chosen.take_if(is_asked).filter(|_| situation.screen.dialog)?;
        let is_answer = |place: &usize| {
            let action = &scene.inputs[*place].offer.action;
            matches!(action, Action::Tap { .. }) && !rules::leaves(action)
        };
        let answers: Vec<usize> = (0..scene.inputs.len()).filter(is_answer).collect();
        self.reach.extra += 1;
        let why = if is_systems {
            "What the system asks is answered."
        } else {
            "What BACK asks is answered."
        };
        (!answers.is_empty()).then_some((answers, why))
    }

    /// The button of a question that says once more what was just tapped, such as whether to delete it.
    fn confirms(&mut self, scene: &PromptScene<'_>) -> Option<usize> {
        let screen = &scene.situation.screen;
        let (from, step) = self.tapped?;
        if step + 1 != scene.situation.step
            || from == scene.situation.state.structural
            || !screen.dialog
            || screen.widgets.iter().any(Widget::is_field)
        {
            return None;
        }
        let (.., words) = self.chosen.as_ref()?;
        let said = speech::normal(options::bare(words));
        let repeats = |place: &usize| match &scene.inputs[*place].offer.action {
            Action::Tap { target } => {
                let label = speech::normal(&target.label);
                !label.is_empty() && (said == label || said.starts_with(&format!("{label} ")))
            }
            _ => false,
        };
        let place = (0..scene.inputs.len()).find(repeats)?;
        self.tapped = None;
        self.reach.extra += 1;
        Some(place)
    }

    /// The latest tap, if it led back to a screen that was seen before and that has it still: while a menu is open,
    /// many apps take the first press beside it for its end.
    fn press_again(&mut self, scene: &PromptScene<'_>) -> Option<usize> {
        let situation = scene.situation;
        let here = situation.state.structural;
        let (from, step) = self.tapped.filter(|_| !self.again)?;
        let is_known = situation.model.state(here).is_some_and(|node| node.visits > 1);
        if step + 1 != situation.step || from == here || !is_known {
            return None;
        }
        let (_, key, _) = self.chosen.as_ref()?;
        let place = scene.inputs.iter().position(|input| input.offer.key == *key)?;
        let action = &scene.inputs[place].offer.action;
        let widget = action.target().and_then(|target| situation.screen.widget(target.number));
        // The tab of this page led here.
        if rules::sends(situation, action) || widget.is_some_and(|widget| widget.selected) {
            return None;
        }
        (self.again, self.tapped) = (true, None);
        self.reach.extra += 1;
        Some(place)
    }
}

/// What types the text of a reply into the hidden field of the input at `place`: an app may ask for what was typed before
/// where it was not hidden. `None` for no text, and for what stands for one in a prompt.
fn own_secret(scene: &PromptScene<'_>, place: usize, text: &str) -> Option<Action> {
    let Action::Type { target, .. } = &scene.inputs[place].offer.action else { return None };
    let secret = Secret::new(text.to_owned());
    let says = !text.is_empty() && text != secret.to_string();
    says.then(|| Action::Type { target: target.clone(), text: InputText::Secret(secret) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{World, field, phone};

    /// A model had set a PIN where it was not hidden, and the app asked for it in a hidden field.
    #[test]
    fn a_hidden_field_gets_the_text_of_a_reply() {
        let mut world = World::new(None);
        world.show(phone(vec![Widget { password: true, ..field(1, "pin", "PIN") }]));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let typed = GoalText { field: "PIN".into(), text: String::new() };
        let place = resolve::secret(&scene, &typed).unwrap();
        let text = |given: &str| match own_secret(&scene, place, given)? {
            Action::Type { text: InputText::Secret(secret), .. } => {
                secret.reveal().map(str::to_owned)
            }
            _ => None,
        };
        assert_eq!(text("1234").as_deref(), Some("1234"));
        assert_eq!(text(""), None, "the program has one");
        assert_eq!(text("<secret>"), None, "what stands for a text in a prompt");
    }
}
