//! What explorers of one kind tell each other in a fleet, beside what the behaviour model holds.

use std::any::Any;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

/// Something that an explorer found out about an app. Only explorers of its kind know what it is.
#[derive(Clone)]
pub struct ExplorerNews(Arc<dyn Any + Send + Sync>);

impl ExplorerNews {
    /// News of any kind.
    pub fn new<N: Any + Send + Sync>(news: N) -> Self {
        Self(Arc::new(news))
    }

    /// What it is; `None` if an explorer of another kind has found it out.
    pub fn of<N: Any>(&self) -> Option<&N> {
        self.0.downcast_ref()
    }
}

impl Debug for ExplorerNews {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("ExplorerNews")
    }
}
