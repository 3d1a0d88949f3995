//! The categories of functional bugs.

/// The category of a functional bug: those of VisionDroid's pilot study (IEEE 11181197, section 2).
/// The first four show on one page, the others only over several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BugCategory {
    /// A page does not finish loading.
    PageLoading,
    /// A widget covers another, or is cut off.
    Occlusion,
    /// Something that should be shown is missing.
    ContentMissing,
    /// An action gives no feedback.
    FeedbackMissing,
    /// Data is not stored, changed, found or deleted as asked.
    DataOperation,
    /// Sound, alarm or media does not respond.
    MediaResponse,
    /// A number is computed wrongly.
    Calculation,
    /// A setting has no or the wrong effect.
    Setting,
    /// A link leads to the wrong place.
    Navigation,
}

impl BugCategory {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::PageLoading,
        Self::Occlusion,
        Self::ContentMissing,
        Self::FeedbackMissing,
        Self::DataOperation,
        Self::MediaResponse,
        Self::Calculation,
        Self::Setting,
        Self::Navigation,
    ];

    /// The words in findings and tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::PageLoading => "page loading",
            Self::Occlusion => "occlusion",
            Self::ContentMissing => "content missing",
            Self::FeedbackMissing => "feedback missing",
            Self::DataOperation => "data operation",
            Self::MediaResponse => "media response",
            Self::Calculation => "calculation",
            Self::Setting => "setting",
            Self::Navigation => "navigation",
        }
    }

    /// The category that `word` names, in any case, with spaces, dashes or underscores.
    pub fn of_word(word: &str) -> Option<Self> {
        let spaced = word.trim().to_lowercase().replace(['-', '_'], " ");
        Self::ALL.into_iter().find(|category| category.word() == spaced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_category_is_found_by_its_word() {
        for category in BugCategory::ALL {
            assert_eq!(BugCategory::of_word(category.word()), Some(category));
        }
        assert_eq!(BugCategory::of_word("Page-Loading "), Some(BugCategory::PageLoading));
        assert_eq!(BugCategory::of_word("usability"), None);
    }
}
