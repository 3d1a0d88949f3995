//! What the tester expects of the app, as stated while the session ran.

use super::escape::HtmlPiece;
use super::words::counted;
use crate::session::Timeline;

/// Writes the expectations that hold at the end; nothing if there are none.
pub fn write(html: &mut HtmlPiece, timeline: &Timeline) {
    let expectations = timeline.facts.expectations.current();
    if expectations.is_empty() {
        return;
    }
    html.el("section", &[("id", "expectations")], |html| {
        html.leaf("h2", &[], "Expectations");
        let stated = counted(expectations.len(), "expectation");
        let stated = format!("{stated} of the tester. What contradicts one is among the findings.");
        html.leaf("p", &[("class", "quiet")], &stated);
        for expectation in expectations {
            html.details(
                "",
                |html| html.line(&expectation.name),
                |html| html.leaf("pre", &[], expectation.property.trim()),
            );
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Event, EventRecord, Expectation, ExpectationChange, ExpectationChanged};

    fn written(changes: &[ExpectationChange]) -> String {
        let records = (0..).zip(changes).map(|(seq, change)| {
            let change = change.clone();
            let changed = ExpectationChanged { step: 0, change, undoes: false };
            EventRecord { seq, at_ms: 0, event: Event::ExpectationChanged(changed) }
        });
        let timeline = Timeline::of(&records.collect::<Vec<_>>());
        let mut html = HtmlPiece::default();
        write(&mut html, &timeline);
        html.finish()
    }

    #[test]
    fn what_is_expected_at_the_end_is_listed_with_its_property() {
        let stated = |name: &str| {
            let property =
                format!("[[property]]\nname = {name:?}\nmust = [{{ text = \"<b>\" }}]\n");
            ExpectationChange::Stated(Expectation { name: name.into(), property })
        };
        assert_eq!(written(&[]), "");
        let withdrawn = ExpectationChange::Withdrawn { name: "The total".into() };
        assert_eq!(written(&[stated("The total"), withdrawn]), "");
        let html = written(&[stated("The title & more")]);
        assert!(html.contains("1 expectation of the tester"), "{html}");
        assert!(html.contains("The title &amp; more") && html.contains("&lt;b&gt;"), "{html}");
    }
}
