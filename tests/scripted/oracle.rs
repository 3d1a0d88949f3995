//! The oracle model: it has read the demo apps' tables of states and faults, has tried each button of
//! each state on a phone of its own, and sees which of them the app under test has shown. It tries what it
//! is about to name on a copy of the phone. So it knows what no real model can know; it bounds what good
//! choices could gain.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use ridealong::demo::app::Do;
use ridealong::demo::phone::Options;
use ridealong::demo::{DemoShell, apps};
use serde_json::{Value, json};

use super::copy::PhoneCopies;
use super::dialogue::{DialogueMap, DialogueTruth, towards};
use super::paths::{self, KnownPath, KnownStep};
use super::question::{Question, quoted};
use super::server::ScriptedModel;
use super::tour::{Tour, TourMap, TourStart};

/// The maps of the apps: each is made once.
static MAPS: Mutex<BTreeMap<&'static str, (Vec<KnownPath>, TourMap)>> = Mutex::new(BTreeMap::new());

/// What a tour counts that begins elsewhere, since it cannot be tried before: often what it needs is not there.
const UNTRIED: f64 = 0.4;

/// A path is suggested so often.
const TRIES: u32 = 2;

/// The oracle model for an app with a display.
pub struct DisplayOracle {
    package: &'static str,
    paths: Vec<KnownPath>,
    map: TourMap,
    shell: DemoShell,
    copies: PhoneCopies,
    /// How often each path was suggested.
    tried: HashMap<&'static str, u32>,
}

impl DisplayOracle {
    /// The one that knows the app `name`, which runs on `shell`, a phone of `options` with which `lines` were done.
    pub fn new(
        name: &str,
        shell: DemoShell,
        options: Options,
        lines: Arc<Mutex<Vec<String>>>,
    ) -> Self {
        let entry = apps::entry(name).unwrap();
        let about = entry.about;
        let mut known = MAPS.lock().unwrap();
        let (paths, map) = known.entry(about.name).or_insert_with(|| {
            let paths = paths::with_buttons(entry);
            let map = TourMap::new(&paths, about.faults.iter().map(|fault| fault.id).collect());
            (paths, map)
        });
        let (paths, map) = (paths.clone(), map.clone());
        let copies = PhoneCopies::new(about.package, options, lines);
        Self { package: about.package, paths, map, shell, copies, tried: HashMap::new() }
    }

    /// The paths to what was not seen yet and not suggested too often, and the present state.
    fn left(&self) -> (Vec<&KnownPath>, Option<&'static str>) {
        let phone = self.shell.phone();
        let truth = phone.truth_of(self.package).cloned().unwrap_or_default();
        drop(phone);
        let is_left = |path: &&KnownPath| {
            let seen = truth.states.contains(path.name) || truth.faults.contains(path.name);
            !seen && self.tried.get(path.name).copied().unwrap_or(0) < TRIES
        };
        (self.paths.iter().filter(is_left).collect(), truth.state)
    }

    /// The goal with the tour that shows most for its length.
    fn goal(&mut self, question: &Question) -> Value {
        let goals = question.numbered("Goals:");
        let phone = self.shell.phone();
        let truth = phone.truth_of(self.package).cloned().unwrap_or_default();
        drop(phone);
        let seen = truth.states.union(&truth.faults).copied().collect();
        let start = |state, steps, away| TourStart { state, steps, away, seen: &seen };
        let mut best: Option<(u64, Tour)> = None;
        for (number, line) in &goals {
            let is_here = line.starts_with("This screen");
            let mut starts = Vec::new();
            if is_here {
                starts.extend(truth.state.map(|state| start(state, Vec::new(), 0)));
                starts.push(start(self.map.root(), vec![KnownStep::restart()], 0));
            } else {
                let names = quoted(line);
                let away = line
                    .split_once(" step")
                    .and_then(|(before, _)| before.rsplit([' ', '(']).next()?.parse().ok());
                let states = self.map.begins(|step| is_of(step, line, &names));
                let states = states.into_iter();
                starts.extend(states.map(|state| start(state, Vec::new(), away.unwrap_or(0))));
            }
            for start in starts {
                for tour in self.map.best(&start) {
                    let best_so_far = best.as_ref().map_or(0.0, |(_, best)| best.score);
                    if tour.score <= best_so_far {
                        // A trial seldom shows more than the map promises.
                        break;
                    }
                    let tour = if is_here {
                        self.tried(tour, &seen)
                    } else {
                        Tour { score: tour.score * UNTRIED, ..tour }
                    };
                    if tour.score > best_so_far {
                        best = Some((*number, tour));
                    }
                }
            }
        }
        let Some((number, tour)) = best else {
            let last = goals.last().map_or(1, |(number, _)| *number);
            return json!({ "why": "Nothing known is near.", "goal": last, "begin": [], "texts": [] });
        };
        self.map.chose(&tour);
        let why = format!("Shows {}.", tour.shows.join(", "));
        let begin: Vec<String> = tour.steps.iter().map(KnownStep::words).collect();
        json!({ "why": why, "goal": number, "begin": begin, "texts": [] })
    }

