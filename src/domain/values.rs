//! Plausible text for a field, derived from its label, hint, caption and id.
//!
//! An example in the hint has priority ("e.g. 120"), then words in hint, label and id, then the kind
//! of the neighbours. Variants of one field differ, so that forms which compare fields can be both
//! satisfied and violated. No model is asked: this is the fallback.

mod alike;
mod example;

pub use self::alike::told_apart;
use self::example::example_of;
use super::screen::Screen;
use super::widget::Widget;

/// A kind of value with words that announce it and examples of it.
struct FieldMeaning {
    words: &'static [&'static str],
    examples: &'static [&'static str],
}

/// The first meaning that matches counts, so specific meanings come first.
const MEANINGS: &[FieldMeaning] = &[
    FieldMeaning {
        words: &["email", "e-mail", "mail"],
        examples: &["ada@example.org", "not-an-address"],
    },
    FieldMeaning {
        words: &["password", "passcode", "passphrase"],
        examples: &["Correct-Horse-7", "short"],
    },
    FieldMeaning { words: &["pin"], examples: &["2468", "1357"] },
    FieldMeaning { words: &["cvc", "cvv", "security code"], examples: &["737", "12"] },
    FieldMeaning {
        words: &["card name", "name on card", "name on the card", "card holder", "cardholder"],
        examples: &["Ada Lovelace", "x"],
    },
    FieldMeaning {
        words: &["card number", "card_number", "card"],
        examples: &["4111111111111111", "4242"],
    },
    FieldMeaning {
        words: &["expiry", "expires", "expiration", "valid until"],
        examples: &["12/29", "13/20"],
    },
    FieldMeaning { words: &["isbn"], examples: &["9780306406157", "123456789X"] },
    FieldMeaning { words: &["sql"], examples: &["select 1", "select"] },
    FieldMeaning { words: &["days", "weeks", "months", "hours"], examples: &["7", "0"] },
    FieldMeaning {
        words: &["minutes", "seconds", "(min)", "(mins)", "(sec)", "(secs)"],
        examples: &["30", "60"],
    },
    FieldMeaning { words: &["birth", "born"], examples: &["1990-05-17", "2990-01-01"] },
    // Written as in Unicode Technical Standard 35. With a date there an app writes that date everywhere.
    FieldMeaning {
        words: &["date format", "date pattern"],
        examples: &["yyyy-MM-dd", "dd.MM.yyyy"],
    },
    FieldMeaning { words: &["time format", "time pattern"], examples: &["HH:mm", "hh:mm a"] },
    FieldMeaning {
        words: &["date", "day", "yyyy", "since", "until", "due", "deadline"],
        examples: &["2026-01-15", "2026-02-31"],
    },
    FieldMeaning { words: &["time", "hh:mm", "o'clock"], examples: TIMES },
    FieldMeaning { words: &["hour"], examples: &["7", "24"] },
    FieldMeaning { words: &["minute", "second"], examples: &["30", "60"] },
    FieldMeaning { words: &["phone", "mobile", "tel"], examples: &["+15550100", "12"] },
    FieldMeaning {
        words: &["zip", "postcode", "postal", "post code"],
        examples: &["10115", "ABC"],
    },
    FieldMeaning {
        words: &["url", "website", "link", "http"],
        examples: &["https://example.org", "nowhere"],
    },
    FieldMeaning { words: &["street", "address"], examples: &["1 Main Street", "x"] },
    FieldMeaning { words: &["city", "town", "place"], examples: &["Berlin", "Qx"] },
    FieldMeaning { words: &["country"], examples: &["Germany", "Qx"] },
    FieldMeaning {
        words: &["username", "user name", "user_name", "nickname"],
        examples: &["ada", "x y"],
    },
    FieldMeaning { words: &["host", "domain"], examples: &["example.org", "x y"] },
    FieldMeaning { words: &["slug"], examples: &["plan-the-week", "x y"] },
    FieldMeaning {
        words: &["first name", "last name", "full name", "name"],
        examples: &["Ada Lovelace", "x"],
    },
    FieldMeaning { words: &["year"], examples: &["2026", "0"] },
    FieldMeaning { words: &["age"], examples: &["36", "200"] },
    FieldMeaning {
        words: &[
            "price", "amount", "total", "cost", "sum", "fee", "salary", "budget", "balance",
            "income", "expense", "tax", "tip", "money", "deposit",
        ],
        examples: &["20", "-1"],
    },
    FieldMeaning { words: &["min", "low", "diastolic"], examples: &["60", "150"] },
    FieldMeaning { words: &["max", "high", "systolic"], examples: &["120", "50"] },
    FieldMeaning {
        words: &[
            "weight",
            "height",
            "length",
            "width",
            "depth",
            "distance",
            "mileage",
            "odometer",
            "volume",
            "speed",
            "temperature",
            "quantity",
            "number",
            "count",
            "size",
            "dose",
            "pages",
            "points",
            "score",
            "level",
            "percent",
            "rate",
            "interval",
            "duration",
            "limit",
            "gallons",
            "litres",
            "liters",
            "gravity",
            "numerator",
            "denominator",
        ],
        examples: &["12", "0"],
    },
    // Whose height or number it is says less than what it is.
    FieldMeaning { words: &["user", "friend", "author"], examples: &["Ada Lovelace", "x"] },
    FieldMeaning { words: &["search", "find", "filter", "query"], examples: &["a", "zzzz"] },
    FieldMeaning { words: &["coupon", "voucher", "code"], examples: &["SAVE10", "0000"] },
    FieldMeaning {
        words: &["title", "subject", "label", "headline"],
        examples: &["Plan the week", "x"],
    },
    FieldMeaning {
        words: &["comment", "note", "message", "description", "body", "text"],
        examples: &["Bring two lamps.", "x"],
    },
];

