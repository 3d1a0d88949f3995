//! Forms: the one home of what explorers remember of them and of the values that they type.
//!
//! - [`mod@content`]: what the fields hold.
//! - [`mod@field_name`]: what a field is called over all visits.
//! - [`mod@memory`]: what forms were sent with.
//! - [`passages`]: what they were sent with when they led on, for paths through them.
//! - [`filling`]: which empty field is filled in next by itself.
//! - [`begun`]: what the form that is being filled in needs next, until it is sent.
//! - [`send_button`]: which widgets may send a form.
//! - [`sending`]: which buttons do send it, and with something new.
//! - [`variants`]: the variants in which a form is filled in, with the values of each.
//! - [`variant_memory`]: which variants were tried, and whether they showed anything.
//! - [`taken_texts`]: what fields took of the texts that were typed.
//! - [`mod@question`]: which texts a model suggests for the form on screen.
//! - [`mod@constraints`]: what holds between the texts of several fields.
//! - [`other_values`]: which value is tried next, if a field did not take one.
//!
//! What a value of one field may be is in [`crate::domain::values`].

pub(in crate::explorer) mod begun;
pub(in crate::explorer) mod constraints;
mod content;
pub(in crate::explorer) mod field_name;
pub(in crate::explorer) mod filling;
mod memory;
pub(in crate::explorer) mod other_values;
pub(in crate::explorer) mod passages;
pub(in crate::explorer) mod question;
mod send_button;
pub(in crate::explorer) mod sending;
pub(in crate::explorer) mod taken_texts;
pub(in crate::explorer) mod variant_memory;
pub(in crate::explorer) mod variants;

pub(in crate::explorer) use self::content::{
    SentContent, content, empty_fields, fields, led_on, own_fields, sent_content,
};
pub(in crate::explorer) use self::memory::FormMemory;
pub use self::memory::FormQuota;
pub(in crate::explorer) use self::send_button::{GONE_THROUGH, is_for, may_send, sending_words};
