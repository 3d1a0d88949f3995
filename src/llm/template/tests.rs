use proptest::prelude::*;
use rstest::rstest;
use serde_json::json;

use super::*;

fn read(source: &str) -> Result<Template, TemplateError> {
    Template::read("a/b", "b.md", source)
}

fn whole() -> Template {
    read(
        "+++\nabout = \"What?\"\ntemperature = 0.5\nrounds = 2\npicture = true\n+++\n\n# system\nBe \
         brief.\n\n# example\n{{ one }}\n# reply\n{% two\n# example\nthree\n# reply\nfour\n# long\n\
         \n  Read {{ text }}.\n\n# short\n{{ text }}\n# feedback NO STATE ERROR\n{{ complaint }}\n",
    )
    .unwrap()
}

#[test]
fn all_parts_are_read() {
    let template = whole();
    assert_eq!(template.settings.about, "What?");
    assert_eq!((template.settings.temperature, template.settings.rounds), (0.5, 2));
    assert!(template.settings.picture);
    assert_eq!(template.system, Section { text: "Be brief.".into(), line: 9 });
    assert_eq!(template.long, Section { text: "  Read {{ text }}.".into(), line: 21 });
    assert_eq!(template.short.text, "{{ text }}");
    assert_eq!(template.feedback["NO STATE ERROR"].text, "{{ complaint }}");
    let examples: Vec<(&str, &str)> =
        template.examples.iter().map(|shot| (&*shot.question, &*shot.reply)).collect();
    assert_eq!(examples, [("{{ one }}", "{% two"), ("three", "four")], "sent as written");
}

#[test]
fn line_ends_and_byte_order_mark_of_other_systems_are_read() {
    let windows = whole().source.replace('\n', "\r\n");
    let template = read(&format!("\u{feff}{windows}")).unwrap();
    assert_eq!(template.long, whole().long);
    assert_eq!(template.settings, whole().settings);
}

#[test]
fn settings_can_be_left_out() {
    assert_eq!(read("# long\nHello").unwrap().settings, PromptSettings::default());
}

#[test]
fn a_code_block_holds_no_headings() {
    let source =
        "# long\nRead this:\n```sh\n# short\n~~~\n```\n~~~~\n# system\n~~~\n~~~~\n# short\nno";
    let template = read(source).unwrap();
    assert!(template.long.text.contains("# short") && template.long.text.contains("# system"));
    assert_eq!(template.short.text, "no");
    let template = read("# long\n``` is a fence, ```a``` is none\n# short\nno").unwrap();
    assert_eq!(template.short.text, "no");
    let template = read("# long\n## Deeper\n#tag\n    ```\n# short\nno").unwrap();
    assert_eq!(template.long.text, "## Deeper\n#tag\n    ```");
}

#[rstest]
#[case("", None, "\"# long\" is missing")]
#[case("# short\nx", None, "\"# long\" is missing")]
#[case("hello\n# long\nx", Some(1), "text before the first part")]
#[case("+++\nrounds = 1\n# long\nx", Some(1), "not closed by a line \"+++\"")]
#[case(
    "+++\nabout = \"\"\ntemprature = 1\n+++\n# long\nx",
    Some(3),
    "unknown setting `temprature`"
)]
#[case("+++\n\nrounds = \"two\"\n+++\n# long\nx", Some(3), "expected u32")]
#[case("+++\nrounds = \n+++\n# long\nx", Some(2), "")]
#[case(
    "+++\nabout = \"\"\ntemperature = nan\n+++\n# long\nx",
    Some(3),
    "temperature must be 0 to 2"
)]
#[case("+++\nfeedback_temperature = 2.1\n+++\n# long\nx", Some(2), "must be 0 to 2")]
#[case("+++\nmax_tokens = 0\n+++\n# long\nx", Some(2), "max_tokens must be 1 to 100000")]
#[case("+++\nrounds = 11\n+++\n# long\nx", Some(2), "rounds must be 0 to 10")]
#[case("# long\nx\n# lang\ny", Some(3), "unknown part \"lang\"")]
#[case("# long\nx\n# feedback\ny", Some(3), "needs the name of a check")]
#[case("# long\nx\n# long\ny", Some(3), "\"# long\" is there twice")]
#[case("# long\nx\n# feedback A\ny\n# feedback  A\nz", Some(5), "is there twice")]
#[case("# long\n\n \n# short\nx", Some(1), "\"# long\" is empty")]
#[case("# reply\nx\n# long\ny", Some(1), "a reply without an example")]
#[case("# example\nq\n# reply\nx\n# reply\nx\n# long\ny", Some(5), "a reply without an example")]
#[case("# example\nq\n# long\ny", Some(1), "an example without a reply")]
#[case("# long\ny\n# example\nq", Some(3), "an example without a reply")]
#[case("# long\ny\n\n```\n# short\nx", Some(4), "code block that begins here is not closed")]
#[case("# long\n\nfine\n{% for x in y %}\n{{ x }}", Some(5), "no template: ")]
#[case("# long\nx\n# short\n{{ a b }}", Some(4), "no template: ")]
#[case("# long\nx\n# feedback A\n\n{{ a | nothing }}", Some(5), "nothing")]
fn what_is_no_prompt_is_told(
    #[case] source: &str,
    #[case] line: Option<usize>,
    #[case] what: &str,
) {
    let filled = read(source).and_then(|prompt| {
        let check = prompt.feedback.get("A").cloned().unwrap_or_default();
        prompt.fill(&check, &json!({"a": 1})).map(drop)
    });
    let error = filled.unwrap_err();
    assert!(error.what.contains(what), "{error}");
    assert_eq!(error.line, line, "{error}");
    let reported = error.to_string();
    assert!(reported.starts_with("a/b (b.md)") && !reported.contains('\n'), "{reported}");
}

