//! The small programs of any Unix: `echo`, `cat`, `grep`, `head`, `tail` and the like.

use std::ops::Range;

use super::Bench;
use super::files::is_output;
use super::reply::Reply;

/// Seconds as `sleep` takes them: `0.5`, `2`, `3s`, `1m`.
pub fn seconds(word: &str) -> Option<f64> {
    let (number, factor) = match word.strip_suffix(['s', 'm', 'h', 'd']) {
        Some(number) if word.ends_with('m') => (number, 60.0),
        Some(number) if word.ends_with('h') => (number, 3600.0),
        Some(number) if word.ends_with('d') => (number, 86_400.0),
        Some(number) => (number, 1.0),
        None => (word, 1.0),
    };
    let number: f64 = number.parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number * factor)
}

pub fn nothing(_bench: &mut Bench<'_>) -> Reply {
    Reply::silent()
}

pub fn failure(_bench: &mut Bench<'_>) -> Reply {
    Reply { code: 1, ..Reply::default() }
}

pub fn echo(bench: &mut Bench<'_>) -> Reply {
    let (end, words) = match bench.arg(0) {
        Some("-n") => ("", bench.rest(1)),
        _ => ("\n", bench.args),
    };
    Reply::out(format!("{}{end}", words.join(" ")))
}

/// `printf` with `%s`, `%d`, `%%`, `\n` and `\t`; the format is used again for further arguments.
pub fn printf(bench: &mut Bench<'_>) -> Reply {
    let Some(format) = bench.arg(0) else { return Reply::fail(1, "printf: Needs 1 argument") };
    let mut args = bench.rest(1).iter();
    let mut out = String::new();
    loop {
        let before = args.len();
        let mut characters = format.chars();
        while let Some(c) = characters.next() {
            match (c, characters.clone().next()) {
                ('%', Some('s' | 'd')) => {
                    characters.next();
                    out.push_str(args.next().map_or("", String::as_str));
                }
                ('%' | '\\', Some(same)) if same == c => {
                    characters.next();
                    out.push(c);
                }
                ('\\', Some(letter @ ('n' | 't'))) => {
                    characters.next();
                    out.push(if letter == 'n' { '\n' } else { '\t' });
                }
                _ => out.push(c),
            }
        }
        if args.len() == 0 || args.len() == before {
            return Reply::out(out);
        }
    }
}

pub fn id(_bench: &mut Bench<'_>) -> Reply {
    Reply::out(
        "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),\
         3003(inet) context=u:r:shell:s0\n",
    )
}

/// The content of the files named from `place` on, or of the input.
fn content(bench: &Bench<'_>, place: usize, program: &str) -> Result<Vec<u8>, Reply> {
    let paths = bench.rest(place);
    if paths.is_empty() {
        return Ok(bench.stdin.to_vec());
    }
    let mut all = Vec::new();
    for path in paths {
        match bench.desk.files.read(path) {
            Some(bytes) => all.extend(bytes),
            None if path == "-" || is_output(path) => all.extend(bench.stdin),
            None => {
                let said = format!("{program}: {path}: No such file or directory");
                return Err(Reply { stdout: all, ..Reply::fail(1, said) });
            }
        }
    }
    Ok(all)
}

pub fn cat(bench: &mut Bench<'_>) -> Reply {
    content(bench, 0, "cat").map_or_else(|failed| failed, Reply::out)
}

pub fn rm(bench: &mut Bench<'_>) -> Reply {
    let force = bench.args.iter().any(|arg| arg.starts_with('-') && arg.contains('f'));
    let mut reply = Reply::silent();
    for path in bench.args.iter().filter(|arg| !arg.starts_with('-')) {
        if !bench.desk.files.remove(path) && !force {
            reply = reply.warn(format!("rm: {path}: No such file or directory"));
            reply.code = 1;
        }
    }
    reply
}

pub fn ls(bench: &mut Bench<'_>) -> Reply {
    let paths: Vec<&str> =
        bench.args.iter().map(String::as_str).filter(|arg| !arg.starts_with('-')).collect();
    let path = paths.first().copied().unwrap_or("/");
    if bench.desk.files.read(path).is_some() {
        return Reply::lines([path]);
    }
    let inside = bench.desk.files.list(path);
    let folder = ["/", "/sdcard", "/sdcard/", "/data/local/tmp", "/data/local/tmp/"];
    if inside.is_empty() && !folder.contains(&path) {
        return Reply::fail(1, format!("ls: {path}: No such file or directory"));
    }
    Reply::lines(inside)
}

pub fn wc(bench: &mut Bench<'_>) -> Reply {
    let (mode, place) = match bench.arg(0) {
        Some(mode @ ("-l" | "-c" | "-w")) => (mode, 1),
        _ => ("", 0),
    };
    let bytes = match content(bench, place, "wc") {
        Ok(bytes) => bytes,
        Err(failed) => return failed,
    };
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
    let words = String::from_utf8_lossy(&bytes).split_whitespace().count();
    Reply::out(match mode {
        "-l" => format!("{lines}\n"),
        "-c" => format!("{}\n", bytes.len()),
        "-w" => format!("{words}\n"),
        _ => format!("{lines} {words} {}\n", bytes.len()),
    })
}

