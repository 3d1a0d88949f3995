//! The Screen pane: the live picture, numbered boxes over it, or the screen drawn from its widgets.

mod boxes;
mod cell_screen;
mod notice;
mod pick;
mod stage;
mod texts;
mod wireframe;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub use self::cell_screen::CellScreen;
pub use self::stage::DisplayStage;
use super::available;
use crate::domain::{DisplaySize, Widget, short_location};
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::image::cells::CellSettings;
use crate::tui::image::pixels::{self, PixelPlacement};
use crate::tui::image::{BlockCharacters, PictureSetting, PixelProtocol, fit};
use crate::tui::pane::{MouseInput, Pane, PaneId, UiAct};
use crate::tui::view::{DecodedPicture, ViewContext};

/// How the screen is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ScreenView {
    /// The picture with numbered boxes.
    #[default]
    Boxes,
    /// The picture alone.
    Picture,
    /// The texts in letters on the picture's colours.
    Texts,
    /// Every widget's text at its position.
    Wireframe,
}

/// The Screen pane.
#[derive(Default)]
pub struct ScreenPane {
    pictures: PictureSetting,
    show: ScreenView,
    drawn: CellScreen,
    stage: Option<DisplayStage>,
    placement: Option<PixelPlacement>,
    width: u16,
}

impl ScreenPane {
    /// A pane that shows pictures so.
    pub fn new(pictures: PictureSetting) -> Self {
        // Letters of a phone cannot be read in cells.
        let show = match pictures {
            PictureSetting { protocol: None, blocks } if blocks != BlockCharacters::Ascii => {
                ScreenView::Texts
            }
            _ => ScreenView::Boxes,
        };
        Self { pictures, show, ..Self::default() }
    }

    /// The picture to be drawn, if there is one for what is shown.
    fn picture<'a>(&self, view: &ViewContext<'a>) -> Option<&'a DecodedPicture> {
        if self.show == ScreenView::Wireframe || notice::lacks_picture(view) {
            return None;
        }
        view.shown.picture.as_ref()
    }

    fn draw_picture(
        &mut self,
        buffer: &mut Buffer,
        room: Rect,
        picture: &DecodedPicture,
        view: &ViewContext<'_>,
    ) {
        let (width, height) = picture.image.dimensions();
        let area = fit(room, width, height);
        let mode = CellSettings { blocks: self.pictures.blocks, depth: view.theme.depth };
        let is_covered = view.covered.is_some_and(|covered| covered.intersects(area));
        let in_letters = self.show == ScreenView::Texts && view.shown.picture_is_current;
        let in_pixels = self.pictures.protocol.is_some() && !is_covered && !in_letters;
        if in_pixels {
            pixels::hold(buffer, area);
        } else {
            self.drawn.paint(buffer, picture, area, mode);
        }
        let stage = view.screen().map(|screen| DisplayStage::new(area, screen.size));
        if let (true, Some(stage), Some(screen)) = (in_letters, &stage, view.screen()) {
            self.drawn.write(buffer, picture, screen, stage, mode);
            texts::mark(buffer, stage, view);
        }
        if let (ScreenView::Boxes, Some(stage), true) =
            (self.show, &stage, view.shown.picture_is_current)
        {
            // Text takes sixel's and iTerm2's pixels away: lines would hide what they surround.
            let is_below = matches!(self.pictures.protocol, None | Some(PixelProtocol::Kitty));
            boxes::draw(buffer, stage, is_below || !in_pixels, view);
        }
        self.stage = stage;
        if in_pixels {
            let over = pixels::over(buffer, area);
            self.placement = Some(PixelPlacement { area, picture: picture.clone(), over });
        }
    }

    fn draw_wireframe(&mut self, buffer: &mut Buffer, room: Rect, view: &ViewContext<'_>) {
        let Some(screen) = view.screen() else { return };
        let stage = DisplayStage::new(stage::wide(room, screen.size), screen.size);
        wireframe::draw(buffer, &stage, view);
        self.stage = Some(stage);
    }

    /// Selects the nearest widget in this direction.
    fn step(&self, command: UiCommand, view: &ViewContext<'_>) -> Vec<UiAct> {
        let Some(screen) = view.screen() else { return Vec::new() };
        let from = view.selected.or_else(|| view.proposed_widget());
        pick::neighbour(screen, from, command)
            .map(|number| UiAct::Select(Some(number)))
            .into_iter()
            .collect()
    }
}

