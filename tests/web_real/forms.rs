//! Forms as servers make them: what they offer, what they say of their fields and buttons, and BACK after they were
//! sent.

use ridealong::domain::WidgetRole;

use super::explored::{Explored, Pages, page};

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_choice_that_shows_dashes_is_offered() {
    let mut app = Explored::page(
        "<select aria-label=Kind><option value=''>---------</option><option>Poetry</option></select>",
    )
    .await;
    let choice = |app: &Explored| {
        let mut widgets = app.screen.widgets.iter();
        widgets.find(|it| it.role == Some(WidgetRole::Picker)).cloned().expect("the choice")
    };
    let shown = choice(&app);
    assert_eq!(shown.text, "---------");
    app.tap(&shown.label).await;
    app.tap("Poetry").await;
    assert_eq!(choice(&app).text, "Poetry");
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn words_before_a_field_without_a_label_are_its_label() {
    let app = Explored::page(
        "<p>Date: <input name=when_0> <a href='#'>Today</a><br>Time: <input name=when_1></p>
         <p><b>1</b> <input name=other></p>
         <div><label>Username</label><div class=controls><input name=c17></div></div>
         <table><tr><td>City</td><td><input name=c18></td></tr></table>
         <div><label for=a>Start date</label><div><div><div><input id=b><i></i></div></div></div></div>",
    )
    .await;
    let fields = app.screen.widgets.iter().filter(|it| it.role == Some(WidgetRole::Field));
    let labels: Vec<&str> = fields.map(|field| field.label.as_str()).collect();
    assert_eq!(labels, ["Date:", "Time:", "other", "Username", "City", "Start date"]);
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_field_with_a_picker_of_dates_tells_the_form_of_a_date() {
    let app = Explored::page(
        "<p>Joined: <input data-date-format=YYYY-MM-DD></p>
         <p>Left: <input data-date-format=YYYY-MM-DD placeholder='if known'></p>",
    )
    .await;
    let fields = app.screen.widgets.iter().filter(|it| it.role == Some(WidgetRole::Field));
    let hints: Vec<&str> = fields.map(|field| field.hint.as_str()).collect();
    assert_eq!(hints, ["YYYY-MM-DD", "if known"]);
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_button_tells_that_it_sends_what_was_filled_in() {
    let app = Explored::page(
        "<form><button>Log out</button><input type=hidden name=token></form>
         <form><input name=querySelector><button type=button>Help</button><button>Keep</button></form>",
    )
    .await;
    let sends = ["Log out", "Help", "Keep"].map(|label| app.widget(label).submits());
    assert_eq!(sends, [false, false, true]);
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn back_passes_over_what_is_shown_only_if_a_form_is_sent_again() {
    let pages = [
        ("/", page("<h1>Start</h1><a href='/form'>New</a>")),
        (
            "/form",
            page("<form method=post action='/sent'><input name=title><button>Save</button></form>"),
        ),
        ("/sent", page("<h1>Refused</h1><a href='/list'>List</a>")),
        ("/list", page("<h1>List</h1>")),
    ];
    let mut app = Explored::pages(Pages::from(pages)).await;
    for label in ["New", "Save", "List"] {
        app.tap(label).await;
    }
    assert!(app.has("List"), "{:?}", app.labels());
    app.back().await;
    assert!(app.widget("Save").submits(), "{:?}", app.labels());
    assert!(!app.screen.package.contains("chrome"), "{}", app.screen.package);
    app.close().await;
}

/// A setup wizard as a library of styles makes it: labels that a hand is shown for, links that are buttons,
/// and a list whose present step only a class marks.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_only_styles_say_is_understood() {
    let app = Explored::page(
        "<style>label, a { cursor: pointer }</style>
         <ul class='nav nav-list'><li><a href='#start'>Start</a></li><li class=active><a href='#you'>You</a></li></ul>
         <label for=name>Name</label><input id=name><label><input type=checkbox>News</label>
         <a class='btn btn-primary'>Create account</a><a href='#' class=plain>More</a>",
    )
    .await;
    let selected = app.screen.widgets.iter().filter(|it| it.selected);
    assert_eq!(selected.map(|it| it.label.as_str()).collect::<Vec<_>>(), ["You"]);
    let acts = |label: &str| {
        let mut widgets = app.screen.widgets.iter();
        widgets.any(|it| it.label == label && it.acts() && it.role != Some(WidgetRole::Field))
    };
    assert_eq!(["Name", "News", "Create account", "More"].map(acts), [false, true, true, true]);
    assert_eq!(app.widget("Create account").class, "a.button");
    app.close().await;
}
