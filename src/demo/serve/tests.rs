//! The phone's side against a host that is written here, so that no adb program is needed.

mod host;

use std::sync::Mutex;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use proptest::prelude::*;
use rstest::rstest;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use self::host::{Host, soon};
use super::packet::{Command, MAX_CONTENT, Packet, VERSION};
use super::*;
use crate::device::adb::shell_v2::{self, PacketDecoder, id};
use crate::device::{CommandOutput, ShellError};

const BIG: usize = 1_500_000;

fn big() -> Vec<u8> {
    (0..BIG).map(|n| (n * 31 % 256) as u8).collect()
}

/// A shell that knows a few commands.
struct Script {
    log: Mutex<String>,
    /// One message per `hang` that was given up.
    given_up: mpsc::UnboundedSender<()>,
}

struct TellOnDrop(mpsc::UnboundedSender<()>);
impl Drop for TellOnDrop {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

impl DeviceShell for Script {
    fn run<'a>(&'a self, command: &'a str) -> BoxFuture<'a, Result<CommandOutput, ShellError>> {
        let out = |stdout: &[u8], stderr: &[u8], code| {
            Ok(CommandOutput { stdout: stdout.to_vec(), stderr: stderr.to_vec(), code })
        };
        async move {
            match command {
                "echo hi" => out(b"hi\n", b"", 0),
                "both" => out(b"o\n", b"e\n", 3),
                "big" => out(&big(), b"", 0),
                "cat '/sdcard/it'\\''s'" => out(b"its\0bytes", b"", 0),
                "logcat -d" => out(self.log.lock().unwrap().as_bytes(), b"", 0),
                "gone" => Err(ShellError::NoDevice),
                "hang" | "cat '/hang'" => {
                    let _given_up = TellOnDrop(self.given_up.clone());
                    std::future::pending().await
                }
                other => out(b"", format!("sh: {other}: not found\n").as_bytes(), 127),
            }
        }
        .boxed()
    }

    fn reconnect(&self) -> BoxFuture<'_, Result<(), ShellError>> {
        async { Ok(()) }.boxed()
    }
}

struct Served {
    port: u16,
    script: Arc<Script>,
    given_up: mpsc::UnboundedReceiver<()>,
    accepting: JoinHandle<Result<(), ServeError>>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

fn identity() -> Identity {
    Identity {
        model: "Demo; Phone".into(),
        name: "demo".into(),
        device: "dp".into(),
        serial: String::new(),
    }
}

async fn served() -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, given_up) = mpsc::unbounded_channel();
    let script = Arc::new(Script { log: Mutex::default(), given_up: sender });
    let phone = Phone {
        shell: script.clone(),
        banner: identity().banner(),
        name: "dp".into(),
        follow_every: Duration::from_millis(2),
    };
    let accepting = tokio::spawn(async move { accept(&listener, Arc::new(phone)).await });
    Served { port, script, given_up, accepting }
}

/// Outputs and exit code out of `shell_v2` packets.
fn unpack(wire: &[u8]) -> (Vec<u8>, Vec<u8>, Option<u8>) {
    let (mut stdout, mut stderr, mut code) = (Vec::new(), Vec::new(), None);
    let (mut decoder, mut rest) = (PacketDecoder::default(), wire);
    while let Some((id, piece)) = decoder.next(&mut rest) {
        match id {
            id::STDOUT => stdout.extend_from_slice(piece),
            id::STDERR => stderr.extend_from_slice(piece),
            id::EXIT => code = piece.first().copied(),
            other => panic!("stream {other}"),
        }
    }
    (stdout, stderr, code)
}

#[tokio::test]
async fn the_phone_introduces_itself() {
    let served = served().await;
    let host = Host::connect(served.port).await;
    assert_eq!(host.greeting.arg0, VERSION);
    assert_eq!(host.greeting.arg1, MAX_CONTENT);
    assert_eq!(
        String::from_utf8_lossy(&host.greeting.content),
        "device::ro.product.name=demo;ro.product.model=Demo_ Phone;ro.product.device=dp;\
         features=shell_v2,cmd"
    );
}