/// Values for a field without a known meaning.
const ANYTHING: &[&str] = &["Lamp 12", "7"];

/// Values for such a field that holds a number, a date or a time.
const NUMBERS: &[&str] = &["12", "0"];
const DATES: &[&str] = &["2026-01-15", "2026-02-31"];
const TIMES: &[&str] = &["07:30", "25:00"];

/// A plausible text for `field`; `variant` 0 is the best guess, higher ones differ.
pub fn plausible(field: &Widget, variant: usize) -> String {
    let said = said_by(field);
    let example = example_of(field);
    if let (0, Some(example)) = (variant, &example) {
        return example.clone();
    }
    let variant = if example.is_some() { variant - 1 } else { variant };
    let meaning = MEANINGS
        .iter()
        .find(|meaning| meaning.words.iter().any(|word| announces(&said, word)))
        .map(|meaning| meaning.examples);
    let by_words = || meaning.unwrap_or_else(|| unnamed(field));
    let examples = match of_type(field) {
        // Words say more of a number than that it is one.
        Some(NUMBERS) => meaning.filter(|them| are_numbers(them)).unwrap_or(NUMBERS),
        Some(typed) => typed,
        // An amount of time in a field called "time" is no time of the day.
        None if meaning == Some(TIMES) && is_number(field.content()) => NUMBERS,
        None => by_words(),
    };
    examples[variant % examples.len()].to_owned()
}

/// The same for `field` of `screen`, which gets a text of its own if fields before it are called the same.
pub fn plausible_on(screen: &Screen, field: &Widget, variant: usize) -> String {
    told_apart(screen.widgets.iter(), field, plausible(field, variant))
}

/// Values that an input of a web page of this type takes (HTML, section 4.10.5.1); `None` for types that take
/// any text, and for fields that are none.
fn of_type(field: &Widget) -> Option<&'static [&'static str]> {
    Some(match field.class.strip_prefix("input.")? {
        "email" => &["ada@example.org", "not-an-address"],
        "url" => &["https://example.org", "nowhere"],
        "tel" => &["+15550100", "12"],
        "number" => NUMBERS,
        "date" => DATES,
        "time" => TIMES,
        "datetime-local" => &["2026-01-15T07:30", "2026-02-31T25:00"],
        "month" => &["2026-01", "2026-13"],
        "week" => &["2026-W03", "2026-W54"],
        "color" => &["#336699", "#zzzzzz"],
        _ => return None,
    })
}

