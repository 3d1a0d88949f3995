//! A kind of question, and the checks on its answers.

use serde_json::Value;

use crate::protocol::CheckComplaint;

/// One kind of question that a system asks a model. Its prompt is the template of the same name.
///
/// A query is pure: what the prompt needs and what the checks need is all in the context, so that
/// a recorded exchange can be asked and checked again.
pub trait ModelQuery: Send + Sync {
    /// Its name, which is its prompt's path too: `elevate/states`.
    fn name(&self) -> &'static str;

    /// The JSON schema of the reply, for servers that can hold a model to one.
    fn schema(&self, context: &Value) -> Option<Value>;

    /// Reads `reply` and checks it. No reply of any kind may make this panic.
    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement;

    /// The names of its checks, each of which may have a part `feedback` in the prompt.
    fn checks(&self) -> &'static [&'static str] {
        &[]
    }

    /// A small context of the right shape, to see what a prompt looks like when it is filled in;
    /// `Null` if there is none.
    fn sample(&self) -> Value {
        Value::Null
    }
}

/// What was made of a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplyJudgement {
    /// What was read from it, in the query's own form; `None` if nothing could be.
    pub answer: Option<Value>,
    /// The same in one line for the tester.
    pub reported: String,
    /// The thoughts the reply gives, as name and text, in its order.
    pub thoughts: Vec<(String, String)>,
    /// What is wrong with it; `None` if it is accepted.
    pub complaint: Option<CheckComplaint>,
    /// What the rules answer if no feedback round is left: a check may know the right answer.
    pub otherwise: Option<Value>,
    /// True if the rules use a part of the reply though it was refused.
    pub is_partly_used: bool,
}
