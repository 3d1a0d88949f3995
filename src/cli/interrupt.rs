//! Waiting for the user or the system to end the program.

/// Waits for Ctrl-C, or on Unix for SIGTERM. Poll one future rather than making a new one for each
/// wait: a signal between two futures would be lost.
pub async fn interrupted() {
    let ctrl_c = async {
        // If the signal cannot be awaited, its default action ends the process.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = ctrl_c => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    ctrl_c.await;
}
