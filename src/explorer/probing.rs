//! Actions of their own for oracles: turning the device there and back, changing a setting of the device and
//! restoring it, leaving a page and returning, opening a form again that was saved, pressing a button again that did
//! nothing, waiting where something plays, scrolling a list to its end over which a button floats, restarting the app
//! where it begins.
//!
//! Metamorphic oracles compare what should not differ. Explorers rarely do what makes the difference
//! visible, so that these probes take a share of the steps if the tester allows it (`--probe`). Sources:
//! the rotation and restart oracles of iFixDataloss (Guo et al., ISSTA 2022), and SetDroid's pairs of setting
//! changes (Sun et al., ISSTA 2021).

mod idle;
mod overlaid;
mod pages;
mod players;
mod settings;
mod step;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use idle::IdleButtons;
use overlaid::OverlaidLists;
use pages::{PageProbe, ProbedPages};
use players::WaitedPlayers;
use settings::SettingProbes;
use step::ProbeStep;

use super::{Explorer, ExplorerNews, ExplorerProposal, PerformedAction, Proposing, Situation};
use crate::domain::screen::belongs_to;
use crate::domain::{
    Action, ActionKey, InputText, ReadQuality, Rotation, Screen, StateId, WidgetRole, labels,
};
use crate::llm::Asker;
use crate::protocol::ActionOutcome;

/// One step in so many is a probe's, at most.
const SHARE: u64 = 5;
/// So many probes are kept for what must be done at once, such as pressing a button again, once there were that many:
/// what an app shows at its beginning may never come again.
const RESERVE: u64 = 4;
/// How often leaving and returning is proposed after choices of the same page.
const RETURNS_PER_PAGE: usize = 3;
/// How often a page is left and returned to, so that a button that did nothing can be pressed on another visit.
const REVISITS: usize = 2;
/// How often the app is restarted, and how many steps lie between two restarts at least: meanwhile
/// something was changed that a restart can lose.
const RESTARTS: u64 = 3;
const STEPS_BETWEEN_RESTARTS: u64 = 50;

/// See the module.
pub struct ProbingExplorer {
    explorer: Box<dyn Explorer>,
    /// What is left of the probe that was begun.
    pending: VecDeque<ProbeStep>,
    pages: ProbedPages,
    settings: SettingProbes,
    /// The action that was proposed last, if that was a probe's.
    proposed: Option<ActionKey>,
    /// The pages that were left and returned to, once for each time.
    returned: Vec<String>,
    idle: IdleButtons,
    /// The fields that took nothing, and into which something else was typed.
    retyped: BTreeSet<String>,
    /// The pages that were left and returned to for a button that did nothing, once for each time.
    revisited: Vec<String>,
    overlaid: OverlaidLists,
    players: WaitedPlayers,
    /// How the present page was reached: from where, and by which action.
    arrival: Option<(StateId, ActionKey)>,
    /// The same of each page, as it was reached first by a tap.
    arrivals: BTreeMap<String, (StateId, ActionKey)>,
    /// How the form was reached that was just saved, if it led back to where it was opened.
    saved_form: Option<(StateId, ActionKey)>,
    /// The pages of the forms that were opened again once they were saved.
    reviewed: BTreeSet<String>,
    /// The page with which the app began.
    first_page: Option<String>,
    restarts: u64,
    /// When the app was restarted last, by whomever.
    restarted_at: u64,
    probes: u64,
}

impl ProbingExplorer {
    /// `explorer` with probes in between.
    pub fn around(explorer: Box<dyn Explorer>) -> Box<dyn Explorer> {
        Box::new(Self {
            explorer,
            pending: VecDeque::new(),
            pages: ProbedPages::default(),
            settings: SettingProbes::default(),
            proposed: None,
            returned: Vec::new(),
            idle: IdleButtons::default(),
            retyped: BTreeSet::new(),
            revisited: Vec::new(),
            overlaid: OverlaidLists::default(),
            players: WaitedPlayers::default(),
            arrival: None,
            arrivals: BTreeMap::new(),
            saved_form: None,
            reviewed: BTreeSet::new(),
            first_page: None,
            restarts: 0,
            restarted_at: 0,
            probes: 0,
        })
    }

