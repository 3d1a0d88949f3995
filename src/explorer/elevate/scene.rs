//! The present state as Elevate sees it: what the app says, and the inputs with what is known of
//! them. Alike for phones and voice apps.

use super::ElevateWeights;
use crate::domain::{Action, ActionKind, AvailableAction, InputText, StateId, Widget, speech};
use crate::explorer::Situation;
use crate::model::behaviour::StateNode;

/// The kinds of input (Elevate, section III-C; its code's Sigma).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputKind {
    /// Possible everywhere: `stop` for a voice app; BACK, MENU, rotation for a phone.
    System,
    /// Came out of the app's own help, or was named by it in another state.
    Help,
    /// Belongs to what is asked or shown now.
    Context,
}

/// What is known of where an input leads from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownOutcome {
    /// It was never tried here.
    Unknown,
    /// Nothing changed, as often as it was tried.
    Nothing,
    /// It stays in this state; its content may change.
    Here,
    /// To an error: the app did not understand, crashed or was left.
    Error,
    /// To another state (semantic).
    To(StateId),
}

/// Something that can be done here.
#[derive(Clone, Debug, PartialEq)]
pub struct InputEvent {
    /// The action with its name.
    pub offer: AvailableAction,
    /// How it is called in prompts.
    pub words: String,
    /// Its kind.
    pub kind: InputKind,
    /// How often it was invoked in this state, and in those merged with it.
    pub count: u64,
    /// Where it leads.
    pub leads: KnownOutcome,
    /// True for a text that a model gave for a field.
    pub is_models_text: bool,
}

/// The present state.
pub struct PromptScene<'a> {
    /// All that is known.
    pub situation: &'a Situation,
    /// The semantic state.
    pub meaning: StateId,
    /// The structural states that mean the same, this one included; empty before it is learned.
    pub nodes: Vec<&'a StateNode>,
    /// The texts that a model gave for fields, what the screen offers, then what was thought of besides,
    /// then what is always possible; what was refused since the last action is left out.
    pub inputs: Vec<InputEvent>,
}

impl<'a> PromptScene<'a> {
    /// The scene of `situation`; `meaning` if its state was merged, and what was thought of
    /// besides what the screen offers.
    pub fn new(
        situation: &'a Situation,
        meaning: Option<StateId>,
        ideas: &[AvailableAction],
        weights: &ElevateWeights,
    ) -> Self {
        let here = situation.state.structural;
        let meaning = meaning.unwrap_or_else(|| situation.model.meaning(here));
        let mut nodes: Vec<&StateNode> = situation.model.alike(meaning).collect();
        if let Some(node) = situation.model.state(here)
            && nodes.iter().all(|known| known.id != here)
        {
            nodes.push(node);
        }
        let mut scene = Self { situation, meaning, nodes, inputs: Vec::new() };
        let is_text = |offer: &&AvailableAction| offer.action.kind() == ActionKind::Type;
        // Of the texts for a field the first one is typed first: a model saw the whole form.
        let texts = ideas.iter().filter(is_text);
        let offered = texts.chain(situation.available.iter()).chain(ideas);
        let offered = offered.map(|offer| (offer.clone(), None));
        let always = super::rules::always(situation, weights).into_iter();
        let all = offered.chain(always.map(|offer| (offer, Some(InputKind::System))));
        for (offer, kind) in all {
            let known = scene.inputs.iter().any(|input| input.offer.key == offer.key);
            if !known && !situation.is_refused(&offer.key) {
                // A text that was planned anyway is none of the model's.
                let is_idea = ideas.iter().any(|idea| idea.key == offer.key)
                    && situation.available.iter().all(|planned| planned.key != offer.key);
                let is_models_text = is_text(&&offer) && is_idea;
                let input = scene.input(offer, kind);
                scene.inputs.push(InputEvent { is_models_text, ..input });
            }
        }
        scene
    }

    /// Adds what the app's own help said can be said anywhere, if this state does not offer it
    /// by itself. Such inputs belong to no state, so their invocations are counted in all of them.
    pub fn with_help(mut self, help: &[AvailableAction]) -> Self {
        for offer in help {
            let known = self.inputs.iter().any(|input| input.offer.key == offer.key);
            if known || self.situation.is_refused(&offer.key) {
                continue;
            }
            let mut input = self.input(offer.clone(), Some(InputKind::Help));
            input.count = self.situation.model.performed(&offer.key);
            self.inputs.push(input);
        }
        self
    }