#[tokio::test]
async fn outputs_and_exit_codes_are_told() {
    let served = served().await;
    let mut host = Host::connect(served.port).await;
    let wire = host.run("shell,v2,TERM=x,raw:both").await;
    assert_eq!(unpack(&wire), (b"o\n".to_vec(), b"e\n".to_vec(), Some(3)));
    assert_eq!(host.run("shell:both").await, b"o\ne\n");
    assert_eq!(host.run("exec:both").await, b"o\ne\n");
    let (_, stderr, code) = unpack(&host.run("shell,v2,raw:gone").await);
    assert_eq!((stderr.as_slice(), code), (&b"no device is connected\n"[..], Some(255)));
    assert_eq!(unpack(&host.run("shell,v2,pty:both").await).0, b"o\r\n");
}

#[rstest]
#[case::new(VERSION, 1 << 20)]
#[case::narrow(VERSION, 4096)]
#[case::old(0x0100_0000, 4096)]
#[tokio::test]
async fn big_outputs_arrive_byte_for_byte(#[case] version: u32, #[case] max_content: u32) {
    let served = served().await;
    let mut host = Host::greet(served.port, version, max_content).await;
    assert!(host.run("exec:big").await == big());
    let (stdout, _, code) = unpack(&host.run("shell,v2,raw:big").await);
    assert!(stdout == big() && code == Some(0));
    assert!(host.longest <= max_content.min(MAX_CONTENT) as usize, "{} bytes", host.longest);
}

#[tokio::test]
async fn a_stream_waits_for_its_peer_while_others_go_on() {
    let served = served().await;
    let mut host = Host::connect(served.port).await;
    let slow = host.open("exec:big").await.unwrap();
    let first = host.receive().await.unwrap();
    assert_eq!((first.command, first.arg1), (Command::Write, slow.local));
    for _ in 0..3 {
        assert_eq!(host.run("exec:echo hi").await, b"hi\n");
    }
    assert!(host.others.is_empty(), "nothing more of the slow one: {:?}", host.others.len());
    host.take(&first).await;
    let rest = host.read_to_end(slow).await;
    assert_eq!(first.content.len() + rest.len(), BIG);
}

/// Opens `service` and sends `content`, so that the phone runs a command that does not end. The
/// second and third do not read while it runs, so nothing but the connection can give it up.
async fn hanging(host: &mut Host, service: &str, content: &[u8]) -> host::Stream {
    let stream = host.open(service).await.unwrap();
    if !content.is_empty() {
        host.send(Command::Write, stream.local, stream.remote, content).await;
        while host.receive().await.unwrap().command != Command::Okay {}
    }
    stream
}

#[rstest]
#[case::command("shell,v2,raw:hang", b"")]
#[case::interactive("shell,v2,raw:", b"\0\x05\0\0\0hang\n")]
#[case::files("sync:", b"RECV\x05\0\0\0/hang")]
#[tokio::test]
async fn closing_a_stream_gives_its_command_up(#[case] service: &str, #[case] content: &[u8]) {
    let mut served = served().await;
    let mut host = Host::connect(served.port).await;
    let stream = hanging(&mut host, service, content).await;
    host.send(Command::Close, stream.local, stream.remote, b"").await;
    soon(served.given_up.recv()).await.unwrap();
    let answer = host.receive().await.unwrap();
    assert_eq!((answer.command, answer.arg1), (Command::Close, stream.local));
}

#[tokio::test]
async fn leaving_gives_everything_up() {
    let mut served = served().await;
    let mut host = Host::connect(served.port).await;
    host.open("exec:hang").await.unwrap();
    host.open("exec:hang").await.unwrap();
    drop(host);
    soon(served.given_up.recv()).await.unwrap();
    soon(served.given_up.recv()).await.unwrap();
}

#[rstest]
#[case::command("shell,v2,raw:hang", b"")]
#[case::files("sync:", b"RECV\x05\0\0\0/hang")]
#[tokio::test]
async fn a_second_greeting_starts_anew(#[case] service: &str, #[case] content: &[u8]) {
    let mut served = served().await;
    let mut host = Host::connect(served.port).await;
    hanging(&mut host, service, content).await;
    host.send(Command::Connect, VERSION, 1 << 20, b"host::").await;
    soon(served.given_up.recv()).await.unwrap();
    assert_eq!(host.receive().await.unwrap().command, Command::Connect);
    assert_eq!(host.run("exec:echo hi").await, b"hi\n");
}

