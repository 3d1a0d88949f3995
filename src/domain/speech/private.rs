//! Questions that ask for private data.

use serde::{Deserialize, Serialize};

use super::sentence::{sentences, tidy};
use super::token::{SpeechToken, tokens};

/// What an app should not ask for without need (the kinds that Elevate and SkillDetective report).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrivateQuestion {
    /// The user's name.
    Name,
    /// A telephone number.
    Phone,
    /// Where the user lives.
    Address,
    /// An e-mail address.
    Email,
    /// Day of birth or age.
    Birthday,
    /// A zip or postal code.
    ZipCode,
    /// A credit or debit card.
    CreditCard,
    /// The user's gender.
    Gender,
    /// The number of an identity card, passport, licence or social insurance.
    Identity,
}

impl PrivateQuestion {
    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Phone => "phone number",
            Self::Address => "address",
            Self::Email => "e-mail address",
            Self::Birthday => "birthday",
            Self::ZipCode => "zip code",
            Self::CreditCard => "credit card",
            Self::Gender => "gender",
            Self::Identity => "identity number",
        }
    }
}

/// The nouns of each kind, as words in a row; the first that fits counts.
const NOUNS: &[(&[&str], PrivateQuestion)] = &[
    (&["email"], PrivateQuestion::Email),
    (&["e-mail"], PrivateQuestion::Email),
    (&["phone"], PrivateQuestion::Phone),
    (&["telephone"], PrivateQuestion::Phone),
    (&["cell", "number"], PrivateQuestion::Phone),
    (&["mobile", "number"], PrivateQuestion::Phone),
    (&["zip"], PrivateQuestion::ZipCode),
    (&["zipcode"], PrivateQuestion::ZipCode),
    (&["postal", "code"], PrivateQuestion::ZipCode),
    (&["post", "code"], PrivateQuestion::ZipCode),
    (&["postcode"], PrivateQuestion::ZipCode),
    (&["credit", "card"], PrivateQuestion::CreditCard),
    (&["debit", "card"], PrivateQuestion::CreditCard),
    (&["card", "number"], PrivateQuestion::CreditCard),
    (&["social", "security"], PrivateQuestion::Identity),
    (&["identity"], PrivateQuestion::Identity),
    (&["id", "number"], PrivateQuestion::Identity),
    (&["id", "card"], PrivateQuestion::Identity),
    (&["passport"], PrivateQuestion::Identity),
    (&["driver's", "license"], PrivateQuestion::Identity),
    (&["birthday"], PrivateQuestion::Birthday),
    (&["birthdate"], PrivateQuestion::Birthday),
    (&["birth"], PrivateQuestion::Birthday),
    (&["date", "of", "birth"], PrivateQuestion::Birthday),
    (&["age"], PrivateQuestion::Birthday),
    (&["gender"], PrivateQuestion::Gender),
    (&["sex"], PrivateQuestion::Gender),
    (&["address"], PrivateQuestion::Address),
    (&["street"], PrivateQuestion::Address),
    (&["name"], PrivateQuestion::Name),
    (&["surname"], PrivateQuestion::Name),
];

/// Words that may stand between "your" and the noun.
const BETWEEN: &[&str] = &[
    "complete",
    "current",
    "digit",
    "family",
    "first",
    "five",
    "five-digit",
    "full",
    "home",
    "last",
    "mailing",
    "middle",
    "own",
    "personal",
    "real",
    "shipping",
    "work",
    "5",
    "5-digit",
    "delivery",
    "date",
    "of",
    "billing",
    "new",
];

/// Whole questions that ask for one of them in other words.
const QUESTIONS: &[(&[&str], PrivateQuestion)] = &[
    (&["how", "old", "are", "you"], PrivateQuestion::Birthday),
    (&["when", "were", "you", "born"], PrivateQuestion::Birthday),
    (&["what", "year", "were", "you", "born"], PrivateQuestion::Birthday),
    (&["where", "do", "you", "live"], PrivateQuestion::Address),
    (&["who", "are", "you"], PrivateQuestion::Name),
    (&["what", "should", "i", "call", "you"], PrivateQuestion::Name),
    (&["what", "can", "i", "call", "you"], PrivateQuestion::Name),
    (&["what", "do", "they", "call", "you"], PrivateQuestion::Name),
    (&["are", "you", "male", "or", "female"], PrivateQuestion::Gender),
    (&["are", "you", "a", "boy", "or", "a", "girl"], PrivateQuestion::Gender),
    (&["are", "you", "a", "girl", "or", "a", "boy"], PrivateQuestion::Gender),
    (&["are", "you", "a", "man", "or", "a", "woman"], PrivateQuestion::Gender),
    (&["are", "you", "a", "woman", "or", "a", "man"], PrivateQuestion::Gender),
    (&["are", "you", "a", "boy", "or", "girl"], PrivateQuestion::Gender),
    (&["are", "you", "a", "man", "or", "woman"], PrivateQuestion::Gender),
];

/// What private data `text` asks the user for; `None` if it asks for none, only mentions such
/// data, or asks for a permission instead. The last question counts.
pub fn asks_for(text: &str) -> Option<PrivateQuestion> {
    let text = tidy(text);
    sentences(&text).into_iter().rev().find_map(|sentence| asked(&tokens(sentence)))
}

