//! Saying which element is meant, in Playwright's words (playwright.dev, Locators): as a user would
//! name it, else by id, else not at all.

use super::script::quoted;
use crate::domain::{Screen, Widget, WidgetRole};

/// The longest name that is looked for: longer ones are rarely the same twice.
const LONGEST: usize = 120;

/// The expression that finds `widget` of `screen`; `None` if only its place identifies it.
pub fn of(screen: &Screen, widget: &Widget) -> Option<String> {
    let found = [by_id(widget), by_label(widget), by_role(widget), by_text(widget)];
    found.into_iter().flatten().find_map(|(expression, is_alike)| {
        let mut alike = screen.widgets.iter().filter(|other| is_alike(widget, other));
        let place = alike.position(|other| other.number == widget.number)?;
        let alone = place == 0 && alike.next().is_none();
        // What was not on screen was not recorded, and does not count.
        let visible = format!("{expression}.filter({{ visible: true }})");
        Some(if alone { visible } else { format!("{visible}.nth({place})") })
    })
}

/// An expression, and what else on a screen it would find.
type FoundBy = (String, fn(&Widget, &Widget) -> bool);

/// The id stands for `data-testid`, `id` or `name`: whichever the app has.
fn by_id(widget: &Widget) -> Option<FoundBy> {
    let id = widget.resource_id.as_str();
    let made_by_script = !id.chars().any(char::is_alphabetic)
        || id.chars().any(|c| c.is_ascii_digit()) && id.contains([':', '_', '«']);
    if id.is_empty() || made_by_script {
        return None;
    }
    let value = css(id);
    let any = ["data-testid", "id", "name"].map(|name| format!("[{name}={value}]")).join(", ");
    Some((format!("page.locator({})", quoted(&any)), |one, other| {
        one.resource_id == other.resource_id
    }))
}

fn by_label(widget: &Widget) -> Option<FoundBy> {
    if !widget.is_field() {
        return None;
    }
    let exact =
        |call: &str, text: &str| format!("page.{call}({}, {{ exact: true }})", quoted(text));
    if let Some(label) = [&widget.content_desc, &widget.caption].into_iter().find(|it| is_name(it))
    {
        return Some((exact("getByLabel", label), |one, other| {
            other.is_field()
                && (one.content_desc.as_str(), one.caption.as_str())
                    == (other.content_desc.as_str(), other.caption.as_str())
        }));
    }
    is_name(&widget.hint).then(|| -> FoundBy {
        (exact("getByPlaceholder", &widget.hint), |one, other| one.hint == other.hint)
    })
}

fn by_role(widget: &Widget) -> Option<FoundBy> {
    let role = match (widget.role(), widget.short_class()) {
        (WidgetRole::Button, class) if class.starts_with("a") && class.len() == 1 => "link",
        (WidgetRole::Button, "button") => "button",
        (WidgetRole::Tab, _) => "tab",
        _ => return None,
    };
    let name = [&widget.content_desc, &widget.text].into_iter().find(|it| is_name(it))?;
    let expression = format!("page.getByRole('{role}', {{ name: {}, exact: true }})", quoted(name));
    Some((expression, |one, other| {
        one.role() == other.role()
            && one.short_class() == other.short_class()
            && (&one.content_desc, &one.text) == (&other.content_desc, &other.text)
    }))
}

fn by_text(widget: &Widget) -> Option<FoundBy> {
    let shown = !widget.is_field() && !widget.password && is_name(&widget.text);
    shown.then(|| -> FoundBy {
        let expression = format!("page.getByText({}, {{ exact: true }})", quoted(&widget.text));
        (expression, |one, other| one.text == other.text)
    })
}

fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= LONGEST
}

/// `value` as a string of CSS.
fn css(value: &str) -> String {
    let mut out = String::from("\"");
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\{:x} ", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKind, DisplaySize};

    fn widget(number: usize, class: &str, role: WidgetRole, text: &str) -> Widget {
        let (class, text) = (class.to_owned(), text.to_owned());
        Widget { number, class, role: Some(role), text, ..Widget::default() }
    }

    fn screen(widgets: Vec<Widget>) -> Screen {
        Screen { widgets, ..Screen::on_display("h:1", "/", DisplaySize::new(412, 915)) }
    }

    fn chosen(screen: &Screen, number: usize) -> Option<String> {
        of(screen, screen.widget(number)?)
    }

    #[test]
    fn an_element_is_named_as_a_user_would() {
        let mut named = widget(1, "button", WidgetRole::Button, "Save");
        named.resource_id = "save".into();
        let link = widget(2, "a", WidgetRole::Button, "It's \"new\"");
        let screen = screen(vec![named, link, widget(3, "div", WidgetRole::View, "")]);
        assert_eq!(
            chosen(&screen, 1).unwrap(),
            r#"page.locator('[data-testid="save"], [id="save"], [name="save"]').filter({ visible: true })"#
        );
        assert_eq!(
            chosen(&screen, 2).unwrap(),
            r#"page.getByRole('link', { name: 'It\'s "new"', exact: true }).filter({ visible: true })"#
        );
        assert_eq!(chosen(&screen, 3), None);
    }

    #[test]
    fn of_several_alike_it_is_the_one_at_its_place() {
        let row = |number| widget(number, "div", WidgetRole::View, "Milk");
        let screen = screen(vec![row(1), row(2)]);
        assert_eq!(
            chosen(&screen, 2).unwrap(),
            "page.getByText('Milk', { exact: true }).filter({ visible: true }).nth(1)"
        );
    }

    #[test]
    fn a_field_is_named_by_its_label_never_by_what_it_holds() {
        let field = |number, caption: &str| Widget {
            caption: caption.into(),
            hint: "Your name".into(),
            resource_id: "_r_2l_".into(),
            actions: vec![ActionKind::Type],
            ..widget(number, "input", WidgetRole::Field, "Ada")
        };
        let screen = screen(vec![field(1, "Name"), field(2, "")]);
        assert_eq!(
            chosen(&screen, 1).unwrap(),
            "page.getByLabel('Name', { exact: true }).filter({ visible: true })"
        );
        assert_eq!(
            chosen(&screen, 2).unwrap(),
            "page.getByPlaceholder('Your name', { exact: true }).filter({ visible: true }).nth(1)"
        );
    }
}
