use crate::domain::DataPattern;

use super::*;

fn filter(actions: &[&str], categories: &[&str], data: Vec<DataPattern>) -> IntentFilter {
    let owned = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
    IntentFilter { actions: owned(actions), categories: owned(categories), data }
}

fn pattern(scheme: &str, host: &str, path: &str, mime: &str) -> DataPattern {
    let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    DataPattern {
        scheme: given(scheme),
        host: given(host),
        path: given(path),
        mime: given(mime),
        ..DataPattern::default()
    }
}

fn app(components: Vec<AppComponent>) -> Manifest {
    Manifest { package: "org.app".into(), components, ..Manifest::default() }
}

const MAIN: &str = "android.intent.action.MAIN";
const VIEW: &str = "android.intent.action.VIEW";
const SEND: &str = "android.intent.action.SEND";

/// What the only activity with this filter is started with.
fn of(filter: IntentFilter) -> Vec<Intent> {
    let mut activity = AppComponent::new(ComponentKind::Activity, ".Main", true);
    activity.filters.push(filter);
    starts(&app(vec![activity])).into_iter().map(|start| start.intent).collect()
}

fn data(intents: &[Intent]) -> Vec<&str> {
    intents.iter().filter_map(|intent| intent.data.as_deref()).collect()
}

#[test]
fn a_launcher_starts_once_whatever_kinds_of_launcher_there_are() {
    let mut main = AppComponent::new(ComponentKind::Activity, ".Main", true);
    main.filters.push(filter(&[MAIN], &[LAUNCHER, DEFAULT], Vec::new()));
    main.filters.push(filter(&[MAIN], &["android.intent.category.LEANBACK_LAUNCHER"], Vec::new()));
    let starts = starts(&app(vec![main]));
    assert_eq!(starts.len(), 1);
    assert_eq!(starts[0].intent.component.as_deref(), Some("org.app/.Main"));
    assert_eq!(starts[0].intent.categories, [LAUNCHER]);
    assert!(!starts[0].privileged);
}

#[test]
fn what_is_exported_without_a_filter_is_started_bare_and_the_rest_left_alone() {
    let mut off = AppComponent::new(ComponentKind::Activity, ".Off", true);
    off.enabled = false;
    let found = starts(&app(vec![
        AppComponent::new(ComponentKind::Activity, ".Private", false),
        AppComponent::new(ComponentKind::Activity, ".Open", true),
        AppComponent::new(ComponentKind::Receiver, ".Receiver", true),
        AppComponent::new(ComponentKind::Service, ".Work", true),
        off,
    ]));
    let reported: Vec<(usize, Option<&str>)> =
        found.iter().map(|start| (start.component, start.intent.component.as_deref())).collect();
    assert_eq!(reported, [(1, Some("org.app/.Open")), (3, Some("org.app/.Work"))]);
}

#[test]
fn private_and_guarded_components_need_a_privilege() {
    let mut hidden = AppComponent::new(ComponentKind::Activity, ".Hidden", false);
    hidden.filters.push(filter(&["org.app.SHOW"], &[], Vec::new()));
    let mut guarded = AppComponent::new(ComponentKind::Service, ".Guarded", true);
    guarded.permission = Some("org.app.BIND".into());
    let starts = starts(&app(vec![hidden, guarded]));
    assert_eq!(starts.iter().filter(|start| start.privileged).count(), 2);
}

#[test]
fn links_are_made_of_the_parts_of_all_patterns() {
    let intents = of(filter(
        &[VIEW],
        &[DEFAULT, "android.intent.category.BROWSABLE"],
        vec![
            pattern("https", "", "", ""),
            pattern("app", "*.shop.example", "", ""),
            pattern("", "", "/item/.*", ""),
            pattern("", "", r"/.*\\.html", ""),
        ],
    ));
    assert_eq!(
        data(&intents),
        [
            "https://www.shop.example/item/1",
            "app://www.shop.example/item/1",
            "https://www.shop.example/1.html",
        ]
    );
    assert_eq!(intents[0].categories, ["android.intent.category.BROWSABLE"]);
}

#[test]
fn schemes_that_mean_something_get_what_they_mean() {
    let schemes = ["mailto", "tel", "geo", "file", "content", "package", "http", "other"];
    let patterns = schemes.map(|scheme| pattern(scheme, "", "", ""));
    let intents = of(filter(&[VIEW], &[], patterns.into()));
    assert_eq!(
        data(&intents),
        [
            "mailto:someone@example.org",
            "tel:+15550100",
            "geo:52.52,13.405?q=52.52,13.405",
            "file:///sdcard/Download/example.txt",
            "content://media/external/file/1",
            "package:org.app",
            "http://example.org/",
            "other://example",
        ]
    );
}

#[test]
fn types_are_made_concrete_and_shared_text_is_an_extra() {
    let types = vec![pattern("", "", "", "image/*"), pattern("", "", "", "text/plain")];
    let shared = of(filter(&[SEND], &[], types.clone()));
    let reported: Vec<_> =
        shared.iter().map(|intent| (intent.mime.as_deref(), &intent.data)).collect();
    assert_eq!(reported, [(Some("image/png"), &None), (Some("text/plain"), &None)]);
    assert_eq!(shared[0].extras.len(), 1);
    let viewed = of(filter(&[VIEW], &[], types));
    assert_eq!(
        data(&viewed),
        ["content://media/external/images/media/1", "content://media/external/file/1"]
    );
}

#[test]
fn endless_filters_stay_few_and_no_start_comes_twice() {
    let many = |n: usize| pattern("s", &format!("h{n}"), &format!("/{n}"), "");
    let intents = of(filter(&[VIEW, VIEW], &[], (0..500).map(many).collect()));
    assert_eq!(intents.len(), 8);
}