fn asked(tokens: &[SpeechToken<'_>]) -> Option<PrivateQuestion> {
    if tokens.iter().any(|token| token.is_any(&["permission", "permissions", "grant"])) {
        return None;
    }
    let whole = QUESTIONS.iter().find(|(words, _)| {
        tokens.windows(words.len()).any(|part| part.iter().zip(*words).all(|(t, word)| t.is(word)))
    });
    whole.map(|(_, private)| *private).or_else(|| {
        let yours = |at: &usize| tokens[*at].is("your");
        let wanted = (0..tokens.len()).filter(yours).filter(|at| is_wanted(tokens, *at));
        wanted.filter_map(|at| noun(tokens.get(at + 1..)?)).next().or_else(|| bare(tokens))
    })
}

/// The private noun with which `tokens` begin, after words such as "first" and "home".
fn noun(tokens: &[SpeechToken<'_>]) -> Option<PrivateQuestion> {
    let skip = tokens.iter().take(4).take_while(|token| token.is_any(BETWEEN)).count();
    (0..=skip).find_map(|from| {
        let rest = tokens.get(from..)?;
        let fits = |words: &[&str]| {
            rest.len() >= words.len() && rest.iter().zip(words).all(|(token, word)| token.is(word))
        };
        NOUNS.iter().find(|(words, _)| fits(words)).map(|(_, private)| *private)
    })
}

/// True if the "your" at `at` stands in a demand: "what is your …", "tell me your …", "I need
/// your …", "may I have your …".
fn is_wanted(tokens: &[SpeechToken<'_>], at: usize) -> bool {
    let before: Vec<&str> = tokens[..at]
        .iter()
        .rev()
        .take(6)
        .take_while(|token| token.is_word())
        .map(|token| token.lower.as_str())
        .collect();
    let word = |place: usize| before.get(place).copied().unwrap_or_default();
    match word(0) {
        "what's" | "whats" => true,
        "is" | "was" => matches!(word(1), "what" | "which" | "when"),
        "me" | "us" => matches!(word(1), "tell" | "give" | "telling" | "giving"),
        "enter" | "provide" | "spell" | "state" | "type" | "specify" => {
            !matches!(word(1), "i" | "will" | "not" | "don't" | "we")
        }
        "say" | "saying" => !matches!(word(1), "i" | "we" | "will" | "they" | "not"),
        "share" | "confirm" => word(1) != "not" && word(1) != "i" && word(1) != "never",
        "have" | "get" | "know" | "ask" | "need" | "want" | "require" => {
            before.iter().take(5).any(|word| matches!(*word, "i" | "we" | "i'll" | "we'll"))
                && !before.iter().any(|word| matches!(*word, "not" | "don't" | "already" | "never"))
        }
        "and" => noun_before(tokens, at),
        "about" => false,
        _ => false,
    }
}

/// "your name and your address": what stands before the "and" at `at - 1` is wanted too.
fn noun_before(tokens: &[SpeechToken<'_>], at: usize) -> bool {
    let earlier = tokens[..at].iter().rposition(|token| token.is("your"));
    earlier.is_some_and(|earlier| at - earlier < 6 && is_wanted(tokens, earlier))
}

/// Demands without "your": "give me a zip code", "tell me the phone number of the user".
fn bare(tokens: &[SpeechToken<'_>]) -> Option<PrivateQuestion> {
    let begin = tokens.windows(3).position(|words| {
        let [verb, me, article] = words else { return false };
        verb.is_any(&["give", "tell"]) && me.is_any(&["me", "us"]) && article.is_any(&["a", "the"])
    })?;
    let offered = tokens[..begin].iter().any(|token| token.is_any(&["i", "ask", "say", "saying"]));
    let rest = tokens.get(begin + 3..)?;
    let skip =
        rest.iter().take(3).take_while(|word| word.is("different") || word.is("valid")).count();
    let found = noun(rest.get(skip..)?).filter(|_| !offered)?;
    (found == PrivateQuestion::ZipCode
        || found == PrivateQuestion::Phone
        || found == PrivateQuestion::CreditCard)
        .then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asking_is_told_from_mentioning() {
        for (text, expected) in [
            ("What is your name?", PrivateQuestion::Name),
            ("First, please tell me your full name.", PrivateQuestion::Name),
            ("Hi! What should I call you?", PrivateQuestion::Name),
            ("Can I have your phone number, please?", PrivateQuestion::Phone),
            ("I'll need your mobile number to go on.", PrivateQuestion::Phone),
            ("What's your home address?", PrivateQuestion::Address),
            ("Where do you live?", PrivateQuestion::Address),
            ("Please enter your e-mail address.", PrivateQuestion::Email),
            ("To subscribe, say your email.", PrivateQuestion::Email),
            ("When were you born?", PrivateQuestion::Birthday),
            ("How old are you?", PrivateQuestion::Birthday),
            ("Tell me your date of birth.", PrivateQuestion::Birthday),
            ("What is your five digit zip code?", PrivateQuestion::ZipCode),
            ("Please give me a valid zip code.", PrivateQuestion::ZipCode),
            ("I need your credit card to pay for it.", PrivateQuestion::CreditCard),
            ("Are you male or female?", PrivateQuestion::Gender),
            ("Please state your gender.", PrivateQuestion::Gender),
            ("What is your social security number?", PrivateQuestion::Identity),
            ("May I have your passport number?", PrivateQuestion::Identity),
            ("Tell me your name and your zip code.", PrivateQuestion::Name),
            ("What is your name? And what's your phone number?", PrivateQuestion::Phone),
        ] {
            assert_eq!(asks_for(text), Some(expected), "{text}");
        }
        for text in [
            "",
            "Call us at our phone number any time.",
            "Would you like our address, or our phone number?",
            "What is your pet's name?",
            "What's the name of the tallest tower?",
            "I already have your address.",
            "Please grant me permission to use your address.",
            "You can say opening hours, address, or phone number.",
            "Do not share your credit card number with anybody.",
            "Your name means brave in Norse.",
            "Would you like to change your name?",
            "I don't need your name.",
            "What is your favourite street food?",
        ] {
            assert_eq!(asks_for(text), None, "{text}");
        }
    }
}
