//! Reads relations.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::{Operator, ValueComparison, ValueExpression, ValueRelation};
use crate::oracle::properties::pattern::TextPattern;
use crate::oracle::properties::selector::WidgetSelector;

/// Parentheses inside of each other, at most.
const DEEPEST: usize = 16;

/// A part of a relation that is not taken apart.
#[derive(Clone, Debug, PartialEq)]
enum RelationToken {
    Number(f64),
    Widgets(WidgetSelector),
    Word(String),
    Compares(ValueComparison),
    Computes(Operator),
    Opens,
    Closes,
}

/// Reads `written`.
pub(super) fn relation(written: &str) -> Result<ValueRelation, String> {
    let mut reader = RelationReader { tokens: tokens(written)?.into_iter().peekable(), depth: 0 };
    let left = reader.sum()?;
    let Some(RelationToken::Compares(comparison)) = reader.tokens.next() else {
        return Err(format!("{written:?} compares nothing: use =, !=, <, <=, > or >="));
    };
    let right = reader.sum()?;
    if reader.tokens.next().is_some() {
        return Err(format!("{written:?} continues after its second value"));
    }
    Ok(ValueRelation { written: written.trim().to_owned(), left, comparison, right })
}

struct RelationReader {
    tokens: Peekable<IntoIter<RelationToken>>,
    depth: usize,
}

impl RelationReader {
    fn sum(&mut self) -> Result<ValueExpression, String> {
        self.chain(&[Operator::Plus, Operator::Minus], Self::product)
    }

    fn product(&mut self) -> Result<ValueExpression, String> {
        self.chain(&[Operator::Times, Operator::Over], Self::value)
    }

    /// What `part` reads, once or more with one of `operators` between.
    fn chain(
        &mut self,
        operators: &[Operator],
        part: fn(&mut Self) -> Result<ValueExpression, String>,
    ) -> Result<ValueExpression, String> {
        let mut whole = part(self)?;
        while let Some(RelationToken::Computes(operator)) = self.tokens.peek().cloned()
            && operators.contains(&operator)
        {
            self.tokens.next();
            let right = part(self)?;
            whole = ValueExpression::Computed(Box::new(whole), operator, Box::new(right));
        }
        Ok(whole)
    }

    fn value(&mut self) -> Result<ValueExpression, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("too many parentheses inside of each other".to_owned());
        }
        let value = match self.tokens.next() {
            Some(RelationToken::Number(number)) => ValueExpression::Number(number),
            Some(RelationToken::Computes(Operator::Minus)) => {
                let zero = Box::new(ValueExpression::Number(0.0));
                ValueExpression::Computed(zero, Operator::Minus, Box::new(self.value()?))
            }
            Some(RelationToken::Widgets(which)) => ValueExpression::Shown(which),
            Some(RelationToken::Word(word)) => match word.as_str() {
                "before" => ValueExpression::Before(Box::new(self.value()?)),
                "count" => ValueExpression::Count(self.named()?),
                "sum" => ValueExpression::SumOf(self.named()?),
                _ => {
                    return Err(format!(
                        "{word:?} is unknown: put words of a screen in quotation marks"
                    ));
                }
            },
            Some(RelationToken::Opens) => {
                let inner = self.sum()?;
                self.closes()?;
                inner
            }
            _ => return Err("a value is missing: a number, #id or \"words\"".to_owned()),
        };
        self.depth -= 1;
        Ok(value)
    }

    /// The widgets in parentheses.
    fn named(&mut self) -> Result<WidgetSelector, String> {
        match (self.tokens.next(), self.tokens.next()) {
            (Some(RelationToken::Opens), Some(RelationToken::Widgets(which))) => {
                self.closes()?;
                Ok(which)
            }
            _ => Err("count and sum take widgets in parentheses: count(#row)".to_owned()),
        }
    }

    fn closes(&mut self) -> Result<(), String> {
        match self.tokens.next() {
            Some(RelationToken::Closes) => Ok(()),
            _ => Err("a parenthesis is not closed".to_owned()),
        }
    }
}

fn tokens(written: &str) -> Result<Vec<RelationToken>, String> {
    let mut letters = written.chars().peekable();
    let mut tokens = Vec::new();
    while let Some(letter) = letters.next() {
        let mut ends_equal = || letters.next_if_eq(&'=').is_some();
        tokens.push(match letter {
            ' ' | '\t' | '\n' | '\r' => continue,
            '+' => RelationToken::Computes(Operator::Plus),
            '-' => RelationToken::Computes(Operator::Minus),
            '*' | '×' => RelationToken::Computes(Operator::Times),
            '/' => RelationToken::Computes(Operator::Over),
            '(' => RelationToken::Opens,
            ')' => RelationToken::Closes,
            '=' => RelationToken::Compares(ValueComparison::Equal),
            '!' if ends_equal() => RelationToken::Compares(ValueComparison::NotEqual),
            '<' if ends_equal() => RelationToken::Compares(ValueComparison::AtMost),
            '<' => RelationToken::Compares(ValueComparison::Less),
            '>' if ends_equal() => RelationToken::Compares(ValueComparison::AtLeast),
            '>' => RelationToken::Compares(ValueComparison::More),
            '"' => {
                let words: String = letters.by_ref().take_while(|letter| *letter != '"').collect();
                RelationToken::Widgets(WidgetSelector::of_words(TextPattern::new(&words)))
            }
            '#' => {
                let mut id = "#".to_owned();
                while let Some(next) = letters.next_if(|next| is_of_word(*next)) {
                    id.push(next);
                }
                RelationToken::Widgets(WidgetSelector::read(&id)?)
            }
            first if first.is_ascii_digit() => {
                let mut digits = first.to_string();
                let of_number = |next: &char| next.is_ascii_digit() || *next == '.';
                while let Some(next) = letters.next_if(of_number) {
                    digits.push(next);
                }
                let number = digits.parse().map_err(|_| format!("{digits:?} is no number"))?;
                RelationToken::Number(number)
            }
            first if first.is_alphabetic() => {
                let mut word = first.to_string();
                while let Some(next) = letters.next_if(|next| is_of_word(*next)) {
                    word.push(next);
                }
                RelationToken::Word(word)
            }
            other => return Err(format!("{other:?} has no meaning here")),
        });
    }
    Ok(tokens)
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
