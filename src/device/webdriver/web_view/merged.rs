//! A page as a part of the native screen around it.

use crate::device::web::location;
use crate::device::web::snapshot::PageSnapshot;
use crate::domain::{Bounds, Point, ReadQuality, Screen, Widget, WidgetRole, WidgetTarget};

/// A page on the display: where its widgets are there, and how that is told from where they are in the page.
#[derive(Clone, Debug)]
pub(in crate::device::webdriver) struct ShownPage {
    view: Bounds,
    /// Pixels of the display in one of the page.
    scale: f64,
    /// See [`PageSnapshot::scale`].
    pub(in crate::device::webdriver) zoom: f64,
    widgets: Vec<(String, Bounds)>,
}

impl ShownPage {
    /// Puts the page `seen` into `screen`, in the web view at `view`.
    pub(in crate::device::webdriver) fn put_into(
        screen: &mut Screen,
        view: Bounds,
        seen: &PageSnapshot,
    ) -> Self {
        let scale = f64::from(view.width()) / f64::from(seen.width.max(1));
        let mut shown = Self { view, scale, zoom: seen.scale(), widgets: Vec::new() };
        let host = host(screen, view);
        let page = seen.screen(|_| screen.package.clone(), 0, false);
        let count = page.widgets.len();
        let (number, position) = (host.number, host.position);
        for widget in screen.widgets.iter_mut().filter(|it| it.number > number) {
            let moved = |other: usize| if other > number { other + count } else { other };
            widget.number += count;
            widget.inherits = widget.inherits.map(moved);
            widget.position.parent = widget.position.parent.map(moved);
            widget.position.list = widget.position.list.map(moved);
        }
        let after = screen.widgets.split_off(number);
        let fronts: Vec<Bounds> = after.iter().filter(|it| it.acts()).map(|it| it.bounds).collect();
        for mut widget in page.widgets {
            widget.number += number;
            widget.inherits = widget.inherits.map(|other| other + number);
            widget.position.parent =
                Some(widget.position.parent.map_or(number, |other| other + number));
            widget.position.list = widget.position.list.map(|other| other + number);
            widget.position.depth = widget.position.depth.saturating_add(position.depth + 1);
            widget.position.window = position.window;
            widget.bounds = shown.on_display(widget.bounds);
            widget.tap = widget
                .tap
                .map(|point| shown.point_on_display(point))
                // A native view in front takes the touch.
                .filter(|point| !fronts.iter().any(|front| front.contains(*point)));
            shown.widgets.push((widget.class.clone(), widget.bounds));
            screen.widgets.push(widget);
        }
        screen.widgets.extend(after);
        screen.title = screen.title.take().or(page.title);
        screen.dialog |= page.dialog;
        screen.location = format!("{} {}", screen.location, location::folded_path(&seen.url));
        if screen.read_quality == ReadQuality::Opaque {
            screen.read_quality = page.read_quality;
        }
        screen.warnings.extend(page.warnings);
        shown
    }

    /// The point of the page that `target` is at; `None` if that is no part of the page.
    pub(in crate::device::webdriver) fn point(&self, target: &WidgetTarget) -> Option<Point> {
        let is_it =
            |(class, bounds): &(String, Bounds)| *class == target.class && *bounds == target.bounds;
        self.widgets.iter().any(is_it).then(|| {
            let within = |at: i32, from: i32| (f64::from(at - from) / self.scale) as i32;
            Point::new(
                within(target.point.x, self.view.left),
                within(target.point.y, self.view.top),
            )
        })
    }

    fn on_display(&self, bounds: Bounds) -> Bounds {
        let from = self.point_on_display(Point::new(bounds.left, bounds.top));
        let to = self.point_on_display(Point::new(bounds.right, bounds.bottom));
        Bounds::new(from.x, from.y, to.x, to.y).intersect(self.view)
    }

    fn point_on_display(&self, point: Point) -> Point {
        // To the middle of what a pixel of the page covers, so that the way back gives the same pixel.
        let shown =
            |at: i32, from: i32| from + (f64::from(at) * self.scale + self.scale / 2.0) as i32;
        Point::new(shown(point.x, self.view.left), shown(point.y, self.view.top))
    }
}

