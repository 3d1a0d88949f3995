//! All rules, as a table. Documentation and measurements are made from it.

use super::BugRule;
use super::average_range::AverageRange;
use super::back_elsewhere::BackElsewhere;
use super::back_ignored::BackIgnored;
use super::blank::BlankPage;
use super::cancel_acts::CancelActs;
use super::chosen_other::ChosenOther;
use super::count_disagrees::CountDisagrees;
use super::covered::CoveredWidget;
use super::cut_short::CutShort;
use super::dead_control::DeadControl;
use super::dead_entry::DeadEntry;
use super::dead_input::DeadInput;
use super::dead_now::DeadNow;
use super::dead_opposite::DeadOpposite;
use super::delete_ignored::DeleteIgnored;
use super::edit_ignored::EditIgnored;
use super::error_page::ErrorPage;
use super::extremes::ExtremeDisagrees;
use super::form_forgets::FormForgets;
use super::kept_choice::ChoiceForgotten;
use super::letter_count::LetterCount;
use super::list_figures::FigureDisagrees;
use super::list_journey::{AddedNotListed, DeletedStays, EditChangesOthers};
use super::loading::EndlessLoading;
use super::opposite_parts::OppositeParts;
use super::part_of_whole::PartExceeds;
use super::pause_ignored::PauseIgnored;
use super::percentages::WrongPercentage;
use super::placeholder::Placeholder;
use super::plays_nothing::PlaysNothing;
use super::restart_loses::RestartLoses;
use super::restored_differs::RestoredDiffers;
use super::rotation_loses::RotationLoses;
use super::row_page::RowPage;
use super::running_pause::RunningPause;
use super::running_total::RunningTotal;
use super::same_action::LeadsElsewhere;
use super::search_loses::SearchLoses;
use super::selection_count::SelectionCount;
use super::setting_loses::SettingLoses;
use super::shown_again::ShownAgain;
use super::sort_order::SortOrderWrong;
use super::stale_summary::StaleSummary;
use super::still_player::StillPlayer;
use super::stuck_toggle::StuckToggle;
use super::too_small::TooSmall;
use super::undo_ignored::UndoIgnored;
use super::uneven_step::UnevenStep;
use super::units::{UnitIgnored, WrongConversion};
use super::views_disagree::ViewsDisagree;
use super::wrong_date::WrongDate;
use super::wrong_difference::WrongDifference;
use super::wrong_discount::WrongDiscount;
use super::wrong_duration::WrongDuration;
use super::wrong_link::WrongLink;
use super::wrong_offset::WrongOffset;
use super::wrong_product::WrongProduct;
use super::wrong_sum::WrongSum;
use crate::domain::BugCategory;

use super::rule_entry::RuleEntry;

/// Makes a rule that has judged nothing yet.
fn new<R: BugRule + Default + 'static>() -> Box<dyn BugRule> {
    Box::new(R::default())
}

