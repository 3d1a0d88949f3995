//! Small word lists, written for this project. Each is sorted for the binary search of [`has`].

/// Words that open a yes-no question, or follow a question word.
#[rustfmt::skip]
pub(super) const AUXILIARIES: &[&str] = &[
    "am", "are", "aren't", "can", "can't", "could", "couldn't", "did", "didn't", "do", "does",
    "doesn't", "don't", "had", "hadn't", "has", "hasn't", "have", "haven't", "is", "isn't",
    "may", "might", "must", "shall", "should", "shouldn't", "was", "wasn't", "were", "weren't",
    "will", "won't", "would", "wouldn't",
];

/// Words that can be the subject of a clause.
#[rustfmt::skip]
pub(super) const PRONOUNS: &[&str] = &[
    "anybody", "anyone", "anything", "everybody", "everyone", "everything", "he", "i", "it",
    "nobody", "one", "she", "somebody", "someone", "something", "that", "there", "these",
    "they", "this", "those", "we", "you",
];

/// Question words.
pub(super) const WH: &[&str] =
    &["how", "what", "when", "where", "which", "who", "whom", "whose", "why"];

/// Words that stand before a noun.
#[rustfmt::skip]
pub(super) const ARTICLES: &[&str] = &[
    "a", "an", "another", "any", "her", "his", "its", "my", "our", "some", "that", "the",
    "their", "these", "this", "those", "your",
];

/// Words that may stand before the opening of a question or a demand.
#[rustfmt::skip]
pub(super) const LEAD_INS: &[&str] = &[
    "again", "ah", "alright", "also", "alternatively", "and", "awesome", "but",
    "congratulations", "cool", "currently", "excellent", "finally", "first", "good", "great",
    "haha", "hello", "hey", "hi", "hmm", "however", "just", "maybe", "meanwhile", "next",
    "nice", "no", "now", "oh", "ok", "okay", "once", "or", "otherwise", "perfect", "please",
    "right", "simply", "so", "still", "super", "sure", "thanks", "then",
    "uh", "um", "welcome", "well", "wonderful", "wow", "yay", "yes",
];

/// Words that stand before an object.
#[rustfmt::skip]
pub(super) const PREPOSITIONS: &[&str] = &[
    "about", "around", "as", "at", "by", "down", "for", "from", "in", "into", "near", "of",
    "off", "on", "onto", "over", "through", "to", "toward", "towards", "under", "up", "with",
    "without",
];

/// Verbs with which an option or the purpose of a phrase begins.
#[rustfmt::skip]
pub(super) const VERBS: &[&str] = &[
    "accept", "activate", "add", "adjust", "answer", "ask", "attack", "be", "begin", "bet",
    "book", "break", "bring", "browse", "build", "buy", "call", "cancel", "cast", "change",
    "chat", "check", "choose", "clear", "climb", "close", "come", "compare", "complete",
    "continue", "cook", "create", "cross", "decline", "delete", "dig", "disable", "discover",
    "do", "donate", "drink", "drive", "drop", "eat", "edit", "enable", "end", "enter", "escape",
    "examine", "exit", "explain", "explore", "feed", "fight", "fill", "find", "finish", "fly",
    "follow", "get", "give", "go", "grab", "guess", "have", "head", "hear", "help", "hide",
    "hit", "hold", "hug", "ignore", "investigate", "join", "jump", "keep", "kick", "kill",
    "know", "learn", "leave", "let", "lie", "light", "listen", "load", "look", "make", "meet",
    "move", "offer", "open", "order", "pass", "pause", "pay", "pet", "pick", "play", "practice",
    "prepare", "press", "print", "proceed", "pull", "push", "put", "quit", "raise", "rate",
    "reach", "read", "receive", "record", "refuse", "remove", "repeat", "replay", "report",
    "request", "reset", "rest", "restart", "resume", "retry", "return", "review", "ride",
    "roll", "run", "sail", "save", "say", "search", "see", "sell", "send", "set", "share",
    "shoot", "shop", "show", "shut", "sing", "sit", "skip", "sleep", "smell", "sneak", "solve",
    "speak", "specify", "spell", "spin", "stand", "start", "stay", "stop", "study", "surrender",
    "swim", "switch", "take", "talk", "taste", "teach", "tell", "test", "text", "throw",
    "touch", "trade", "train", "transform", "translate", "travel", "trust", "try", "turn",
    "unlock", "update", "use", "view", "visit", "volunteer", "wait", "walk", "wash", "watch",
    "work", "write", "yell",
];

