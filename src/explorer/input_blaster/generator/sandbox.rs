//! Runs a program that a model wrote, in an interpreter without any function of the host: no files, no
//! network, no clock, no modules. Memory, stack and the number of jumps and calls are limited.
//!
//! Functions of the language itself can compute for long without a jump (searching a long text in a
//! longer one), so this is run in a process that is ended after a while: see [`super::process`].

use std::collections::BTreeMap;

use rquickjs::context::intrinsic;
use rquickjs::{CatchResultExt as _, CaughtError, Context, Ctx, Runtime};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::{GeneratedInputs, MOST_INPUTS};

/// The most memory of a program, in bytes.
const MEMORY: usize = 32 << 20;
/// The most stack, in bytes.
const STACK: usize = 256 << 10;
/// The interpreter asks whether to go on after each 10 000 jumps and calls; this often it may.
const TURNS: u32 = 500;
/// The largest program, in bytes.
pub const LARGEST_PROGRAM: usize = 16 << 10;
/// The most that a program may give, in bytes of JSON.
pub const LARGEST_OUTPUT: usize = 1 << 20;
/// The most characters of an error that are told.
const ERROR: usize = 200;

/// What is in the global scope beside the language: random numbers that follow from the seed.
const PRELUDE: &str = "
'use strict';
{
  let state = SEED >>> 0;
  Math.random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
";

/// What a program is run with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneratorTask {
    /// The program.
    pub program: String,
    /// The valid texts, by the numbers of the fields.
    pub valid: BTreeMap<usize, String>,
    /// Of its random numbers.
    pub seed: u32,
}

/// Why a program gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum GeneratorFailure {
    /// It is too large.
    #[error("the program has more than {LARGEST_PROGRAM} bytes")]
    TooLarge,
    /// It threw, or used up its memory, stack or turns.
    #[error("the program failed: {0}")]
    Threw(String),
    /// It gives something else than a list of inputs.
    #[error("generate(valid) must return a list of objects from field number to text; it gave {0}")]
    NotInputs(String),
    /// It took too long.
    #[error("the program was ended, since it took too long")]
    TooSlow,
    /// No process for it could be started.
    #[error("no process for the program could be started: {0}")]
    NotStarted(String),
}

/// Runs the program of `task` in this process.
///
/// # Errors
/// If it fails or gives no inputs.
pub fn run(task: &GeneratorTask) -> Result<GeneratedInputs, GeneratorFailure> {
    if task.program.len() > LARGEST_PROGRAM {
        return Err(GeneratorFailure::TooLarge);
    }
    let json = output(task)?;
    if json.len() > LARGEST_OUTPUT {
        let what = format!("more than {LARGEST_OUTPUT} bytes");
        return Err(GeneratorFailure::NotInputs(what));
    }
    read(&json)
}

/// What the program gives, as JSON.
fn output(task: &GeneratorTask) -> Result<String, GeneratorFailure> {
    let broken = |error: rquickjs::Error| GeneratorFailure::Threw(shortened(&error.to_string()));
    let runtime = Runtime::new().map_err(broken)?;
    runtime.set_memory_limit(MEMORY);
    runtime.set_max_stack_size(STACK);
    let mut turns = 0;
    runtime.set_interrupt_handler(Some(Box::new(move || {
        turns += 1;
        turns > TURNS
    })));
    let context = Context::builder()
        .with::<intrinsic::Eval>()
        .with::<intrinsic::Json>()
        .with::<intrinsic::RegExpCompiler>()
        .with::<intrinsic::RegExp>()
        .with::<intrinsic::MapSet>()
        // Part of the syntax; what is awaited never continues.
        .with::<intrinsic::Promise>()
        .build(&runtime)
        .map_err(broken)?;
    let valid = serde_json::to_string(&task.valid).unwrap_or_default();
    // A text with these two is no line of a program everywhere.
    let valid = valid.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    context.with(|scope| {
        evaluate(&scope, &PRELUDE.replace("SEED", &task.seed.to_string()))?;
        evaluate(&scope, &task.program)?;
        let call = format!("JSON.stringify(generate({valid}))");
        let made = scope.eval::<Option<String>, _>(call).catch(&scope);
        made.map_err(|error| threw(&error))?
            .ok_or_else(|| GeneratorFailure::NotInputs("nothing".into()))
    })
}