    /// Adds what can be said beyond what the app asks for in this very sentence.
    pub fn with(mut self, ideas: Vec<(AvailableAction, InputKind)>) -> Self {
        for (offer, kind) in ideas {
            let known = self.inputs.iter().any(|input| input.offer.key == offer.key);
            if !known && !self.situation.is_refused(&offer.key) {
                let input = self.input(offer, Some(kind));
                self.inputs.push(input);
            }
        }
        self
    }

    /// Leaves of what can be said only what every voice app takes and what is among `words`.
    pub fn only(mut self, words: &[String]) -> Self {
        self.inputs.retain(|input| match &input.offer.action {
            Action::Say { words: said } => {
                input.kind == InputKind::System || words.contains(&speech::normal(said))
            }
            _ => true,
        });
        self
    }

    fn input(&self, offer: AvailableAction, kind: Option<InputKind>) -> InputEvent {
        let kind = kind.unwrap_or_else(|| super::rules::kind(&offer));
        let mut count = 0;
        let mut leads = KnownOutcome::Unknown;
        for node in &self.nodes {
            let Some(edge) = node.edges.get(&offer.key) else { continue };
            count += edge.tries.count;
            leads = match edge.likeliest() {
                _ if edge.tries.no_effect == edge.tries.count => KnownOutcome::Nothing,
                None => KnownOutcome::Error,
                Some(to) if self.is_error(to) => KnownOutcome::Error,
                Some(to) if self.is_here(to) => KnownOutcome::Here,
                Some(to) => KnownOutcome::To(self.situation.model.meaning(to)),
            };
        }
        let words = words(&offer);
        InputEvent { words, offer, kind, count, leads, is_models_text: false }
    }

    /// True for the present state and those merged with it; the model may not know yet of a merge
    /// made in this step.
    fn is_here(&self, state: StateId) -> bool {
        self.situation.model.meaning(state) == self.meaning
            || self.nodes.iter().any(|node| node.id == state)
    }

    /// True for states that are not the app's, or in which it says that it did not understand.
    fn is_error(&self, state: StateId) -> bool {
        let confused = || {
            let node = self.situation.model.state(state);
            self.is_voice() && node.is_some_and(|node| speech::confused(&node.label))
        };
        super::rules::is_error(self.situation, state) || confused()
    }

    /// True if `offer` types what is typed first into its field.
    pub fn is_first_text(&self, offer: &AvailableAction) -> bool {
        let field = |action: &Action| match action {
            Action::Type { target, .. } => Some(target.number),
            _ => None,
        };
        let own = field(&offer.action);
        let of_field = |input: &&InputEvent| field(&input.offer.action) == own;
        own.is_some()
            && self.inputs.iter().find(of_field).is_some_and(|first| first.offer.key == offer.key)
    }

    /// True for the first text of the rules for a field that holds one of the model's, if it was not
    /// typed yet.
    pub fn is_own_text_for_models(&self, input: &InputEvent) -> bool {
        let Action::Type { target, .. } = &input.offer.action else { return false };
        let typed = |input: &InputEvent| match &input.offer.action {
            Action::Type { target: own, text } if own.number == target.number => Some(text.clone()),
            _ => None,
        };
        let of_field = || self.inputs.iter().filter(|input| typed(input).is_some());
        let own = of_field().find(|input| !input.is_models_text);
        let held = self.situation.screen.widget(target.number).map(Widget::content);
        let holds_models = || {
            of_field().filter(|input| input.is_models_text).any(|input| {
                matches!(typed(input), Some(InputText::Plain(text)) if held == Some(text.as_str()))
            })
        };
        input.count == 0
            && own.is_some_and(|own| own.offer.key == input.offer.key)
            && holds_models()
    }

    /// True for a voice app.
    pub fn is_voice(&self) -> bool {
        self.situation.screen.surface.is_dialogue()
    }
}

fn words(offer: &AvailableAction) -> String {
    match &offer.action {
        Action::Say { words } => words.clone(),
        action => action.to_string(),
    }
}
