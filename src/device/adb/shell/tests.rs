use std::sync::atomic::AtomicUsize;

use rstest::rstest;

use super::super::ServerAddress;
use super::super::fake::{FakeReply, FakeServer, fail, okay_block};
use super::*;

const ONE: &str = "P1 device product:a model:b device:c transport_id:1\n";

/// A server with the devices of `list`, features `features`, and `command` as what every service
/// answers.
async fn server(
    list: &'static str,
    features: &'static str,
    service: impl Fn(&str) -> FakeReply + Send + Sync + 'static,
) -> FakeServer {
    FakeServer::start(move |request| match request {
        "host:version" => FakeReply::End(okay_block("0029")),
        "host:devices-l" => FakeReply::End(okay_block(list)),
        "host:track-devices" => FakeReply::Hold(okay_block(list)),
        "host-serial:P1:features" => FakeReply::End(okay_block(features)),
        "host:transport:P1" => FakeReply::Next(b"OKAY".to_vec()),
        other => service(other),
    })
    .await
}

fn okay_then(bytes: &[u8]) -> Vec<u8> {
    [b"OKAY", bytes].concat()
}

async fn connected(fake: &FakeServer) -> AdbShell {
    AdbShell::connect(fake.server.clone(), None).await.unwrap()
}

#[tokio::test]
async fn the_version_is_hexadecimal() {
    let fake = server(ONE, "", |_| FakeReply::End(vec![])).await;
    assert_eq!(fake.server.version().await.unwrap(), 41);
}

#[rstest]
#[case::none("", None, "no device is connected")]
#[case::several("a device\nb device\nc offline\n", None, "2 devices are connected: a, b")]
#[case::asleep("a offline\n", None, "device a is offline")]
#[case::consent("a offline\nb unauthorized\n", None, "device b has not authorised this computer")]
#[case::unknown("a device\n", Some("x"), "device \"x\" is not connected")]
#[case::named_asleep("a device\nb offline\n", Some("b"), "device b is offline")]
#[case::other("a recovery\n", None, "the adb server answered \"a: recovery\"")]
#[tokio::test]
async fn a_device_that_cannot_be_used_is_said_so(
    #[case] list: &'static str,
    #[case] serial: Option<&str>,
    #[case] sentence: &str,
) {
    let fake = server(list, "shell_v2", |_| FakeReply::End(vec![])).await;
    let error = AdbShell::connect(fake.server.clone(), serial).await.unwrap_err();
    assert_eq!(error.to_string(), sentence);
}

#[tokio::test]
async fn an_unknown_device_tells_what_is_connected() {
    let fake = server("a device\nb offline\n", "", |_| FakeReply::End(vec![])).await;
    let error = AdbShell::connect(fake.server.clone(), Some("x")).await.unwrap_err();
    assert_eq!(error.hint().unwrap(), "connected: a, b");
}

#[tokio::test]
async fn the_environment_chooses_among_several_and_a_name_goes_before_it() {
    let fake = server("P0 device\nP1 device\n", "shell_v2", |_| FakeReply::End(vec![])).await;
    let socket = format!("tcp:{}", fake.server.address());
    let with = |serial: &'static str| {
        AdbServer::from_variables(|name| match name {
            "ADB_SERVER_SOCKET" => Some(socket.clone()),
            "ANDROID_SERIAL" => Some(serial.into()),
            _ => None,
        })
        .unwrap()
    };
    assert_eq!(AdbShell::connect(with("P1"), None).await.unwrap().serial(), "P1");
    assert_eq!(AdbShell::connect(with("P0"), Some("P1")).await.unwrap().serial(), "P1");
    let error = AdbShell::connect(with("P9"), None).await.unwrap_err();
    assert!(matches!(&error, ShellError::UnknownDevice { serial, .. } if serial == "P9"));
    let error = AdbShell::connect(with(""), None).await.unwrap_err();
    assert!(matches!(error, ShellError::SeveralDevices { .. }), "an empty one names none");
}

#[tokio::test]
async fn the_only_usable_device_is_chosen() {
    let fake = server("P0 offline\nP1 device\n", "cmd,shell_v2", |_| FakeReply::End(vec![])).await;
    let shell = connected(&fake).await;
    assert_eq!(shell.serial(), "P1");
    assert!(shell.tells_exit_codes());
}

