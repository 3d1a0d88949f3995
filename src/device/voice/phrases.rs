//! What users say for built-in intents, and how they open an app: our own lists, per language.

/// A language's phrases: the intent's name without `AMAZON.` and what is said for it.
type Table = &'static [(&'static str, &'static [&'static str])];

const ENGLISH: Table = &[
    (
        "HelpIntent",
        &[
            "help",
            "help me",
            "i need help",
            "can you help me",
            "what can i say",
            "what can you do",
            "what can i do",
        ],
    ),
    (
        "StopIntent",
        &[
            "stop",
            "end",
            "shut up",
            "stop it",
            "i'm done",
            "that's all",
            "goodbye",
            "good bye",
            "bye",
            "off",
        ],
    ),
    (
        "CancelIntent",
        &["cancel", "never mind", "nevermind", "forget it", "cancel that", "cancel it"],
    ),
    (
        "YesIntent",
        &[
            "yes",
            "yeah",
            "yep",
            "yup",
            "sure",
            "ok",
            "okay",
            "yes please",
            "of course",
            "correct",
            "right",
            "sure thing",
            "absolutely",
        ],
    ),
    ("NoIntent", &["no", "nope", "nah", "no thanks", "no thank you", "not now", "no way"]),
    (
        "RepeatIntent",
        &[
            "repeat",
            "repeat that",
            "say that again",
            "say it again",
            "what was that",
            "again",
            "can you repeat that",
            "repeat please",
            "pardon",
        ],
    ),
    ("NavigateHomeIntent", &["home", "go home", "return to home", "home screen"]),
    ("NextIntent", &["next", "skip", "skip this", "next one", "go forward", "the next one"]),
    ("PreviousIntent", &["previous", "go back", "back", "the previous one", "skip back"]),
    ("PauseIntent", &["pause", "pause that", "hold on", "wait"]),
    ("ResumeIntent", &["resume", "continue", "keep going", "go on", "carry on"]),
    (
        "StartOverIntent",
        &["start over", "restart", "start again", "begin again", "from the beginning"],
    ),
    ("LoopOnIntent", &["loop on", "loop"]),
    ("LoopOffIntent", &["loop off"]),
    ("ShuffleOnIntent", &["shuffle on", "shuffle"]),
    ("ShuffleOffIntent", &["shuffle off"]),
    ("MoreIntent", &["more", "tell me more", "show more"]),
    ("SelectIntent", &["select", "select that", "that one", "select this"]),
    ("NavigateSettingsIntent", &["settings", "show settings", "open settings"]),
    ("PageUpIntent", &["page up"]),
    ("PageDownIntent", &["page down"]),
    ("ScrollUpIntent", &["scroll up"]),
    ("ScrollDownIntent", &["scroll down"]),
    ("ScrollLeftIntent", &["scroll left"]),
    ("ScrollRightIntent", &["scroll right"]),
];

const GERMAN: Table = &[
    ("HelpIntent", &["hilfe", "hilf mir", "was kann ich sagen"]),
    ("StopIntent", &["stopp", "stop", "ende", "aufhören", "tschüss"]),
    ("CancelIntent", &["abbrechen", "vergiss es"]),
    ("YesIntent", &["ja", "ja bitte", "klar", "gerne", "ok"]),
    ("NoIntent", &["nein", "nein danke", "nö"]),
    ("RepeatIntent", &["wiederholen", "wiederhole das", "noch einmal", "nochmal"]),
    ("NextIntent", &["weiter", "nächste", "nächstes"]),
    ("PreviousIntent", &["zurück", "vorherige"]),
    ("PauseIntent", &["pause"]),
    ("ResumeIntent", &["fortsetzen", "weiter"]),
    ("StartOverIntent", &["von vorne", "neu starten"]),
    ("NavigateHomeIntent", &["startseite"]),
];

const SPANISH: Table = &[
    ("HelpIntent", &["ayuda", "ayúdame", "qué puedo decir"]),
    ("StopIntent", &["para", "parar", "detente", "adiós"]),
    ("CancelIntent", &["cancela", "cancelar", "olvídalo"]),
    ("YesIntent", &["sí", "si", "claro", "vale", "por favor"]),
    ("NoIntent", &["no", "no gracias"]),
    ("RepeatIntent", &["repite", "repetir", "otra vez"]),
    ("NextIntent", &["siguiente"]),
    ("PreviousIntent", &["anterior", "atrás"]),
    ("PauseIntent", &["pausa"]),
    ("ResumeIntent", &["continúa", "continuar"]),
    ("StartOverIntent", &["empezar de nuevo", "desde el principio"]),
    ("NavigateHomeIntent", &["inicio"]),
];

const FRENCH: Table = &[
    ("HelpIntent", &["aide", "aide moi"]),
    ("StopIntent", &["stop", "arrête", "au revoir"]),
    ("CancelIntent", &["annule", "annuler", "laisse tomber"]),
    ("YesIntent", &["oui", "d'accord", "oui merci"]),
    ("NoIntent", &["non", "non merci"]),
    ("RepeatIntent", &["répète", "répéter", "encore"]),
    ("NextIntent", &["suivant"]),
    ("PreviousIntent", &["précédent"]),
    ("StartOverIntent", &["recommencer", "recommence"]),
];

const ITALIAN: Table = &[
    ("HelpIntent", &["aiuto", "aiutami"]),
    ("StopIntent", &["stop", "basta", "fermati", "ciao"]),
    ("CancelIntent", &["annulla", "lascia stare"]),
    ("YesIntent", &["sì", "si", "va bene"]),
    ("NoIntent", &["no", "no grazie"]),
    ("RepeatIntent", &["ripeti", "di nuovo"]),
    ("NextIntent", &["avanti", "prossimo"]),
    ("StartOverIntent", &["ricomincia"]),
];

const JAPANESE: Table = &[
    ("HelpIntent", &["ヘルプ", "助けて"]),
    ("StopIntent", &["ストップ", "止めて", "終了"]),
    ("CancelIntent", &["キャンセル", "やめて"]),
    ("YesIntent", &["はい", "うん"]),
    ("NoIntent", &["いいえ", "いや"]),
    ("RepeatIntent", &["もう一度", "繰り返して"]),
    ("NextIntent", &["次"]),
];

/// What is said for the built-in intents in the language of `locale`; English for languages without
/// a list of their own.
pub fn built_in(locale: &str) -> Table {
    match locale.get(..2) {
        Some("de") => GERMAN,
        Some("es") => SPANISH,
        Some("fr") => FRENCH,
        Some("it") => ITALIAN,
        Some("ja") => JAPANESE,
        _ => ENGLISH,
    }
}

/// What ends any session at once, without the app being asked.
pub const EXIT: &[&str] = &["exit", "quit"];

/// What ends a session of an app that has no intent for it.
pub const ENDS: &[&str] = &["stop", "cancel"];

/// What may stand in front of anything said.
pub const WAKE: &[&str] = &["alexa"];

/// Opens an app: `open quiz game`.
pub const OPENERS: &[&[&str]] = &[
    &["open"],
    &["launch"],
    &["start"],
    &["run"],
    &["begin"],
    &["load"],
    &["play"],
    &["use"],
    &["resume"],
    &["talk", "to"],
    &["speak", "to"],
];

/// Asks an app for something at once: `ask quiz game to start a quiz`.
pub const ASKERS: &[&[&str]] = &[&["ask"], &["tell"], &["search"]];

/// What may stand between the app's name and what is wanted of it.
pub const JOINTS: &[&str] = &["to", "and", "for", "that", "about", "if", "whether"];
