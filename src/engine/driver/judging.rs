//! The oracles at work. Those by rules answer at once, so that what they find has its fixed place in
//! the log; those that ask a model judge beside the run, each turn by turn in order.

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::domain::Finding;
use crate::llm::Asker;
use crate::oracle::registry::PROPERTIES;
use crate::oracle::{JudgedTurn, Oracle, OracleEntry, OracleSettings};

/// What one oracle that judges beside the run finds in one turn.
pub(super) type Judgement = Vec<Finding>;

/// All oracles of a session.
#[derive(Default)]
pub(super) struct OracleRunner {
    at_once: Vec<RunningOracle>,
    /// The oracle of properties, as long as it is not among them.
    properties: Option<RunningOracle>,
    beside: Vec<mpsc::UnboundedSender<Arc<JudgedTurn>>>,
    /// Dropped with the runner, which ends them.
    tasks: JoinSet<()>,
    /// Judgements that are still to come.
    outstanding: usize,
}

impl OracleRunner {
    /// Starts `chosen`, made with `settings`, which ask as `asker` does. What judges beside the run sends its judgements to
    /// `judged`. `known` was found before, in a session that goes on.
    pub(super) fn start(
        (chosen, settings): (&[&'static OracleEntry], &OracleSettings),
        asker: &Asker,
        judged: &mpsc::UnboundedSender<Judgement>,
        known: &[Finding],
    ) -> Self {
        let mut runner = Self::default();
        if !chosen.iter().any(|entry| entry.name == PROPERTIES.name) {
            runner.properties =
                Some(RunningOracle::new((&PROPERTIES, settings), asker.beside(), known));
        }
        for entry in chosen {
            let mut oracle = RunningOracle::new((entry, settings), asker.beside(), known);
            if !entry.needs_model {
                runner.at_once.push(oracle);
                continue;
            }
            let (sender, mut turns) = mpsc::unbounded_channel::<Arc<JudgedTurn>>();
            let judged = judged.clone();
            runner.beside.push(sender);
            runner.tasks.spawn(async move {
                while let Some(turn) = turns.recv().await {
                    // The driver holds the other end until it ends.
                    let _ = judged.send(oracle.judge(&turn).await);
                }
            });
        }
        runner
    }

    /// Checks properties from now on, if they were not checked before: the tester has stated one.
    pub(super) fn check_properties(&mut self) {
        self.at_once.extend(self.properties.take());
    }

    /// Has `turn` judged. Gives what the oracles by rules find.
    pub(super) async fn judge(&mut self, turn: JudgedTurn) -> Vec<Finding> {
        let turn = Arc::new(turn);
        for oracle in &self.beside {
            self.outstanding += usize::from(oracle.send(turn.clone()).is_ok());
        }
        let mut findings = Vec::new();
        for oracle in &mut self.at_once {
            findings.extend(oracle.judge(&turn).await);
        }
        findings
    }

    /// A judgement has come.
    pub(super) fn received(&mut self) {
        self.outstanding = self.outstanding.saturating_sub(1);
    }

    /// True if judgements are still to come.
    pub(super) fn is_waiting(&self) -> bool {
        self.outstanding > 0 && !self.tasks.is_empty()
    }
}

/// An oracle with what it found so far.
struct RunningOracle {
    name: &'static str,
    oracle: Box<dyn Oracle>,
    asker: Asker,
    /// The first finding of each group.
    firsts: Vec<Finding>,
}

impl RunningOracle {
    fn new(
        (entry, settings): (&OracleEntry, &OracleSettings),
        asker: Asker,
        known: &[Finding],
    ) -> Self {
        let own = known.iter().filter(|finding| finding.oracle_name() == Some(entry.name));
        let firsts = own.filter(|finding| finding.first).cloned().collect();
        Self { name: entry.name, oracle: (entry.make)(settings), asker, firsts }
    }

    /// What is wrong with `turn`. The same fault as before gets the group that it had then.
    async fn judge(&mut self, turn: &JudgedTurn) -> Vec<Finding> {
        let mut findings = self.oracle.judge(turn, &mut self.asker).await;
        for finding in &mut findings {
            finding.oracle = self.name.to_owned();
            finding.state = finding.state.or_else(|| Some(turn.state()));
            let known = self.firsts.iter().find(|first| self.oracle.same(first, finding));
            match known {
                Some(first) => finding.group.clone_from(&first.group),
                None => self.firsts.push(finding.clone()),
            }
        }
        findings
    }
}
