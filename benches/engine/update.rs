//! From the bytes of a dump to the updated model: what other tools call the cost of a screen.

use divan::{Bencher, black_box, counter::BytesCount};
use ridealong::device::android::hierarchy;
use ridealong::domain::{ActionKey, BlobId, StateId};
use ridealong::model::{BehaviourModel, abstraction};
use ridealong::protocol::{
    ActionOutcome, AppOpened, Event, ScreenObserved, StateDiscovered, TransitionLearned,
};

use super::dump::{APP, DISPLAY, dump, screen};

/// Parse, abstract, name the actions, and take it into the model as a new transition.
#[divan::bench(args = [30, 100, 400])]
fn parse_abstract_update(bencher: Bencher, nodes: usize) {
    let dump = dump(nodes);
    let read = hierarchy::read(dump.as_bytes(), Some(DISPLAY)).unwrap();
    assert_eq!((read.nodes, read.warnings.len()), (nodes, 0));
    let mut model = BehaviourModel::default();
    model.apply(&Event::AppOpened(AppOpened {
        package: APP.to_owned(),
        version: None,
        activities: Vec::new(),
        manifest: None,
        texts: Vec::new(),
    }));
    let (mut step, mut from) = (0, StateId(0));
    let blob = BlobId::of_digest([7; 32]);
    bencher.counter(BytesCount::of_str(&dump)).bench_local(|| {
        let read = hierarchy::read(black_box(dump.as_bytes()), Some(DISPLAY)).unwrap();
        let screen = screen(read);
        let state = abstraction::state_ids(&screen);
        let label = abstraction::label(&screen);
        let offers = abstraction::available_actions(&screen);
        step += 1;
        let key = ActionKey::new("tap #star");
        if model.state(state.structural).is_none() {
            model.apply(&Event::Discovered(StateDiscovered::of(
                step,
                state.structural,
                label,
                &screen,
                offers,
            )));
        }
        model.apply(&Event::Observed(ScreenObserved::of(step, state, &screen, blob.clone())));
        model.apply(&Event::Learned(TransitionLearned {
            step,
            from,
            key: key.clone(),
            template: key,
            to: state.structural,
            outcome: ActionOutcome::Moved,
        }));
        from = state.structural;
    });
    assert_eq!(model.states().len(), 1);
}