/// How many lines `head` and `tail` take, and if the file names begin.
fn count(bench: &Bench<'_>) -> Option<(usize, usize)> {
    match bench.arg(0) {
        Some("-n") => Some((bench.arg(1)?.trim_start_matches('-').parse().ok()?, 2)),
        Some(arg) if arg.starts_with("-n") => Some((arg.get(2..)?.parse().ok()?, 1)),
        Some(arg) if arg.starts_with('-') && arg.len() > 1 => {
            Some((arg.get(1..)?.parse().ok()?, 1))
        }
        _ => Some((10, 0)),
    }
}

/// Prints a range of lines, chosen by how many there are and how many are wanted.
fn part(bench: &Bench<'_>, program: &str, choose: fn(usize, usize) -> Range<usize>) -> Reply {
    let Some((count, place)) = count(bench) else {
        return Reply::fail(1, format!("{program}: bad number"));
    };
    match content(bench, place, program) {
        Ok(bytes) => {
            let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
            Reply::out(lines.get(choose(lines.len(), count)).unwrap_or_default().concat())
        }
        Err(failed) => failed,
    }
}

pub fn head(bench: &mut Bench<'_>) -> Reply {
    if bench.arg(0) == Some("-c") {
        let Some(count) = bench.arg(1).and_then(|count| count.parse().ok()) else {
            return Reply::fail(1, "head: bad number");
        };
        return match content(bench, 2, "head") {
            Ok(bytes) => Reply::out(bytes.get(..count).unwrap_or(&bytes)),
            Err(failed) => failed,
        };
    }
    part(bench, "head", |all, count| 0..count.min(all))
}

pub fn tail(bench: &mut Bench<'_>) -> Reply {
    part(bench, "tail", |all, count| all.saturating_sub(count)..all)
}

/// What `grep` was asked.
#[derive(Default)]
struct Search {
    patterns: Vec<String>,
    fold: bool,
    invert: bool,
    only_count: bool,
    quiet: bool,
    most: Option<usize>,
    files: usize,
}

impl Search {
    fn read(args: &[String]) -> Option<Self> {
        let mut search = Self::default();
        let mut pattern = None;
        let mut place = 0;
        while let Some(arg) = args.get(place) {
            place += 1;
            let Some(letters) = arg.strip_prefix('-').filter(|letters| !letters.is_empty()) else {
                if pattern.is_some() {
                    place -= 1;
                    break;
                }
                pattern = Some(arg.clone());
                continue;
            };
            for letter in letters.chars() {
                match letter {
                    'i' => search.fold = true,
                    'v' => search.invert = true,
                    'c' => search.only_count = true,
                    'q' => search.quiet = true,
                    'E' | 'F' | 'a' | 'h' => {}
                    'e' => {
                        pattern = args.get(place).cloned();
                        place += 1;
                    }
                    'm' => {
                        search.most = args.get(place)?.parse().ok();
                        place += 1;
                        search.most?;
                    }
                    _ => return None,
                }
            }
        }
        search.files = place;
        search.patterns = alternatives(&pattern?);
        if search.fold {
            search.patterns.iter_mut().for_each(|one| *one = one.to_lowercase());
        }
        Some(search)
    }

    fn finds(&self, line: &str) -> bool {
        let folded = if self.fold { line.to_lowercase() } else { line.to_owned() };
        let found = self.patterns.iter().any(|pattern| matches(pattern, &folded));
        found != self.invert
    }
}

/// The literals that a pattern lets through: `A|B|C`, in brackets or with `\|` too.
fn alternatives(pattern: &str) -> Vec<String> {
    let plain = pattern.replace("\\|", "|");
    let plain = plain.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(&plain);
    plain.split('|').map(str::to_owned).collect()
}

/// True if the literal is in the line; `^` and `$` bind it to the ends, a backslash makes the next
/// character literal, `.*` stands for anything.
fn matches(pattern: &str, line: &str) -> bool {
    let (pattern, at_start) = match pattern.strip_prefix('^') {
        Some(rest) => (rest, true),
        None => (pattern, false),
    };
    let (pattern, at_end) = match pattern.strip_suffix('$') {
        Some(rest) => (rest, true),
        None => (pattern, false),
    };
    let parts: Vec<String> = pattern.split(".*").map(|part| part.replace('\\', "")).collect();
    let mut rest = line;
    for (place, part) in parts.iter().enumerate() {
        let bound = place == 0 && at_start;
        let found = if bound { rest.starts_with(part).then_some(0) } else { rest.find(part) };
        let Some(at) = found else { return false };
        if place + 1 == parts.len() && at_end {
            return rest.ends_with(part) && rest.len() >= part.len() && (!bound || rest == part);
        }
        rest = rest.get(at + part.len()..).unwrap_or("");
    }
    true
}

pub fn grep(bench: &mut Bench<'_>) -> Reply {
    let Some(search) = Search::read(bench.args) else {
        return Reply::fail(
            2,
            "grep: bad options; this phone's grep knows -E -F -i -v -c -q -m N -e",
        );
    };
    let bytes = match content(bench, search.files, "grep") {
        Ok(bytes) => bytes,
        Err(failed) => return Reply { code: 2, ..failed },
    };
    let text = String::from_utf8_lossy(&bytes);
    let found: Vec<&str> = text
        .lines()
        .filter(|line| search.finds(line))
        .take(search.most.unwrap_or(usize::MAX))
        .collect();
    let code = i32::from(found.is_empty());
    let reply = match (search.quiet, search.only_count) {
        (true, _) => Reply::silent(),
        (_, true) => Reply::out(format!("{}\n", found.len())),
        _ => Reply::lines(&found),
    };
    Reply { code, ..reply }
}
