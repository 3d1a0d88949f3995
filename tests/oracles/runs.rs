//! One run on a demo app, and which of its findings are about which seeded fault.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ridealong::demo;
use ridealong::demo::app::{About, FaultSpec};
use ridealong::demo::coverage;
use ridealong::demo::enabled::EnabledFaults;
use ridealong::demo::phone::DemoPhone;
use ridealong::demo::shell::DemoShell;
use ridealong::demo::view_fault::ViewFault;
use ridealong::device::android::{AndroidDevice, AndroidOptions};
use ridealong::device::{Device, DeviceShell};
use ridealong::domain::{Finding, Pace};
use ridealong::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer::{self, ExplorerSettings, ProbingExplorer};
use ridealong::llm::ask::AskSetup;
use ridealong::llm::{Asker, AskerEvents, PromptLibrary};
use ridealong::oracle::{OracleEntry, OracleSettings, PropertySet, registry};
use ridealong::protocol::{AutoLimits, RunMode};
use ridealong::session::SessionFacts;
use ridealong::store::{self, SessionWriter};

use super::again::{self, HeardPhones};
use super::detector::{KnownFaults, ScriptedDetector};

/// Which seeded faults act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeededFaults {
    /// None: each finding is a false alarm.
    None,
    /// All functional ones.
    Functional,
    /// One that is in no table.
    Variant(&'static ViewFault),
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct JudgedRun {
    /// The app.
    pub about: &'static About,
    /// Which faults acted.
    pub faults: SeededFaults,
    /// Actions performed.
    pub steps: u64,
    facts: SessionFacts,
    /// The faults that the scripted model knows.
    known: Option<KnownFaults>,
    /// The groups of findings that were not there again.
    refuted: BTreeSet<String>,
}

/// Who judges a run.
#[derive(Clone, Default)]
pub struct Judges {
    /// The oracles.
    pub oracles: Vec<&'static OracleEntry>,
    /// What the oracle `properties` is told.
    pub properties: Arc<PropertySet>,
    /// How much of what is wrong a scripted model sees, and of how many other functions it tells a bug, in percent.
    pub model: Option<(u8, u8)>,
    /// The parts of oracles that are disabled.
    pub disabled: Vec<String>,
}

impl Judges {
    /// The oracle by rules alone.
    pub fn rules() -> Self {
        Self { oracles: vec![registry::find("rules").unwrap()], ..Self::default() }
    }
}

/// A phone with `about` and its faults.
fn phone(
    about: &'static About,
    faults: SeededFaults,
    seed: u64,
    pictures: bool,
) -> Box<dyn Device> {
    let enabled = match faults {
        SeededFaults::None => EnabledFaults::Only(Vec::new()),
        SeededFaults::Functional => {
            EnabledFaults::Only(about.functional_faults().map(|fault| fault.id).collect())
        }
        SeededFaults::Variant(fault) => EnabledFaults::Variant(fault),
    };
    let entry = demo::apps::entry(about.name).unwrap();
    let phone = DemoPhone::with(std::slice::from_ref(entry), seed, Pace::Virtual);
    let phone = phone.with_faults(enabled);
    let shell: Arc<dyn DeviceShell> = Arc::new(DemoShell::new(phone));
    let options = AndroidOptions {
        target: format!("demo:{}", about.name),
        app: Some(about.package.to_owned()),
        pictures,
        coverage: Some(coverage::SOURCE),
        ..AndroidOptions::default()
    };
    Box::new(AndroidDevice::new(shell, options))
}

/// What `detector` is asked with.
fn asking(detector: Arc<ScriptedDetector>) -> (Asker, AskerEvents) {
    Asker::new(AskSetup {
        chat: Some(detector),
        prompts: PromptLibrary::default(),
        cost_cap: None,
        pictures: false,
    })
}

/// Explores `about` for so many steps.
pub fn run(
    about: &'static About,
    explorer: &'static str,
    seed: u64,
    steps: u64,
    faults: SeededFaults,
    probe: bool,
    judges: &Judges,
) -> JudgedRun {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let device = phone(about, faults, seed, true);
        let settings = ExplorerSettings { seed, ..ExplorerSettings::default() };
        let strategy = (explorer::find(explorer).unwrap().make)(&settings).unwrap();
        let strategy = if probe { ProbingExplorer::around(strategy) } else { strategy };
        let setup = MachineSetup {
            explorer: explorer.into(),
            mode: RunMode::Auto { until: AutoLimits::default() },
            budget: RunBudget { steps: Some(steps), ms: None },
            guard: GuardRules::default(),
            attended: false,
        };
        let folder = tempfile::tempdir().unwrap();
        let writer = SessionWriter::create(&folder.path().join("session")).unwrap();
        // Each seed draws anew what the model knows.
        let known = judges.model.map(|(percent, _)| KnownFaults { percent, draw: seed });
        let invents = judges.model.map_or(0, |(_, invents)| invents);
        let detector = known.map(|known| ScriptedDetector::new(about, known, invents));
        let asker = detector.clone().map_or_else(Asker::without_model, asking);
        let (driver, mut handle) = EngineDriver::new(device, strategy, asker, setup, seed, writer);
        let oracle_settings = OracleSettings {
            properties: judges.properties.clone(),
            disabled: judges.disabled.clone(),
            ..OracleSettings::default()
        };
        let driver = driver.with_oracle_settings(oracle_settings);
        let running = tokio::spawn(driver.with_oracles(judges.oracles.clone()).run());
        let mut facts = SessionFacts::default();
        while let Some(record) = handle.next().await {
            if let Some(detector) = &detector {
                detector.hear(&record.event);
            }
            facts.apply(&record);
        }
        running.await.unwrap().unwrap();
        let mut refuted = BTreeSet::new();
        if let Some(known) = known {
            let tape = again::tape(&store::open(&folder.path().join("session")).unwrap());
            let detector = ScriptedDetector::new(about, known, invents);
            let (asker, _unheard) = asking(detector.clone());
            let phone = || phone(about, faults, seed, false);
            let mut bench = HeardPhones { phone, detector, asker };
            for finding in tape.findings.iter().filter(|it| it.first && it.claim.is_some()) {
                if again::is_refuted(&tape, finding, &mut bench).await {
                    refuted.insert(finding.group.clone());
                }
            }
        }
        JudgedRun { about, faults, steps: facts.step, facts, known, refuted }
    })
}

