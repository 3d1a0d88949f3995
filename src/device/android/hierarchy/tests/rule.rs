//! Which nodes are widgets, what they offer, and if they are touched.

use proptest::prelude::*;
use rstest::rstest;

use super::*;

#[rstest]
#[case(r#"text="x""#, true)]
#[case(r#"text=" &#10; ""#, false)]
#[case(r#"content-desc="x""#, true)]
#[case(r#"hint="x""#, true)]
#[case(r#"clickable="true""#, true)]
#[case(r#"long-clickable="true""#, true)]
#[case(r#"checkable="true""#, true)]
#[case(r#"scrollable="true""#, true)]
#[case(r#"focusable="true""#, false)]
#[case(r#"class="android.widget.EditText" focusable="true""#, true)]
#[case(r#"class="android.widget.SeekBar""#, true)]
#[case(r#"class="android.widget.RatingBar""#, false)]
#[case(r#"class="android.webkit.WebView""#, true)]
#[case(r#"class="android.widget.LinearLayout" resource-id="a:id/b""#, false)]
fn nodes_that_act_or_say_or_hide_are_widgets(#[case] attributes: &str, #[case] expected: bool) {
    let probe = node(&format!(r#"{attributes} bounds="[0,100][90,190]""#), "");
    let other = r#"<node text="other" bounds="[0,0][9,9]"/>"#;
    assert_eq!(reading(&screen(&format!("{other}{probe}"))).widgets.len() == 2, expected);
}

#[rstest]
#[case("", false)]
#[case("[0,0][0,0]", false)]
#[case("[50,50][10,90]", false)]
#[case("[0,2400][90,2500]", false)]
#[case("[-90,-90][0,50]", false)]
#[case("[-90,-90][1,1]", true)]
#[case("[1000,2300][5000,5000]", true)]
#[case("bad", false)]
fn only_what_is_on_the_display_is_seen(#[case] bounds: &str, #[case] expected: bool) {
    let probe = node(&format!(r#"text="probe" bounds="{bounds}""#), "");
    let other = r#"<node text="other" bounds="[0,0][9,9]"/>"#;
    let read = reading(&screen(&format!("{other}{probe}")));
    assert_eq!(labels(&read).contains(&"probe"), expected);
    for widget in &read.widgets {
        assert!(DISPLAY.bounds().covers(widget.bounds));
    }
}

#[rstest]
#[case(r#"class="android.widget.ScrollView""#, true)]
#[case(r#"class="androidx.recyclerview.widget.RecyclerView""#, true)]
#[case(r#"class="androidx.viewpager.widget.ViewPager""#, true)]
#[case(r#"class="android.webkit.WebView""#, true)]
#[case(r#"class="android.view.View" scrollable="true""#, true)]
#[case(r#"class="android.view.View""#, false)]
#[case(r#"class="android.widget.LinearLayout""#, false)]
#[case(r#"class="android.widget.Spinner" scrollable="true""#, false)]
fn only_what_scrolls_or_shows_a_page_clips(#[case] attributes: &str, #[case] clips: bool) {
    let texts =
        r#"<node text="in" bounds="[0,90][50,120]"/><node text="out" bounds="[0,100][50,120]"/>"#;
    let of = |bounds: &str| reading(&screen(&node(&format!("{attributes} {bounds}"), texts)));
    let texts = |read: &Hierarchy| -> Vec<String> {
        read.widgets.iter().map(|widget| widget.text.clone()).filter(|it| !it.is_empty()).collect()
    };
    let read = of(r#"bounds="[0,0][1080,100]""#);
    assert_eq!(texts(&read), if clips { vec!["in"] } else { vec!["in", "out"] });
    let bottom = if clips { 100 } else { 120 };
    let seen = read.widgets.iter().find(|widget| widget.text == "in").unwrap();
    assert_eq!(seen.bounds, Bounds::new(0, 90, 50, bottom));
    for nothing in ["", r#"bounds="[0,0][0,0]""#, r#"bounds="[9,9][1,1]""#] {
        assert_eq!(texts(&of(nothing)), ["in", "out"], "no area, no clipping");
    }
}

#[test]
fn a_fixed_bar_below_a_part_of_the_page_that_scrolled_away_is_seen() {
    let dump = screen(
        r#"<node class="android.webkit.WebView" scrollable="true" bounds="[0,100][1080,2400]">
          <node class="android.view.View" resource-id="page" bounds="[0,-3000][1080,2000]">
            <node class="android.view.View" resource-id="head" bounds="[0,-3000][1080,-2800]">
              <node class="android.widget.Button" text="Menu" clickable="true" bounds="[0,100][150,250]"/>
              <node class="android.widget.Button" text="Under the bar" clickable="true" bounds="[0,20][150,90]"/>
            </node>
            <node text="Chapter 9" bounds="[0,400][1080,500]"/>
            <node class="android.widget.Button" text="Write" clickable="true" bounds="[900,2200][1050,2350]"/>
          </node>
        </node>"#,
    );
    let read = reading(&dump);
    assert_eq!(by_label(&read, "Menu").tap, Some(Point::new(75, 175)));
    assert_eq!(by_label(&read, "Write").tap, Some(Point::new(975, 2275)));
    assert!(!labels(&read).contains(&"Under the bar"), "the page ends at its edge");
}

#[test]
fn a_row_speaks_for_what_is_inside() {
    let dump = screen(
        r#"<node class="androidx.recyclerview.widget.RecyclerView" resource-id="a:id/rows" scrollable="true" bounds="[0,0][1080,900]">
          <node class="android.view.View" index="0" bounds="[0,0][1080,2]"/>
          <node class="android.widget.LinearLayout" index="5" clickable="true" long-clickable="true" bounds="[0,0][1080,300]">
            <node text="Milk" bounds="[0,0][500,100]"/><node text="2 l" bounds="[0,100][500,200]"/>
            <node class="android.widget.ImageButton" content-desc="Delete" clickable="true" bounds="[900,0][1080,300]"/>
          </node>
        </node><node text="outside" bounds="[0,900][500,1000]"/>"#,
    );
    let read = reading(&dump);
    assert_eq!(labels(&read), ["rows", "Milk · 2 l", "Milk", "2 l", "Delete", "outside"]);
    let (row, milk, delete) = (&read.widgets[1], &read.widgets[2], &read.widgets[4]);
    assert_eq!(row.actions, [ActionKind::Tap, ActionKind::LongTap]);
    assert_eq!((milk.actions.as_slice(), milk.inherits), (row.actions.as_slice(), Some(2)));
    assert!(!milk.acts() && row.acts());
    assert_eq!((delete.actions.as_slice(), delete.inherits), ([ActionKind::Tap].as_slice(), None));
    assert_eq!((row.position.list, row.position.row), (Some(1), Some(1)));
    assert_eq!(
        (milk.position.list, milk.position.row, milk.position.parent),
        (Some(1), Some(1), Some(2))
    );
    assert_eq!(milk.position.depth, 3);
    assert_eq!((read.widgets[0].position.list, read.widgets[5].position.list), (None, None));
    assert_eq!(row.tap, Some(Point::new(540, 150)));
}

#[test]
fn clickability_stops_at_what_scrolls() {
    let dump = screen(
        r#"<node clickable="true" content-desc="sheet" bounds="[0,0][1080,900]">
          <node class="android.widget.ScrollView" scrollable="true" bounds="[0,0][1080,800]">
            <node text="dead" bounds="[0,0][500,100]"/></node>
          <node text="alive" bounds="[0,800][500,900]"/></node>"#,
    );
    let read = reading(&dump);
    assert_eq!(by_label(&read, "dead").actions, []);
    assert_eq!(by_label(&read, "alive").inherits, Some(1));
}

#[rstest]
#[case(r#"class="android.widget.Button" clickable="true""#, &[ActionKind::Tap])]
#[case(
    r#"class="android.widget.EditText" clickable="true" long-clickable="true" focusable="true""#,
    &[ActionKind::Tap, ActionKind::LongTap, ActionKind::Type]
)]
#[case(r#"class="android.widget.EditText" clickable="true" focusable="false""#, &[ActionKind::Tap])]
#[case(r#"class="android.widget.EditText" focusable="false" long-clickable="true""#, &[ActionKind::LongTap])]
#[case(r#"class="android.widget.EditText" long-clickable="true""#, &[ActionKind::LongTap, ActionKind::Type])]
#[case(r#"class="x.Custom" editable="true""#, &[ActionKind::Type])]
#[case(r#"class="android.widget.SeekBar" focusable="true" scrollable="true""#, &[ActionKind::Swipe])]
#[case(r#"class="androidx.viewpager.widget.ViewPager" scrollable="true""#, &[ActionKind::Swipe, ActionKind::Scroll])]
#[case(r#"class="androidx.viewpager.widget.ViewPager" text="x""#, &[])]
#[case(r#"class="android.widget.ScrollView" scrollable="true""#, &[ActionKind::Scroll])]
#[case(r#"class="android.widget.Spinner" clickable="true" scrollable="true""#, &[ActionKind::Tap])]
#[case(r#"class="android.widget.CheckBox" checkable="true""#, &[ActionKind::Tap])]
#[case(r#"class="android.webkit.WebView""#, &[ActionKind::Tap])]
#[case(r#"text="words""#, &[])]
fn actions_follow_the_flags(#[case] attributes: &str, #[case] expected: &[ActionKind]) {
    let read = reading(&screen(&node(&format!(r#"{attributes} bounds="[0,0][90,90]""#), "")));
    assert_eq!(read.widgets[0].actions, expected);
}

#[test]
fn passwords_leave_no_trace() {
    let field = r#"<node text="hunter2" class="android.widget.EditText" hint="Password" resource-id="a:id/pw" focusable="true" password="true" bounds="[0,0][500,100]"/>"#;
    let read = reading(&screen(&node(r#"clickable="true" bounds="[0,0][500,100]""#, field)));
    assert_eq!(labels(&read), ["Password", "Password"]);
    assert!(read.widgets[1].password);
    assert!(!format!("{read:?}").contains("hunter2"));
}

#[test]
fn labels_are_harmless() {
    let dump = screen(&node(r#"text="a&#10;b&#x202e;c&#27;[2J" bounds="[0,0][9,9]""#, ""));
    assert_eq!(labels(&reading(&dump)), ["a bc\u{FFFD}[2J"]);
}

#[test]
fn a_later_sibling_takes_touches_only_where_it_listens() {
    let bar = |attributes: &str| {
        let bar = node(&format!(r#"content-desc="bar" bounds="[0,40][100,100]" {attributes}"#), "");
        let button = r#"<node text="button" clickable="true" bounds="[0,0][100,100]"/>"#;
        by_label(&reading(&screen(&format!("{button}{bar}"))), "button").tap
    };
    assert_eq!(bar(""), Some(Point::new(50, 50)));
    assert_eq!(bar(r#"clickable="true""#), Some(Point::new(50, 20)));
    let over = r#"<node text="over" clickable="true" bounds="[0,0][300,300]"/>"#;
    let under = r#"<node text="under" clickable="true" bounds="[0,0][100,100]"/>"#;
    let read = reading(&screen(&format!("{under}{over}")));
    assert_eq!(by_label(&read, "under").tap, None);
    assert!(!by_label(&read, "under").acts());
    let ordered = screen(&format!(
        "{}{}",
        under.replace("clickable", r#"drawing-order="2" clickable"#),
        over.replace("clickable", r#"drawing-order="1" clickable"#)
    ));
    assert_eq!(by_label(&reading(&ordered), "under").tap, Some(Point::new(50, 50)));
}

#[test]
fn a_row_is_touched_beside_its_button_and_a_list_anywhere() {
    let button = r#"<node content-desc="play" clickable="true" bounds="[0,0][600,100]"/>"#;
    let row = node(r#"clickable="true" content-desc="row" bounds="[0,0][1000,100]""#, button);
    let list = node(
        r#"class="android.widget.ListView" resource-id="a:id/list" scrollable="true" bounds="[0,0][1000,100]""#,
        &row,
    );
    let read = reading(&screen(&list));
    assert_eq!(by_label(&read, "row").tap, Some(Point::new(800, 50)));
    assert_eq!(by_label(&read, "list").tap, Some(Point::new(500, 50)));
}

#[rstest]
#[case("android.webkit.WebView", "[0,0][300,300]", true)]
#[case("android.view.SurfaceView", "[0,0][300,300]", true)]
#[case("io.flutter.embedding.android.FlutterImageView", "[0,0][300,300]", true)]
#[case("android.view.View", "[0,0][1080,2400]", true)]
#[case("android.view.View", "[0,0][300,300]", false)]
#[case("android.widget.ScrollView", "[0,0][1080,2400]", false)]
fn regions_that_are_not_told_are_opaque(
    #[case] class: &str,
    #[case] bounds: &str,
    #[case] expected: bool,
) {
    let region = node(&format!(r#"class="{class}" bounds="{bounds}""#), "");
    let title = r#"<node text="title" bounds="[400,400][500,500]"/>"#;
    let alone = reading(&screen(&region));
    assert!(alone.widgets.iter().any(|widget| widget.opaque), "something always stands there");
    let title = if bounds.contains("1080") { "" } else { title };
    let read = reading(&screen(&format!("{region}{title}")));
    let widget = read.widgets.iter().find(|widget| widget.class == class);
    assert_eq!(widget.is_some_and(|widget| widget.opaque), expected);
}

#[test]
fn a_region_with_words_over_or_in_it_is_not_opaque() {
    let words = r#"<node text="words" bounds="[0,0][50,50]"/>"#;
    let web =
        |inside: &str| node(r#"class="android.webkit.WebView" bounds="[0,0][1080,2400]""#, inside);
    assert!(reading(&screen(&web(""))).opaque);
    assert!(!reading(&screen(&web(words))).opaque);
    let nested = reading(&screen(&web(&web(""))));
    assert_eq!(nested.widgets.iter().filter(|widget| widget.opaque).count(), 1);
    let empty = node(r#"class="android.widget.FrameLayout" bounds="[0,0][1080,2400]""#, "");
    let over = reading(&screen(&format!("{words}{empty}")));
    assert_eq!((over.opaque, over.widgets.len()), (false, 1));
}

#[rstest]
#[case("[0,0][1080,2400]", [0, 0, 1080, 2400])]
#[case("[0,0][0,0]", [0, 0, 1080, 2400])]
#[case("", [0, 0, 1080, 2400])]
fn a_screen_is_never_empty(#[case] bounds: &str, #[case] expected: [i32; 4]) {
    let inside = r#"<node class="android.widget.LinearLayout" bounds="[0,0][90,90]"/>"#;
    let dump = format!(
        r#"<hierarchy><node bounds="{bounds}">{}</node></hierarchy>"#,
        if bounds.len() > 12 { inside } else { "" }
    );
    let read = reading(&dump);
    assert_eq!(read.widgets.len(), 1);
    assert!(read.widgets[0].opaque && read.opaque);
    assert_eq!(read.widgets[0].bounds, Bounds::from(expected));
    assert_eq!(super::read(b"<hierarchy><node/></hierarchy>", None).unwrap().widgets.len(), 1);
}

#[rstest]
#[case(r#"class="android.widget.ProgressBar""#, "", true)]
#[case(r#"class="android.widget.ProgressBar" text="45.0""#, "", false)]
#[case(r#"class="android.widget.ProgressBar" content-desc="45%""#, "", false)]
#[case(r#"class="android.widget.ProgressBar""#, "45 % done", false)]
#[case(r#"class="android.widget.ProgressBar" content-desc="Loading""#, "Please wait", true)]
#[case(r#"class="android.widget.SeekBar""#, "", false)]
fn progress_without_a_value_is_busy(
    #[case] bar: &str,
    #[case] beside: &str,
    #[case] expected: bool,
) {
    let bar = node(&format!(r#"{bar} bounds="[0,0][100,100]""#), "");
    let words = node(&format!(r#"text="{beside}" bounds="[0,110][100,140]""#), "");
    let far = r#"<node text="50 % off" bounds="[0,900][100,930]"/>"#;
    assert_eq!(reading(&screen(&format!("{bar}{words}{far}"))).busy, expected);
}

#[test]
fn a_bar_whose_part_is_told_on_its_line_is_a_figure() {
    let busy = |bounds: &str| {
        let bar = r#"<node class="android.widget.ProgressBar" bounds="[0,100][400,140]"/>"#;
        let told = format!(r#"<node text="0/12" bounds="{bounds}"/>"#);
        reading(&screen(&format!("{bar}{told}"))).busy
    };
    assert!(!busy("[900,100][1000,140]"));
    assert!(busy("[900,900][1000,940]"));
}

#[rstest]
#[case("[0,0][900,40]", "android.widget.ListView", false)]
#[case("[0,0][900,40]", "android.widget.ScrollView", true)]
#[case("[0,0][90,90]", "android.widget.ListView", true)]
fn a_bar_in_a_row_is_a_figure_and_a_ring_is_not(
    #[case] bounds: &str,
    #[case] around: &str,
    #[case] expected: bool,
) {
    let bar = format!(r#"<node class="android.widget.ProgressBar" bounds="{bounds}"/>"#);
    let name = r#"<node text="Food" bounds="[0,50][900,90]"/>"#;
    let row = format!(r#"<node clickable="true" bounds="[0,0][1080,100]">{name}{bar}</node>"#);
    let list = node(&format!(r#"class="{around}" bounds="[0,0][1080,2000]""#), &row);
    let read = reading(&screen(&list));
    assert_eq!(read.busy, expected);
}

#[test]
fn a_refreshing_list_is_busy() {
    let list = |arrow: &str| {
        let rows = r#"<node text="row" bounds="[0,0][1080,100]"/>"#;
        let arrow = format!("{rows}{arrow}");
        reading(&screen(&node(
            r#"class="android.view.ViewGroup" resource-id="a:id/swipe_refresh" bounds="[0,0][1080,2000]""#,
            &arrow,
        )))
        .busy
    };
    assert!(!list(""));
    assert!(list(r#"<node class="android.widget.ImageView" bounds="[490,100][590,200]"/>"#));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_tap_lands_on_the_widget_and_on_nothing_above(
        boxes in proptest::collection::vec((0..900, 0..900, 10..400, 10..400, any::<bool>()), 1..12),
    ) {
        let nodes: String = boxes
            .iter()
            .map(|(x, y, w, h, clickable)| {
                node(
                    &format!(r#"text="t" clickable="{clickable}" bounds="[{x},{y}][{},{}]""#, x + w, y + h),
                    "",
                )
            })
            .collect();
        let read = reading(&screen(&nodes));
        prop_assert_eq!(read.widgets.len(), boxes.len());
        for (index, widget) in read.widgets.iter().enumerate() {
            if let Some(point) = widget.tap {
                prop_assert!(widget.bounds.contains(point));
                for above in &read.widgets[index + 1..] {
                    prop_assert!(!(above.allows(ActionKind::Tap) && above.bounds.contains(point)));
                }
            }
        }
    }
}

#[test]
fn what_is_inside_a_picker_of_a_value_is_marked() {
    let picker = node(
        r#"class="android.widget.DatePicker" bounds="[0,100][1080,900]""#,
        &node(
            r#"class="android.widget.ImageButton" content-desc="Next month" clickable="true" bounds="[900,100][1080,200]""#,
            "",
        ),
    );
    let save = node(
        r#"class="android.widget.Button" text="Save" clickable="true" bounds="[0,1000][300,1100]""#,
        "",
    );
    let read = reading(&screen(&format!("{picker}{save}")));
    assert!(by_label(&read, "Next month").position.in_picker);
    assert!(!by_label(&read, "Save").position.in_picker);
}