/// All rules, in the order in which they judge.
pub const RULES: &[RuleEntry] = &[
    RuleEntry {
        name: "endless-loading",
        help: "A page finishes loading.",
        category: BugCategory::PageLoading,
        confidence: 90,
        make: new::<EndlessLoading>,
    },
    RuleEntry {
        name: "blank-page",
        help: "A page shows more than its heading.",
        category: BugCategory::PageLoading,
        confidence: 80,
        make: new::<BlankPage>,
    },
    RuleEntry {
        name: "error-page",
        help: "A link leads to a page that is loaded.",
        category: BugCategory::PageLoading,
        confidence: 85,
        make: new::<ErrorPage>,
    },
    RuleEntry {
        name: "covered-widget",
        help: "No widget covers another.",
        category: BugCategory::Occlusion,
        confidence: 85,
        make: new::<CoveredWidget>,
    },
    RuleEntry {
        name: "too-small",
        help: "What is touched is large enough to be touched.",
        category: BugCategory::Occlusion,
        confidence: 80,
        make: new::<TooSmall>,
    },
    RuleEntry {
        name: "placeholder",
        help: "No text shows a placeholder.",
        category: BugCategory::ContentMissing,
        confidence: 90,
        make: new::<Placeholder>,
    },
    RuleEntry {
        name: "cut-short",
        help: "A text goes on as others in its place do.",
        category: BugCategory::ContentMissing,
        confidence: 80,
        make: new::<CutShort>,
    },
    RuleEntry {
        name: "rotation-loses",
        help: "Turning the device changes no value and hides no words.",
        category: BugCategory::ContentMissing,
        confidence: 85,
        make: new::<RotationLoses>,
    },
    RuleEntry {
        name: "setting-loses",
        help: "Changing dark mode, font size or language there and back changes no value and hides no words.",
        category: BugCategory::ContentMissing,
        confidence: 85,
        make: new::<SettingLoses>,
    },
    RuleEntry {
        name: "shows-less",
        help: "A page that is opened again shows what it showed.",
        category: BugCategory::ContentMissing,
        confidence: 80,
        make: new::<ShownAgain>,
    },
    RuleEntry {
        name: "row-and-page",
        help: "The page of a row shows what the row shows, if those of other rows do.",
        category: BugCategory::ContentMissing,
        confidence: 75,
        make: new::<RowPage>,
    },
    RuleEntry {
        name: "restart-loses",
        help: "What was listed is listed after a restart, in the same order.",
        category: BugCategory::DataOperation,
        confidence: 80,
        make: new::<RestartLoses>,
    },
    RuleEntry {
        name: "dead-control",
        help: "A button does something, or says why it does not.",
        category: BugCategory::FeedbackMissing,
        confidence: 80,
        make: new::<DeadControl>,
    },
    RuleEntry {
        name: "dead-entry",
        help: "A row or tab does something, as those beside it do.",
        category: BugCategory::FeedbackMissing,
        confidence: 80,
        make: new::<DeadEntry>,
    },
    RuleEntry {
        name: "dead-opposite",
        help: "What went one way can go back.",
        category: BugCategory::FeedbackMissing,
        confidence: 85,
        make: new::<DeadOpposite>,
    },
    RuleEntry {
        name: "dead-now",
        help: "What led on leads on from the same screen.",
        category: BugCategory::FeedbackMissing,
        confidence: 80,
        make: new::<DeadNow>,
    },
    RuleEntry {
        name: "dead-input",
        help: "A field or slider takes what is entered.",
        category: BugCategory::FeedbackMissing,
        confidence: 80,
        make: new::<DeadInput>,
    },
    RuleEntry {
        name: "added-not-listed",
        help: "What was added is listed, once, by its name.",
        category: BugCategory::DataOperation,
        confidence: 85,
        make: new::<AddedNotListed>,
    },
    RuleEntry {
        name: "deleted-stays",
        help: "What was deleted is gone, and nothing else with it.",
        category: BugCategory::DataOperation,
        confidence: 85,
        make: new::<DeletedStays>,
    },
    RuleEntry {
        name: "delete-ignored",
        help: "A confirmed deletion changes what is shown.",
        category: BugCategory::DataOperation,
        confidence: 90,
        make: new::<DeleteIgnored>,
    },
    RuleEntry {
        name: "cancel-acts",
        help: "What is cancelled leaves a list as it was.",
        category: BugCategory::DataOperation,
        confidence: 85,
        make: new::<CancelActs>,
    },
    RuleEntry {
        name: "edit-changes-others",
        help: "Editing one row changes no other.",
        category: BugCategory::DataOperation,
        confidence: 80,
        make: new::<EditChangesOthers>,
    },
    RuleEntry {
        name: "edit-ignored",
        help: "What was edited and sent is shown.",
        category: BugCategory::DataOperation,
        confidence: 85,
        make: new::<EditIgnored>,
    },
    RuleEntry {
        name: "form-forgets",
        help: "A form that was saved holds that when it is opened again.",
        category: BugCategory::DataOperation,
        confidence: 85,
        make: new::<FormForgets>,
    },
    RuleEntry {
        name: "undo-ignored",
        help: "Undo brings back what has just gone.",
        category: BugCategory::DataOperation,
        confidence: 80,
        make: new::<UndoIgnored>,
    },
    RuleEntry {
        name: "restored-differs",
        help: "What is brought back is as it was.",
        category: BugCategory::DataOperation,
        confidence: 80,
        make: new::<RestoredDiffers>,
    },
    RuleEntry {
        name: "search-loses",
        help: "A search finds what contains the words.",
        category: BugCategory::DataOperation,
        confidence: 90,
        make: new::<SearchLoses>,
    },
    RuleEntry {
        name: "sort-order",
        help: "A list is in the order that was chosen.",
        category: BugCategory::DataOperation,
        confidence: 85,
        make: new::<SortOrderWrong>,
    },
    RuleEntry {
        name: "still-player",
        help: "The time of what plays goes on.",
        category: BugCategory::MediaResponse,
        confidence: 85,
        make: new::<StillPlayer>,
    },
    RuleEntry {
        name: "running-pause",
        help: "What is paused stands still.",
        category: BugCategory::MediaResponse,
        confidence: 85,
        make: new::<RunningPause>,
    },
    RuleEntry {
        name: "pause-ignored",
        help: "What plays can be paused.",
        category: BugCategory::MediaResponse,
        confidence: 85,
        make: new::<PauseIgnored>,
    },
    RuleEntry {
        name: "plays-nothing",
        help: "What is played plays.",
        category: BugCategory::MediaResponse,
        confidence: 85,
        make: new::<PlaysNothing>,
    },
    RuleEntry {
        name: "figure-disagrees",
        help: "Totals, averages and counts agree with the list beside them.",
        category: BugCategory::Calculation,
        confidence: 85,
        make: new::<FigureDisagrees>,
    },
    RuleEntry {
        name: "wrong-sum",
        help: "A total is the sum of the amounts above it.",
        category: BugCategory::Calculation,
        confidence: 90,
        make: new::<WrongSum>,
    },
    RuleEntry {
        name: "running-total",
        help: "A running total goes on by what is added.",
        category: BugCategory::Calculation,
        confidence: 80,
        make: new::<RunningTotal>,
    },
    RuleEntry {
        name: "wrong-percentage",
        help: "Percentages agree with the numbers beside them.",
        category: BugCategory::Calculation,
        confidence: 90,
        make: new::<WrongPercentage>,
    },
    RuleEntry {
        name: "wrong-difference",
        help: "What is left is the difference of the amounts beside it.",
        category: BugCategory::Calculation,
        confidence: 85,
        make: new::<WrongDifference>,
    },
    RuleEntry {
        name: "wrong-product",
        help: "A price is the quantity times the price of one.",
        category: BugCategory::Calculation,
        confidence: 90,
        make: new::<WrongProduct>,
    },
    RuleEntry {
        name: "wrong-discount",
        help: "A reduced price is less by its percentage.",
        category: BugCategory::Calculation,
        confidence: 80,
        make: new::<WrongDiscount>,
    },
    RuleEntry {
        name: "wrong-duration",
        help: "A duration lies between the times beside it.",
        category: BugCategory::Calculation,
        confidence: 85,
        make: new::<WrongDuration>,
    },
    RuleEntry {
        name: "wrong-date",
        help: "A date has its day of the week.",
        category: BugCategory::Calculation,
        confidence: 85,
        make: new::<WrongDate>,
    },
    RuleEntry {
        name: "wrong-offset",
        help: "A time elsewhere is as many hours away as is said.",
        category: BugCategory::Calculation,
        confidence: 80,
        make: new::<WrongOffset>,
    },
    RuleEntry {
        name: "wrong-conversion",
        help: "What is measured is the same in another unit.",
        category: BugCategory::Calculation,
        confidence: 90,
        make: new::<WrongConversion>,
    },
    RuleEntry {
        name: "average-range",
        help: "An average lies between the numbers that it is of.",
        category: BugCategory::Calculation,
        confidence: 85,
        make: new::<AverageRange>,
    },
    RuleEntry {
        name: "extreme-disagrees",
        help: "The highest and lowest of a list are those of its values.",
        category: BugCategory::Calculation,
        confidence: 80,
        make: new::<ExtremeDisagrees>,
    },
    RuleEntry {
        name: "count-disagrees",
        help: "A number of entries is how many are listed.",
        category: BugCategory::Calculation,
        confidence: 85,
        make: new::<CountDisagrees>,
    },
    RuleEntry {
        name: "letter-count",
        help: "As many letters or words are said to be in a field as are.",
        category: BugCategory::Calculation,
        confidence: 85,
        make: new::<LetterCount>,
    },
    RuleEntry {
        name: "views-disagree",
        help: "An amount is the same on each page that shows it.",
        category: BugCategory::Calculation,
        confidence: 80,
        make: new::<ViewsDisagree>,
    },
    RuleEntry {
        name: "uneven-step",
        help: "More and less change a number by the same.",
        category: BugCategory::Calculation,
        confidence: 80,
        make: new::<UnevenStep>,
    },
    RuleEntry {
        name: "part-exceeds",
        help: "A part is not greater than its whole.",
        category: BugCategory::Calculation,
        confidence: 90,
        make: new::<PartExceeds>,
    },
    RuleEntry {
        name: "opposite-parts",
        help: "Two opposite parts make their whole.",
        category: BugCategory::Calculation,
        confidence: 80,
        make: new::<OppositeParts>,
    },
    RuleEntry {
        name: "selection-count",
        help: "As many are said to be selected as are.",
        category: BugCategory::Calculation,
        confidence: 90,
        make: new::<SelectionCount>,
    },
    RuleEntry {
        name: "unit-ignored",
        help: "What is measured is shown in the unit that was chosen.",
        category: BugCategory::Setting,
        confidence: 85,
        make: new::<UnitIgnored>,
    },
    RuleEntry {
        name: "stuck-toggle",
        help: "A switch switches.",
        category: BugCategory::Setting,
        confidence: 85,
        make: new::<StuckToggle>,
    },
    RuleEntry {
        name: "choice-forgotten",
        help: "What was switched or chosen stays so.",
        category: BugCategory::Setting,
        confidence: 85,
        make: new::<ChoiceForgotten>,
    },
    RuleEntry {
        name: "chosen-other",
        help: "What is touched is chosen, and nothing else.",
        category: BugCategory::Setting,
        confidence: 85,
        make: new::<ChosenOther>,
    },
    RuleEntry {
        name: "stale-summary",
        help: "A row shows what was chosen of its options.",
        category: BugCategory::Setting,
        confidence: 85,
        make: new::<StaleSummary>,
    },
    RuleEntry {
        name: "wrong-link",
        help: "A link does not lead to what another link names.",
        category: BugCategory::Navigation,
        confidence: 90,
        make: new::<WrongLink>,
    },
    RuleEntry {
        name: "back-elsewhere",
        help: "Back leads to the page before.",
        category: BugCategory::Navigation,
        confidence: 80,
        make: new::<BackElsewhere>,
    },
    RuleEntry {
        name: "back-ignored",
        help: "Back leads away from a page that was opened.",
        category: BugCategory::Navigation,
        confidence: 80,
        make: new::<BackIgnored>,
    },
    RuleEntry {
        name: "leads-elsewhere",
        help: "The same action on the same screen leads to the same page.",
        category: BugCategory::Navigation,
        confidence: 75,
        make: new::<LeadsElsewhere>,
    },
];