impl Pane for ScreenPane {
    fn id(&self) -> PaneId {
        PaneId::Screen
    }

    fn subtitle(&self, view: &ViewContext<'_>) -> String {
        let Some(moment) = view.moment() else { return String::new() };
        let time = controls::clock(moment.at_ms);
        let mut rest = vec![if self.width < 24 { time } else { format!("seen {time}") }];
        let rotation = view.screen().map_or(0, |screen| screen.rotation % 4);
        if rotation != 0 {
            rest.push(format!("turned {}°", u16::from(rotation) * 90));
        }
        if moment.observed.busy {
            rest.push("busy".into());
        }
        let rest = rest.join(" · ");
        // What the border leaves beside the pane's name.
        let room = usize::from(self.width).saturating_sub(11 + rest.chars().count() + 3);
        let location = short_location(&moment.observed.location);
        if room < 4 || location.is_empty() {
            return rest;
        }
        format!("{} · {rest}", controls::cut(&controls::clean(location), room))
    }

    fn commands(&self, view: &ViewContext<'_>) -> Vec<UiCommand> {
        let mut commands = Vec::new();
        if view.live && view.selected.is_some_and(|number| !available::of(view, number).is_empty())
        {
            commands.push(UiCommand::Open);
        }
        if view.screen().is_some_and(|screen| screen.widgets.iter().any(Widget::acts)) {
            commands.extend([UiCommand::Up, UiCommand::Down, UiCommand::Left, UiCommand::Right]);
        }
        if view.widget().is_some_and(|widget| !widget.label.is_empty()) {
            commands.push(UiCommand::Copy);
        }
        commands.push(UiCommand::ScreenView);
        commands
    }

    fn update(&mut self, command: UiCommand, view: &ViewContext<'_>) -> Option<Vec<UiAct>> {
        Some(match command {
            UiCommand::ScreenView => {
                self.show = match self.show {
                    ScreenView::Boxes => ScreenView::Texts,
                    ScreenView::Texts => ScreenView::Wireframe,
                    ScreenView::Wireframe => ScreenView::Picture,
                    ScreenView::Picture => ScreenView::Boxes,
                };
                Vec::new()
            }
            UiCommand::Up | UiCommand::Down | UiCommand::Left | UiCommand::Right => {
                self.step(command, view)
            }
            UiCommand::Open => available::perform(view, view.selected, None),
            UiCommand::Copy => {
                view.widget().map(|widget| UiAct::Copy(widget.label.clone())).into_iter().collect()
            }
            _ => return None,
        })
    }

    fn mouse(&mut self, mouse: MouseInput, _area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        let MouseInput::Click { button, at, double } = mouse else { return Vec::new() };
        let (Some(stage), Some(screen)) = (&self.stage, view.screen()) else { return Vec::new() };
        let Some(number) = pick::at(screen, stage, at) else {
            return vec![UiAct::Select(None)];
        };
        available::click(view, number, button, double)
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.width = area.width;
        self.stage = None;
        self.placement = None;
        let area = notice::draw(frame, area, view);
        if area.is_empty() {
            return;
        }
        let with_legend =
            self.show != ScreenView::Picture && view.screen().is_some() && area.height >= 8;
        let room = Rect { height: area.height - u16::from(with_legend), ..area };
        match self.picture(view).cloned() {
            Some(picture) => self.draw_picture(frame.buffer_mut(), room, &picture, view),
            None => self.draw_wireframe(frame.buffer_mut(), room, view),
        }
        if with_legend {
            let row = Rect { y: area.bottom() - 1, height: 1, ..area };
            frame.render_widget(boxes::legend(view, usize::from(row.width)), row);
        }
    }

    fn placement(&self) -> Option<&PixelPlacement> {
        self.placement.as_ref()
    }
}

/// The shape of a display whose size is not known yet.
const UPRIGHT: DisplaySize = DisplaySize::new(720, 1600);

#[cfg(test)]
mod tests;
