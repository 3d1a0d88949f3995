use rstest::rstest;
use secrecy::ExposeSecret as _;

use super::*;

fn file(text: &str) -> Result<ModelProfiles, SettingsError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    std::fs::write(&path, text).unwrap();
    ModelProfiles::load(&path)
}

#[test]
fn a_missing_file_is_no_profiles() {
    let folder = tempfile::tempdir().unwrap();
    let profiles = ModelProfiles::load(&folder.path().join("config.toml")).unwrap();
    assert_eq!(profiles.iter().count(), 0);
    assert_eq!(profiles.default, None);
}

#[test]
fn every_field_is_read() {
    let profiles = file(
        r#"
        [llm]
        default = "gate"
        [llm.gate]
        base_url = "https://gate.example/api/?version=2"
        model = "m-1"
        key_env = "GATE_KEY"
        pictures = true
        timeout_s = 90
        idle_timeout_s = 20.5
        connect_timeout_s = 2
        retries = 4
        backoff_ms = 10
        longest_wait_s = 3
        thinking_tokens = 2000
        input_usd_per_million = 0.5
        output_usd_per_million = 2
        schema = "off"
        headers = { "x-team" = "hidden words" }
        "#,
    )
    .unwrap();
    assert_eq!(profiles.default.as_deref(), Some("gate"));
    let profile = profiles.find("gate").unwrap();
    assert_eq!(profile.model, "m-1");
    assert_eq!(profile.key_env.as_deref(), Some("GATE_KEY"));
    assert!(profile.pictures && profile.has_prices());
    assert_eq!(profile.timeout, Duration::from_secs(90));
    assert_eq!(profile.idle_timeout, Duration::from_millis(20_500));
    assert_eq!(profile.connect_timeout, Duration::from_secs(2));
    assert_eq!((profile.retries, profile.thinking_tokens), (4, 2000));
    assert_eq!(profile.backoff, Duration::from_millis(10));
    assert_eq!(profile.longest_wait, Duration::from_secs(3));
    assert_eq!(profile.schema, SchemaUse::Off);
    assert_eq!(profile.headers[0].1.expose_secret(), "hidden words");
    assert!(!format!("{profile:?}").contains("hidden words"));
    let address = profile.address("chat/completions");
    assert_eq!(address.as_str(), "https://gate.example/api/chat/completions?version=2");
}

#[test]
fn presets_need_no_file() {
    for preset in ServerPreset::ALL {
        let name = format!("{}:family/model:8b", preset.name());
        let profile = ModelProfiles::default().find(&name).unwrap();
        assert_eq!(profile.model, "family/model:8b");
        assert_eq!(profile.key_env.is_none(), preset.is_free());
        assert_eq!(profile.has_prices(), preset.is_free());
        let address = profile.address("models").to_string();
        assert_eq!(address, format!("{}/models", preset.base_url()));
    }
}

#[test]
fn a_profile_goes_before_a_preset_and_fills_it_up() {
    let text = "[llm.\"ollama:x\"]\npreset = 'ollama'\nmodel = 'y'\nkey_env = 'K'";
    let profile = file(text).unwrap().find("ollama:x").unwrap();
    assert_eq!((profile.model.as_str(), profile.key_env.as_deref()), ("y", Some("K")));
    assert_eq!(profile.base_url.as_str(), "http://127.0.0.1:11434/v1");
}

#[rstest]
#[case::misspelt("[llm.a]\nmodel='m'\nmodle='m'", 3, "unknown field `modle`", "`thinking_tokens`")]
#[case::section("[llm.a]\npreset='ollama'\nmodel='m'\n[lm]", 4, "unknown field `lm`", "`llm`")]
#[case::no_model("\n[llm.a]\npreset='ollama'", 2, "names no `model`", "docs/models.md")]
#[case::no_address("[llm.a]\nmodel='m'", 1, "neither `base_url` nor a `preset`", "docs/models.md")]
#[case::no_url("[llm.a]\nmodel='m'\nbase_url='gate'", 3, "no address", "docs/models.md")]
#[case::scheme("[llm.a]\nmodel='m'\nbase_url='ftp://gate/v1'", 3, "http://", "docs")]
#[case::password("[llm.a]\nmodel='m'\nbase_url='http://me:pass@gate'", 3, "no password", "docs")]
#[case::preset("[llm.a]\nmodel='m'\npreset='olama'", 3, "unknown variant `olama`", "`ollama`")]
#[case::time("[llm.a]\nmodel='m'\npreset='vllm'\ntimeout_s=-1", 4, "between 0.001", "docs")]
#[case::price("[llm.a]\nmodel='m'\ninput_usd_per_million=nan", 3, "0 or more", "docs")]
#[case::header("[llm.a]\nmodel='m'\nheaders={a=\"b\\nc\"}", 3, "line ends", "docs")]
#[case::default("[llm]\ndefault='b'\n[llm.a]\nmodel='m'\npreset='vllm'", 2, "\"b\"", "are a;")]
#[case::no_toml("[llm.a\nmodel='m'", 1, "", "")]
fn what_is_wrong_is_told_with_its_line(
    #[case] text: &str,
    #[case] line: usize,
    #[case] what: &str,
    #[case] hint: &str,
) {
    let error = file(text).unwrap_err();
    assert_eq!(error.line, line, "{error:?}");
    assert!(error.what.contains(what) && !error.what.contains('\n'), "{error:?}");
    assert!(error.hint.as_deref().unwrap_or_default().contains(hint), "{error:?}");
}

#[rstest]
#[case("local")]
#[case("ollama")]
#[case("ollama:")]
#[case("other:model")]
fn an_unknown_profile_tells_what_there_is(#[case] name: &str) {
    let error = ModelProfiles::default().find(name).unwrap_err();
    assert!(error.to_string().contains(name));
    assert!(error.hint.contains("llama.cpp:MODEL"), "{}", error.hint);
}

#[rstest]
#[case(None, Err("is not set"))]
#[case(Some(" \n"), Err("is empty"))]
#[case(Some("two words"), Err("holds what cannot be sent as a key"))]
#[case(Some("sk-123\n"), Ok("sk-123"))]
fn keys_come_from_the_environment(
    #[case] value: Option<&str>,
    #[case] expected: Result<&str, &str>,
) {
    let profile = ModelProfiles::default().find("openai:m").unwrap();
    let key = profile.key(|name| (name == "OPENAI_API_KEY").then(|| value.map(str::to_owned))?);
    match expected {
        Ok(text) => assert_eq!(key.unwrap().unwrap().expose_secret(), text),
        Err(state) => {
            let error = key.unwrap_err();
            assert_eq!((error.state, error.variable.as_str()), (state, "OPENAI_API_KEY"));
        }
    }
}

#[test]
fn a_profile_without_a_variable_needs_no_key() {
    let profile = ModelProfiles::default().find("ollama:m").unwrap();
    assert!(profile.key(|_| None).unwrap().is_none());
}

#[rstest::rstest]
#[case("http://localhost:9000/v1", true)]
#[case("http://127.0.0.1:9000", true)]
#[case("http://[::1]:9000", true)]
#[case("https://models.example.org/v1", false)]
#[case("http://localhost.example.org", false)]
fn a_server_on_this_computer_needs_no_prices(#[case] url: &str, #[case] free: bool) {
    let text = format!("[llm.own]\nbase_url = \"{url}\"\nmodel = \"m\"\n");
    let profiles = ModelProfiles::read(&text).unwrap_or_else(|fault| panic!("{}", fault.message));
    assert_eq!(profiles.find("own").unwrap().has_prices(), free);
}
