//! What a peer can open: shells, the file service, and polite refusals.

use std::sync::Arc;
use std::time::Duration;

use super::answer::Answer;
use super::follow;
use super::interactive;
use super::stream::{Closed, Inbox, Outbox};
use super::sync;
use crate::device::{DeviceShell, ShellError};

/// The phone that is offered.
pub struct Phone {
    /// What runs commands.
    pub shell: Arc<dyn DeviceShell>,
    /// How it greets.
    pub banner: String,
    /// The name in its prompt.
    pub name: String,
    /// How often a followed log is asked for news.
    pub follow_every: Duration,
}

/// How a shell's outputs go over the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// In packets that keep outputs apart and tell the exit code (`shell_v2`).
    pub packets: bool,
    /// To a terminal, which wants carriage returns and does not echo by itself.
    pub terminal: bool,
}

/// One service, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Service {
    /// Runs one command.
    Command(String, Form),
    /// Runs what is typed.
    Interactive(Form),
    /// Transfers files.
    Files,
    /// Says why not, as text.
    Refused(&'static str),
    /// Says why not, the way the forwarding service does.
    NoReverse,
}

impl Service {
    /// Understands the name a peer opens; `None` if there is no such service.
    pub fn parse(name: &str) -> Option<Self> {
        let (kind, rest) = name.split_once(':')?;
        let mut options = kind.split(',');
        match options.next()? {
            "shell" => {
                let options: Vec<&str> = options.collect();
                let packets = options.contains(&"v2");
                let raw = options.contains(&"raw");
                let pty = options.contains(&"pty");
                Some(if rest.is_empty() {
                    Self::Interactive(Form { packets, terminal: !raw })
                } else {
                    Self::Command(rest.to_owned(), Form { packets, terminal: pty && !raw })
                })
            }
            "exec" => Some(Self::Command(rest.into(), Form { packets: false, terminal: false })),
            "sync" => Some(Self::Files),
            "root" | "unroot" => Some(Self::Refused("the demo phone has no root to give\n")),
            "remount" | "disable-verity" | "enable-verity" => {
                Some(Self::Refused("the demo phone has no partitions\n"))
            }
            "reboot" => Some(Self::Refused("the demo phone does not reboot; stop and start it\n")),
            "tcpip" | "usb" => Some(Self::Refused("the demo phone stays on its TCP port\n")),
            "reverse" => Some(Self::NoReverse),
            _ => None,
        }
    }
}

/// Carries a service out until it or the peer ends.
///
/// # Errors
/// If the peer has gone.
pub async fn run(
    service: Service,
    phone: &Phone,
    mut inbox: Inbox,
    outbox: Outbox,
) -> Result<(), Closed> {
    match service {
        Service::Command(command, form) => {
            let answer = Answer::new(&outbox, form);
            let command = follow::plain(&command);
            let work = async {
                match follow::once(command) {
                    Some(once) => follow::run(phone, &once, &answer).await,
                    None => run_command(phone, command, &answer).await,
                }
            };
            // What comes in is taken all the while: a peer waits until its content was.
            tokio::select! {
                done = work => done,
                () = inbox.ignore() => Err(Closed),
            }
        }
        Service::Interactive(form) => interactive::run(phone, inbox, &outbox, form).await,
        Service::Files => sync::run(phone, inbox, &outbox).await,
        Service::Refused(text) => outbox.write(text.as_bytes()).await,
        Service::NoReverse => {
            let text = "the demo phone does not forward ports";
            outbox.write(format!("FAIL{:04x}{text}", text.len()).as_bytes()).await
        }
    }
}

async fn run_command(phone: &Phone, command: &str, answer: &Answer<'_>) -> Result<(), Closed> {
    match phone.shell.run(command).await {
        Ok(output) => {
            answer.stdout(&output.stdout).await?;
            answer.stderr(&output.stderr).await?;
            answer.exit(output.code).await
        }
        Err(error) => cannot_run(&error, answer).await,
    }
}

/// Says that the phone behind this one could not run the command.
pub async fn cannot_run(error: &ShellError, answer: &Answer<'_>) -> Result<(), Closed> {
    answer.stderr(format!("{error}\n").as_bytes()).await?;
    answer.exit(255).await
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const PLAIN: Form = Form { packets: false, terminal: false };
    const PACKETS: Form = Form { packets: true, terminal: false };

    #[rstest]
    #[case("exec:screencap -p", Some(Service::Command("screencap -p".into(), PLAIN)))]
    #[case("shell:ls a:b", Some(Service::Command("ls a:b".into(), PLAIN)))]
    #[case("shell,v2,TERM=xterm,raw:id", Some(Service::Command("id".into(), PACKETS)))]
    #[case("shell,v2,raw:", Some(Service::Interactive(PACKETS)))]
    #[case("shell:", Some(Service::Interactive(Form { packets: false, terminal: true })))]
    #[case("sync:", Some(Service::Files))]
    #[case("reverse:forward:tcp:1;tcp:2", Some(Service::NoReverse))]
    #[case("track-jdwp", None)]
    #[case("tcp:8080", None)]
    #[case("", None)]
    fn services_are_known_by_name(#[case] name: &str, #[case] service: Option<Service>) {
        assert_eq!(Service::parse(name), service);
    }

    #[rstest]
    #[case("reboot:bootloader")]
    #[case("root:")]
    #[case("remount:")]
    #[case("tcpip:5555")]
    fn what_would_change_a_phone_is_refused_in_words(#[case] name: &str) {
        let Some(Service::Refused(text)) = Service::parse(name) else { panic!("{name}") };
        assert!(text.contains("demo phone") && text.ends_with('\n'));
    }
}
