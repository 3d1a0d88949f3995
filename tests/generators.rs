//! Test generators that a model wrote: nothing gets out of them, and nothing hangs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ridealong::explorer::input_blaster::generator::process::GeneratorProcess;
use ridealong::explorer::input_blaster::generator::sandbox::{
    GeneratorFailure, GeneratorTask, run,
};

/// How many hostile programs are run.
const HOSTILE: usize = 1_000;
/// The most inputs that any of them may give.
const MOST_INPUTS: usize = 200;
/// The longest that any of them may take, on a busy computer and not optimised.
const LONGEST: Duration = Duration::from_secs(30);
/// A program that does what it should.
const PLAIN: &str = "function generate(valid) {\n  const texts = ['', valid[1] + '!', valid[1].repeat(30)];\n  return texts.map((text) => ({ 1: text }));\n}\n";

fn task(program: String) -> GeneratorTask {
    let valid = BTreeMap::from([(1, "Ada".to_owned()), (2, "20".to_owned())]);
    GeneratorTask { program, valid, seed: 1 }
}

/// A program whose function `generate` does `body`.
fn generating(body: &str) -> String {
    format!("function generate(valid) {{ {body} }}")
}

/// What never ends by itself.
fn endless(size: usize) -> Vec<String> {
    vec![
        generating(&format!("for (let n = {size};;) n++")),
        generating(&format!("while (true) {{ const a = [{size}] }}")),
        generating(&format!("let n = {size}; do {{ n = n * 3 % 7 }} while (n >= 0)")),
        format!("for (;;) {{ {size} }}"),
        generating(&format!("const f = () => f({size}); return f()")),
        generating(&format!("const f = (n) => g(n), g = (n) => f(n + {size}); return f(0)")),
        generating("function* all() { for (;;) yield 1 } for (const one of all()) one"),
        generating(
            "const it = { [Symbol.iterator]: () => ({ next: () => ({}) }) }; return [...it]",
        ),
        generating("return { get length() { return generate() } }.length"),
        generating(&format!("const all = []; for (const n of all.concat({size})) for (;;) n")),
    ]
}

/// What wants more memory than there is.
fn greedy(size: usize) -> Vec<String> {
    let many = size * 100_000;
    vec![
        generating(&format!("let a = 'x'.repeat({size} + 1); for (;;) a += a")),
        generating(&format!("const all = []; for (;;) all.push('x'.repeat({many}))")),
        generating(&format!("return [{{ 1: 'x'.repeat({many} + 2000000) }}]")),
        generating(&format!("return Array({many} + 1).fill({{ 1: 'x' }})")),
        generating(&format!("let a = []; for (;;) a = [a, a, {size}]")),
        generating(&format!("const all = {{}}; for (let n = {size};; n++) all['k' + n] = n")),
        generating(&format!("const all = new Map(); for (let n = {size};; n++) all.set(n, [n])")),
        generating(&format!(
            "return Array.from({{ length: {many} + 3000000 }}, () => ({{ 1: 'y' }}))"
        )),
        generating(&format!("return '['.repeat({many} + 1)")),
        generating(&format!("let f = () => {size}; for (;;) {{ const g = f; f = () => g }}")),
    ]
}

/// What replaces parts of the language.
fn tricks(size: usize) -> Vec<String> {
    vec![
        format!("JSON.stringify = () => {{ for (;;) {size} }}; {PLAIN}"),
        format!("JSON.stringify = () => 'x'.repeat({size}); {PLAIN}"),
        format!("JSON = {size}; {PLAIN}"),
        format!("Object.prototype.toJSON = () => {size}; {PLAIN}"),
        format!("Array.prototype.map = () => {{ for (;;) {size} }}; {PLAIN}"),
        format!(
            "Object.defineProperty(Object.prototype, '1', {{ get() {{ return {size} }} }}); {PLAIN}"
        ),
        format!("globalThis.generate = () => [{{ 1: globalThis.constructor.name + {size} }}]"),
        generating("return generate.constructor('return this')().process.exit()"),
        generating(&format!("return eval('{size};'.repeat({size}) + 'this.os')")),
        generating("return [{ 1: (() => {}).constructor('return typeof require')() }]"),
        generating("return [{ __proto__: { 1: 'x' }, 2: 'y' }]"),
        generating(&format!("return [{{ [Symbol.toPrimitive]() {{ for (;;) {size} }}, 1: 'x' }}]")),
        generating(&format!("throw {{ get message() {{ for (;;) {size} }} }}")),
        generating(&format!("throw {{ toString() {{ throw {size} }} }}")),
        generating(&format!("throw new Error('x'.repeat({size} * 10000))")),
        generating("throw null"),
        generating("import('os').then((os) => os.exec(['id']))"),
    ]
}

