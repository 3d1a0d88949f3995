//! The virtual tester: answers to open questions, those of an invented person.

/// What the virtual tester says if `noun` is asked for, most likely first.
///
/// Telephone number and e-mail address are from the ranges reserved for examples.
pub(super) fn answers(noun: &str) -> Option<&'static [&'static str]> {
    let found = lookup(noun);
    found
        .or_else(|| lookup(noun.strip_suffix("ies").map(|stem| format!("{stem}y"))?.as_str()))
        .or_else(|| lookup(noun.strip_suffix('s')?))
}

/// True if `words` are a name of the virtual tester, or of somebody that it knows.
pub fn is_name(words: &str) -> bool {
    let nouns = ["name", "surname", "friend"];
    nouns.iter().filter_map(|noun| identity(noun)).any(|names| names.contains(&words))
}

fn lookup(noun: &str) -> Option<&'static [&'static str]> {
    identity(noun).or_else(|| moment(noun)).or_else(|| taste(noun)).or_else(|| amount(noun))
}

fn identity(noun: &str) -> Option<&'static [&'static str]> {
    Some(match noun {
        "name" | "nickname" | "username" | "person" | "player" => &["Robin"],
        "surname" => &["Marlow"],
        "address" | "street" => &["12 Maple Street"],
        "city" | "town" | "capital" | "location" | "place" | "destination" => {
            &["Portland", "Boston"]
        }
        "state" => &["Oregon"],
        "country" | "nation" => &["Italy", "Canada"],
        "province" | "region" | "county" => &["Ontario"],
        "zip" | "zipcode" | "postcode" | "postal" => &["97205"],
        "code" | "pin" | "passcode" => &["1234"],
        "phone" | "telephone" => &["503 555 0142"],
        "email" | "e-mail" | "mail" => &["robin@example.com"],
        "age" => &["34"],
        "birthday" | "birthdate" | "birth" => &["March 4th 1990"],
        "gender" | "sex" => &["female"],
        "job" | "profession" | "occupation" => &["teacher"],
        "school" | "company" => &["Northside"],
        "language" => &["Spanish", "German"],
        "sign" | "horoscope" | "zodiac" => &["Leo", "Pisces"],
        "pet" => &["dog"],
        "friend" => &["Kim"],
        _ => return None,
    })
}

fn moment(noun: &str) -> Option<&'static [&'static str]> {
    Some(match noun {
        "date" => &["today", "tomorrow", "March 4th"],
        "day" => &["today", "Monday"],
        "month" => &["March"],
        "year" => &["1999"],
        "season" => &["summer"],
        "time" | "hour" => &["8 a.m.", "noon"],
        "duration" | "minute" => &["ten minutes"],
        "week" => &["this week"],
        _ => return None,
    })
}

fn taste(noun: &str) -> Option<&'static [&'static str]> {
    Some(match noun {
        "color" | "colour" => &["blue", "red"],
        "food" | "dish" | "meal" | "recipe" => &["pizza", "soup"],
        "ingredient" => &["chicken", "tomatoes"],
        "fruit" => &["apple"],
        "vegetable" => &["carrot"],
        "drink" | "beverage" => &["coffee", "tea"],
        "animal" | "creature" => &["dog", "elephant"],
        "bird" => &["robin"],
        "flower" => &["rose"],
        "sport" => &["soccer", "tennis"],
        "team" => &["the Lakers"],
        "movie" | "film" => &["Titanic"],
        "song" | "tune" => &["Yesterday"],
        "artist" | "band" | "singer" => &["the Beatles"],
        "genre" | "music" => &["jazz", "rock"],
        "book" => &["Moby Dick"],
        "planet" => &["Mars"],
        "topic" | "subject" | "category" | "theme" => &["science", "history"],
        "hobby" => &["reading"],
        "game" => &["trivia"],
        "word" => &["apple"],
        "letter" => &["B", "E"],
        "instrument" => &["piano"],
        "holiday" => &["Christmas"],
        "mood" | "feeling" => &["happy"],
        "weather" => &["sunny"],
        "stock" | "brand" => &["Acme"],
        "room" => &["kitchen"],
        "direction" => &["north", "south", "east", "west"],
        "shape" => &["circle"],
        "level" | "difficulty" => &["easy", "medium", "hard"],
        "size" => &["medium"],
        "speed" => &["slow"],
        _ => return None,
    })
}

fn amount(noun: &str) -> Option<&'static [&'static str]> {
    Some(match noun {
        "number" | "digit" => &["7", "3"],
        "guess" => &["5"],
        "amount" | "quantity" | "count" => &["2"],
        "price" | "budget" | "cost" => &["20 dollars"],
        "temperature" => &["70 degrees"],
        "weight" => &["70 kilos"],
        "height" => &["six feet"],
        "percentage" | "percent" => &["50 percent"],
        "rating" | "score" => &["5"],
        "distance" => &["two miles"],
        _ => return None,
    })
}
