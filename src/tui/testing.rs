//! What the tests of the terminal UI share: a screen and a session made by hand, and drawing into
//! text.

pub mod dialogue;
mod exchange_tests;
pub mod notebook;
pub mod stage;
pub mod tape;

use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};
use unicode_width::UnicodeWidthStr as _;

use super::view::ViewContext;

/// Draws with `draw` on a terminal of this size, and gives the rows as text, ends trimmed.
pub fn render(
    width: u16,
    height: u16,
    view: &ViewContext<'_>,
    draw: impl FnOnce(&mut Frame<'_>, Rect, &ViewContext<'_>),
) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, frame.area(), view)).unwrap();
    text(terminal.backend().buffer())
}

/// The rows of `buffer` as text, ends trimmed.
pub fn text(buffer: &Buffer) -> String {
    let (width, height) = (buffer.area.width, buffer.area.height);
    let row = |y: u16| {
        let mut row = String::new();
        let mut hidden = 0;
        for x in 0..width {
            let symbol = buffer[(x, y)].symbol();
            // The cell behind a wide character is not seen.
            if hidden == 0 {
                row.push_str(symbol);
            }
            hidden = usize::max(hidden, symbol.width()).saturating_sub(1);
        }
        row.trim_end().to_owned()
    };
    (0..height).map(row).collect::<Vec<_>>().join("\n")
}

/// Things made by hand.
pub mod fixtures {
    use std::sync::Arc;

    use ::image::{Rgba, RgbaImage};

    use crate::domain::{
        Action, ActionKey, ActionKind, AvailableAction, BlobId, Bounds, DeviceKey, DisplaySize,
        Screen, StateId, Widget, WidgetPosition, WidgetTarget,
    };
    use crate::model::abstraction;
    use crate::protocol::{
        ActionOutcome, ActionPerformed, Alternative, AppOpened, DecidedBy, Decision, DecisionMade,
        Event, EventRecord, Proposal, ProposalId, RunMode, ScreenObserved, SessionStarted,
        StateDiscovered, TransitionLearned, Verdict,
    };
    use crate::session::Timeline;
    use crate::tui::panes::PaneId;
    use crate::tui::testing::stage::TestStage;
    use crate::tui::view::{DecodedPicture, ShownMoment};

    /// The size of the display.
    pub const SIZE: DisplaySize = DisplaySize::new(720, 1600);

    struct TestDraft {
        class: &'static str,
        id: &'static str,
        text: &'static str,
        bounds: [i32; 4],
        actions: &'static [ActionKind],
        parent: usize,
    }

    /// The screen of a shopping list: a tool bar with a menu, a field, a list of three rows with a
    /// check box each, a disabled button and a button.
    pub fn screen() -> Screen {
        use ActionKind::{LongTap, Scroll, Tap, Type};
        let draft = |class, id, text, bounds, actions, parent| TestDraft {
            class,
            id,
            text,
            bounds,
            actions,
            parent,
        };
        let mut drafts = vec![
            draft("TextView", "title", "Shopping", [32, 60, 400, 140], &[], 0),
            draft("ImageButton", "menu", "", [640, 50, 720, 150], &[Tap], 0),
            draft("EditText", "new_item", "", [20, 180, 700, 280], &[Tap, Type], 0),
            draft("ListView", "list", "", [0, 300, 720, 1200], &[Scroll], 0),
        ];
        for (place, name) in ["Milk", "Bread and 日本 tea", "Eggs"].into_iter().enumerate() {
            let top = 320 + 160 * place as i32;
            let row = drafts.len() + 1;
            drafts.push(draft(
                "LinearLayout",
                "row",
                "",
                [0, top, 720, top + 150],
                &[Tap, LongTap],
                4,
            ));
            drafts.push(draft(
                "TextView",
                "name",
                name,
                [40, top + 30, 500, top + 120],
                &[Tap],
                row,
            ));
            drafts.push(draft(
                "CheckBox",
                "bought",
                "",
                [600, top + 20, 700, top + 130],
                &[Tap],
                row,
            ));
        }
        drafts.push(draft("Button", "clear", "Clear", [20, 1300, 340, 1420], &[Tap], 0));
        drafts.push(draft("Button", "share", "Share", [380, 1300, 700, 1420], &[Tap], 0));
        let mut widgets: Vec<Widget> = drafts
            .into_iter()
            .enumerate()
            .map(|(place, draft)| widget(place + 1, &draft))
            .collect();
        let texts: Vec<String> = widgets.iter().map(|widget| widget.text.clone()).collect();
        for widget in &mut widgets {
            if widget.short_id() == "row" {
                widget.label = texts[widget.number].clone();
            }
        }
        Screen { widgets, ..Screen::on_display("com.example.list", ".ListActivity", SIZE) }
    }

