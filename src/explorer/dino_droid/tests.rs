use super::*;
use crate::explorer::testing::{World, button, field, menu, phone};