/// The widget of the web view, which no longer hides what is inside; at the end if it is none so far.
fn host(screen: &mut Screen, view: Bounds) -> Widget {
    let is_it = |it: &&mut Widget| it.short_class().contains("WebView") && it.bounds == view;
    if let Some(host) = screen.widgets.iter_mut().find(is_it) {
        host.opaque = false;
        host.role = Some(WidgetRole::View);
        // What can be done there, the page says.
        (host.tap, host.actions) = (None, Vec::new());
        return host.clone();
    }
    let number = screen.widgets.len() + 1;
    let (class, role) = ("WebView".to_owned(), Some(WidgetRole::View));
    let host = Widget { number, class, role, bounds: view, enabled: true, ..Widget::default() };
    screen.widgets.push(host.clone());
    host
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::web::snapshot::PageWidget;
    use crate::domain::{ActionKind, DisplaySize};

    fn native(number: usize, class: &str, bounds: Bounds) -> Widget {
        let actions = vec![ActionKind::Tap];
        let (class, tap) = (class.to_owned(), Some(bounds.center()));
        Widget { number, class, bounds, tap, actions, enabled: true, ..Widget::default() }
    }

    fn link(top: i32) -> PageWidget {
        PageWidget {
            class: "a".into(),
            bounds: [10, top, 90, top + 20],
            tap: Some([50, top + 10]),
            actions: vec![ActionKind::Tap],
            ..PageWidget::default()
        }
    }

    /// A bar, a web view of three pixels to one of the page, and a round button in front of its end.
    fn screen() -> (Screen, ShownPage) {
        let view = Bounds::new(0, 100, 300, 700);
        let mut round = native(3, "Round", Bounds::new(200, 600, 300, 700));
        round.position.parent = Some(1);
        let mut screen = Screen {
            widgets: vec![
                native(1, "Bar", Bounds::new(0, 0, 300, 100)),
                Widget { opaque: true, ..native(2, "android.webkit.WebView", view) },
                round,
            ],
            read_quality: ReadQuality::Opaque,
            ..Screen::on_display("org.example.tea", ".Main", DisplaySize::new(300, 700))
        };
        let seen = PageSnapshot {
            url: "http://localhost/help".into(),
            width: 100,
            height: 200,
            widgets: vec![link(20), PageWidget { parent: 1, ..link(170) }],
            ..PageSnapshot::default()
        };
        let shown = ShownPage::put_into(&mut screen, view, &seen);
        (screen, shown)
    }

    #[test]
    fn a_page_lies_in_its_web_view_with_numbers_that_go_on() {
        let (screen, _) = screen();
        let numbers: Vec<usize> = screen.widgets.iter().map(|it| it.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5]);
        let parents: Vec<_> = screen.widgets.iter().map(|it| it.position.parent).collect();
        assert_eq!(parents, [None, None, Some(2), Some(3), Some(1)]);
        assert_eq!(screen.widgets[2].bounds, Bounds::new(31, 161, 271, 221));
        assert_eq!(screen.location, ".Main /help");
        assert_eq!((screen.read_quality, screen.widgets[1].acts()), (ReadQuality::Full, false));
    }

    #[test]
    fn a_point_of_the_display_is_told_as_one_of_the_page() {
        let (screen, shown) = screen();
        let target = WidgetTarget::of(&screen.widgets[2]);
        assert_eq!(shown.point(&target), Some(Point::new(50, 30)));
        assert_eq!(shown.point(&WidgetTarget::of(&screen.widgets[0])), None);
    }

    #[test]
    fn what_a_native_view_covers_is_not_touched() {
        let (mut screen, _) = screen();
        assert!(screen.widgets[3].tap.is_some(), "its middle is free");
        let view = Bounds::new(0, 100, 300, 700);
        let seen = PageSnapshot {
            width: 100,
            height: 200,
            widgets: vec![PageWidget { tap: Some([80, 180]), ..link(170) }],
            ..PageSnapshot::default()
        };
        screen.widgets.drain(2..4);
        screen.widgets[2].number = 3;
        ShownPage::put_into(&mut screen, view, &seen);
        assert_eq!(screen.widgets[2].tap, None);
    }
}