    fn widget(number: usize, draft: &TestDraft) -> Widget {
        let bounds = Bounds::from(draft.bounds);
        let hint = if draft.id == "new_item" { "Add an item" } else { "" };
        let desc = if draft.id == "menu" { "More options" } else { "" };
        let label = [draft.text, desc, hint, draft.id].into_iter().find(|text| !text.is_empty());
        let in_list = draft.parent > 0;
        Widget {
            number,
            class: format!("android.widget.{}", draft.class),
            text: draft.text.into(),
            resource_id: format!("com.example.list:id/{}", draft.id),
            content_desc: desc.into(),
            hint: hint.into(),
            package: "com.example.list".into(),
            label: label.unwrap_or_default().into(),
            bounds,
            tap: Some(bounds.center()),
            actions: draft.actions.to_vec(),
            inherits: (draft.id == "name").then_some(draft.parent),
            position: WidgetPosition {
                parent: in_list.then_some(draft.parent),
                list: in_list.then_some(4),
                ..WidgetPosition::default()
            },
            enabled: draft.id != "clear",
            checked: (draft.id == "bought").then_some(number == 7),
            ..Widget::default()
        }
    }

    /// A picture of that display: one colour to the left and below, another one elsewhere.
    pub fn picture() -> DecodedPicture {
        let image = RgbaImage::from_fn(72, 160, |x, y| {
            if x < 36 || y > 120 { Rgba([40, 60, 90, 255]) } else { Rgba([220, 210, 190, 255]) }
        });
        DecodedPicture::new(1, image)
    }

    /// The name of the blob with this number.
    pub fn blob(number: u8) -> BlobId {
        BlobId::of_digest([number; 32])
    }

    /// What was observed on `screen` after so many steps.
    pub fn observed(screen: &Screen, step: u64) -> ScreenObserved {
        ScreenObserved {
            picture: Some(blob(2)),
            took_ms: 12,
            ..ScreenObserved::of(step, abstraction::state_ids(screen), screen, blob(1))
        }
    }

    /// The events of a session on [`screen`]: the menu was tried without effect and one row led to another
    /// screen and back; now the second row is proposed.
    pub fn events() -> Vec<Event> {
        let screen = screen();
        let available = abstraction::available_actions(&screen);
        let here = abstraction::state_ids(&screen).structural;
        let there = StateId(0x00ab_cdef_0123_4567);
        let mut detail = observed(&screen, 2);
        detail.state.structural = there;
        detail.location = ".ItemActivity".into();
        let of = |id: &str, kind: ActionKind| -> AvailableAction {
            let is_it = |candidate: &&AvailableAction| {
                let target = candidate.action.target();
                candidate.action.kind() == kind
                    && target.is_some_and(|target| target.resource_id.ends_with(id))
            };
            available.iter().find(is_it).unwrap().clone()
        };
        let (menu, row) = (of("/menu", ActionKind::Tap), of("/row", ActionKind::Tap));
        let mut events = vec![
            Event::SessionStarted(SessionStarted {
                started: "2026-01-15T10:00:00+01:00".into(),
                version: "0.1.0".into(),
                target: "demo:list".into(),
                app: None,
                device: "Embedded".into(),
                system: "14".into(),
                size: SIZE,
                explorer: "systematic".into(),
                seed: 1,
                model: None,
                mode: RunMode::Approve,
                browser: None,
            }),
            Event::AppOpened(AppOpened {
                package: "com.example.list".into(),
                version: Some("1.0".into()),
                activities: vec![".ListActivity".into(), ".ItemActivity".into()],
                manifest: None,
                texts: Vec::new(),
            }),
            discovered(here, 0, "ListActivity · Shopping", &available),
            Event::Observed(observed(&screen, 0)),
        ];
        events.extend(step(
            1,
            &menu,
            (here, here),
            ActionOutcome::None,
            observed(&screen, 1),
            None,
        ));
        let found = discovered(there, 2, "ItemActivity · Milk", &[]);
        events.extend(step(2, &row, (here, there), ActionOutcome::Moved, detail, Some(found)));
        let back = AvailableAction {
            action: Action::Key { key: DeviceKey::Back },
            key: ActionKey::back(),
            template: ActionKey::back(),
        };
        events.extend(step(
            3,
            &back,
            (there, here),
            ActionOutcome::Moved,
            observed(&screen, 3),
            None,
        ));
        let second = screen.widgets.iter().filter(|widget| widget.short_id() == "row").nth(1);
        let action = Action::Tap { target: WidgetTarget::of(second.unwrap()) };
        events.push(Event::Proposed(proposal(4, action, &screen)));
        events
    }

