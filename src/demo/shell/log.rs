//! The log and the clock: `logcat`, `date`.

use jiff::Zoned;
use jiff::civil::DateTime;
use jiff::fmt::strtime;
use jiff::tz::{Offset, TimeZone};

use super::Bench;
use super::reply::Reply;
use crate::demo::phone::{Buffer, DemoPhone, Line};

/// The buffers that are printed when none is named.
const BUFFERS: [Buffer; 3] = [Buffer::Main, Buffer::System, Buffer::Crash];

/// What `logcat` was asked.
struct Asked {
    buffers: Vec<Buffer>,
    since: Option<DateTime>,
    last: Option<usize>,
    pid: Option<u32>,
    clear: bool,
    filters: Vec<(String, char)>,
    silent: bool,
}

impl Asked {
    fn read(args: &[String], now: &Zoned) -> Result<Self, String> {
        let mut asked = Self {
            buffers: Vec::new(),
            since: None,
            last: None,
            pid: None,
            clear: false,
            filters: Vec::new(),
            silent: false,
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let (option, glued) = split_option(arg);
            let mut value = || {
                let value = glued.map(str::to_owned).or_else(|| args.next().cloned());
                value.ok_or_else(|| format!("logcat: option requires an argument -- '{option}'"))
            };
            match option {
                "-d" | "--dump" | "-D" => {}
                "-c" | "--clear" => asked.clear = true,
                "-v" | "--format" => format(&value()?)?,
                "-b" | "--buffer" => asked.buffers(&value()?)?,
                "-T" | "-t" => asked.from(&value()?, now)?,
                "--pid" => asked.pid = value()?.parse().ok(),
                "-s" => asked.silent = true,
                _ if option.starts_with('-') => {
                    return Err(format!("logcat: the demo phone knows no option {option}"));
                }
                filter => asked.filter(filter),
            }
        }
        if asked.buffers.is_empty() {
            asked.buffers = BUFFERS.to_vec();
        }
        Ok(asked)
    }

    fn buffers(&mut self, names: &str) -> Result<(), String> {
        for name in names.split(',') {
            match name {
                "all" | "default" => self.buffers.extend(BUFFERS),
                // Nothing on this phone writes into these.
                "events" | "radio" | "kernel" | "security" => {}
                _ => {
                    let known = BUFFERS.into_iter().find(|known| known.name() == name);
                    self.buffers
                        .push(known.ok_or_else(|| format!("logcat: Unknown buffer '{name}'"))?);
                }
            }
        }
        Ok(())
    }

    /// `-T` and `-t`: a time, or how many lines.
    fn from(&mut self, word: &str, now: &Zoned) -> Result<(), String> {
        if let Ok(count) = word.parse() {
            self.last = Some(count);
            return Ok(());
        }
        let year = format!("{}-{word}", now.year());
        let formats = ["%Y-%m-%d %H:%M:%S%.f", "%s%.f"];
        let read = [word, year.as_str()].into_iter().find_map(|text| {
            formats.iter().find_map(|format| {
                let parsed = strtime::parse(format, text).ok()?;
                let stamp = || parsed.to_timestamp().ok().map(|at| at.to_zoned(TimeZone::UTC));
                let local = |at: DateTime| at.to_zoned(now.time_zone().clone()).ok();
                let at = parsed.to_datetime().ok().and_then(local).or_else(stamp)?;
                Some(at.with_time_zone(TimeZone::UTC).datetime())
            })
        });
        let read = read.ok_or_else(|| format!("logcat: Failed to parse '{word}' as a time"))?;
        self.since = Some(read);
        Ok(())
    }

    fn filter(&mut self, word: &str) {
        let (tag, level) = word.split_once(':').unwrap_or((word, "V"));
        let level = level.chars().next().unwrap_or('V');
        if tag == "*" && level == 'S' {
            self.silent = true;
        } else {
            self.filters.push((tag.to_owned(), level));
        }
    }

    fn takes(&self, line: &Line) -> bool {
        let wanted = self.filters.iter().find(|(tag, _)| *tag == line.tag);
        let wanted = wanted.or_else(|| self.filters.iter().find(|(tag, _)| tag == "*"));
        let loud = match wanted {
            Some((_, level)) => rank(line.level) >= rank(*level),
            None => !self.silent,
        };
        loud && self.buffers.contains(&line.buffer)
            && self.since.is_none_or(|since| line.at >= since)
            && self.pid.is_none_or(|pid| line.pid == pid)
    }
}

/// `-bmain` and `--pid=7` in their two parts.
fn split_option(arg: &str) -> (&str, Option<&str>) {
    if arg.starts_with("--") {
        return match arg.split_once('=') {
            Some((option, value)) => (option, Some(value)),
            None => (arg, None),
        };
    }
    match arg.split_at_checked(2) {
        Some((option @ ("-b" | "-v" | "-T" | "-t"), value)) if !value.is_empty() => {
            (option, Some(value))
        }
        _ => (arg, None),
    }
}

fn format(name: &str) -> Result<(), String> {
    if name.split(',').next() == Some("threadtime") {
        Ok(())
    } else {
        Err(format!("logcat: the demo phone writes no other format than threadtime, not '{name}'"))
    }
}

fn rank(level: char) -> usize {
    "VDIWEFS".find(level).unwrap_or(0)
}

pub fn logcat(bench: &mut Bench<'_>) -> Reply {
    let asked = match Asked::read(bench.args, &here(bench.phone)) {
        Ok(asked) => asked,
        Err(message) => return Reply::fail(1, message),
    };
    if asked.clear {
        bench.phone.clear_log();
        return Reply::silent();
    }
    let mut lines: Vec<&Line> = bench.phone.log().iter().filter(|line| asked.takes(line)).collect();
    if let Some(last) = asked.last {
        lines.drain(..lines.len().saturating_sub(last));
    }
    let offset = bench.phone.offset();
    let mut begun: Vec<Buffer> = Vec::new();
    let mut text = Vec::with_capacity(lines.len() + 3);
    for line in lines {
        if !begun.contains(&line.buffer) {
            begun.push(line.buffer);
            text.push(format!("--------- beginning of {}", line.buffer.name()));
        }
        text.push(line.threadtime(offset));
    }
    Reply::lines(text)
}

/// The moment, in the phone's time zone.
fn here(phone: &DemoPhone) -> Zoned {
    let zone = Offset::from_seconds(phone.offset() * 60).map_or(TimeZone::UTC, TimeZone::fixed);
    let now = phone.universal().to_zoned(TimeZone::UTC).unwrap_or_default();
    now.with_time_zone(zone)
}

pub fn date(bench: &mut Bench<'_>) -> Reply {
    let format = match bench.arg(0) {
        None => "%a %b %e %H:%M:%S GMT %Y",
        Some(arg) => match arg.strip_prefix('+') {
            Some(format) => format,
            None => return Reply::fail(1, format!("date: bad date '{arg}'")),
        },
    };
    match strtime::format(format, &here(bench.phone)) {
        Ok(reported) => Reply::lines([reported]),
        Err(_) => Reply::fail(1, format!("date: bad format '{format}'")),
    }
}