    /// The next step of a probe, if one is due.
    fn probe(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        if !can_be_probed(situation) {
            self.pending.clear();
            return None;
        }
        if self.pending.is_empty() && self.probes * SHARE <= situation.step {
            self.begin(situation);
        }
        let is_turned = matches!(self.pending.front(), Some(ProbeStep::Turn(Rotation::Portrait)));
        let is_free = self.pending.is_empty() && self.probes * SHARE <= situation.step;
        if is_turned || is_free {
            let page = page(&situation.screen);
            let scroll = self.overlaid.next(situation, &page);
            if let Some(scroll) = scroll.filter(|scroll| situation.is_possible(scroll)) {
                let why = "A probe: what a button covers should come free at the end of the list.";
                return Some(ExplorerProposal::new(scroll, why));
            }
        }
        let step = self.pending.pop_front()?;
        let action = step.action(situation).filter(|action| situation.is_possible(action));
        let Some(action) = action else {
            self.pending.clear();
            return None;
        };
        Some(ExplorerProposal::new(action, step.why()))
    }

    /// Begins the probe that fits what was done last, else turns a page that was never turned.
    fn begin(&mut self, situation: &Situation) {
        if let Some(setting) = self.settings.left_changed() {
            self.pending.push_back(ProbeStep::Restore(setting));
            return;
        }
        let page = page(&situation.screen);
        if let Some(again) = situation.last.as_ref().and_then(|last| typed_again(last, situation))
            && self.retyped.insert(format!("{page}|{again}"))
        {
            self.pending.push_back(ProbeStep::TypeAgain(again));
            return;
        }
        if let Some(button) = self.idle.next(situation) {
            self.pending.push_back(ProbeStep::Press(button));
            return;
        }
        let waits = self.players.next(&situation.screen, &page);
        if !waits.is_empty() {
            self.pending.extend(waits);
            return;
        }
        if let Some((from, key)) = self.saved_form.take() {
            self.pending.extend([ProbeStep::Return(from, key), ProbeStep::Back]);
            return;
        }
        if let Some((from, key)) = self.arrivals.get(&page).cloned()
            && self.idle.wants_visit(situation)
            && times(&self.revisited, &page) < REVISITS
        {
            self.revisited.push(page);
            self.pending.extend([ProbeStep::Back, ProbeStep::Return(from, key)]);
            return;
        }
        if let Some((from, key)) = self.arrival.clone()
            && situation.last.as_ref().is_some_and(is_choice)
            && times(&self.returned, &page) < RETURNS_PER_PAGE
        {
            self.returned.push(page);
            self.pending.extend([ProbeStep::Back, ProbeStep::Return(from, key)]);
            return;
        }
        let due = situation.step >= self.restarted_at + STEPS_BETWEEN_RESTARTS;
        if due
            && self.restarts < RESTARTS
            && self.first_page.as_ref() == Some(&page)
            && lists(situation)
        {
            self.restarts += 1;
            self.pending.push_back(ProbeStep::Restart);
            return;
        }
        // Until there were enough, half of the probes that the share allows so far.
        let kept = RESERVE.min(situation.step / SHARE / 2);
        if (self.probes + kept) * SHARE <= situation.step {
            self.begin_at_any_time(situation, &page);
        }
    }

    /// Begins what can be done on `page` whenever it is shown.
    fn begin_at_any_time(&mut self, situation: &Situation, page: &str) {
        if let Some(condition) = self.settings.next(situation, page) {
            let back = ProbeStep::Restore(condition.kind());
            self.pending.extend([ProbeStep::Set(condition), back]);
            return;
        }
        let opener = self.arrival.clone();
        match (self.pages.next(situation, page, opener.is_some()), opener) {
            (Some(PageProbe::Turn), _) => {
                let turns = [Rotation::Landscape, Rotation::Portrait].map(ProbeStep::Turn);
                self.pending.extend(turns);
            }
            (Some(PageProbe::Reopen), Some((from, key))) => {
                self.pending.extend([ProbeStep::Back, ProbeStep::Return(from, key)]);
            }
            _ => {}
        }
    }
}

