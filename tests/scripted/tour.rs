//! Tours: which inputs, from where the app is, show most of what was not seen yet, for their number.
//!
//! The paths of the tables are cut into legs, from state to state; a tour is a row of legs. Legs of
//! different paths are joined if one begins in the state in which the other ends.

use std::collections::{BTreeSet, HashMap};

use super::paths::{KnownPath, KnownStep};

/// A fault counts as much as so many states, unless `SCRIPTED_FAULT` says otherwise: with 1 faults are left for later, with
/// 2 states are.
const FAULT: f64 = 1.3;
/// The most inputs of a tour: a goal takes no more.
const MOST: usize = 10;
/// The most tours of one length that are compared.
const COMPARED: usize = 40;
/// The most tours from one place that are tried on a copy of the phone.
const TOURS: usize = 10;
/// What is given up after so many tours to it.
const TRIES: u32 = 3;

/// The steps in one state that lead to another, or to a fault.
#[derive(Clone)]
struct Leg {
    from: &'static str,
    to: &'static str,
    steps: Vec<KnownStep>,
    /// The steps before it in the shortest path that has it.
    depth: usize,
    /// The leg before it in that path.
    after: Option<usize>,
    /// True if the same steps also lead elsewhere, which depends on what was done before.
    depends: bool,
}

/// See the module.
#[derive(Clone)]
pub struct TourMap {
    legs: Vec<Leg>,
    faults: BTreeSet<&'static str>,
    root: &'static str,
    /// How often each state and fault was the end of a leg of a tour.
    tried: HashMap<&'static str, u32>,
    /// What a fault counts.
    fault: f64,
}

/// How far a tour got.
struct Standing {
    tour: Tour,
    state: &'static str,
    /// The leg that led there.
    before: Option<usize>,
    /// What it showed so far.
    gain: f64,
}

/// A row of legs from one of the places that a question names.
#[derive(Clone, Debug, Default)]
pub struct Tour {
    /// The inputs, in order.
    pub steps: Vec<KnownStep>,
    /// What it shows that was not seen yet.
    pub shows: Vec<&'static str>,
    /// How much it shows for an input.
    pub score: f64,
}

/// Where a tour may begin.
pub struct TourStart<'a> {
    /// The state.
    pub state: &'static str,
    /// The inputs that lead there, named in the reply.
    pub steps: Vec<KnownStep>,
    /// The inputs that lead there, performed by the rules.
    pub away: usize,
    /// What was seen.
    pub seen: &'a BTreeSet<&'static str>,
}

impl TourMap {
    /// The map of all `paths`.
    pub fn new(paths: &[KnownPath], faults: BTreeSet<&'static str>) -> Self {
        let mut legs: Vec<Leg> = Vec::new();
        for path in paths {
            let mut after = None;
            let mut at = 0;
            while let Some(from) = path.steps.get(at).map(|step| step.state.unwrap_or_default()) {
                let steps = path.steps[at..].iter();
                let steps: Vec<KnownStep> =
                    steps.take_while(|step| step.state == Some(from)).cloned().collect();
                let next = at + steps.len().max(1);
                let to = path.steps.get(next).map_or(path.name, |step| step.state.unwrap_or(""));
                if steps.is_empty() || !steps.iter().all(KnownStep::is_expressible) {
                    break;
                }
                let same = |leg: &Leg| {
                    let words = |steps: &[KnownStep]| {
                        steps.iter().map(KnownStep::words).collect::<Vec<_>>()
                    };
                    leg.from == from && leg.to == to && words(&leg.steps) == words(&steps)
                };
                let known = legs.iter().position(same);
                after = Some(known.unwrap_or_else(|| {
                    legs.push(Leg { from, to, steps, depth: at, after, depends: false });
                    legs.len() - 1
                }));
                at = next;
            }
            for (step, to) in &path.on {
                let steps = vec![step.clone()];
                let depth = path.steps.len();
                legs.push(Leg { from: path.name, to, steps, depth, after, depends: false });
            }
        }
        for one in 0..legs.len() {
            let words = |leg: &Leg| leg.steps.iter().map(KnownStep::words).collect::<Vec<_>>();
            let own = &legs[one];
            let sooner = legs.iter().any(|leg| {
                leg.from == own.from
                    && leg.to != own.to
                    && leg.depth < own.depth
                    && words(leg) == words(own)
            });
            // What a fault needs was mostly done in the leg before.
            let answers = own.steps.first().is_some_and(KnownStep::answers_the_system);
            legs[one].depends = sooner || answers || faults.contains(own.to);
        }
        let root = paths.iter().find(|path| path.steps.is_empty()).map_or("", |path| path.name);
        let fault = std::env::var("SCRIPTED_FAULT").ok().and_then(|fault| fault.parse().ok());
        Self { legs, faults, root, tried: HashMap::new(), fault: fault.unwrap_or(FAULT) }
    }

