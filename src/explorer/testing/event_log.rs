//! What happened while a model was asked, in a few words.

use crate::protocol::Event;

/// What each event is, in a few words.
pub(in crate::explorer) fn log(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| match event {
        Event::Asked(asked) => {
            format!("asked {} {} round {}", asked.query, asked.form.word(), asked.round)
        }
        Event::Answered(_) => "answered".into(),
        Event::Checked(checked) => {
            let check = checked.complaint.as_ref().map_or("accepted", |c| c.check.as_str());
            format!("checked {:?}: {check}", checked.answer)
        }
        Event::Unanswered(unanswered) => format!("unanswered: {}", unanswered.why),
        Event::Ruled(ruled) => format!("ruled {} {:?}: {}", ruled.query, ruled.why, ruled.answer),
        Event::StatesMerged(_) => "merged".into(),
        Event::ActionsAdded(offered) => {
            let keys: Vec<&str> = offered.actions.iter().map(|offer| offer.key.as_str()).collect();
            format!("offered {}", keys.join(", "))
        }
        other => format!("{other:?}"),
    };
    events.iter().map(line).collect()
}
