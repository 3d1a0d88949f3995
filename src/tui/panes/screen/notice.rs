//! What the Screen pane says if there is less to see than there should be.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::domain::ReadQuality;
use crate::session::EnginePhase;
use crate::tui::controls;
use crate::tui::theme::ThemeColour;
use crate::tui::view::ViewContext;

/// True if what is shown has no picture of its own, and will not get one.
pub fn lacks_picture(view: &ViewContext<'_>) -> bool {
    let Some(moment) = view.moment() else { return true };
    // Screen and picture are fetched together: once the screen is there, the picture is late no
    // more.
    let fetched = view.screen().is_some() && !view.shown.picture_is_current;
    moment.observed.picture.is_none() || fetched
}

/// Says what is wrong with what is shown, at the top of `area`; gives the area left for the screen.
pub fn draw(frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) -> Rect {
    let Some((text, paint)) = notice(view) else { return area };
    let lines = controls::wrapped(&controls::clean(&text), usize::from(area.width));
    let nothing_else = view.screen().is_none_or(|screen| screen.widgets.is_empty())
        && (lacks_picture(view) || view.shown.picture.is_none());
    let most = if nothing_else { area.height } else { area.height / 3 };
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(most);
    let top = Rect { height, ..area };
    let style = view.theme.fg(paint);
    let lines: Vec<Line<'_>> =
        lines.into_iter().take(usize::from(height)).map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).style(style), top);
    Rect { y: area.y + height, height: area.height - height, ..area }
}

fn notice(view: &ViewContext<'_>) -> Option<(String, ThemeColour)> {
    let theme = view.theme;
    let Some(moment) = view.moment() else {
        let text = match view.session.phase {
            EnginePhase::Ended(_) => "The session ended before anything was observed.",
            _ => "The app is being opened; nothing was observed yet.",
        };
        return Some((text.into(), theme.muted));
    };
    let no_picture = lacks_picture(view);
    match &moment.observed.reading {
        ReadQuality::Failed(why) => {
            let rest = if no_picture { " No picture could be taken either." } else { "" };
            Some((format!("! This screen could not be read: {why}.{rest}"), theme.bad))
        }
        ReadQuality::Opaque if no_picture => {
            Some(("! This screen is opaque, and no picture could be taken.".into(), theme.warning))
        }
        ReadQuality::Opaque => Some((
            "! This screen is opaque: only the picture shows what is on it.".into(),
            theme.warning,
        )),
        ReadQuality::Full if no_picture => {
            Some(("! No picture could be taken; drawn from the widgets.".into(), theme.warning))
        }
        ReadQuality::Full => None,
    }
}