    /// The state after a restart.
    pub const fn root(&self) -> &'static str {
        self.root
    }

    /// The states in which most of the inputs can be performed that `is` true for: the tabs of one activity
    /// share some.
    pub fn begins(&self, is: impl Fn(&KnownStep) -> bool) -> BTreeSet<&'static str> {
        let mut named: HashMap<&'static str, BTreeSet<String>> = HashMap::new();
        let steps = self.legs.iter().filter_map(|leg| Some((leg.from, leg.steps.first()?)));
        for (from, step) in steps.filter(|(_, step)| is(step)) {
            named.entry(from).or_default().insert(step.words());
        }
        let most = named.values().map(BTreeSet::len).max();
        let best = named.into_iter().filter(|(_, inputs)| Some(inputs.len()) == most);
        best.map(|(state, _)| state).collect()
    }

    /// The best tours from `start`, the best first.
    pub fn best(&self, start: &TourStart<'_>) -> Vec<Tour> {
        let mut best: Vec<Tour> = Vec::new();
        let tour = Tour { steps: start.steps.clone(), ..Tour::default() };
        let first = Standing { tour, state: start.state, before: None, gain: 0.0 };
        let mut by_length: Vec<Vec<Standing>> = (0..=MOST).map(|_| Vec::new()).collect();
        by_length[first.tour.steps.len()].push(first);
        for length in 0..MOST {
            let mut standing = std::mem::take(&mut by_length[length]);
            standing.sort_by(|one, other| other.gain.total_cmp(&one.gain));
            let mut known = BTreeSet::new();
            standing.retain(|at| known.insert((at.state, at.before, at.tour.shows.clone())));
            for at in standing.iter().take(COMPARED) {
                for on in self.after(start, at) {
                    if on.tour.score > 0.0 {
                        best.push(on.tour.clone());
                    }
                    let is_over = self.faults.contains(on.state);
                    if let Some(same) = by_length.get_mut(on.tour.steps.len()).filter(|_| !is_over)
                    {
                        same.push(on);
                    }
                }
            }
        }
        best.sort_by(|one, other| other.score.total_cmp(&one.score));
        // Of tours that show the same the best is enough.
        let mut known: BTreeSet<BTreeSet<&'static str>> = BTreeSet::new();
        best.retain(|tour| known.insert(tour.shows.iter().copied().collect()));
        best.truncate(TOURS);
        best
    }

    /// How much a tour of `inputs` is worth that shows `shows`, for an input.
    pub fn score(&self, shows: &[&'static str], inputs: usize) -> f64 {
        let worth = shows.iter().map(|name| self.worth(name));
        worth.sum::<f64>() / (inputs as f64 + 0.5)
    }

    fn worth(&self, name: &str) -> f64 {
        if self.faults.contains(name) { self.fault } else { 1.0 }
    }

    /// What `at` leads to by one more leg.
    fn after(&self, start: &TourStart<'_>, at: &Standing) -> Vec<Standing> {
        let legs = self.legs.iter().enumerate().filter(|(_, leg)| leg.from == at.state);
        let on = legs.filter_map(|(place, leg)| {
            let tries = self.tried.get(leg.to).copied().unwrap_or(0);
            let is_new = !start.seen.contains(leg.to) && !at.tour.shows.contains(&leg.to);
            // What did not come the first time may depend on what is done before.
            let depends = leg.depends || (is_new && tries > 0);
            let fits = !depends || leg.after.is_none() || leg.after == at.before;
            let mut tour = at.tour.clone();
            tour.steps.extend(leg.steps.iter().cloned());
            if !fits || (is_new && tries >= TRIES) || tour.steps.len() > MOST {
                return None;
            }
            let gain = at.gain + if is_new { self.worth(leg.to) } else { 0.0 };
            tour.score = 0.0;
            if is_new {
                tour.shows.push(leg.to);
                tour.score = gain / ((tour.steps.len() + start.away) as f64 + 0.5);
            }
            Some(Standing { tour, state: leg.to, before: Some(place), gain })
        });
        on.collect()
    }

    /// Remembers that `tour` is made.
    pub fn chose(&mut self, tour: &Tour) {
        for end in &tour.shows {
            *self.tried.entry(end).or_default() += 1;
        }
    }
}