#[tokio::test]
async fn what_a_command_does_not_read_is_taken_all_the_same() {
    let served = served().await;
    let mut host = Host::connect(served.port).await;
    let hanging = host.open("shell,v2,raw:hang").await.unwrap();
    for _ in 0..3 {
        host.send(Command::Write, hanging.local, hanging.remote, b"\x04\0\0\0\0").await;
        assert_eq!(host.receive().await.unwrap().command, Command::Okay);
    }
}

#[tokio::test]
async fn services_that_are_not_there_are_refused() {
    let served = served().await;
    let mut host = Host::connect(served.port).await;
    for service in ["track-jdwp", "tcp:80", "jdwp:1", "\u{0}", "framebuffer:"] {
        assert!(host.open(service).await.is_none(), "{service}");
    }
    assert!(String::from_utf8_lossy(&host.run("reboot:").await).contains("does not reboot"));
    assert!(host.run("reverse:list-forward").await.starts_with(b"FAIL00"));
}

#[tokio::test]
async fn there_is_a_limit_to_streams() {
    let served = served().await;
    let mut host = Host::connect(served.port).await;
    let mut last = None;
    for _ in 0..64 {
        last = host.open("exec:hang").await;
        assert!(last.is_some());
    }
    assert!(host.open("exec:hang").await.is_none());
    let last = last.unwrap();
    host.send(Command::Close, last.local, last.remote, b"").await;
    assert_eq!(host.receive().await.unwrap().command, Command::Close);
    assert!(host.open("exec:hang").await.is_some(), "there is room again");
}

#[tokio::test]
async fn a_log_is_followed() {
    let served = served().await;
    served.script.log.lock().unwrap().push_str("one\n");
    let mut host = Host::connect(served.port).await;
    let name = "shell,v2,TERM=x,raw:export ANDROID_LOG_TAGS=\"''\"; exec logcat";
    let log = host.open(name).await.unwrap();
    assert_eq!(unpack(&host.next_content(log).await).0, b"one\n");
    served.script.log.lock().unwrap().push_str("two\n");
    assert_eq!(unpack(&host.next_content(log).await).0, b"two\n");
}

#[tokio::test]
async fn a_shell_runs_what_is_piped_into_it() {
    let served = served().await;
    let mut host = Host::connect(served.port).await;
    let shell = host.open("shell,v2,raw:").await.unwrap();
    let mut typed = shell_v2::encode(id::STDIN, b"echo hi\nnone");
    typed.extend(shell_v2::encode(id::CLOSE_STDIN, b""));
    host.send(Command::Write, shell.local, shell.remote, &typed).await;
    let wire = host.read_to_end(shell).await;
    assert_eq!(unpack(&wire), (b"hi\n".to_vec(), b"sh: none: not found\n".to_vec(), Some(127)));
}

#[tokio::test]
async fn a_shell_at_a_terminal_echoes_and_prompts() {
    let served = served().await;
    let mut host = Host::connect(served.port).await;
    let shell = host.open("shell:").await.unwrap();
    host.send(Command::Write, shell.local, shell.remote, b"echo hj\x7fi\rexit\r").await;
    let seen = String::from_utf8(host.read_to_end(shell).await).unwrap();
    assert_eq!(seen, "dp:/ $ echo hj\x08 \x08i\r\nhi\r\ndp:/ $ exit\r\n");
}

#[tokio::test]
async fn files_can_be_read_and_nothing_else() {
    let served = served().await;
    let mut host = Host::connect(served.port).await;
    let ask = |name: &[u8; 4], content: &[u8]| {
        [name, &(content.len() as u32).to_le_bytes()[..], content].concat()
    };
    let files = host.open("sync:").await.unwrap();
    let path = b"/sdcard/it's";
    let size = 9_u32.to_le_bytes();
    for (request, wanted) in [
        (ask(b"STAT", path), [b"STAT\xa4\x81\0\0", &size[..], &[0; 4]].concat()),
        (ask(b"STAT", b"/none"), [&b"STAT"[..], &[0; 12]].concat()),
        (ask(b"LIST", b"/"), [&b"DONE"[..], &[0; 16]].concat()),
        (ask(b"RECV", path), [b"DATA", &size[..], b"its\0bytesDONE\0\0\0\0"].concat()),
        (ask(b"RECV", b"/none"), ask(b"FAIL", b"sh: cat '/none': not found")),
        (
            [ask(b"SEND", b"/x,33188"), ask(b"DATA", b"abc"), b"DONE\x09\0\0\0".to_vec()].concat(),
            ask(b"FAIL", b"the demo phone takes no files"),
        ),
    ] {
        host.send(Command::Write, files.local, files.remote, &request).await;
        let mut seen = Vec::new();
        while seen.len() < wanted.len() {
            seen.extend(host.next_content(files).await);
        }
        assert_eq!(String::from_utf8_lossy(&seen), String::from_utf8_lossy(&wanted));
    }
    host.send(Command::Write, files.local, files.remote, &ask(b"QUIT", b"")).await;
    assert_eq!(host.read_to_end(files).await, b"");
}

