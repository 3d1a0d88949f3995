//! Drawing: where panes, layers and short messages lie, and what they show.

use ratatui::Frame;
use ratatui::layout::Rect;

use super::{App, chrome, hints, tabs, view};
use crate::tui::image::PictureSetting;
use crate::tui::image::pixels::PixelPlacement;
use crate::tui::layout;

impl App {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let room = frame.area();
        self.placement = None;
        frame.buffer_mut().set_style(room, self.theme.base());
        if room.width < layout::SMALLEST.0 || room.height < layout::SMALLEST.1 {
            chrome::too_small(frame, room, &self.theme);
            return;
        }
        // Not the size of the loaded screen: the layout must not change while one is being loaded.
        let display = self.view().moment().map(|moment| moment.observed.size);
        self.layout = layout::arrange(room, self.focus, self.alone, display);
        self.place_layers(room);
        self.draw_panes(frame);
        let view = view(self);
        chrome::header(frame, self.layout.header, &view);
        tabs::draw(frame, &self.layout, &view);
        chrome::timeline(frame, self.layout.timeline, &view);
        hints::draw(
            frame,
            self.layout.hints,
            &self.panes,
            self.layers.last().map(|layer| &**layer),
            &view,
        );
        self.draw_layers(frame);
        self.draw_toasts(frame, room);
        self.fetch_texts();
        self.small_screens.fetch(&self.session);
    }

    fn draw_panes(&mut self, frame: &mut Frame<'_>) {
        let mut panes = std::mem::take(&mut self.panes);
        let view = view(self);
        for pane in &mut panes {
            let Some(area) = self.layout.pane(pane.id()) else { continue };
            let inside = chrome::pane_border(frame, area, &**pane, &view);
            pane.draw(frame, inside, &view);
        }
        self.placement = panes.iter().find_map(|pane| {
            self.layout.pane(pane.id())?;
            pane.placement().cloned()
        });
        self.panes = panes;
    }

    /// Decides where the layers lie, before the panes are drawn: pixels must keep clear of them.
    fn place_layers(&mut self, room: Rect) {
        let view = view(self);
        let sizes = self.layers.iter().map(|layer| layer.size(room, &view));
        let areas = sizes.map(|(width, height)| middle(room, width, height)).collect();
        self.layer_areas = areas;
    }

    fn draw_layers(&mut self, frame: &mut Frame<'_>) {
        let mut layers = std::mem::take(&mut self.layers);
        let view = view(self);
        for (layer, area) in layers.iter_mut().zip(self.layer_areas.iter().copied()) {
            let inside = chrome::layer_border(frame, area, &layer.title(), &self.theme);
            layer.draw(frame, inside, &view);
        }
        self.layers = layers;
    }

    fn draw_toasts(&self, frame: &mut Frame<'_>, room: Rect) {
        let mut top = 1;
        for toast in &self.toasts {
            top += chrome::toast(frame, room, top, toast.tone, &toast.text, &self.theme);
        }
    }

    /// How pictures are shown.
    pub const fn pictures(&self) -> PictureSetting {
        self.pictures
    }

    /// The picture that the last frame wants painted past the buffer, if any.
    pub const fn placement(&self) -> Option<&PixelPlacement> {
        self.placement.as_ref()
    }

    /// Where layers and short messages lie, for what paints past the buffer.
    pub(super) fn covered(&self) -> Option<Rect> {
        let room = self.layout.header.union(self.layout.hints);
        let rows = chrome::TOAST_ROWS.saturating_mul(self.toasts.len() as u16);
        let toasts = Rect::new(room.x, room.y + 1, room.width, rows).intersection(room);
        let width = chrome::toast_width(room).min(room.width);
        let toasts = Rect { x: room.right().saturating_sub(width + 1), width, ..toasts };
        let toasts = Some(toasts).filter(|_| !self.toasts.is_empty());
        self.layer_areas.iter().copied().chain(toasts).reduce(Rect::union)
    }
}

/// A rectangle of this size in the middle of `room`, cut to it.
pub fn middle(room: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(room.width), height.min(room.height));
    Rect::new(room.x + (room.width - width) / 2, room.y + (room.height - height) / 2, width, height)
}