    /// The tour from the present screen that shows most for its length; without one, the first input that is new.
    fn lead(&mut self, question: &Question) -> Value {
        let phone = self.shell.phone();
        let truth = phone.truth_of(self.package).cloned().unwrap_or_default();
        drop(phone);
        let seen = truth.states.union(&truth.faults).copied().collect();
        let start = |state, steps| TourStart { state, steps, away: 0, seen: &seen };
        let here = truth.state.map(|state| start(state, Vec::new()));
        let starts = here.into_iter().chain([start(self.map.root(), vec![KnownStep::restart()])]);
        let tours: Vec<Tour> = starts.flat_map(|start| self.map.best(&start)).collect();
        let tours = tours.into_iter().map(|tour| self.tried(tour, &seen));
        let best = tours.max_by(|one, other| one.score.total_cmp(&other.score));
        let Some(tour) = best.filter(|tour| tour.score > 0.0) else {
            let inputs = question.numbered("never done here):");
            let new = inputs.iter().find(|(_, line)| line.starts_with('*'));
            let next =
                new.map_or_else(|| "press back".to_owned(), |(number, _)| number.to_string());
            return json!({ "why": "Nothing known is near.", "do": [next] });
        };
        self.map.chose(&tour);
        let steps: Vec<String> = tour.steps.iter().map(KnownStep::words).collect();
        json!({ "why": format!("Shows {}.", tour.shows.join(", ")), "do": steps })
    }

    /// `tour` as far as it shows something, with what it shows on a copy of the phone.
    fn tried(&self, mut tour: Tour, seen: &BTreeSet<&'static str>) -> Tour {
        let trial = self.copies.tried(&tour.steps, seen);
        tour.steps.truncate(trial.useful);
        tour.score = self.map.score(&trial.shows, trial.useful);
        tour.shows = trial.shows;
        tour
    }

    /// The input that is the next step of the shortest path from here.
    fn input(&self, question: &Question) -> Value {
        let (left, now) = self.left();
        let inputs = question.numbered("Inputs:");
        let next = |path: &&KnownPath| {
            let at = path.steps.iter().rposition(|step| step.state == now)?;
            let words = path.steps[at].words();
            let (number, _) = inputs.iter().find(|(_, line)| line.starts_with(&words))?;
            Some((path.steps.len() - at, *number))
        };
        let nearest = left.iter().filter_map(next).min();
        let untried = || inputs.iter().find(|(_, line)| line.contains("never invoked"));
        let number = nearest.map_or_else(|| untried().map_or(1, |(number, _)| *number), |it| it.1);
        json!({ "why": "It is on the path.", "reason": "map", "input": number })
    }

    /// The texts that the paths left type into the fields asked about. For others what the rules planned will
    /// do.
    fn texts(&self, question: &Question) -> Value {
        let (left, _) = self.left();
        let mut texts = Vec::new();
        for (number, line) in question.numbered("Fields:") {
            let names = quoted(&line);
            let steps = left.iter().flat_map(|path| &path.steps);
            let own = steps.filter(|step| names.contains(&step.label)).filter_map(KnownStep::text);
            let mut own: Vec<&str> = own.collect();
            own.sort_unstable();
            own.dedup();
            texts.extend(own.iter().take(3).map(|text| json!({ "field": number, "text": text })));
        }
        json!({ "texts": texts })
    }

