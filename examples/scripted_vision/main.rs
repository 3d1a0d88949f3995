//! A script in the place of a vision model, to compare explorers where there is no model: rules that
//! read the prompt, nothing else. Figures made with it say what a plan is worth, not what a model
//! is.
//!
//! ```sh
//! cargo run --example scripted_vision -- 18300 &
//! ridealong run demo:health --explorer vlm-fuzz --llm scripted   # base_url http://127.0.0.1:18300/v1
//! ```

mod answer;
mod server;

use std::net::TcpListener;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok()).unwrap_or(18300_u16);
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    let _server = server::serve(listener).await;
    tokio::signal::ctrl_c().await
}
