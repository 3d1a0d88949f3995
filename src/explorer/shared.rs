//! What several explorers share.
//!
//! - What is done outside of the app's screens: actions that no widget offers ([`actions`]), and
//!   what a screen takes without telling it ([`unlisted`], [`mode_strokes`], [`plain_words`]), returning to the app
//!   ([`returning`]), and waiting while it is busy ([`settling`]).
//! - What screens say: forms with the values for them ([`forms`]), the meaning of labels
//!   ([`labels`]), and how screens, the latest actions and the tester's words stand in prompts
//!   ([`output`], [`history`], [`tester_words`]).
//! - What comes next: the class of an action, whatever the state ([`action_class`]); what
//!   look-alikes did elsewhere ([`look_alikes`]); what has just appeared ([`just_appeared`]); steps
//!   that are alike ([`going_on`]); pages with hardly anything on them ([`bare_pages`]); searches whose results hide something ([`held_search`]); menus that stay
//!   open over the next page ([`lasting_menu`]); where BACK should lead ([`paths_back`]), where it leaves the app ([`back_exits`]), and links that were never pressed
//!   ([`known_links`]); what is left to do in which state and whether that is worth
//!   the path ([`work_left`]), with the known paths there ([`work_paths`]); parts of an app in which steps are lost ([`tarpits`]);
//!   system events ([`system_events`]); what shows only while the display is turned ([`turned`]); activities that were never seen ([`activity_starts`]);
//!   what is done if nothing promises anything ([`bursts`]); and all of these kept together
//!   ([`breadth`]).
//! - The tuned numbers that mean the same to all of them ([`weights`]).

pub(super) mod action_class;
pub(super) mod actions;
pub(super) mod activity_starts;
mod back_exits;
mod bare_pages;
pub(super) mod breadth;
pub(super) mod bursts;
pub(super) mod forms;
pub(super) mod gesture_trials;
pub(super) mod going_on;
pub(super) mod held_search;
pub(super) mod history;
pub(super) mod introduction;
pub(super) mod just_appeared;
pub(super) mod known_links;
pub(super) mod lasting_menu;
pub(super) mod look_alikes;
pub(super) mod menu_key;
pub(super) mod mode_strokes;
pub(super) mod output;
pub(super) mod paths_back;
mod plain_words;
pub(super) mod returning;
pub(super) mod settling;
pub(super) mod system_events;
mod tarpits;
pub(super) mod tester_words;
mod turned;
pub(super) mod unlisted;
pub(super) mod weights;
pub(super) mod work_left;
pub(super) mod work_paths;

pub(super) use crate::domain::labels;
