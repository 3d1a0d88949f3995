//! Reading the screen: idleness, other ways to a hierarchy, and what is left if none is read.

use super::*;

#[tokio::test]
async fn a_screen_at_rest_is_seen_with_picture_and_activity() {
    let script = phone();
    let mut device = opened(&script).await;
    let seen = device.observe().await.unwrap();
    assert_eq!(seen.screen.package, "org.app.notes");
    assert_eq!(seen.screen.location, ".Main");
    assert_eq!(seen.screen.read_quality, ReadQuality::Full);
    assert_eq!(seen.screen.size, DisplaySize::new(720, 1600));
    assert!(!seen.screen.busy && !seen.screen.keyboard);
    assert_eq!(seen.screen.widgets.len(), 1);
    assert_eq!(seen.picture.as_deref(), Some(PNG));
    assert!(seen.hierarchy.unwrap().contains("org.app.notes:id/it"));
    let look = [commands::DUMP, commands::PICTURE, commands::FRONT];
    assert_eq!(script.asked(), [&look[..], &["sleep 0.15"], &look[..]].concat());
}

#[tokio::test]
async fn a_changing_screen_is_looked_at_until_it_rests() {
    let script = phone();
    let mut device = opened(&script).await;
    let screens = ["a", "b", "c"].map(|text| Ok(output(dump(&field(text, false)).into())));
    script.set("uiautomator dump", screens.into());
    let seen = device.observe().await.unwrap();
    assert_eq!(seen.screen.widgets[0].text, "c");
    assert!(!seen.screen.busy);
    assert_eq!(script.asked().iter().filter(|command| *command == commands::DUMP).count(), 4);
}

#[tokio::test]
async fn a_hierarchy_is_had_another_way_where_the_first_fails() {
    let script = phone();
    let mut device = opened(&script).await;
    script.says(commands::DUMP, "ERROR: could not open /dev/tty\n");
    script.says("rm -f", &dump(&field("by file", false)));
    let seen = device.observe().await.unwrap();
    assert_eq!(seen.screen.widgets[0].label, "by file");
    let asked = script.asked();
    let terminal = asked.iter().filter(|command| *command == commands::DUMP).count();
    assert_eq!(terminal, 1, "the way that works is kept: {asked:?}");
    script.says("rm -f", "ERROR: null root node returned by UiTestAutomationBridge.\n");
    script.says(commands::DUMP_COMPRESSED, &dump(&field("small", false)));
    let seen = device.observe().await.unwrap();
    assert_eq!(seen.screen.widgets[0].label, "small");
    assert!(seen.screen.warnings.iter().any(|warning| warning.contains("compressed")));
}

#[tokio::test]
async fn a_screen_that_cannot_be_read_has_its_picture_and_the_reason() {
    let script = phone();
    let mut device = opened(&script).await;
    let never = "ERROR: could not get idle state.\n";
    script.says("uiautomator dump", never).says("rm -f", never);
    let seen = device.observe().await.unwrap();
    let why = "ERROR: could not get idle state.".to_owned();
    assert_eq!(seen.screen.read_quality, ReadQuality::Failed(why));
    assert_eq!(seen.screen.size, DisplaySize::new(720, 1600));
    assert!(seen.screen.busy && seen.picture.is_some() && seen.hierarchy.is_none());
    let asked = script.asked();
    assert!(
        !asked.iter().any(|command| command.starts_with("rm -f")),
        "it would wait for nothing too"
    );
    let null = "ERROR: null root node returned by UiTestAutomationBridge.\n";
    script.says("uiautomator dump", null).says("rm -f", null);
    let seen = device.observe().await.unwrap();
    assert_eq!(seen.screen.read_quality, ReadQuality::Failed(null.trim().to_owned()));
    assert_eq!(seen.screen.location, ".Main");
}

#[tokio::test]
async fn what_cannot_be_read_is_acted_on_as_it_was_last_or_by_its_picture() {
    let script = phone();
    let mut device = opened(&script).await;
    let never = "ERROR: could not get idle state.\n";
    script.says("uiautomator dump", never);
    let seen = device.observe().await.unwrap();
    assert!(seen.screen.widgets.iter().all(|part| part.opaque && part.acts()));
    assert_eq!(seen.screen.widgets.len(), 15);
    assert!(seen.notices[0].contains("could not get idle state"), "{:?}", seen.notices);
    assert_eq!(device.observe().await.unwrap().notices, [""; 0], "it is said once");
    script.says("uiautomator dump", &dump(&field("old", false)));
    let seen = device.observe().await.unwrap();
    assert!(seen.notices[0].contains("2 observations"), "{:?}", seen.notices);
    script.says("uiautomator dump", never);
    let blind = device.observe().await.unwrap();
    assert_eq!(blind.screen.widgets, seen.screen.widgets);
    assert!(matches!(blind.screen.read_quality, ReadQuality::Failed(_)));
    script.says(commands::FRONT, &FRONT.replace(".Main", ".Edit"));
    let elsewhere = device.observe().await.unwrap();
    assert_eq!(elsewhere.screen.widgets.len(), 15, "another activity");
}

#[tokio::test]
async fn a_dump_that_ends_too_early_is_had_another_way() {
    let script = phone();
    let mut device = opened(&script).await;
    let whole = dump(&(field("a", false) + &node("Button", "Save", 300, "")));
    let (cut, _) = whole.split_once("Save").unwrap();
    script.says(commands::DUMP, cut).says("rm -f", &whole);
    let seen = device.observe().await.unwrap().screen;
    assert_eq!((seen.widgets.len(), seen.warnings.len()), (2, 0));
    script.says("rm -f", cut).says(commands::DUMP_COMPRESSED, cut);
    let seen = device.observe().await.unwrap().screen;
    assert_eq!(seen.widgets.len(), 1);
    assert!(!seen.warnings.is_empty());
}

#[tokio::test]
async fn a_picture_that_ends_too_early_is_taken_once_more() {
    let script = phone();
    let mut device = opened(&script).await;
    let whole = || Ok(output(PNG.to_vec()));
    let cut = || Ok(output(PNG[..PNG.len() - 6].to_vec()));
    script.set(commands::PICTURE, [cut(), whole(), whole()].into());
    assert!(device.observe().await.unwrap().picture.is_some());
    script.set(commands::PICTURE, [cut(), cut(), cut(), cut()].into());
    assert!(device.observe().await.unwrap().picture.is_none());
}

#[tokio::test]
async fn a_dialog_of_another_app_keeps_the_activity_behind_it_whole() {
    let script = phone();
    let mut device = opened(&script).await;
    let other =
        dump(&field("a", false)).replace("package=\"org.app.notes\"", "package=\"android\"");
    script.says("uiautomator dump", &other);
    let screen = device.observe().await.unwrap().screen;
    assert_eq!(
        (screen.package.as_str(), screen.location.as_str()),
        ("android", "org.app.notes.Main")
    );
}
