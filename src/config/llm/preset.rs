//! Servers for which a model's name suffices.

use serde::Deserialize;

/// A kind of server, with the defaults of its documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ServerPreset {
    /// OpenAI's own service.
    OpenAi,
    /// Ollama on this computer.
    Ollama,
    /// llama.cpp's `llama-server` on this computer.
    #[serde(rename = "llama.cpp")]
    LlamaCpp,
    /// vLLM on this computer.
    Vllm,
    /// The gateway openrouter.ai.
    OpenRouter,
}

impl ServerPreset {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::OpenAi, Self::Ollama, Self::LlamaCpp, Self::Vllm, Self::OpenRouter];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Ollama => "ollama",
            Self::LlamaCpp => "llama.cpp",
            Self::Vllm => "vllm",
            Self::OpenRouter => "openrouter",
        }
    }

    /// The one called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Its default address.
    pub const fn base_url(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Ollama => "http://127.0.0.1:11434/v1",
            Self::LlamaCpp => "http://127.0.0.1:8080/v1",
            Self::Vllm => "http://127.0.0.1:8000/v1",
            Self::OpenRouter => "https://openrouter.ai/api/v1",
        }
    }

    /// The variable that usually holds its key.
    pub const fn key_env(self) -> Option<&'static str> {
        match self {
            Self::OpenAi => Some("OPENAI_API_KEY"),
            Self::OpenRouter => Some("OPENROUTER_API_KEY"),
            Self::Ollama | Self::LlamaCpp | Self::Vllm => None,
        }
    }

    /// True if it costs nothing: it runs on this computer.
    pub const fn is_free(self) -> bool {
        matches!(self, Self::Ollama | Self::LlamaCpp | Self::Vllm)
    }
}
