use std::process::Command as Process;

use proptest::prelude::*;

use super::*;

fn words(line: &str) -> Result<Vec<String>, SyntaxError> {
    Ok(parse(line)?.remove(0).commands.remove(0).words)
}

#[test]
fn quotes_are_taken_off_as_sh_does() {
    let line = r#"echo a'b c'"d \"e\" \n" \'f '' "\$x""#;
    assert_eq!(words(line).unwrap(), ["echo", r#"ab cd "e" \n"#, "'f", "", "$x"]);
}

#[test]
fn sequences_pipes_and_redirections_are_told_apart() {
    let read = parse("a 1 >f 2>&1 && b<f|c 2>/dev/null || d & e; # f").unwrap();
    let joins: Vec<Join> = read.iter().map(|pipeline| pipeline.join).collect();
    assert_eq!(joins, [Join::Always, Join::Success, Join::Failure, Join::Always]);
    let a = &read[0].commands[0];
    assert_eq!(a.words, ["a", "1"]);
    assert_eq!(a.redirects, [Redirect::To("f".into()), Redirect::ErrorsToOutput]);
    assert_eq!(read[1].commands[0].redirects, [Redirect::From("f".into())]);
    assert_eq!(read[1].commands[1].redirects, [Redirect::ErrorsTo("/dev/null".into())]);
    assert_eq!(read[3].commands[0].words, ["e"]);
}

#[test]
fn what_is_beyond_is_refused() {
    for line in
        ["a 'b", "a \"b", "| a", "a |", "a &&", "; a", "a ;; b", "a >", "a `b`", "$(a)", "(a)"]
    {
        assert!(parse(line).is_err(), "{line}");
    }
}

/// What `sh` makes of the words of `line`; `None` if it refuses it.
fn by_sh(line: &str) -> Option<Vec<String>> {
    let script = format!("printf '%s\\0' {line}");
    let run = Process::new("sh").arg("-c").arg(script).output().unwrap();
    if !run.status.success() || !run.stderr.is_empty() {
        return None;
    }
    let text = String::from_utf8(run.stdout).unwrap();
    Some(text.strip_suffix('\0')?.split('\0').map(str::to_owned).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn words_are_read_as_sh_reads_them(line in "a([ab '\"\\\\é\n]{0,14}|([ab]|\"[a'\\\\ \n]{0,3}\"|'[a\"\\\\ ]{0,3}'| ){0,6})") {
        // A new line outside of quotes would begin another command.
        let flat = parse(&line).map_or(true, |read| read.len() <= 1);
        prop_assume!(flat);
        prop_assert_eq!(words(&line).ok(), by_sh(&line));
    }

    #[test]
    fn any_line_is_read_or_refused(line in "\\PC{0,40}") {
        let _ = parse(&line);
    }
}
