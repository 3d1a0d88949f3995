//! What the tester sees of what comes.

use super::*;

#[test]
fn what_is_sent_next_is_listed_first_and_once() {
    let mut app = RangeApp::attended();
    app.wants(AttackRequest::Begin);
    app.sends(1);
    // An input is in progress, so that the wish has to wait.
    app.step();
    let next = app.plan().coming[3].id;
    app.wants(AttackRequest::SendNext { input: next });
    app.step();
    let coming: Vec<_> = app.plan().coming.iter().map(|input| input.id).collect();
    assert_eq!(coming[0], next);
    assert_eq!(coming.iter().filter(|id| **id == next).count(), 1, "{coming:?}");
}
