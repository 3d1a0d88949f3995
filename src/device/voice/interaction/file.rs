//! The stored form of an interaction model.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{
    DialogSlot, IntentDialog, IntentSlot, InteractionModel, ModelError, SlotType, SlotValidation,
    SlotValue, VoiceIntent,
};

/// Files write `null` if they mean nothing.
fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct StoredModel {
    #[serde(deserialize_with = "or_default")]
    language_model: StoredLanguage,
    #[serde(deserialize_with = "or_default")]
    dialog: StoredDialogs,
    #[serde(deserialize_with = "or_default")]
    prompts: Vec<StoredPrompt>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct StoredLanguage {
    #[serde(deserialize_with = "or_default")]
    invocation_name: String,
    #[serde(deserialize_with = "or_default")]
    intents: Vec<StoredIntent>,
    #[serde(deserialize_with = "or_default")]
    types: Vec<StoredType>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct StoredIntent {
    #[serde(deserialize_with = "or_default")]
    name: String,
    #[serde(deserialize_with = "or_default")]
    samples: Vec<String>,
    #[serde(deserialize_with = "or_default")]
    slots: Vec<StoredSlot>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct StoredSlot {
    #[serde(deserialize_with = "or_default")]
    name: String,
    #[serde(rename = "type", deserialize_with = "or_default")]
    kind: String,
    #[serde(deserialize_with = "or_default")]
    samples: Vec<String>,
    #[serde(deserialize_with = "or_default")]
    multiple_values: DelegationSetting,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct DelegationSetting {
    enabled: bool,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct StoredType {
    #[serde(deserialize_with = "or_default")]
    name: String,
    #[serde(deserialize_with = "or_default")]
    values: Vec<StoredValue>,
    value_supplier: Option<Value>,
    slot_type_reference: Option<Value>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct StoredValue {
    id: Option<Value>,
    #[serde(deserialize_with = "or_default")]
    name: ValueName,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ValueName {
    #[serde(deserialize_with = "or_default")]
    value: String,
    #[serde(deserialize_with = "or_default")]
    synonyms: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct StoredDialogs {
    #[serde(deserialize_with = "or_default")]
    delegation_strategy: String,
    #[serde(deserialize_with = "or_default")]
    intents: Vec<StoredDialog>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct StoredDialog {
    #[serde(deserialize_with = "or_default")]
    name: String,
    delegation_strategy: Option<String>,
    #[serde(deserialize_with = "or_default")]
    confirmation_required: bool,
    #[serde(deserialize_with = "or_default")]
    prompts: PromptIds,
    #[serde(deserialize_with = "or_default")]
    slots: Vec<StoredDialogSlot>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PromptIds {
    elicitation: Option<String>,
    confirmation: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct StoredDialogSlot {
    #[serde(deserialize_with = "or_default")]
    name: String,
    #[serde(deserialize_with = "or_default")]
    elicitation_required: bool,
    #[serde(deserialize_with = "or_default")]
    confirmation_required: bool,
    #[serde(deserialize_with = "or_default")]
    prompts: PromptIds,
    #[serde(deserialize_with = "or_default")]
    validations: Vec<StoredValidation>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct StoredValidation {
    #[serde(rename = "type", deserialize_with = "or_default")]
    kind: String,
    #[serde(deserialize_with = "or_default")]
    prompt: String,
    #[serde(deserialize_with = "or_default")]
    values: Vec<Value>,
    value: Option<Value>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct StoredPrompt {
    #[serde(deserialize_with = "or_default")]
    id: String,
    #[serde(deserialize_with = "or_default")]
    variations: Vec<PromptVariation>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PromptVariation {
    #[serde(deserialize_with = "or_default")]
    value: String,
}

pub(super) fn read(bytes: &[u8]) -> Result<InteractionModel, ModelError> {
    let not_read = |error: serde_json::Error| ModelError::NotRead(error.to_string());
    let mut value: Value = serde_json::from_slice(bytes).map_err(not_read)?;
    if let Some(inner) = value.get_mut("interactionModel") {
        value = inner.take();
    }
    // The oldest files have no more than the language model.
    if value.get("languageModel").is_none() && value.get("intents").is_some() {
        value = serde_json::json!({ "languageModel": value });
    }
    if !value.is_object() {
        return Err(ModelError::NoIntents);
    }
    let whole: StoredModel = serde_json::from_value(value).map_err(not_read)?;
    if whole.language_model.intents.is_empty() {
        return Err(ModelError::NoIntents);
    }
    Ok(model(whole))
}

fn model(whole: StoredModel) -> InteractionModel {
    let mut warnings = Vec::new();
    let StoredLanguage { invocation_name, intents, types } = whole.language_model;
    let mut read: Vec<VoiceIntent> = Vec::new();
    for stored in intents {
        if stored.name.is_empty() || read.iter().any(|intent| intent.name == stored.name) {
            warnings
                .push(format!("intent {:?} is left out: it has no name of its own", stored.name));
        } else {
            read.push(intent(stored, &mut warnings));
        }
    }
    let by_platform = whole.dialog.delegation_strategy == "ALWAYS";
    InteractionModel {
        invocation: invocation_name,
        intents: read,
        types: types.into_iter().map(slot_type).collect(),
        dialogs: whole
            .dialog
            .intents
            .into_iter()
            .map(|stored| (stored.name.clone(), dialog(stored, by_platform)))
            .collect(),
        prompts: whole
            .prompts
            .into_iter()
            .map(|prompt| {
                let texts = prompt.variations.into_iter().map(|variation| variation.value);
                (prompt.id, texts.filter(|text| !text.is_empty()).collect())
            })
            .collect(),
        warnings,
    }
}

fn intent(stored: StoredIntent, warnings: &mut Vec<String>) -> VoiceIntent {
    let slots = stored.slots.into_iter().map(|slot| {
        if slot.kind.is_empty() {
            warnings.push(format!(
                "slot {} of {} has no type in this file: it takes any words",
                slot.name, stored.name
            ));
        }
        IntentSlot {
            name: slot.name,
            kind: slot.kind,
            samples: slot.samples,
            several: slot.multiple_values.enabled,
        }
    });
    let slots = slots.filter(|slot| !slot.name.is_empty()).collect();
    VoiceIntent { name: stored.name, samples: stored.samples, slots }
}

fn slot_type(stored: StoredType) -> SlotType {
    let values = stored.values.into_iter().filter(|value| !value.name.value.is_empty());
    SlotType {
        name: stored.name,
        values: values
            .map(|value| SlotValue {
                id: value.id.as_ref().map(plain).filter(|id| !id.is_empty()),
                name: value.name.value,
                synonyms: value.name.synonyms,
            })
            .collect(),
        elsewhere: stored.value_supplier.is_some() || stored.slot_type_reference.is_some(),
    }
}

/// Without a strategy of its own an intent follows the model's. Models without any were written
/// before the platform could do it alone, so the app is asked.
fn dialog(stored: StoredDialog, by_platform: bool) -> IntentDialog {
    IntentDialog {
        by_platform: stored.delegation_strategy.map_or(by_platform, |own| own == "ALWAYS"),
        confirmation: stored
            .confirmation_required
            .then(|| stored.prompts.confirmation.unwrap_or_default()),
        slots: stored
            .slots
            .into_iter()
            .map(|slot| DialogSlot {
                name: slot.name,
                elicitation: slot
                    .elicitation_required
                    .then(|| slot.prompts.elicitation.unwrap_or_default()),
                confirmation: slot
                    .confirmation_required
                    .then(|| slot.prompts.confirmation.unwrap_or_default()),
                validations: slot.validations.into_iter().map(validation).collect(),
            })
            .collect(),
    }
}

fn validation(stored: StoredValidation) -> SlotValidation {
    let values = stored.values.iter().chain(&stored.value).map(plain).collect();
    SlotValidation { rule: stored.kind, values, prompt: stored.prompt }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
