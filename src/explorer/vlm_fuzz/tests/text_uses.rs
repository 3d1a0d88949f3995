use super::*;

/// A field, and so many items, each with a button that copies it. The app numbers its items.
fn items(count: usize, text: &str) -> Screen {
    let title = Widget { text: text.into(), ..field(1, "note", "Description") };
    let copies = (1..=count).map(|item| {
        let top = 200 + 90 * i32::try_from(item).unwrap();
        Widget {
            resource_id: format!("org.app:id/item-{item}-copy"),
            bounds: Bounds::new(0, top, 300, top + 80),
            ..button(item + 1, "Copy")
        }
    });
    phone(std::iter::once(title).chain(copies).collect())
}

fn copied(screen: &Screen, action: &Action) -> Screen {
    let count = screen.widgets.len() - 1;
    let text = &screen.widgets[0].text;
    match action {
        Action::Restart => items(1, ""),
        Action::Tap { target } if target.label == "Copy" => items(count + 1, text),
        Action::Type { text, .. } => items(count, text.reveal().unwrap_or_default()),
        _ => screen.clone(),
    }
}

#[test]
fn invalid_text_is_not_used_by_each_of_the_copies_that_it_makes() {
    let mut run = TestRun::of(items(1, ""), copied, &["system", "probes"]);
    let mut used = 0;
    for _ in 0..60 {
        let Some(proposed) = run.propose() else { break };
        used += usize::from(proposed.why.starts_with("The invalid text is used"));
        run.act(&proposed.action);
    }
    assert!((1..=8).contains(&used), "{used} of 60 steps");
}

#[test]
fn invalid_text_is_not_typed_anew_for_each_of_the_many_uses_of_a_page() {
    let uses = ["Share", "Print", "Export", "Preview", "Share page", "Print list", "Export list"];
    let uses = uses.into_iter().chain(["Preview page", "Share all", "Export all"]).enumerate();
    let buttons = uses.map(|(place, label)| {
        let top = 290 + 90 * i32::try_from(place).unwrap();
        Widget {
            resource_id: format!("org.app:id/{}", label.to_lowercase().replace(' ', "_")),
            bounds: Bounds::new(0, top, 300, top + 80),
            ..button(place + 2, label)
        }
    });
    let page = phone(std::iter::once(field(1, "note", "Description")).chain(buttons).collect());
    let mut run = TestRun::of(page, |screen, _| screen.clone(), &["system", "probes"]);
    let mut used = 0;
    for _ in 0..120 {
        let Some(proposed) = run.propose() else { break };
        used += u32::from(proposed.why.starts_with("The invalid text is used"));
        run.act(&proposed.action);
    }
    let most = VlmFuzzWeights::default().page_text_uses;
    assert_eq!(used, most);
}