fn header(words: [u32; 6]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

const WRTE: u32 = u32::from_le_bytes(*b"WRTE");

#[rstest]
#[case::bad_complement(header([WRTE, 1, 1, 0, 0, WRTE]))]
#[case::giant(header([WRTE, 1, 1, u32::MAX, 0, !WRTE]))]
#[case::over_what_was_agreed(header([WRTE, 1, 1, MAX_CONTENT + 1, 0, !WRTE]))]
#[case::text(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_vec())]
#[tokio::test]
async fn a_peer_without_sense_is_let_go_and_others_are_not(#[case] bytes: Vec<u8>) {
    let served = served().await;
    let mut other = Host::connect(served.port).await;
    let mut greeted = Host::connect(served.port).await;
    greeted.send_raw(&bytes).await;
    assert!(greeted.receive().await.is_none());
    let mut silent = Host::without_greeting(served.port).await;
    silent.send_raw(&bytes).await;
    assert!(silent.receive().await.is_none());
    assert_eq!(other.run("exec:echo hi").await, b"hi\n");
}

#[tokio::test]
async fn a_peer_that_does_not_wait_is_let_go() {
    let mut served = served().await;
    let mut host = Host::connect(served.port).await;
    // A transfer of files takes nothing in while it waits for the phone.
    let files = host.open("sync:").await.unwrap();
    let request = b"RECV\x05\0\0\0/hang";
    host.send(Command::Write, files.local, files.remote, request).await;
    assert_eq!(host.receive().await.unwrap().command, Command::Okay);
    // One content may wait, a second one may not have been sent.
    host.send(Command::Write, files.local, files.remote, b"one").await;
    assert_eq!(host.run("exec:echo hi").await, b"hi\n");
    host.send(Command::Write, files.local, files.remote, b"two").await;
    assert!(host.receive().await.is_none());
    soon(served.given_up.recv()).await.unwrap();
    assert_eq!(Host::connect(served.port).await.run("exec:echo hi").await, b"hi\n");
}

#[tokio::test]
async fn a_peer_that_takes_too_little_is_let_go() {
    let served = served().await;
    let mut host = Host::without_greeting(served.port).await;
    host.send(Command::Connect, VERSION, 0, b"host::").await;
    assert!(host.receive().await.is_none());
}

#[tokio::test]
async fn shutdown_ends_everything() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, mut given_up) = mpsc::unbounded_channel();
    let script = Arc::new(Script { log: Mutex::default(), given_up: sender });
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(serve(listener, script, identity(), stopped.map(drop)));
    let mut host = Host::connect(port).await;
    host.open("exec:hang").await.unwrap();
    stop.send(()).unwrap();
    serving.await.unwrap().unwrap();
    soon(given_up.recv()).await.unwrap();
    assert!(host.receive().await.is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Packets that are well formed and make no sense, then bytes that are not even that.
    #[test]
    fn nothing_a_peer_sends_stops_the_phone(
        packets in prop::collection::vec(
            (0_usize..6, 0_u32..4, 0_u32..4, prop::collection::vec(any::<u8>(), 0..40)), 0..20
        ),
        garbage in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let commands = [
            Command::Connect, Command::Open, Command::Okay, Command::Close, Command::Write,
            Command::Other(7),
        ];
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let served = served().await;
            let mut host = Host::connect(served.port).await;
            host.open("shell,v2,raw:").await.unwrap();
            host.open("sync:").await.unwrap();
            let mut bytes = Vec::new();
            for (command, arg0, arg1, content) in packets {
                bytes.extend(Packet::new(commands[command], arg0, arg1, content).encode(false));
            }
            bytes.extend(garbage);
            host.send_raw(&bytes).await;
            host.leave().await;
            while host.receive().await.is_some() {}
            assert_eq!(Host::connect(served.port).await.run("exec:echo hi").await, b"hi\n");
        });
    }
}
