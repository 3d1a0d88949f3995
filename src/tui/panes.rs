//! The panes: screen, widgets, model, reasoning.

mod available;
mod model;
mod reasoning;
mod screen;
mod widgets;

pub use model::ModelPane;
pub use reasoning::ReasoningPane;
pub use screen::ScreenPane;
pub use widgets::WidgetsPane;
