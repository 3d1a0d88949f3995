//! Fixtures for the tests of explorers: screens, dialogues, an app that answers, a scripted model.

mod event_log;
mod screens;
mod situation;
mod talk;
mod world;

pub(in crate::explorer) use event_log::log;
pub(in crate::explorer) use screens::{button, field, menu, phone, spoken, turn, widget};
pub(in crate::explorer) use situation::{shown, situation};
pub(in crate::explorer) use talk::{ScriptedTalk, heard, said};
pub(in crate::explorer) use world::World;

pub(in crate::explorer) use crate::llm::script::ScriptedModel;