#[tokio::test]
async fn no_server_is_told_with_its_address() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = closed.local_addr().unwrap().port();
    drop(closed);
    let server = AdbServer::at(ServerAddress::Tcp { host: "127.0.0.1".into(), port });
    let error = AdbShell::connect(server, None).await.unwrap_err();
    let ShellError::NoServer { address, .. } = error else { panic!("{error}") };
    assert_eq!(address, format!("127.0.0.1:{port}"));
}

#[tokio::test]
async fn something_that_is_no_adb_server_is_no_server() {
    let fake =
        FakeServer::start(|_| FakeReply::End(b"HTTP/1.1 400 Bad Request\r\n".to_vec())).await;
    let error = fake.server.devices().await.unwrap_err();
    assert_eq!(error.to_string(), "the adb server answered \"HTTP\"");
}

#[tokio::test]
async fn outputs_and_exit_code_are_kept_apart() {
    let fake = server(ONE, "shell_v2", |request| {
        assert_eq!(request, "shell,v2,raw:ls /x");
        let mut wire = shell_v2::encode(id::STDOUT, b"out\0\xff");
        wire.extend(shell_v2::encode(id::STDERR, b"err"));
        wire.extend(shell_v2::encode(id::STDOUT, b"more"));
        wire.extend(shell_v2::encode(id::EXIT, &[7]));
        FakeReply::End(okay_then(&wire))
    })
    .await;
    let output = connected(&fake).await.run("ls /x").await.unwrap();
    assert_eq!(
        output,
        CommandOutput { stdout: b"out\0\xffmore".to_vec(), stderr: b"err".to_vec(), code: 7 }
    );
}

#[tokio::test]
async fn an_end_without_exit_code_is_a_loss_and_nothing_is_sent_twice() {
    let fake = server(ONE, "shell_v2", |_| {
        FakeReply::End(okay_then(&shell_v2::encode(id::STDOUT, b"half")))
    })
    .await;
    let error = connected(&fake).await.run("input tap 1 2").await.unwrap_err();
    assert!(matches!(&error, ShellError::Lost { device, .. } if device == "P1"), "{error}");
    assert!(error.is_lost());
    let sent = fake.requests().iter().filter(|request| request.starts_with("shell")).count();
    assert_eq!(sent, 1);
}

#[rstest]
#[case("device offline", "device P1 is offline")]
#[case("device unauthorized.\nThis adb server's ...", "device P1 has not authorised this computer")]
#[case("device still authorizing", "device P1 has not authorised this computer")]
#[case("device 'P1' not found", "device \"P1\" is not connected")]
#[case("closed", "the connection to P1 broke: it closed the connection")]
#[case("what is this", "the adb server answered \"what is this\"")]
#[tokio::test]
async fn a_refusal_is_understood(#[case] said: &'static str, #[case] sentence: &str) {
    let fake = server(ONE, "shell_v2", move |_| FakeReply::End(fail(said))).await;
    let error = connected(&fake).await.run("true").await.unwrap_err();
    assert_eq!(error.to_string(), sentence);
}

#[tokio::test]
async fn an_old_device_gives_one_output() {
    let fake = server(ONE, "", |request| {
        assert_eq!(request, "exec:screencap -p");
        FakeReply::End(okay_then(b"PNG\r\n\x1a\n"))
    })
    .await;
    let output = connected(&fake).await.run("screencap -p").await.unwrap();
    assert_eq!(output.stdout, b"PNG\r\n\x1a\n");
    assert_eq!(output.code, 0);
}

#[tokio::test]
async fn a_very_old_device_without_exec_gets_a_shell() {
    let fake = server(ONE, "", |request| match request {
        "shell:id" => FakeReply::End(okay_then(b"uid=0")),
        _ => FakeReply::End(fail("closed")),
    })
    .await;
    assert_eq!(connected(&fake).await.run("id").await.unwrap().text(), "uid=0");
}

#[tokio::test]
async fn an_old_device_that_goes_while_a_command_runs_is_lost() {
    let gone = AtomicBool::new(false);
    let fake = FakeServer::start(move |request| match request {
        "host:devices-l" if gone.load(Ordering::SeqCst) => {
            FakeReply::End(okay_block("P1 offline\n"))
        }
        "host:devices-l" => FakeReply::End(okay_block(ONE)),
        "host:transport:P1" => FakeReply::Next(b"OKAY".to_vec()),
        "host-serial:P1:features" => FakeReply::End(okay_block("")),
        _ => {
            gone.store(true, Ordering::SeqCst);
            FakeReply::End(okay_then(b"half of it"))
        }
    })
    .await;
    let error = connected(&fake).await.run("cat /big").await.unwrap_err();
    assert!(matches!(error, ShellError::Lost { .. }), "{error}");
}

