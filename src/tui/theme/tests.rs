use super::*;

/// Colours of text on the background (or the selection) that must be readable there.
fn readable(theme: &ThemeColours) -> Vec<(&'static str, ThemeColour, ThemeColour)> {
    let on = |name, paint| (name, paint, theme.background);
    vec![
        on("text", theme.text),
        on("muted", theme.muted),
        on("accent", theme.accent),
        on("proposed", theme.proposed),
        on("tap", theme.tap),
        on("long_tap", theme.long_tap),
        on("typing", theme.typing),
        on("scroll", theme.scroll),
        on("system", theme.system),
        on("good", theme.good),
        on("warning", theme.warning),
        on("bad", theme.bad),
        on("current", theme.current),
        on("path", theme.path),
        on("untried", theme.untried),
        ("selected_text", theme.selected_text, theme.selected),
    ]
}

fn rgb(paint: ThemeColour, of_default: [u8; 3]) -> [u8; 3] {
    match paint.0 {
        Color::Rgb(red, green, blue) => [red, green, blue],
        Color::Reset => of_default,
        color => VGA.iter().find(|(vga, _)| *vga == color).unwrap().1,
    }
}

/// Relative luminance (WCAG 2.2, definition of "relative luminance").
fn luminance(rgb: [u8; 3]) -> f64 {
    let [red, green, blue] = rgb.map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn every_theme_is_complete_and_listed() {
    let names: Vec<&str> = BUNDLED.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, NAMES);
    for name in NAMES {
        ThemeColours::bundled(name, ColourDepth::True)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn every_theme_can_be_read() {
    for name in NAMES {
        let theme = ThemeColours::bundled(name, ColourDepth::True).unwrap();
        // 4.5 is WCAG's AA for text, 7 its AAA.
        let least = if *name == "high-contrast" { 7.0 } else { 4.5 };
        for (meaning, ink, ground) in readable(&theme) {
            let ratio = contrast(rgb(ink, [255; 3]), rgb(ground, [0; 3]));
            assert!(ratio >= least, "{name}: {meaning} has a contrast of {ratio:.2}, not {least}");
        }
    }
}

#[test]
fn without_colours_nothing_is_coloured() {
    let theme = ThemeColours::bundled("dark", ColourDepth::None).unwrap();
    assert_eq!(theme.color(theme.bad), Color::Reset);
    assert_eq!(theme.selection().bg, None, "the selection is reversed instead");
}

#[test]
fn few_colours_are_the_nearest_ones() {
    assert_eq!(indexed(255, 0, 0), 196);
    assert_eq!(indexed(128, 128, 128), 244);
    assert_eq!(sixteen(250, 90, 80), Color::LightRed);
}

#[test]
fn the_users_file_is_read_anew_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let write = |text: &str| std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    let dark = include_str!("../../../themes/dark.toml").replace("\"dark\"", "\"mine\"");
    write(&dark);
    let load = || ThemeColours::load("mine", folder.path(), ColourDepth::True).unwrap();
    assert_eq!(names(folder.path()).last().map(String::as_str), Some("mine"));
    let before = load();
    write(&dark.replace("#d8dee9", "#ffffff"));
    assert_ne!(load().text, before.text);
    assert!(ThemeColours::load("../mine", folder.path(), ColourDepth::True).is_err());
}

#[test]
fn a_theme_that_lacks_a_meaning_is_an_error() {
    assert!(ThemeColours::read("name='x'\ntext='red'", ColourDepth::True).is_err());
    assert!("#12".parse::<ThemeColour>().is_err());
    assert!("mauve".parse::<ThemeColour>().is_err());
}