fn are_numbers(examples: &[&str]) -> bool {
    examples.iter().all(|example| is_number(example))
}

fn is_number(text: &str) -> bool {
    text.trim().parse::<f64>().is_ok()
}

/// Values for a field that no word announces: a number for what is called the id of something, else what is
/// like the content.
fn unnamed(field: &Widget) -> &'static [&'static str] {
    let id = words_of(field.short_id()).to_lowercase();
    if id.ends_with(" id") { &["1", "0"] } else { like(field.content()) }
}

/// Values like `content`, which a field without a known meaning holds.
fn like(content: &str) -> &'static [&'static str] {
    let content = content.trim();
    if is_number(content) {
        NUMBERS
    } else if is_like("dddd-dd-dd", content) {
        DATES
    } else if is_like("dd:dd", content) {
        TIMES
    } else {
        ANYTHING
    }
}

/// Boundary values of a field that accepts text: nothing but blanks, signs that queries and patterns
/// treat apart, markup, and more than fits.
const ODD_TEXTS: &[&str] =
    &["  ", "<b>\"'%s", "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"];
/// Signs with a meaning in search queries.
const ODD_QUERIES: &[&str] = &["*", "%", "'"];
/// Boundary numbers: none, less than none, more than fits, halves, and one that is a number in form
/// only: checks of its signs let it pass, and as a floating-point number it is infinite.
const ODD_NUMBERS: &[&str] = &["0", "-1", "1000000", "0.5", "1e400"];
/// Invalid numbers of articles, cards and accounts: too short, with a wrong check digit, and with
/// letters instead of digits.
const ODD_CODES: &[&str] = &["1234567890123", "12345", "12345X7890", "12345678A0"];
/// The number of digits from which on numbers have a check digit.
const CHECKED_DIGITS: usize = 9;
/// Boundary dates: long ago, a day that does not exist, the last possible one.
const ODD_DATES: &[&str] = &["1970-01-01", "2023-02-30", "9999-12-31"];
/// Boundary times of the day.
const ODD_TIMES: &[&str] = &["24:00", "00:00", "12:60"];

/// The first value that is too large for what these words name.
const TOO_LARGE: &[(&[&str], &[&str])] = &[
    (&["hour", "hours"], &["24", "0"]),
    (&["minute", "minutes", "second", "seconds"], &["60", "0"]),
    (&["day"], &["32", "0"]),
    (&["month"], &["13", "0"]),
    (&["percent"], &["101", "-1"]),
    (&["password", "passcode", "passphrase", "pin"], &["1", "wrong-Secret-9"]),
    (&["quantity", "count", "amount"], &["0", "100", "-1"]),
];

/// Values of the kind that `field` accepts which violate rules that forms often do not check: none,
/// the first one too many, long ago, blanks. The rule that is missed most often comes first.
pub fn odd(field: &Widget) -> &'static [&'static str] {
    let said = said_by(field);
    let beyond =
        TOO_LARGE.iter().find(|(words, _)| words.iter().any(|word| announces(&said, word)));
    if let Some((_, values)) = beyond {
        return values;
    }
    let valid = plausible(field, 0);
    let digits = valid.chars().all(|sign| sign.is_ascii_digit());
    if digits && valid.len() >= CHECKED_DIGITS {
        ODD_CODES
    } else if valid.parse::<f64>().is_ok() {
        ODD_NUMBERS
    } else if is_like("dddd-dd-dd", &valid) {
        ODD_DATES
    } else if is_like("dd:dd", &valid) {
        ODD_TIMES
    } else if ["search", "find", "filter", "query"].iter().any(|word| announces(&said, word)) {
        ODD_QUERIES
    } else {
        ODD_TEXTS
    }
}