#[tokio::test]
async fn a_command_that_does_not_end_is_given_up_and_its_socket_closed() {
    let mut fake = server(ONE, "shell_v2", |_| FakeReply::Hold(b"OKAY".to_vec())).await;
    let shell = connected(&fake).await.with_limit(Duration::from_millis(30));
    let error = shell.run("input text hunter2").await.unwrap_err();
    assert_eq!(error.to_string(), "`input text ...` did not end within 1 s");
    let sent = fake.gone.recv().await.unwrap();
    assert_eq!(sent, shell_v2::encode(id::CLOSE_STDIN, b""), "a command has no input to wait for");
}

#[tokio::test]
async fn dropping_the_future_closes_the_socket() {
    let mut fake = server(ONE, "shell_v2", |_| FakeReply::Hold(b"OKAY".to_vec())).await;
    let shell = connected(&fake).await;
    {
        let command = shell.run("sleep 100");
        let sent = async {
            while !fake.requests().iter().any(|request| request.ends_with("sleep 100")) {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            _ = command => panic!("it cannot end"),
            () = sent => {}
        }
    }
    fake.gone.recv().await.unwrap();
}

#[tokio::test]
async fn a_command_that_cannot_be_carried_is_not_sent() {
    let fake = server(ONE, "shell_v2", |_| FakeReply::End(vec![])).await;
    let long = "x".repeat(LONGEST_REQUEST);
    let error = connected(&fake).await.run(&long).await.unwrap_err();
    assert!(matches!(error, ShellError::CommandTooLong { length, .. } if length == long.len()));
    assert!(!fake.requests().iter().any(|request| request.starts_with("host:transport")));
}

/// A device that is away for the first three looks.
#[tokio::test]
async fn a_device_that_comes_back_is_waited_for() {
    let looks = AtomicUsize::new(0);
    let fake = FakeServer::start(move |request| match request {
        "host:devices-l" => FakeReply::End(okay_block(ONE)),
        "host:track-devices" => match looks.fetch_add(1, Ordering::SeqCst) {
            0 => FakeReply::End(vec![]),
            _ => {
                let mut wire = okay_block("P1\toffline\n");
                wire.extend(b"0000");
                wire.extend(b"000aP1\tdevice\n");
                FakeReply::Hold(wire)
            }
        },
        "host-serial:P1:features" => FakeReply::End(okay_block("shell_v2")),
        "host:transport:P1" => FakeReply::Next(b"OKAY".to_vec()),
        "shell,v2,raw:true" => FakeReply::End(okay_then(&shell_v2::encode(id::EXIT, &[0]))),
        other => FakeReply::End(fail(other)),
    })
    .await;
    connected(&fake).await.reconnect().await.unwrap();
    let requests = fake.requests();
    assert_eq!(requests.iter().filter(|r| *r == "host:track-devices").count(), 2);
    assert!(requests.iter().any(|r| r == "shell,v2,raw:true"), "shown by a command: {requests:?}");
    assert!(!requests.iter().any(|r| r.starts_with("host:connect")), "it has a cable");
}

#[tokio::test]
async fn a_device_that_stays_away_is_told_by_its_last_state() {
    let asked = AtomicUsize::new(0);
    let fake = FakeServer::start(move |request| match request {
        "host:devices-l" if asked.fetch_add(1, Ordering::SeqCst) == 0 => {
            FakeReply::End(okay_block("10.0.0.7:5555 device\n"))
        }
        "host:devices-l" => FakeReply::End(okay_block("other device\n")),
        "host:track-devices" => FakeReply::Hold(okay_block("other\tdevice\n")),
        "host-serial:10.0.0.7:5555:features" => FakeReply::End(okay_block("shell_v2")),
        other => FakeReply::End(okay_block(other)),
    })
    .await;
    let shell = connected(&fake).await.with_return_limit(Duration::from_millis(50));
    let error = shell.reconnect().await.unwrap_err();
    assert_eq!(error.to_string(), "device \"10.0.0.7:5555\" is not connected");
    assert!(fake.requests().iter().any(|r| r == "host:connect:10.0.0.7:5555"), "it was dialled");
}