impl JudgedRun {
    /// The same run with what these oracles found alone.
    pub fn by(&self, oracles: &[&str]) -> Self {
        let is_of = |group: &str| oracles.contains(&group.split('/').next().unwrap_or_default());
        let mut facts = self.facts.clone();
        facts.findings.retain(|finding| is_of(&finding.group));
        facts.groups.retain(|group| is_of(&group.first.group));
        Self { facts, ..self.clone() }
    }

    /// The same run without what was not there again.
    pub fn standing(&self) -> Self {
        let mut facts = self.facts.clone();
        facts.findings.retain(|finding| !self.refuted.contains(&finding.group));
        facts.groups.retain(|group| !self.refuted.contains(&group.first.group));
        Self { facts, ..self.clone() }
    }

    /// The faults whose wrong results were seen.
    pub fn shown(&self) -> Vec<&str> {
        let shown = self.facts.shown_faults.iter().map(|(_, fault)| fault.as_str());
        shown.collect::<BTreeSet<&str>>().into_iter().collect()
    }

    /// At how many steps the wrong result of the fault `id` was seen.
    pub fn times(&self, id: &str) -> usize {
        self.facts.shown_faults.iter().filter(|(_, fault)| fault == id).count()
    }

    /// True if the scripted model knows the fault `id`.
    pub fn knows(&self, id: &str) -> bool {
        self.known.is_some_and(|known| known.holds(id))
    }

    /// The tuned faults that a finding was right about and that were not there again, with its group.
    pub fn refuted_wrongly(&self) -> Vec<String> {
        let groups = self.facts.groups.iter().map(|group| &group.first);
        let refuted = groups.filter(|first| self.refuted.contains(&first.group));
        let told = refuted.flat_map(|first| {
            let faults = self.faults_of(first);
            let tuned = faults.into_iter().filter(|id| !self.fault(id).is_set_aside());
            tuned.map(|id| format!("{id} step {}: {}", first.step, first.group)).collect::<Vec<_>>()
        });
        told.collect()
    }

    /// The faults that findings are about, with the rules that reported them. A group of findings
    /// counts for one fault: one of its category if there is one.
    pub fn found(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for group in &self.facts.groups {
            let first = &group.first;
            let same = self.facts.findings.iter().filter(|it| it.group == first.group);
            let faults: BTreeSet<&str> = same.flat_map(|it| self.faults_of(it)).collect();
            let alike = faults.iter().find(|id| self.fault(id).kind.word() == first.category);
            if let Some(fault) = alike.or(faults.first()) {
                found.entry(fault).or_default().insert(rule(first));
            }
        }
        found
    }

    /// The groups of findings with their rules, and whether they are about a fault.
    pub fn groups(&self) -> Vec<(&str, bool)> {
        let groups = self.facts.groups.iter().filter(|group| !group.first.kind.is_crash());
        let groups = groups.map(|group| {
            let same = self.facts.findings.iter().filter(|it| it.group == group.first.group);
            let right = same.into_iter().any(|finding| !self.faults_of(finding).is_empty());
            (rule(&group.first), right)
        });
        groups.collect()
    }

    /// What was reported though nothing was wrong there.
    pub fn alarms(&self) -> Vec<String> {
        let groups = self.facts.groups.iter().filter(|group| !group.first.kind.is_crash());
        let wrong = groups.filter(|group| {
            let mut same = self.facts.findings.iter().filter(|it| it.group == group.first.group);
            same.all(|finding| self.faults_of(finding).is_empty())
        });
        wrong
            .map(|group| {
                let Finding { step, group, actual, .. } = &*group.first;
                format!("{} step {step}: {group}: {actual}", self.about.name)
            })
            .collect()
    }

    /// The row of a fault.
    pub fn fault(&self, id: &str) -> &FaultSpec {
        if let SeededFaults::Variant(fault) = self.faults {
            return &fault.spec;
        }
        self.about.functional_faults().find(|fault| fault.id == id).unwrap()
    }

    /// The faults whose wrong results were seen at the steps that `finding` names.
    fn faults_of(&self, finding: &Finding) -> BTreeSet<&str> {
        let evidence: BTreeSet<u64> = finding.evidence.iter().map(|it| it.step).collect();
        let shown = self.facts.shown_faults.iter();
        let shown = shown.filter(|(step, _)| *step == finding.step || evidence.contains(step));
        shown.map(|(_, fault)| fault.as_str()).collect()
    }
}

/// The rule that reported `finding`.
fn rule(finding: &Finding) -> &str {
    finding.group.split('/').nth(1).unwrap_or_default()
}