/// What gives something else than inputs.
fn nonsense(size: usize) -> Vec<String> {
    vec![
        generating(&format!("const a = [{size}]; a.push(a); return a")),
        generating(&format!("return {size}n")),
        generating(&format!("return [{{ 1: {{ 2: {size} }} }}]")),
        generating(&format!("return [{{ 1: '\\ud800'.repeat({size} + 1) }}]")),
        generating(&format!("return [{{ 1: '\\0'.repeat({size}) }}]")),
        generating(&format!("return [{{ name: {size} }}]")),
        generating(&format!("return [{{ '-{size}': 'x' }}]")),
        generating(&format!("return [{{ 99999999999999999999{size}: 'x' }}]")),
        generating(&format!("return [[[{size}]]]")),
        generating("return Symbol()"),
        generating("return () => 1"),
        generating(&format!("return /(a+)+$/.exec('a'.repeat({}) + '!')", size.min(20))),
        format!("import x from 'x{size}'"),
        format!("const generate = {size}"),
        format!("{}{}", "(".repeat(size * 20), ")".repeat(size * 20)),
    ]
}

fn hostile() -> Vec<String> {
    let cut = (0..PLAIN.len()).filter_map(|at| PLAIN.get(..at)).map(str::to_owned);
    let families = (0..).flat_map(|size| {
        let all = [endless(size), greedy(size), tricks(size), nonsense(size)];
        all.into_iter().flatten()
    });
    cut.chain(families).take(HOSTILE).collect()
}

#[test]
fn a_thousand_hostile_programs_end_and_give_no_more_than_inputs() {
    let programs = hostile();
    assert_eq!(programs.len(), HOSTILE);
    let began = Instant::now();
    let halves = programs.chunks(HOSTILE / 2);
    let mut runs: Vec<HostileRun<'_>> = std::thread::scope(|scope| {
        let running: Vec<_> = halves.map(|half| scope.spawn(|| HostileRun::all(half))).collect();
        running.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    let took = began.elapsed();
    let failed = runs.iter().filter(|run| !run.is_harmless).count();
    runs.sort_by_key(|run| run.took);
    let (median, slowest) = (runs[HOSTILE / 2].took, runs.last().unwrap());
    println!(
        "{HOSTILE} programs in {took:.1?}, {failed} refused; median {median:.1?}, slowest {:.1?}: {}",
        slowest.took,
        slowest.program.chars().take(90).collect::<String>(),
    );
    assert!(failed > HOSTILE / 2, "{failed} of {HOSTILE} were refused");
    assert!(took < Duration::from_secs(300), "{took:?}");
    assert!(slowest.took < LONGEST, "{:?}: {}", slowest.took, slowest.program);
    assert_eq!(run(&task(PLAIN.into())).unwrap().len(), 3, "what is plain still runs");
}

/// What came of a hostile program.
struct HostileRun<'a> {
    program: &'a str,
    is_harmless: bool,
    took: Duration,
}

impl<'a> HostileRun<'a> {
    fn all(programs: &'a [String]) -> Vec<Self> {
        let run = |program: &'a String| {
            let began = Instant::now();
            let is_harmless = is_harmless(program);
            Self { program, is_harmless, took: began.elapsed() }
        };
        programs.iter().map(run).collect()
    }
}

/// Runs `program`: true if it gave inputs, of which there are not too many; its failure is one short
/// line.
fn is_harmless(program: &str) -> bool {
    match run(&task(program.to_owned())) {
        Ok(inputs) => {
            assert!(inputs.len() <= MOST_INPUTS, "{program}");
            true
        }
        Err(failure) => {
            let says = failure.to_string();
            assert!(says.len() < 1_000 && !says.contains('\n'), "{program}: {says}");
            false
        }
    }
}

fn process() -> GeneratorProcess {
    GeneratorProcess { program: Some(PathBuf::from(env!("CARGO_BIN_EXE_ridealong"))) }
}

#[tokio::test]
async fn a_process_of_its_own_runs_a_program() {
    let inputs = process().run(&task(PLAIN.into())).await.unwrap();
    assert_eq!(inputs[1][&1], "Ada!");
    let failure = process().run(&task("1".into())).await.unwrap_err();
    assert!(matches!(failure, GeneratorFailure::Threw(_)), "{failure}");
    let nothing = GeneratorProcess { program: Some("/no/such/program".into()) };
    let failure = nothing.run(&task(PLAIN.into())).await.unwrap_err();
    assert!(matches!(failure, GeneratorFailure::NotStarted(_)), "{failure}");
}

/// A search takes the square of the lengths, without a jump at which the interpreter could be asked to
/// stop.
#[tokio::test]
async fn a_program_that_cannot_be_interrupted_is_ended() {
    let body = "const text = 'a'.repeat(6000000); for (;;) text.indexOf('a'.repeat(3000000) + 'b')";
    let began = Instant::now();
    let failure = process().run(&task(generating(body))).await.unwrap_err();
    assert_eq!(failure, GeneratorFailure::TooSlow);
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}
