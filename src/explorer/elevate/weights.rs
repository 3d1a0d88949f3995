//! The tuned numbers of Elevate and its rules.

use crate::explorer::shared::weights::DisplayWeights;
use crate::explorer::weights::weights;

weights! {
    /// The tuned numbers of [`super::Elevate`] and its rules. A chance is the share of performed
    /// actions that show something new, from 0 to 1, as it was tuned on the demo apps and on every
    /// second recorded voice app; "what is left of" is a factor for it. `untried_` marks what an
    /// input is expected to yield by itself, before anything is known of what it does. `voice_` marks
    /// the numbers of voice apps; most others are for apps with a display.
    pub struct ElevateWeights {
        /// What it shares with other explorers of displays.
        display: DisplayWeights = DisplayWeights::default(),
        /// From so many invocations on, an input counts as worn out (Elevate, section III-C; as in
        /// its published code).
        worn_out: u64 = 3,
        /// The most questions for inputs about one state, whatever changes in it.
        input_questions: u32 = 3,
        /// Outputs that one input of one state led to are one state, according to the rules, from
        /// this overlap of their words on, from 0 to 1.
        similar_outputs: f64 = 0.5,
        /// On a display a model is asked whether two states are one from this overlap of their words on,
        /// from 0 to 1: pages that share little but a button for going back are not alike.
        similar_screens: f64 = 0.35,
        /// The same for what a voice app says; its last sentences may agree instead, as outputs of one input do.
        similar_turns: f64 = 0.25,
        /// The most known states that the output of a new one is compared with, so that it takes the
        /// same time whatever is known of the app.
        compared_outputs: usize = 400,
        /// The most states with untried inputs that a question for an action names.
        map_states: usize = 5,
        /// The most known states that are searched for them, so that it takes the same time whatever
        /// is known of the app.
        map_searched: usize = 80,
        /// The most characters of what each of them shows.
        map_seen: usize = 50,
        /// An input that was performed so often in one state without anything new being found is
        /// part of a loop, and is left out.
        loop_repeats: u32 = 5,
        /// A model is asked for a goal at most once in so many steps, unless new states were seen.
        goal_every: u64 = 5,
        /// If new states were seen, at most once in so many steps.
        goal_every_with_news: u64 = 2,
        /// A model many of whose replies were refused is asked for one only after so many.
        goal_every_refused: u64 = 24,
        /// A goal is given up after so many steps on the path to it, or from its screen on.
        goal_steps: u64 = 8,
        /// If an input that a goal names is not there, the page is scrolled on so many times in a row to find it.
        goal_scrolls: u32 = 4,
        /// If a goal names `wait` and no progress is shown, so long is waited, in milliseconds.
        goal_wait_ms: u32 = 15_000,
        /// If what a goal asked for led to new states, the rules go on there until so many steps
        /// after its screen was reached.
        goal_follow: u64 = 5,
        /// A goal is given up if more steps of the path to it led elsewhere.
        goal_astray: u32 = 1,
        /// After goals of the model in a row that showed nothing new, the rules choose alone for a
        /// while: each counts 2, or 1 if all that it asked for was done, up to this sum.
        goal_fruitless: u32 = 4,
        /// The first of these pauses, in steps; each one in a row is twice as long.
        goal_pause: u64 = 10,
        /// The most screens that are offered as goals, the present one included. Each costs about 40 tokens.
        goal_listed: usize = 5,
        /// A screen that is more steps away is offered only if few are nearer, or something failed there: of 105 goals that
        /// a chat model chose, none was further off than three.
        goal_away: u32 = 4,
        /// About so many characters of the present screen are told; what matters least is left out first.
        goal_output: usize = 480,
        /// No further screen is told once so many characters are.
        goal_text: usize = 300,
        /// The most fields, and the most choices, that are named of another screen.
        goal_fields: usize = 4,
        /// An untried input is named if the rules expect at least so much of it.
        goal_named: f64 = 0.07,
        /// The most inputs that are named of each: a longer list is mostly rows.
        goal_inputs: usize = 8,
        /// Of the present screen so many of them that are no taps; of others none.
        goal_gestures: usize = 2,
        /// So many inputs of a screen that is one step or two away.
        goal_inputs_near: usize = 4,
        /// So many of one further off.
        goal_inputs_far: usize = 3,
        /// So many options about the tester's task are offered beside the screens, and so many about
        /// findings: more of them say the same of other screens.
        goal_special: usize = 1,
        /// The account of the model's goals (`elevate/goals/account.rs`) may be overdrawn by so many states.
        goal_loan: f64 = 1.5,
        /// By so many for each known state, if that is more.
        goal_share: f64 = 0.05,
        /// This loan is so many times as large if the tester gave a task: it may ask for what shows nothing new.
        goal_task_loan: f64 = 5.0,
        /// With a task, a step of a goal costs at most so many states.
        goal_task_rate: f64 = 0.3,
        /// What is left of this loan after a goal that showed less than the rules did; one that did not
        /// restores as much.
        goal_distrust: f64 = 0.3,
        /// The least that is left of it, from 0 to 1.
        goal_least_trust: f64 = 0.1,
        /// What is left of its balance after each step.
        goal_fading: f64 = 0.97,
        /// What the rules show a step is counted over so many of their steps.
        goal_window: usize = 10,
        /// What is left of what they showed with each step since.
        goal_rate_fading: f64 = 0.97,
        /// What they are taken to show a step before anything is known.
        goal_first_rate: f64 = 0.5,
        /// They are taken to show at least so much a step.
        goal_least_rate: f64 = 0.05,
        /// The next goal is asked for at once if steps of goals showed so much of late of what steps of the rules did,
        goal_ahead: f64 = 1.0,
        /// and if there were so many of them.
        goal_ahead_least: usize = 4,
        /// What the rules show where a goal led is paid in by so much.
        goal_share_after: f64 = 0.5,
        /// No goal is asked for while a form is begun and what fills or sends it is expected to yield at least so
        /// much: the rules know what comes next.
        goal_form_next: f64 = 0.5,
        /// Unless the rules showed nothing new in so many of their latest steps; at most `goal_window` of them are counted.
        goal_stuck: usize = 10,
        /// A finding counts as so many states.
        goal_finding_worth: f64 = 2.0,
        /// With a task of the tester, and in what shows whether the model may lead, a form that led on for the first time
        /// counts as so many states.
        goal_form_worth: f64 = 1.0,
        /// A goal that waited for so many steps is over.
        goal_patience: u64 = 6,
        /// With fewer steps left no goal is asked for: the rules use them as well.
        goal_least_left: u64 = 5,
        /// The first goal is asked for at this step: before, too little is known to choose from, and nearly
        /// all that the rules do shows something new.
        goal_first: u64 = 12,
        /// And at this one if the tester gave a task: the rules do not know of it.
        goal_first_with_task: u64 = 6,
        /// So many inputs of a screen are named that led on: a function is carried to its end over them.
        goal_known: usize = 3,
        /// A form that is more steps away is not offered for its fields: the path there and the form
        /// together would take longer than a goal may.
        goal_form_away: u32 = 4,
        /// A screen is offered as a goal if it is expected to yield at least so much of what the best
        /// one is, from 0 to 1.
        goal_least: f64 = 0.25,
        /// A goal that names neither inputs nor texts says no more than the rules do, so it is pursued only
        /// if its screen is expected to yield at least so much of what the best one is, from 0 to 1.
        goal_least_plain: f64 = 0.6,
        /// How often one form is offered as a goal for its fields.
        goal_forms: u32 = 3,
        /// What a form adds to the expected yield of its screen, the first time.
        goal_form: f64 = 0.4,
        /// What a finding adds to the expected yield of its screen.
        goal_finding: f64 = 0.1,
        /// What an untried input that fits the charter adds to the expected yield of its screen.
        goal_charter: f64 = 0.5,
        /// While the model leads, so many screens are looked at for what was never done there,
        lead_listed: usize = 40,
        /// each that many steps away or fewer,
        lead_away: u32 = 8,
        /// and so many inputs of each.
        lead_inputs: usize = 40,
        /// About so many characters of them are told.
        lead_text: usize = 1000,
        /// Before this step the model does not lead.
        lead_first: u64 = 12,
        /// It leads once the rules and goals showed something new in less than this share of their latest steps, from 0 to 1,
        lead_below: f64 = 0.45,
        /// as long as its latest steps, so many,
        lead_window: usize = 16,
        /// showed at least so many states each,
        lead_least: f64 = 0.06,
        /// and so much of what the rules are expected to show.
        lead_share: f64 = 0.5,
        /// A step of it that showed nothing new, but ran functions of the app for the first time, counts as so many states.
        lead_code_worth: f64 = 0.25,
        /// After a lead that showed less, the next one begins once the rules show no more than it did, and is judged by so many
        /// steps already.
        lead_trial: usize = 6,
        /// The rules lead for so many steps then,
        lead_rest: u64 = 8,
        /// each time in a row so many times as many.
        lead_rest_growth: u64 = 2,
        /// After so many steps of the rules, as many times as many, it leads again once they show as little as before its first lead.
        lead_again: u64 = 40,
        /// While the model leads, a display that one of its goals has turned stays so for so many steps.
        lead_turned: u64 = 8,
        /// Chance of what shows what was seen before.
        untried_unlikely: f64 = 0.02,
        /// Chance of a long tap: it sometimes opens a menu.
        untried_long_tap: f64 = 0.12,
        /// Chance of a swipe: it sometimes moves or removes something.
        untried_swipe: f64 = 0.1,
        /// Chance of carrying elsewhere what says that it can be carried.
        untried_carry: f64 = 0.3,
        /// Chance of scrolling a page on: its further parts are others.
        untried_scroll_page: f64 = 0.3,
        /// Chance of scrolling a list on.
        untried_scroll_on: f64 = 0.2,
        /// Chance of turning the display: the page may have room there for what it does not show upright.
        untried_turn: f64 = 0.15,
        /// Chance of turning the display back: one observation of the turned screen is enough.
        untried_turn_back: f64 = 0.9,
        /// Chance of waiting while progress is shown, and of a button whose words lead on: a little
        /// more than a button of which nothing is known.
        untried_leads_on: f64 = 0.7,
        /// Chance of a button or row of which nothing is known.
        untried_plain: f64 = 0.5,
        /// Chance of a button that takes further what is there.
        untried_sends: f64 = 0.45,
        /// Chance of a button that changes something in place.
        untried_changes: f64 = 0.25,
        /// Chance of a button that leaves the screen.
        untried_leaves: f64 = 0.06,
        /// Chance of leaving a form that was begun: it may ask whether to keep it.
        untried_leaves_begun: f64 = 0.2,
        /// Chance of a switch or choice.
        untried_toggle: f64 = 0.12,
        /// Chance of a slider, which only changes a value.
        untried_slider: f64 = 0.04,
        /// Chance of a tab.
        untried_tab: f64 = 0.6,
        /// Chance of the MENU key if no button for a menu is visible.
        untried_menu_key: f64 = 0.3,
        /// Chance that the only empty field brings a form further: the form is sent next. A form that is begun is
        /// finished before it is left for what awaits elsewhere.
        untried_field: f64 = 0.6,
        /// The chance is divided by one and so much for each further empty field.
        further_field: f64 = 0.25,
        /// Chance of a field without a button that sends it: what is typed may be taken at once.
        untried_lone_field: f64 = 0.35,
        /// Chance of a text for a field that looks for something: it shows what it finds.
        untried_search: f64 = 0.6,
        /// Chance of another text for a field.
        untried_other_text: f64 = 0.08,
        /// Chance of typing, scrolling and gestures in a state that these rules did not see.
        untried_unseen: f64 = 0.1,
        /// Chance of any other input.
        untried_other: f64 = 0.3,
        /// What is left of a chance if a second row of a list is tried.
        second_row: f64 = 0.35,
        /// What is left if two rows of a list led to the same state.
        alike_rows: f64 = 0.06,
        /// What is left if the same template did nothing in other states.
        without_effect_elsewhere: f64 = 0.25,
        /// What is left if it belongs to a bar that many states have, so that it leads to the same
        /// state from each of them.
        bar: f64 = 0.05,
        /// What is left if a state with the same label has it too, and there it was tried.
        same_label: f64 = 0.15,
        /// What is left if it led to the same state from several states.
        same_target: f64 = 0.15,
        /// The chance that an input has by itself counts as much as so many tries of it.
        prior_tries: f64 = 2.0,
        /// What is left of the yield of a goal with each step to it. An input is performed here first
        /// if its yield is at least so much of what is one step away: coming back later costs more.
        decay_per_step: f64 = 0.6,
        /// A restart counts as so many steps of a path.
        restart_steps: u32 = 2,
        /// The most states that one proposal looks at in search of a path, so that a proposal takes
        /// the same time whatever is known of the app.
        searched_states: usize = 400,
        /// If the search ends there, so many of the states that promise most are compared, however
        /// far away.
        compared_states: usize = 8,
        /// If nothing was left to do at a goal, that counts as so many failed paths to it.
        nothing_at_goal: u32 = 3,
        /// Chance of sending a form with all fields filled that was not sent so.
        send_full: f64 = 0.7,
        /// Chance of sending an empty form that was not sent so: the error message is a state of
        /// its own.
        send_empty: f64 = 0.6,
        /// The same in a dialog, which mostly closes whatever it is sent with: it is filled in first.
        send_empty_dialog: f64 = 0.3,
        /// Chance of sending a form that is partly filled and was not sent so.
        send_begun: f64 = 0.4,
        /// What is left of the chance of filling a field that was filled before and is empty again.
        refill: f64 = 0.5,
        /// What is left of the expected yield for each time that it was done without anything new being
        /// found.
        repeated: f64 = 0.7,
        /// Chance of sending a form in which other fields are empty than when it was sent before.
        send_missing_again: f64 = 0.05,
        /// Chance of sending a form whose content another button sent.
        send_elsewhere: f64 = 0.1,
        /// Chance of filling in and sending again a form with a hidden field that led on before: the app has been locked.
        pass_gate: f64 = 0.9,
        /// Chance of sending a form again with the same content.
        sent_alike: f64 = 0.03,
        /// Chance of typing another text into a form that was sent with all fields filled.
        other_text: f64 = 0.02,
        /// The same for a text that a model gave: it was made for this field, mostly to be refused.
        models_text: f64 = 0.2,
        /// The same for the rules' own text, if the form was not taken with one of a model: more than for
        /// sending it, so that all fields are changed first.
        own_text_again: f64 = 0.75,
        /// Chance of what always did nothing here, before it is divided by its tries plus 1. The
        /// order of these four is what matters.
        tried_nothing: f64 = 0.002,
        /// The same for what left the app or failed.
        tried_error: f64 = 0.004,
        /// The same for what stayed in this state.
        tried_here: f64 = 0.01,
        /// The same for what led to another state.
        tried_elsewhere: f64 = 0.02,
        /// Expected yield of asking for help once, above every chance: its answer names what the app
        /// understands.
        voice_help_first: f64 = 2.0,
        /// A model is not asked for the next input if the rules expect at least so much of one: then the app
        /// asks for something that was never said, or its help names it.
        voice_sure: f64 = 0.55,
        /// After so many choices of a model in a row that showed nothing new it rests.
        voice_fruitless: u32 = 3,
        /// The first of these rests, in steps; each one in a row is twice as long.
        voice_rest: u64 = 6,
        /// Chance that a reply that the app asks for shows something new.
        voice_asked: f64 = 0.65,
        /// What is left of [`Self::voice_asked`] for each reply before it in the list, since the
        /// likeliest comes first.
        voice_asked_order: f64 = 0.98,
        /// Chance of what the app's help or another state named.
        voice_help: f64 = 0.6,
        /// Chance of what every voice app should take.
        voice_system: f64 = 0.3,
        /// The same for "what's the time": the platform often answers it and thereby leaves the
        /// app, so ending the session in the app's own words comes before it.
        voice_time: f64 = 0.25,
        /// The same for "pause": most apps have nothing to pause.
        voice_pause: f64 = 0.05,
        /// The same for "repeat": what it asks for is known.
        voice_repeat: f64 = 0.02,
        /// The same once where the app asks something, which every app should repeat.
        voice_repeat_question: f64 = 0.32,
        /// Chance of what ends the session, with the cost of the restart after it
        /// ([`Self::voice_restart`]) taken off.
        voice_end: f64 = 0.28,
        /// What is left of a chance that costs a restart.
        voice_restart: f64 = 0.5,
        /// [`Self::voice_end`] once the session has ended in another way before.
        voice_end_known: f64 = 0.15,
        /// Chance that what led to another state once leads to something new the second time.
        voice_second: f64 = 0.1,
        /// The same for what ended the session.
        voice_second_end: f64 = 0.03,
        /// Chance that another restart shows another opening, after the first.
        voice_opening: f64 = 0.08,
        /// Chance of what is known to lead nowhere.
        voice_lost: f64 = 0.02,
        /// What is left of a chance that repeats what was said before.
        voice_repeated: f64 = 0.8,
        /// The chance of an input counts as much as so many tries of it.
        voice_trust: f64 = 2.0,
        /// What other states named counts as much as so many tries.
        voice_named_trust: f64 = 16.0,
        /// Chance of what every voice app should take, if it was said in another state.
        voice_system_repeated: f64 = 0.1,
        /// What is left of the chance of words that were said in another state.
        voice_elsewhere: f64 = 0.4,
        /// What is left of the chance of what is not asked for, for each input that was not
        /// understood in this state beyond those that led on: some states understand little.
        voice_deaf: f64 = 0.9,
        /// The most states of a dialogue that one proposal looks at in search of a known path, so
        /// that a proposal takes the same time whatever is known of the app.
        voice_searched_states: u32 = 400,
    }
}