    fn discovered(state: StateId, step: u64, label: &str, available: &[AvailableAction]) -> Event {
        let activity = label.split(' ').next().unwrap_or_default();
        Event::Discovered(StateDiscovered {
            step,
            state,
            label: label.into(),
            package: "com.example.list".into(),
            location: format!(".{activity}"),
            size: SIZE,
            available: available.to_vec(),
        })
    }

    /// A proposal of `action` on `screen`.
    pub fn proposal(step: u64, action: Action, screen: &Screen) -> Proposal {
        let (key, _) = abstraction::key_of(screen, &action);
        let other = Action::Key { key: DeviceKey::Back };
        Proposal {
            id: ProposalId(step),
            step,
            action,
            key,
            explorer: "systematic".into(),
            why: "It was never tried here.".into(),
            alternatives: vec![Alternative {
                action: other,
                key: ActionKey::back(),
                score: 0.5,
                why: "It leaves the screen.".into(),
            }],
            plan: None,
            insight: None,
        }
    }

    /// One whole step: proposed, approved, performed, seen, learned.
    fn step(
        step: u64,
        candidate: &AvailableAction,
        (from, to): (StateId, StateId),
        outcome: ActionOutcome,
        observed: ScreenObserved,
        discovered: Option<Event>,
    ) -> Vec<Event> {
        let proposal = proposal(step, candidate.action.clone(), &screen());
        let decision =
            Decision { proposal: proposal.id, by: DecidedBy::Tester, verdict: Verdict::Approve };
        let mut events = vec![
            Event::Proposed(proposal),
            Event::Decided(DecisionMade {
                decision,
                action: Some(candidate.action.clone()),
                key: Some(candidate.key.clone()),
                step: Some(step),
            }),
            Event::Performed(ActionPerformed {
                step,
                accepted: None,
                warnings: Vec::new(),
                failed: None,
                took_ms: 30,
            }),
        ];
        events.extend(discovered);
        events.push(Event::Observed(observed));
        events.push(Event::Learned(TransitionLearned {
            step,
            from,
            key: candidate.key.clone(),
            template: candidate.template.clone(),
            to,
            outcome,
        }));
        events
    }

    /// The session with these events, half a second apart.
    pub fn session_of(events: impl IntoIterator<Item = Event>) -> Timeline {
        let mut session = Timeline::default();
        for (seq, event) in (0..).zip(events) {
            session.apply(&EventRecord { seq, at_ms: seq * 500, event });
        }
        session
    }

    /// The session of [`events`].
    pub fn session() -> Timeline {
        session_of(events())
    }

    /// The newest moment of [`session`], with screen and picture.
    pub fn typical() -> TestStage {
        let session = session();
        let shown = shown(&session, screen());
        TestStage { session, shown, ..empty() }
    }

    /// Before anything was seen.
    pub fn empty() -> TestStage {
        TestStage { shown: ShownMoment::default(), focus: PaneId::Screen, ..TestStage::empty() }
    }

    /// The newest moment of `session` as shown, with `screen` and a picture.
    pub fn shown(session: &Timeline, screen: Screen) -> ShownMoment {
        ShownMoment {
            moment: session.moments.len().saturating_sub(1),
            available: abstraction::available_actions(&screen).into(),
            screen: Some(Arc::new(screen)),
            picture: Some(picture()),
            picture_is_current: true,
        }
    }
}