#[test]
fn a_prompt_of_any_size_is_not_taken() {
    let source = format!("# long\n{}", "x".repeat(LARGEST));
    assert_eq!(read(&source).unwrap_err().what, "it is larger than 256 KiB");
}

fn filled(part: &str, context: &Value) -> Result<String, TemplateError> {
    let template = read(&format!("# long\n{part}"))?;
    template.fill(&template.long, context)
}

#[rstest]
#[case("{% for a in list %}\n- {{ a }}\n{% endfor %}\nend", "- 1\n- 2\nend")]
#[case("{{ map | tojson }}", "{\"z\":\"<a> & 'b'\",\"a\":[]}")]
#[case("{{ lines | indent(2) }}", "one\n  two")]
#[case("{% if none is none and list | length == 2 %}yes{% endif %}", "yes")]
#[case("{{ deep.er.still }} {{ map['z'] }}", "x <a> & 'b'")]
#[case("{{ missing is defined }} {{ missing | default('-') }}", "False -")]
fn templates_are_filled_in(#[case] part: &str, #[case] wanted: &str) {
    let context = json!({
        "list": [1, 2], "map": {"z": "<a> & 'b'", "a": []}, "lines": "one\ntwo", "none": null,
        "deep": {"er": {"still": "x"}},
    });
    assert_eq!(filled(part, &context).unwrap(), wanted);
}

#[rstest]
#[case("one\n{{ missing }}", 3, "there is no \"missing\" to fill in")]
#[case("{{ here.missing }}", 2, "there is no \"here.missing\" to fill in")]
#[case("{% for x in missing %}{% endfor %}", 2, "\"missing\"")]
#[case("{{ here.gone.deeper }}", 2, "there is no \"here.gone.deeper\"")]
#[case("{% include 'other' %}", 2, "template not found")]
#[case("{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}", 2, "a loop")]
#[case("{% for a in range(99999) %}{{ 'a' * 99 }}{% endfor %}", 2, "longer than 1024 KiB")]
#[case("{% macro f() %}{{ f() }}{% endmacro %}\n{{ f() }}", 2, "recursion")]
#[case("{{ 'a' * 99999999999 }}", 2, "too large")]
#[case("{{ 'a\nb' | indent(99999999999999) }}", 3, "indents by more than 80")]
#[case("{{ '%999999999999d' | format(1) }}", 2, "format")]
fn what_cannot_be_filled_in_is_told(#[case] part: &str, #[case] line: usize, #[case] what: &str) {
    let error = filled(part, &json!({"here": {}})).unwrap_err();
    assert!(error.what.contains(what), "{error}");
    assert_eq!(error.line, Some(line), "{error}");
}

#[test]
fn sizes_are_estimated_as_written() {
    let template = whole();
    // 9 + 18 characters, then the examples: 9, 6, 5, 4.
    assert_eq!(template.long_tokens(), 3 + 5 + 3 + 2 + 2 + 1);
    assert_eq!(template.short_tokens(), 3);
}

/// Lines that a prompt is made of, whole and broken.
fn line() -> impl Strategy<Value = String> {
    const KNOWN: &[&str] = &[
        "+++",
        "rounds = 1",
        "# system",
        "# example",
        "# reply",
        "# long",
        "# short",
        "# feedback A",
        "# feedback",
        "```",
        "~~~~",
        "{{ a }}",
        "{% for b in a %}",
        "{% endfor %}",
        "{{ a | indent(9) }}",
        "{% set a = a ~ a %}",
        "{{ a.b }}",
        "{% if a %}",
        "{% endif %}",
        "{# no",
        "#}",
        "{%",
        "}}",
        "{{ a[0:9] * 3 }}",
        "{{ a | tojson | upper }}",
        "{% raw %}",
        "{{ range(99) | list }}",
    ];
    prop_oneof![
        3 => proptest::sample::select(KNOWN).prop_map(str::to_owned),
        1 => ".{0,30}",
        1 => "[{}%#|. a'\"()\\[\\]~*+0-9-]{0,20}",
    ]
}

proptest! {
    #[test]
    fn no_source_makes_it_panic(lines in proptest::collection::vec(line(), 0..16), text: String) {
        if let Ok(template) = read(&lines.join("\n")) {
            let context = json!({"a": [text, 1, null], "complaint": "no"});
            for section in template.sections() {
                let _ = template.fill(section, &context);
            }
        }
    }

    #[test]
    fn no_text_makes_it_panic(source: String) {
        let _ = read(&source);
    }

    #[test]
    fn whatever_a_context_holds_comes_out_as_is(text: String, list: Vec<String>) {
        let context = json!({"text": text, "list": list});
        prop_assert_eq!(filled("[{{ text }}]", &context).unwrap(), format!("[{text}]"));
        let part = "{% for one in list %}[{{ one }}]{% endfor %}";
        let all: String = list.iter().map(|one| format!("[{one}]")).collect();
        prop_assert_eq!(filled(part, &context).unwrap(), all);
        let reported = filled("{{ text | tojson }}", &context).unwrap();
        prop_assert_eq!(serde_json::from_str::<String>(&reported).unwrap(), text);
    }

    #[test]
    fn text_that_looks_like_a_template_is_none(inner in "[a-z{}%# |]{0,20}") {
        for text in [format!("{{{{ {inner} }}}}"), format!("{{% {inner} %}}"), format!("{{# {inner}")] {
            let context = json!({"text": text, "secret": "hidden"});
            prop_assert_eq!(filled("{{ text }}", &context).unwrap(), text);
        }
    }
}