    /// What is left of the shortest path that leads on over this screen, as far as it stays on it.
    fn plan(&mut self, question: &Question) -> Value {
        let (left, now) = self.left();
        let widgets: Vec<(u64, Vec<String>, String)> = question
            .numbered("The screen:")
            .into_iter()
            .map(|(number, line)| (number, quoted(&line), line))
            .collect();
        let number = |step: &KnownStep| {
            let id = format!("#{}", step.id);
            let own = |(_, names, line): &&(u64, Vec<String>, String)| {
                if step.label.is_empty() { line.contains(&id) } else { names.contains(&step.label) }
            };
            widgets.iter().find(own).map(|(number, ..)| *number)
        };
        let mut best: Option<(usize, &'static str, Vec<Value>)> = None;
        for path in left {
            let Some(at) = path.steps.iter().rposition(|step| step.state == now) else { continue };
            // Earlier steps in this state belong to the same form.
            let first = path.steps[..at].iter().rposition(|step| step.state != now);
            let first = first.map_or(0, |before| before + 1);
            let mut calls = Vec::new();
            for step in &path.steps[first..] {
                let call = match step.does {
                    Do::Back => Some(json!({ "do": "back" })),
                    Do::Menu => Some(json!({ "do": "menu" })),
                    Do::Enter => Some(json!({ "do": "enter" })),
                    Do::Tap(_) => number(step).map(|on| json!({ "do": "tap", "on": on })),
                    Do::Long(_) => number(step).map(|on| json!({ "do": "long_press", "on": on })),
                    Do::Type(_, text) => {
                        number(step).map(|on| json!({ "do": "input", "on": on, "text": text }))
                    }
                    _ => None,
                };
                match call {
                    Some(call) => calls.push(call),
                    None => break,
                }
            }
            let cost = path.steps.len() - first;
            if !calls.is_empty() && best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, path.name, calls));
            }
        }
        let fields = widgets.iter().filter(|(_, _, line)| line.contains("field"));
        let left_out: Vec<Value> =
            fields.map(|(number, ..)| json!({ "field": number, "why": "not needed" })).collect();
        let (name, steps) = best.map_or_else(
            || ("nothing known", vec![json!({ "do": "back" })]),
            |(_, name, calls)| (name, calls),
        );
        *self.tried.entry(name).or_default() += 1;
        let summary = format!("The path to {name}.");
        json!({ "thought": "", "steps": steps, "left_out": left_out, "summary": summary })
    }
}

/// True if `step` is done on the screen of a goal, and its widget is named there.
fn is_of(step: &KnownStep, line: &str, names: &[String]) -> bool {
    let named = if step.label.is_empty() {
        !step.id.is_empty() && line.contains(&format!("#{}", step.id))
    } else {
        names.contains(&step.label)
    };
    named && line.contains(&step.activity)
}

impl ScriptedModel for DisplayOracle {
    fn reply(&mut self, question: &Question) -> String {
        let reply = if question.has("goal") {
            self.goal(question)
        } else if question.has("do") {
            self.lead(question)
        } else if question.has("state") {
            json!({ "thought": "Each state of its own.", "state": "new" })
        } else if question.has("texts") {
            self.texts(question)
        } else if question.has("input") {
            self.input(question)
        } else if question.has("steps") {
            self.plan(question)
        } else {
            json!({ "text": "Two apples" })
        };
        reply.to_string()
    }
}

/// The oracle model for a voice app.
pub struct DialogueOracle {
    map: DialogueMap,
    truth: Arc<Mutex<DialogueTruth>>,
    /// How often each input was suggested in each state.
    tried: BTreeMap<(&'static str, String), u32>,
}

impl DialogueOracle {
    /// The one that knows what leads where, and sees where the app is.
    pub fn new(map: DialogueMap, truth: Arc<Mutex<DialogueTruth>>) -> Self {
        Self { map, truth, tried: BTreeMap::new() }
    }

    /// What leads on from here, and where here is.
    fn next(&self) -> (Vec<String>, &'static str) {
        let truth = self.truth.lock().unwrap();
        let words = towards(&self.map, truth.now, &truth.seen);
        let tried = |words: &String| {
            self.tried.get(&(truth.now, words.clone())).copied().unwrap_or(0) < TRIES
        };
        (words.into_iter().filter(tried).collect(), truth.now)
    }
}

impl ScriptedModel for DialogueOracle {
    fn reply(&mut self, question: &Question) -> String {
        let (next, now) = self.next();
        let reply = if question.has("state") {
            json!({ "thought": "Each state of its own.", "state": "new" })
        } else if question.has("inputs") {
            let inputs = if next.is_empty() { vec!["yes".to_owned()] } else { next };
            json!({ "inputs": inputs.into_iter().take(6).collect::<Vec<_>>() })
        } else {
            let inputs = question.numbered("Inputs:");
            let said = |line: &str| {
                let bare = line.split(" (").next().unwrap_or_default();
                quoted(line).into_iter().next().unwrap_or_else(|| bare.to_owned())
            };
            let on = inputs.iter().find(|(_, line)| next.contains(&said(line)));
            if let Some((_, line)) = on {
                *self.tried.entry((now, said(line))).or_default() += 1;
            }
            let untried = || inputs.iter().find(|(_, line)| line.contains("never invoked"));
            let number = on.or_else(untried).map_or(1, |(number, _)| *number);
            json!({ "why": "It leads on.", "reason": "map", "input": number })
        };
        reply.to_string()
    }
}