/// Evaluates `program`, whatever its last expression gives.
fn evaluate(scope: &Ctx<'_>, program: &str) -> Result<(), GeneratorFailure> {
    let value = scope.eval::<rquickjs::Value<'_>, _>(program).catch(scope);
    value.map(drop).map_err(|error| threw(&error))
}

fn threw(error: &CaughtError<'_>) -> GeneratorFailure {
    let words = match error {
        CaughtError::Exception(exception) => exception.message(),
        CaughtError::Value(value) => value.as_string().and_then(|text| text.to_string().ok()),
        CaughtError::Error(error) => Some(error.to_string()),
    };
    // Nothing of its own is told by a program that was stopped.
    let words = words.filter(|words| !words.is_empty());
    GeneratorFailure::Threw(shortened(words.as_deref().unwrap_or("it was stopped")))
}

fn shortened(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control()).take(ERROR).collect()
}

/// Reads the inputs of a program's output. Numbers are taken as texts.
fn read(json: &str) -> Result<GeneratedInputs, GeneratorFailure> {
    let failure = |what: &str| GeneratorFailure::NotInputs(what.to_owned());
    let value: Value = serde_json::from_str(json).map_err(|_| failure("no proper text"))?;
    let Value::Array(inputs) = value else { return Err(failure("no list")) };
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let input = |value: &Value| -> Option<BTreeMap<usize, String>> {
        let fields = value.as_object()?.iter();
        fields.map(|(field, value)| Some((field.parse().ok()?, text(value)?))).collect()
    };
    let read: Option<GeneratedInputs> = inputs.iter().take(MOST_INPUTS).map(input).collect();
    let read = read.ok_or_else(|| failure("a list of something else"))?;
    if read.is_empty() { Err(failure("an empty list")) } else { Ok(read) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(program: &str) -> Result<GeneratedInputs, GeneratorFailure> {
        let valid = BTreeMap::from([(1, "Ada \"x\"\u{2028}".to_owned())]);
        run(&GeneratorTask { program: program.into(), valid, seed: 7 })
    }

    #[test]
    fn a_program_makes_inputs_from_what_is_valid() {
        let inputs = made(
            "const generate = (valid) => [1, 2].map((n) => ({ 1: valid[1] + '!'.repeat(n), 2: n }))",
        );
        let first = BTreeMap::from([(1, "Ada \"x\"\u{2028}!".into()), (2, "1".into())]);
        assert_eq!(inputs.unwrap()[0], first);
        let random = "function generate() { return [{ 1: String(Math.random()) }] }";
        assert_eq!(made(random), made(random), "random numbers follow from the seed");
    }

    #[test]
    fn a_program_reaches_nothing() {
        let probes = [
            "process",
            "require",
            "fetch",
            "Deno",
            "std",
            "os",
            "print",
            "console",
            "setTimeout",
            "WebAssembly",
            "Date",
            "Proxy",
            "performance",
            "SharedArrayBuffer",
            "Atomics",
        ];
        for name in probes {
            let program = format!("function generate() {{ return [{{ 1: typeof {name} }}] }}");
            let inputs = made(&program).unwrap();
            assert_eq!(inputs[0][&1], "undefined", "{name}");
        }
        for importing in ["import * as os from 'os'", "function generate() { return import('os') }"]
        {
            assert!(made(importing).is_err(), "{importing}");
        }
    }

    #[test]
    fn what_fails_says_why_in_a_short_line() {
        let says = |program: &str| made(program).unwrap_err().to_string();
        assert!(says("function generate() { throw new Error('no idea') }").contains("no idea"));
        assert!(says("function generate( {").contains("failed"));
        assert!(says("1 + 1").contains("generate"));
        assert!(says("function generate() { return 5 }").contains("no list"));
        assert!(says("function generate() {}").contains("nothing"));
        assert!(says("function generate() { return [{ name: 'x' }] }").contains("something else"));
        let endless = says("function generate() { for (;;) {} }");
        assert!(endless.contains("failed"), "{endless}");
        let bomb = says("function generate() { let a = 'x'; for (;;) a += a }");
        assert!(bomb.contains("failed"), "{bomb}");
        let long = says("throw new Error('x'.repeat(100000))");
        assert!(long.len() < 300, "{}", long.len());
        assert_eq!(made(&" ".repeat(LARGEST_PROGRAM + 1)), Err(GeneratorFailure::TooLarge));
    }
}
