//! Every tuned number of this explorer, in one place. An eval specification can set each of them.
//!
//! A *yield* is the chance, from 0 to 1, that a move shows something new. The yields order the moves
//! of a screen as the paper does (section 3.3), and weigh going on here against going elsewhere. A
//! *factor* is what is left of a yield. The defaults were tuned on the demo apps.

use crate::explorer::shared::weights::DisplayWeights;
use crate::explorer::weights::weights;

/// A search in depth meets every dialog, and would turn most of them: apps mostly bear it.
fn turning_few_dialogs() -> DisplayWeights {
    let mut weights = DisplayWeights::default();
    weights.breadth.system_events.share_in_dialogs = 0.05;
    weights
}

weights! {
    /// The tuned numbers of [`super::VlmFuzz`]. See the module.
    pub struct VlmFuzzWeights {
        /// What it shares with other explorers of displays.
        display: DisplayWeights = turning_few_dialogs(),

        // What is on the screen.

        /// Yield of tapping what is selected already: it only shows the same again.
        tap_selected: f64 = 0.02,
        /// Yield of tapping a bar at the bottom, which mostly leads away from the screen, so it comes after other
        /// buttons: it may also hold all that the screen can do.
        tap_bottom_bar: f64 = 0.42,
        /// Yield of tapping what destroys something in a dialog: that is what the dialog is for.
        tap_destructive_in_dialog: f64 = 0.3,
        /// Yield of destroying something before half of the run: it may still be needed.
        destroy_early: f64 = 0.13,
        /// Yield of destroying something later, and in runs without a limit.
        destroy_late: f64 = 0.26,
        /// Yield of destroying everything before the last part of the run: nothing is left to explore.
        wipe_early: f64 = 0.03,
        /// The last part of a run begins when the steps left are the steps done divided by this.
        last_part_divisor: u64 = 2,
        /// Yield of tapping what is negative by its words: it leaves or undoes, so it comes late.
        tap_negative: f64 = 0.24,
        /// The most that tapping a link out of the app, or a language, yields: the other words of the app are all new, and
        /// say nothing new.
        tap_away: f64 = 0.1,
        /// Yield of tapping a switch: what can be switched is switched before buttons are pressed.
        tap_switch: f64 = 0.56,
        /// Yield of tapping a picker: a choice is made before buttons are pressed.
        tap_picker: f64 = 0.54,
        /// A tap inside a picker of a date, a time or a number.
        tap_in_picker: f64 = 0.3,
        /// Yield of tapping a tab, which shows another part of the screen.
        tap_tab: f64 = 0.58,
        /// Yield of tapping a region whose inside is unknown.
        tap_opaque: f64 = 0.3,
        /// Yield of tapping what is neutral by its words.
        tap_neutral: f64 = 0.5,
        /// Yield of tapping what is positive by its words: it goes on, so neutral things come first.
        tap_positive: f64 = 0.45,
        /// Yield of a long tap.
        long_tap: f64 = 0.2,
        /// Yield of swiping what says that it can be swiped.
        swipe: f64 = 0.25,
        /// Yield of carrying elsewhere what says that it can be carried.
        carry: f64 = 0.42,
        /// Yield of scrolling a page on: its further parts are others.
        scroll_page: f64 = 0.36,
        /// Yield of scrolling a list on.
        scroll_on: f64 = 0.205,
        /// Yield of scrolling back: most of that was seen before.
        scroll_back: f64 = 0.02,
        /// Yield of a double tap of what listens for it.
        listed_double_tap: f64 = 0.35,
        /// Yield of any other available action.
        other_action: f64 = 0.05,
        /// Yield of typing into a field if forms are not filled in by variants: fields come first.
        type_text: f64 = 0.6,
        /// Yield of an input to a voice app: all are equal.
        voice_input: f64 = 0.5,
        /// Widgets with one lower edge that make a bar at the bottom.
        bottom_bar_widgets: usize = 3,
        /// A bar's lower edge lies below this part of the screen's height, from 0 to 1.
        bottom_bar_from: f64 = 0.8,

        // Keys and waiting.

        /// Yield of the MENU key if the screen shows a menu already, or a dialog.
        menu_key_unlikely: f64 = 0.01,
        /// Yield of the MENU key elsewhere: a menu may hide behind it.
        menu_key: f64 = 0.24,
        /// Yield of the MENU key where it opened a menu each time, if that is more: what an app hides there comes
        /// before most buttons.
        menu_key_opens: f64 = 0.53,
        /// Yield of ENTER if a field holds a text that no button sends.
        enter: f64 = 0.58,
        /// Waits in a row without effect after which nothing is waited for any more.
        waits_without_effect: u32 = 2,
        /// Yield of BACK over the keyboard, which only closes that.
        back_over_keyboard: f64 = 0.01,
        /// Yield of BACK while something runs, which it may interrupt.
        back_while_running: f64 = 0.24,
        /// Yield of BACK in a dialog.
        back_in_dialog: f64 = 0.23,
        /// Yield of BACK elsewhere: it mostly shows the screen before.
        back: f64 = 0.11,
        /// Yield of BACK where it leaves the app from all screens.
        back_leaves: f64 = 0.01,
        /// Yield of waiting while the screen shows progress, which may end: before most presses.
        wait_for_progress: f64 = 0.57,
        /// Yield of waiting on any other screen: something may come by itself.
        wait_idle: f64 = 0.15,
        /// How long is waited on any other screen, in milliseconds: reminders take some seconds.
        wait_idle_ms: u32 = 15_000,

        // Gestures.

        /// Yield of swiping a row of a list that does not say that it listens.
        swipe_row: f64 = 0.17,
        /// Yield of dragging a row by what says that it is a handle.
        drag_handle: f64 = 0.22,
        /// Yield of dragging any other row.
        drag_row: f64 = 0.03,
        /// Yield of two fingers on a picture or a region whose inside is unknown.
        pinch: f64 = 0.15,
        /// Yield of a double tap on the same.
        double_tap: f64 = 0.12,
        /// Yield of a burst on a region whose inside is unknown: only trying shows what it listens to.
        burst: f64 = 0.26,
        /// Yield of a slow stroke over a large area that nothing is told of.
        stroke: f64 = 0.32,
        /// Yield of a quick stroke over it, to the left or up.
        quick_stroke: f64 = 0.2,
        /// Yield of a quick stroke over it the other way.
        quick_stroke_back: f64 = 0.12,
        /// Touches of a burst.
        burst_touches: usize = 8,
        /// A burst ends after so many touches in a row without effect.
        burst_touches_without_effect: usize = 3,
        /// A surface for two fingers takes at least one of so many equal parts of the screen.
        surface_part: i64 = 8,

        // Turning, leaving and coming back.

        /// Yield of turning a dialog: most presses close it, and coming back takes steps.
        turn_dialog: f64 = 0.52,
        /// Yield of turning what the app draws itself: it is drawn again in another shape.
        turn_drawing: f64 = 0.54,
        /// Yield of turning while progress is shown, which is soon over.
        turn_in_progress: f64 = 0.4,
        /// From this yield on, something is at stake that a system event may destroy, such as a drawing,
        /// so that more of the run's share of system events is used for it.
        event_at_stake: f64 = 0.4,
        /// Yield of turning while something else runs.
        turn_while_running: f64 = 0.24,
        /// Yield of turning a screen with something filled in or selected, which may be lost.
        turn_filled_in: f64 = 0.14,
        /// Yield of turning a page that has taken many steps and was never seen turned.
        turn_for_a_look: f64 = 0.38,
        /// Yield of turning any other screen.
        turn: f64 = 0.07,
        /// Yield of HOME while something runs.
        home_while_running: f64 = 0.12,
        /// Yield of HOME elsewhere.
        home: f64 = 0.04,

        // What reaches the app from outside.

        /// Yield of a broadcast while something runs.
        broadcast_while_running: f64 = 0.245,
        /// Yield of a broadcast elsewhere.
        broadcast: f64 = 0.16,
        /// Yield of changing a condition of the system while something runs.
        condition_while_running: f64 = 0.14,
        /// Yield of changing a condition of the system elsewhere.
        condition: f64 = 0.06,
        /// Yield of starting what only the system may start: a crash of it matters less.
        start_privileged: f64 = 0.03,
        /// Yield of starting a service that any app may start.
        start_service: f64 = 0.19,
        /// Yield of starting an activity that any app may start.
        start_activity: f64 = 0.09,
        /// Yield of granting a permission that was refused before.
        grant_permission: f64 = 0.11,

        // Interruptions: what is done at once after a press that keeps the app busy.

        /// Yield of BACK at once: the screen may go while the app still needs it.
        interrupt_by_back: f64 = 0.3,
        /// Yield of the same press at once: what should happen once may happen twice.
        interrupt_by_same_press: f64 = 0.24,
        /// Yield of turning at once: the screen is built again under the app.
        interrupt_by_turning: f64 = 0.22,
        /// Yield of a low battery at once.
        interrupt_by_battery: f64 = 0.205,
        /// Yield of a broadcast at once.
        interrupt_by_broadcast: f64 = 0.19,
        /// Yield of airplane mode at once.
        interrupt_by_airplane_mode: f64 = 0.15,
        /// Yield of HOME at once: what is under way may be lost.
        interrupt_by_home: f64 = 0.12,
        /// Yield of another time zone at once.
        interrupt_by_time_zone: f64 = 0.08,
        /// Broadcasts that are sent to a busy app.
        interrupting_broadcasts: usize = 3,
        /// How often the same interruption is begun: what leads to it may lead elsewhere.
        interruption_attempts: u32 = 2,
        /// A BACK at once is not put off while its yield is at least this: busy screens are rare.
        interruption_not_put_off: f64 = 0.1,

        // Forms.

        /// Yield of valid values: what lies behind a form is more than what it says to errors.
        form_valid: f64 = 0.62,
        /// Yield of sending a form with something missing.
        form_empty: f64 = 0.6,
        /// Yield of changing one value of a form that is filled in already.
        form_changed: f64 = 0.35,
        /// Yield of leaving a form that was begun: it may ask whether to keep it.
        form_abandoned: f64 = 0.26,
        /// Yield of leaving one field empty.
        form_one_empty: f64 = 0.18,
        /// Yield of equal values in fields of one kind.
        form_all_equal: f64 = 0.4,
        /// Yield of an end before its beginning.
        form_swapped: f64 = 0.36,
        /// Yield of parts that exceed their total.
        form_parts_exceed_total: f64 = 0.55,
        /// Yield of a field's first boundary or invalid value, the one most often forgotten.
        form_first_invalid_value: f64 = 0.39,
        /// Yield of its second one.
        form_second_invalid_value: f64 = 0.21,
        /// Yield of its third one.
        form_third_invalid_value: f64 = 0.14,
        /// Yield of each later one.
        form_later_invalid_value: f64 = 0.08,
        /// Yield of all sliders at their low ends.
        form_sliders_low: f64 = 0.42,
        /// Yield of all sliders at their high ends.
        form_sliders_high: f64 = 0.38,
        /// Yield of one slider at its high end, the others anywhere.
        form_one_high_rest_random: f64 = 0.3,
        /// Yield of one slider at its high end, the others near their low ends.
        form_one_high_rest_low: f64 = 0.45,
        /// Steps of a variant that cost nothing of its yield; more steps divide it.
        form_free_steps: f64 = 4.0,
        /// Steps that are added to those of each variant before its yield is divided.
        form_step_offset: usize = 2,
        /// Factor for each variant of a form in a row that showed nothing new when it was sent.
        factor_barren_variant: f64 = 0.8,
        /// How often another value is tried for a field that refuses one.
        form_other_values: usize = 2,
        /// The part of a slider's box that its track leaves free at each end, from 0 to 1.
        slider_margin: f64 = 0.02,

        // Sequences.

        /// How often the same sequence is begun.
        sequence_attempts: u32 = 2,
        /// So often in a run a button is taken for one that soon goes away.
        passing_sequences: usize = 4,
        /// A button that soon goes away comes with at most so many other new ones.
        passing_new_buttons: usize = 2,
        /// A button that soon goes away covers at most so many others.
        passing_covered_buttons: usize = 1,
        /// An alert has at most so many buttons: hardly more than its answers.
        alert_buttons: usize = 4,
        /// Yield of draining a list.
        drain: f64 = 0.28,
        /// Presses that drain a list at most, the answers to its dialogs included.
        drain_presses: usize = 16,
        /// Yield of using invalid text before it is saved.
        use_text: f64 = 0.3,
        /// A use of text is looked for on screens so many steps away.
        use_text_steps: usize = 2,
        /// How often a question for a permission is refused before it is granted, to see how the app
        /// bears it.
        permission_refusals: u32 = 2,

        // What was tried before.

        /// How often the same is done on one screen (the paper's visit limit).
        visit_limit: u32 = 2,
        /// Factor for what was done on this screen before.
        factor_repeated: f64 = 0.08,
        /// Factor beyond the visit limit, divided by the tries.
        factor_beyond_limit: f64 = 0.01,
        /// Factor, for each try, if the same did nothing on other screens.
        factor_did_nothing: f64 = 0.35,
        /// Factor, for each try, if the same led to one state from other screens or rows.
        factor_same_target: f64 = 0.3,
        /// Factor, for each try, if the same changed something on its own screen elsewhere.
        factor_changed_in_place: f64 = 0.6,
        /// Factor, for each try, if the same led to several states from other screens or rows.
        factor_several_targets: f64 = 0.75,
        /// So many pages that differ in their heading alone are new to moves that are probably the same.
        pages_by_heading: u32 = 5,
        /// The most tries that these factors count.
        factor_tries: u32 = 4,
        /// Factor for what is done again because something else was destroyed.
        factor_after_loss: f64 = 0.4,
        /// Moves of one screen that are done again for that.
        repeated_after_loss: usize = 5,
        /// How much of the factor of a move comes from the index of look-alikes, which knows what such
        /// widgets did on all screens, and how much from the factors above: from 0 to 1.
        trust_in_look_alikes: f64 = 0.5,
        /// The same if the target counts the functions that run.
        trust_with_code: f64 = 0.8,
        /// Invalid text is used at most so many times by widgets of one class of an activity.
        alike_text_uses: u32 = 3,
        /// And at most so many times on one page: it is typed anew for each.
        page_text_uses: u32 = 6,
        /// Factor for what a step of a random burst is expected to yield: moves that promise less are
        /// left to bursts. Bursts are the last thing to do, so it is well below 1.
        factor_burst: f64 = 0.4,
        /// Factor for what a gesture is expected to yield that no widget lists: moves that promise less
        /// come after it.
        factor_gesture: f64 = 1.6,
        /// Factor for a second touch that does the opposite of the first.
        factor_second_touch: f64 = 0.3,
        /// Switches of one kind that are touched a second time.
        switches_touched_twice: u32 = 2,
        /// Factor for touching the row that is selected already: that ends the selection.
        factor_selected_row: f64 = 0.6,
        /// Factor for a tap that ended the app once: with other content it may not.
        factor_after_crash: f64 = 0.35,
        /// Yields are changed by up to this part, so that equals come in an order of the seed.
        tie_break: f64 = 0.04,
        /// A move with a lower yield is not counted among what is left on a screen, in reasons.
        notable_yield: f64 = 0.1,

        // The share of each component.

        /// What an item of a menu counts against a widget.
        menu_item_weight: u64 = 4,
        /// No component gets less than this part of the run, from 0 to 1.
        least_share: f64 = 0.05,
        /// Actions that are shared out at a time if the run has no limit.
        budget_period: u64 = 200,
        /// Factor for a component that has had its share.
        factor_share_spent: f64 = 0.5,
        /// The first look at all components takes at most this share of a run, from 0 to 1: short runs are
        /// for exploring.
        tour_share: f64 = 0.1,
        /// The MENU key is given up after it showed nothing in so many components in a row.
        menus_without_effect: usize = 3,

        // Paths.

        /// A move with a lower yield is neither done nor gone to.
        least_yield: f64 = 0.01,
        /// What a step of a path costs against a step that does something: paths may lead elsewhere.
        path_step_cost: f64 = 1.3,
        /// A screen is left for another one that promises so many times as much for each step: what is left on it
        /// must be come back for.
        leave_for: f64 = 1.2,
        /// How far away a state counts to which no path is known, in steps.
        unknown_distance: usize = 7,
        /// A path was worth it if what was expected at its end is there to this part, from 0 to 1.
        expected_part_at_goal: f64 = 0.7,
        /// A state is given up after so many paths to it that led elsewhere.
        failed_paths: u32 = 2,
        /// Paths of more steps are not recorded to be performed again after a restart.
        recorded_path_steps: usize = 10,
        /// What a restart costs, in steps: it takes long, and what was begun is lost.
        restart_cost: u32 = 4,
        /// The same where BACK leaves the app, so that there is no other way back.
        restart_cost_without_back: u32 = 1,
        /// What starting an activity from outside costs, in steps: the app must be come back to.
        start_cost: u32 = 3,
        /// The most states that one proposal looks at in search of a path, so that a proposal takes the
        /// same time whatever is known of the app.
        searched_states: usize = 400,
        /// The most states of which one proposal works out anew what is expected of them, the nearest
        /// first.
        refreshed_states: usize = 40,
        /// Of the states that promise most, so many are judged by what is known now before the best is
        /// gone to.
        compared_states: usize = 8,

        // The vision model.

        /// How often a model is asked for plans for one state, whatever changes in it.
        plans_per_state: u32 = 3,
        /// Other values that are asked for, for one field that refuses.
        values_per_field: usize = 2,
        /// Earlier plans for the same form that a prompt holds.
        earlier_plans_in_prompt: usize = 3,
        /// Refused texts that a prompt holds.
        refused_texts_in_prompt: usize = 6,
    }
}
