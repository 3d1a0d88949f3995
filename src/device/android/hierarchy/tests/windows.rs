//! Dialogs, several roots, `--windows` dumps.

use rstest::rstest;

use super::*;

fn window(attributes: &str, package: &str, bounds: &str, inside: &str) -> String {
    format!(
        r#"<window index="0" title="" bounds="{bounds}" {attributes}><hierarchy rotation="1"><node package="{package}" bounds="{bounds}">{inside}</node></hierarchy></window>"#
    )
}

fn windows(windows: &[String]) -> Hierarchy {
    reading(&format!(
        r#"<?xml version='1.0'?><displays><display id="0">{}</display></displays>"#,
        windows.concat()
    ))
}

fn button(label: &str, bounds: &str) -> String {
    format!(r#"<node text="{label}" clickable="true" bounds="{bounds}"/>"#)
}

const FULL: &str = "[0,0][1080,2400]";
const APP: &str = r#"type="TYPE_APPLICATION" layer="1""#;
const FRONT: &str = r#"type="TYPE_APPLICATION" layer="5" active="true" focused="true""#;

#[test]
fn behind_a_dialog_nothing_can_be_tapped() {
    let read = windows(&[
        window(FRONT, "org.example", "[100,800][980,1600]", &button("OK", "[700,1400][900,1500]")),
        window(APP, "org.example", FULL, &button("behind", "[0,0][200,200]")),
    ]);
    assert!(read.dialog);
    assert_eq!(read.rotation, 1);
    let (ok, behind) = (by_label(&read, "OK"), by_label(&read, "behind"));
    assert_eq!((ok.position.window, ok.tap), (0, Some(Point::new(800, 1450))));
    assert_eq!((behind.position.window, behind.tap), (1, None));
}

#[test]
fn a_window_without_focus_only_hides_what_is_under_it() {
    let read = windows(&[
        window(
            r#"type="TYPE_APPLICATION" layer="5""#,
            "org.tip",
            "[0,0][400,400]",
            &button("tip", "[0,0][400,400]"),
        ),
        window(
            r#"type="TYPE_APPLICATION" layer="1" active="true" focused="true""#,
            "org.example",
            FULL,
            &[button("under", "[0,0][200,200]"), button("beside", "[0,300][200,480]")].concat(),
        ),
    ]);
    assert_eq!((read.package.as_str(), read.dialog), ("org.example", false));
    assert_eq!(by_label(&read, "under").tap, None);
    assert_eq!(by_label(&read, "beside").tap, Some(Point::new(100, 440)));
}

#[test]
fn keyboards_and_bars_are_around_the_app() {
    let read = windows(&[
        window(
            r#"type="TYPE_SYSTEM" layer="9""#,
            "com.android.systemui",
            "[0,0][1080,60]",
            &button("clock", "[0,0][100,60]"),
        ),
        window(
            r#"type="TYPE_INPUT_METHOD" layer="8""#,
            "org.keys",
            "[0,1500][1080,2400]",
            &button("q", "[0,1500][90,1600]"),
        ),
        window(
            APP,
            "org.example",
            FULL,
            &[button("low", "[0,2000][200,2200]"), button("high", "[0,300][200,400]")].concat(),
        ),
    ]);
    assert_eq!((read.package.as_str(), read.dialog), ("org.example", false));
    assert_eq!(by_label(&read, "low").tap, None);
    assert!(by_label(&read, "high").tap.is_some());
    assert_eq!(by_label(&read, "high").position.window, 0);
    assert_eq!(by_label(&read, "clock").position.window, 1);
}

#[test]
fn an_overlay_as_large_as_the_display_lets_touches_through() {
    let read = windows(&[
        window(
            r#"type="TYPE_SYSTEM" layer="9""#,
            "com.overlay",
            FULL,
            &button("bubble", "[900,900][1000,1000]"),
        ),
        window(APP, "org.example", FULL, &button("free", "[0,0][200,200]")),
    ]);
    assert_eq!(read.package, "org.example");
    assert!(by_label(&read, "free").tap.is_some());
}

#[test]
fn other_displays_are_left_out_and_told() {
    let dump = format!(
        r#"<displays><display id="0">{}</display><display id="2">{}</display></displays>"#,
        window(APP, "org.example", FULL, &button("here", "[0,0][9,9]")),
        window(FRONT, "org.other", FULL, &button("there", "[0,0][9,9]")),
    );
    let read = reading(&dump);
    assert_eq!(labels(&read), ["here"]);
    assert_eq!(read.nodes, 4);
    assert_eq!(read.warnings.len(), 1);
}

#[test]
fn nested_windows_keep_their_nodes_apart() {
    let child = window(FRONT, "org.example", "[0,0][300,300]", &button("menu", "[0,0][300,100]"));
    let dump = format!(
        r#"<displays><display id="0"><window {APP} bounds="{FULL}">{child}<hierarchy><node package="org.example" bounds="{FULL}">{}</node></hierarchy></window></display></displays>"#,
        button("page", "[0,900][300,1000]")
    );
    let read = reading(&dump);
    assert_eq!(labels(&read), ["menu", "page"]);
    assert!(read.dialog);
    assert_eq!(by_label(&read, "page").tap, None);
    assert_eq!(by_label(&read, "page").position.depth, 1);
}

fn roots(roots: &[(&str, &str, String)]) -> Hierarchy {
    let roots: String = roots
        .iter()
        .map(|(package, bounds, inside)| {
            node(&format!(r#"package="{package}" bounds="{bounds}""#), inside)
        })
        .collect();
    reading(&format!("<hierarchy rotation='0'>{roots}</hierarchy>"))
}

#[rstest]
fn of_several_roots_the_smaller_is_a_dialog_in_front(#[values(true, false)] first: bool) {
    let mut both = [
        ("org.example", "[90,800][990,1600]", button("OK", "[700,1400][900,1500]")),
        ("org.example", FULL, button("behind", "[0,0][200,200]")),
    ];
    if !first {
        both.reverse();
    }
    let read = roots(&both);
    assert!(read.dialog);
    assert_eq!(by_label(&read, "OK").position.window, 0);
    assert!(by_label(&read, "OK").tap.is_some());
    assert_eq!(by_label(&read, "behind").tap, None);
}

#[test]
fn the_status_bar_is_not_the_app() {
    let read = roots(&[
        ("com.android.systemui", "[0,0][1080,63]", button("clock", "[0,0][100,63]")),
        (
            "org.example",
            FULL,
            [button("top", "[0,0][200,100]"), button("low", "[0,900][9,990]")].concat(),
        ),
    ]);
    assert_eq!((read.package.as_str(), read.dialog), ("org.example", false));
    assert_eq!(by_label(&read, "top").tap, Some(Point::new(100, 81)));
    assert!(by_label(&read, "low").tap.is_some());
}

#[test]
fn roots_in_the_same_place_share_touches_as_siblings_do() {
    let read = roots(&[
        ("org.one", FULL, button("under", "[0,0][200,200]")),
        (
            "org.two",
            FULL,
            [button("over", "[0,0][200,120]"), button("far", "[0,900][9,990]")].concat(),
        ),
    ]);
    assert_eq!(by_label(&read, "under").tap, Some(Point::new(100, 160)));
    assert!(by_label(&read, "over").tap.is_some());
}

#[rstest]
#[case("[0,0][1080,2400]", false)]
#[case("[0,63][1080,2274]", false)]
#[case("[28,777][1052,1623]", true)]
#[case("[28,63][1052,2273]", true)]
#[case("[0,1553][1080,2274]", true)]
#[case("[555,73][1070,703]", true)]
fn a_root_smaller_than_the_screen_is_a_dialog(#[case] bounds: &str, #[case] expected: bool) {
    let read = roots(&[("org.example", bounds, button("x", bounds))]);
    assert_eq!(read.dialog, expected);
}

#[rstest]
#[case(Some(DISPLAY), "[0,0][1080,2400]", (1080, 2400))]
#[case(Some(DISPLAY), "[0,0][2400,1080]", (2400, 1080))]
#[case(Some(DISPLAY), "[0,0][5000,5000]", (1080, 2400))]
#[case(None, "[0,0][768,1184]", (768, 1184))]
#[case(None, "[28,777][1052,1623]", (1052, 1623))]
fn the_display_is_given_turned_or_inferred(
    #[case] display: Option<DisplaySize>,
    #[case] bounds: &str,
    #[case] expected: (i32, i32),
) {
    let dump = format!(r#"<hierarchy>{}</hierarchy>"#, button("x", bounds));
    let read = super::read(dump.as_bytes(), display).unwrap();
    assert_eq!(read.size, DisplaySize::new(expected.0, expected.1));
}
