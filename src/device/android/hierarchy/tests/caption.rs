//! The labels of fields.

use super::*;

fn words(text: &str, bounds: &str) -> String {
    node(&format!(r#"class="android.widget.TextView" text="{text}" bounds="{bounds}""#), "")
}

fn field(id: &str, text: &str, more: &str, bounds: &str) -> String {
    let class = "android.widget.EditText";
    node(
        &format!(
            r#"class="{class}" resource-id="a:id/{id}" text="{text}" focusable="true" {more} bounds="{bounds}""#
        ),
        "",
    )
}

fn by_id<'a>(read: &'a Hierarchy, id: &str) -> &'a Widget {
    read.widgets.iter().find(|widget| widget.short_id() == id).unwrap()
}

#[test]
fn a_label_stands_left_of_above_or_in_its_field() {
    let dump = screen(
        &[
            words("Street *", "[0,100][300,180]"),
            field("f1", "12 Elm", "", "[320,90][1080,190]"),
            words("Town:", "[0,220][300,280]"),
            field("f2", "", "", "[0,300][1080,400]"),
            field("f3", "", "", "[0,500][1080,640]"),
            words("Country", "[20,540][300,600]"),
            words(
                "Letters and digits only, at least eight of them, please, and no spaces",
                "[0,650][1080,700]",
            ),
            field("f4", "x", "", "[0,720][1080,820]"),
        ]
        .concat(),
    );
    let read = reading(&dump);
    let reported = |id: &str| (by_id(&read, id).caption.as_str(), by_id(&read, id).label.as_str());
    assert_eq!(reported("f1"), ("Street", "Street"), "not the value");
    assert_eq!(reported("f2"), ("Town", "Town"));
    assert_eq!(reported("f3"), ("Country", "Country"));
    assert_eq!(reported("f4"), ("", "x"), "an explanation is no label");
}

/// A PIN that was set in such a dialog was a text like any other, and the app stayed locked for the rest of the run.
#[test]
fn the_only_field_of_a_dialog_is_what_the_dialog_is_about() {
    let dialog = |id: &str, more: &str| {
        let title = r#"class="android.widget.TextView" resource-id="android:id/alertTitle" text="PIN" bounds="[100,700][900,760]""#;
        let field = format!(
            r#"class="android.widget.EditText" resource-id="{id}" focusable="true" bounds="[90,900][990,1000]""#
        );
        let inside = node(title, "") + &node(&field, "") + more;
        let root = node(
            r#"class="android.widget.FrameLayout" package="org.example" bounds="[80,680][1000,1300]""#,
            &inside,
        );
        let read = reading(&format!("<hierarchy rotation=\"0\">{root}</hierarchy>"));
        assert!(read.dialog);
        read.widgets.iter().find(|widget| widget.is_field()).unwrap().caption.clone()
    };
    assert_eq!(dialog("android:id/edit", ""), "PIN");
    assert_eq!(dialog("a:id/amount", ""), "", "the app names it");
    assert_eq!(dialog("android:id/edit", &field("second", "", "", "[90,1050][990,1150]")), "");
}

#[test]
fn two_fields_in_a_row_have_a_label_each() {
    let dump = screen(
        &[
            words("Zip", "[0,100][200,160]"),
            words("City", "[500,100][700,160]"),
            field("zip", "", "", "[0,170][450,270]"),
            field("city", "", "", "[500,170][1080,270]"),
            field("other", "", "", "[0,290][1080,390]"),
        ]
        .concat(),
    );
    let read = reading(&dump);
    assert_eq!(by_id(&read, "zip").caption, "Zip");
    assert_eq!(by_id(&read, "city").caption, "City");
    assert_eq!(by_id(&read, "other").caption, "", "what is above it belongs to others");
}

/// Forms of web pages: a tap on the label gives its field the focus, and the field has a frame that
/// takes taps too.
#[test]
fn a_label_that_can_be_tapped_and_a_frame_around_the_field_are_not_between_them() {
    let label = |text: &str, bounds: &str| {
        let inside = words(text, bounds);
        node(&format!(r#"class="android.view.View" clickable="true" bounds="{bounds}""#), &inside)
    };
    let framed = |id: &str, bounds: &str| {
        let inside = field(id, "x", "", bounds);
        node(&format!(r#"class="android.view.View" clickable="true" bounds="{bounds}""#), &inside)
    };
    let dump = screen(
        &[
            label("Name", "[36,100][76,117]"),
            framed("floating", "[24,96][388,144]"),
            label("Email", "[24,180][70,200]"),
            framed("below", "[24,206][388,254]"),
        ]
        .concat(),
    );
    let read = reading(&dump);
    assert_eq!(by_id(&read, "floating").caption, "Name");
    assert_eq!(by_id(&read, "below").caption, "Email");
}

/// The odometer of a refuel was called "Employer", and its price "EUR".
#[test]
fn what_is_chosen_beside_a_field_is_not_its_name() {
    let spinner = |text: &str, bounds: &str| {
        node(
            &format!(
                r#"class="android.widget.Spinner" clickable="true" long-clickable="true" bounds="{bounds}""#
            ),
            &words(text, bounds),
        )
    };
    let dump = screen(
        &[
            words("Paid by:", "[0,262][172,300]"),
            spinner("Employer", "[192,258][1080,301]"),
            words("Odometer:", "[0,330][131,368]"),
            field("index", "", "", "[151,321][1080,370]"),
            words("Price:", "[0,453][71,491]"),
            spinner("EUR", "[81,449][151,492]"),
            field("price", "", "", "[161,444][461,493]"),
        ]
        .concat(),
    );
    let read = reading(&dump);
    assert_eq!(by_id(&read, "index").caption, "Odometer");
    assert_eq!(
        (by_id(&read, "price").caption.as_str(), by_id(&read, "price").label.as_str()),
        ("", "price")
    );
}

#[test]
fn a_hint_comes_before_a_label() {
    let named = field("f", "Ann", r#"hint="First name""#, "[0,170][450,270]");
    let read = reading(&screen(&format!("{}{named}", words("Who", "[0,100][200,160]"))));
    let field = by_id(&read, "f");
    assert_eq!((field.label.as_str(), field.caption.as_str()), ("First name", "Who"));
}

#[test]
fn a_wrapper_around_a_field_is_not_called_by_what_the_field_holds() {
    let wrapper = |id: &str, inside: &str| {
        screen(&node(&format!(r#"{id} clickable="true" bounds="[0,90][1080,280]""#), inside))
    };
    let called = |dump: &str| reading(dump).widgets[0].label.clone();
    let held = |text: &str| field("zip", text, "", "[0,170][1080,270]");
    assert_eq!(called(&wrapper("", &held("10115"))), "zip");
    assert_eq!(called(&wrapper("", &held("80331"))), "zip");
    assert_eq!(called(&wrapper(r#"resource-id="a:id/row""#, &held("1"))), "row");
    let hinted = field("zip", "1", r#"hint="Postcode""#, "[0,170][1080,270]");
    assert_eq!(called(&wrapper("", &hinted)), "Postcode");
    let both = words("Postcode", "[0,100][200,160]") + &held("10115");
    assert_eq!(called(&wrapper("", &both)), "Postcode");
}