/// A valid but unusual text for `field`: in a free text field it contains signs beyond the Latin
/// ones.
pub fn lively(field: &Widget) -> String {
    let plain = plausible(field, 0);
    if plain.ends_with('.') && plain.contains(' ') {
        format!("{plain} Ünïcode 🎉")
    } else {
        plain
    }
}

/// True if `text` is as `pattern` says: `d` for a digit, other signs for themselves.
fn is_like(pattern: &str, text: &str) -> bool {
    let fits = |(pattern, sign): (char, char)| match pattern {
        'd' => sign.is_ascii_digit(),
        other => other == sign,
    };
    pattern.len() == text.len() && pattern.chars().zip(text.chars()).all(fits)
}

/// How many different texts [`plausible`] has for `field`.
pub fn variants(field: &Widget) -> usize {
    usize::from(example_of(field).is_some()) + 2
}

/// What `field` says of itself.
fn said_by(field: &Widget) -> String {
    let label = if field.content().is_empty() { field.label.as_str() } else { "" };
    let id = subject_of(field.short_id());
    format!("{} {} {} {id} {label}", field.hint, field.content_desc, field.caption).to_lowercase()
}

/// Words in ids that name the kind of the widget, as in `editTextWeight`.
const KINDS_OF_FIELDS: &[&str] =
    &["edit text", "text field", "text box", "text input", "input text", "text edit"];

/// The words of `id` without those that name the kind of the widget, if any other is left.
fn subject_of(id: &str) -> String {
    let words = words_of(id).to_lowercase();
    let kind = KINDS_OF_FIELDS.iter().find(|kind| words.contains(*kind));
    let subject = kind.map(|kind| words.replace(kind, " "));
    subject.filter(|subject| subject.contains(char::is_alphabetic)).unwrap_or(words)
}

/// What is typed into the hidden `field` of `screen`: a plausible text, or that of the hidden field before it if it asks for
/// the same again, as "Repeat PIN" does.
pub fn hidden(screen: &Screen, field: &Widget) -> String {
    hidden_among(screen.widgets.iter(), field)
}

/// The same if `widgets` are all that matters of its screen.
pub fn hidden_among<'a>(
    widgets: impl DoubleEndedIterator<Item = &'a Widget>,
    field: &Widget,
) -> String {
    let said = said_by(field);
    let words = ["repeat", "confirm", "again", "retype", "re-enter", "verify"];
    let asks_again = words.iter().any(|word| announces(&said, word));
    let is_before = |it: &&Widget| it.is_field() && it.password && it.number < field.number;
    let mut before = widgets.filter(is_before);
    let field = before.next_back().filter(|_| asks_again).unwrap_or(field);
    plausible(field, 0)
}

/// The words of a name in a program, with blanks between: `ship zip` for `shipZip`, `ship_zip` and `ship-zip`.
pub fn words_of(id: &str) -> String {
    let signs: Vec<char> = id.chars().collect();
    let mut words = String::with_capacity(id.len() + 8);
    for (at, &sign) in signs.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| signs[before]);
        let small_next = signs.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins = before.is_some_and(|before| {
            sign.is_uppercase() && (before.is_lowercase() || before.is_uppercase() && small_next)
                || sign.is_alphabetic() != before.is_alphabetic()
        });
        if begins && !words.ends_with(' ') {
            words.push(' ');
        }
        if sign.is_alphanumeric() {
            words.push(sign);
        } else if !words.ends_with(' ') {
            words.push(' ');
        }
    }
    words
}

/// True if `word` stands in `said` as a word of its own (or the start of one: "emails").
fn announces(said: &str, word: &str) -> bool {
    said.match_indices(word).any(|(at, _)| {
        at == 0 || said.get(..at).is_some_and(|before| !before.ends_with(char::is_alphanumeric))
    })
}

#[cfg(test)]
mod tests;