fn times(list: &[String], entry: &str) -> usize {
    list.iter().filter(|known| *known == entry).count()
}

/// True on screens of the app that could be read.
fn can_be_probed(situation: &Situation) -> bool {
    let screen = &situation.screen;
    screen.surface.is_display()
        && !screen.busy
        && screen.read_quality == ReadQuality::Full
        && belongs_to(&screen.package, situation.model.package())
}

/// True on a page without dialog that lists something.
fn lists(situation: &Situation) -> bool {
    let screen = &situation.screen;
    !screen.dialog && screen.widgets.iter().any(|widget| widget.position.row.is_some())
}

/// Something else to type into the field that has just taken nothing; a number, which most fields take.
fn typed_again(last: &PerformedAction, situation: &Situation) -> Option<Action> {
    let Action::Type { target, text: InputText::Plain(typed) } = &last.action else { return None };
    let field = situation.screen.widget(target.number).filter(|field| field.is_field())?;
    let took_nothing = last.outcome == ActionOutcome::None
        && field.resource_id == target.resource_id
        && field.content() != typed.as_str();
    let text = InputText::Plain(if typed == "7" { "8" } else { "7" }.into());
    took_nothing.then(|| Action::Type { target: target.clone(), text })
}

/// What names a page.
fn page(screen: &Screen) -> String {
    format!("{}|{}", screen.location, screen.title().unwrap_or_default())
}

/// True if `last` chose something on a page that is still there.
fn is_choice(last: &PerformedAction) -> bool {
    let Action::Tap { target } = &last.action else { return false };
    let widget = last.before.widget(target.number);
    let is_set = widget.is_some_and(|widget| {
        widget.checked.is_some() || matches!(widget.role(), WidgetRole::Toggle | WidgetRole::Slider)
    });
    is_set && last.outcome == ActionOutcome::Content
}

impl Explorer for ProbingExplorer {
    fn name(&self) -> &'static str {
        self.explorer.name()
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        if done.action.starts_anew() {
            self.restarted_at = done.step;
        }
        let is_own = self.proposed.take().is_some_and(|proposed| proposed == done.key);
        self.settings.learn(done, is_own);
        if is_own && done.outcome == ActionOutcome::Failed {
            self.pending.clear();
        }
        let moved = page(&done.before) != page(&situation.screen);
        self.idle.learn(done, situation, moved);
        self.overlaid.learn(done, &page(&done.before));
        if moved {
            self.saved_form = None;
            let opener = self.arrival.take();
            if matches!(&done.action, Action::Tap { target } if labels::keeps(target))
                && opener.as_ref().is_some_and(|(from, _)| *from == situation.state.structural)
                && self.reviewed.insert(page(&done.before))
            {
                self.saved_form = opener;
            }
            let by_tap = matches!(done.action, Action::Tap { .. });
            self.arrival = by_tap.then(|| (done.from, done.key.clone()));
            if let Some(arrival) = self.arrival.clone() {
                self.arrivals.entry(page(&situation.screen)).or_insert(arrival);
            }
        }
        self.explorer.learn(done, situation);
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        if self.first_page.is_none() && can_be_probed(situation) {
            self.first_page = Some(page(&situation.screen));
        }
        if let Some(proposal) = self.probe(situation) {
            self.probes += 1;
            self.proposed = Some(proposal.key.clone());
            return Box::pin(futures_util::future::ready(Some(proposal)));
        }
        self.explorer.propose(situation, asker)
    }

    fn take_news(&mut self) -> Vec<ExplorerNews> {
        self.explorer.take_news()
    }

    fn hear(&mut self, news: &ExplorerNews) {
        self.explorer.hear(news);
    }
}

#[cfg(test)]
mod tests;