/// What is said of somebody who chooses.
pub(super) const PREFERENCES: &[&str] =
    &["choose", "like", "love", "need", "pick", "prefer", "rather", "select", "want", "wish"];

/// Words without content.
#[rustfmt::skip]
pub(super) const EMPTY: &[&str] = &[
    "a", "about", "actually", "all", "am", "an", "and", "any", "anyone", "anything", "are",
    "as", "at", "be", "been", "but", "by", "can", "could", "did", "do", "does", "each",
    "either", "else", "etc", "ever", "every", "few", "for", "from", "had", "has", "have", "he",
    "her", "here", "hers", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its",
    "just", "kind", "kinds", "like", "lot", "many", "may", "me", "might", "most", "much",
    "must", "my", "of", "off", "on", "or", "other", "others", "our", "ours", "please",
    "several", "shall", "she", "should", "so", "some", "someone", "something", "such", "sure",
    "than", "that", "the", "their", "them", "then", "there", "these", "they", "thing", "things",
    "this", "those", "to", "too", "type", "us", "very", "was", "we", "were", "what", "when",
    "where", "which", "who", "whom", "whose", "why", "will", "with", "would", "you", "your",
    "yours",
];

/// Words that open a clause of their own, or end a phrase.
#[rustfmt::skip]
pub(super) const SUBORDINATORS: &[&str] = &[
    "although", "and", "because", "before", "but", "depending", "followed", "if", "in-order",
    "once", "since", "so", "than", "that", "then", "therefore", "though", "unless", "until",
    "when", "whenever", "where", "whereas", "whether", "which", "while", "who", "whose",
];

/// Short commands: what follows them is no part of the phrase to say.
#[rustfmt::skip]
pub(super) const COMMANDS: &[&str] = &[
    "again", "back", "begin", "cancel", "continue", "done", "exit", "finish", "go", "goodbye",
    "help", "hint", "home", "info", "information", "leave", "main-menu", "menu", "more", "next",
    "no", "options", "pause", "play", "previous", "quit", "ready", "repeat", "restart",
    "resume", "score", "settings", "skip", "start", "stats", "stop", "yes",
];

/// True if the sorted `list` holds `word`.
pub(super) fn has(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

/// The words for 0 to 19, in order.
pub const ONES: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
/// The words for 20, 30 … 90, in order.
pub const TENS: &[&str] =
    &["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// The number that `word` stands for: digits, or a word up to a hundred.
pub(super) fn number(word: &str) -> Option<u32> {
    if word.bytes().next().is_some_and(|first| first.is_ascii_digit()) {
        return word.replace(',', "").parse().ok();
    }
    let place = |list: &[&str]| list.iter().position(|known| *known == word);
    let small = place(ONES).map(|place| place as u32);
    let large = || place(TENS).map(|place| 20 + 10 * place as u32);
    small.or_else(large).or_else(|| (word == "hundred").then_some(100))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        let lists = [
            AUXILIARIES,
            PRONOUNS,
            WH,
            ARTICLES,
            LEAD_INS,
            PREPOSITIONS,
            VERBS,
            PREFERENCES,
            EMPTY,
            SUBORDINATORS,
            COMMANDS,
        ];
        for list in lists {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn numbers_are_read_as_digits_and_as_words() {
        for (word, expected) in [
            ("0", Some(0)),
            ("12", Some(12)),
            ("1,000", Some(1000)),
            ("five", Some(5)),
            ("twenty", Some(20)),
            ("ninety", Some(90)),
            ("hundred", Some(100)),
            ("dozen", None),
            ("4711471147114711", None),
            ("3rd", None),
            ("", None),
        ] {
            assert_eq!(number(word), expected, "{word}");
        }
    }
}
