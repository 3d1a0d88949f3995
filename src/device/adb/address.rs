//! Where the adb server listens.

use std::fmt;
use std::path::PathBuf;

/// Where an adb server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerAddress {
    /// A host and a TCP port.
    Tcp {
        /// Name or address of the host.
        host: String,
        /// Its port.
        port: u16,
    },
    /// A Unix socket in the file system.
    Local(PathBuf),
}

impl Default for ServerAddress {
    fn default() -> Self {
        Self::Tcp { host: LOOPBACK.into(), port: DEFAULT_PORT }
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp { host, port } if host.contains(':') => write!(f, "[{host}]:{port}"),
            Self::Tcp { host, port } => write!(f, "{host}:{port}"),
            Self::Local(path) => write!(f, "{}", path.display()),
        }
    }
}

const LOOPBACK: &str = "127.0.0.1";
const DEFAULT_PORT: u16 = 5037;

impl ServerAddress {
    /// The address that the environment names, as the `adb` program reads it: `ADB_SERVER_SOCKET`
    /// before `ANDROID_ADB_SERVER_ADDRESS` and `ANDROID_ADB_SERVER_PORT`; an empty variable counts
    /// as absent.
    ///
    /// # Errors
    /// The variable that cannot be understood, with what it says, and a sentence.
    pub(super) fn from_variables(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, (String, String)> {
        let variable = |name| variable(name).filter(|value| !value.is_empty());
        if let Some(spec) = variable("ADB_SERVER_SOCKET") {
            return Self::parse(&spec).ok_or((
                spec,
                "ADB_SERVER_SOCKET is none of tcp:PORT, tcp:HOST:PORT, localfilesystem:PATH".into(),
            ));
        }
        let host = variable("ANDROID_ADB_SERVER_ADDRESS").unwrap_or_else(|| LOOPBACK.into());
        let port = match variable("ANDROID_ADB_SERVER_PORT") {
            None => DEFAULT_PORT,
            Some(text) => parse_port(&text)
                .ok_or((text, "ANDROID_ADB_SERVER_PORT is no port number".into()))?,
        };
        Ok(Self::Tcp { host, port })
    }

    /// Reads the form that `ADB_SERVER_SOCKET` has.
    fn parse(spec: &str) -> Option<Self> {
        if let Some(path) = spec.strip_prefix("localfilesystem:") {
            return (!path.is_empty()).then(|| Self::Local(path.into()));
        }
        let rest = spec.strip_prefix("tcp:")?;
        let (host, port) = rest.rsplit_once(':').unwrap_or((LOOPBACK, rest));
        let host = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(host);
        let host = if host.is_empty() { LOOPBACK } else { host };
        Some(Self::Tcp { host: host.into(), port: parse_port(port)? })
    }

    /// Reads `HOST:PORT`.
    pub fn of_host(text: &str) -> Option<Self> {
        let (host, _) = text.rsplit_once(':')?;
        if host.is_empty() { None } else { Self::parse(&format!("tcp:{text}")) }
    }

    /// True if the server would run on this machine, so that it can be started here.
    pub(super) fn is_local(&self) -> bool {
        match self {
            Self::Tcp { host, .. } => matches!(host.as_str(), LOOPBACK | "localhost" | "::1"),
            Self::Local(_) => true,
        }
    }
}

fn parse_port(text: &str) -> Option<u16> {
    text.trim().parse().ok().filter(|port| *port != 0)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn a_host_needs_a_name_and_a_port() {
        let read = |text| ServerAddress::of_host(text).map(|address| address.to_string());
        assert_eq!(read("lab-2:5037").as_deref(), Some("lab-2:5037"));
        assert_eq!(read("[::1]:5037").as_deref(), Some("[::1]:5037"));
        for wrong in ["lab-2", ":5037", "lab-2:", "lab-2:0", "lab-2:x", ""] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    fn read(variables: &[(&str, &str)]) -> Result<String, (String, String)> {
        let find = |name: &str| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        ServerAddress::from_variables(find).map(|address| address.to_string())
    }

    #[rstest]
    #[case(&[], "127.0.0.1:5037")]
    #[case(&[("ANDROID_ADB_SERVER_PORT", "")], "127.0.0.1:5037")]
    #[case(&[("ANDROID_ADB_SERVER_PORT", "6000")], "127.0.0.1:6000")]
    #[case(&[("ANDROID_ADB_SERVER_ADDRESS", "box"), ("ANDROID_ADB_SERVER_PORT", "6000")], "box:6000")]
    #[case(&[("ADB_SERVER_SOCKET", "tcp:7000"), ("ANDROID_ADB_SERVER_PORT", "6000")], "127.0.0.1:7000")]
    #[case(&[("ADB_SERVER_SOCKET", "tcp:box:7000")], "box:7000")]
    #[case(&[("ADB_SERVER_SOCKET", "tcp:[::1]:7000")], "[::1]:7000")]
    #[case(&[("ADB_SERVER_SOCKET", "localfilesystem:/run/adb")], "/run/adb")]
    fn the_environment_names_the_server(#[case] variables: &[(&str, &str)], #[case] address: &str) {
        assert_eq!(read(variables).unwrap(), address);
    }

    #[rstest]
    #[case(("ANDROID_ADB_SERVER_PORT", "http"))]
    #[case(("ANDROID_ADB_SERVER_PORT", "0"))]
    #[case(("ANDROID_ADB_SERVER_PORT", "70000"))]
    #[case(("ADB_SERVER_SOCKET", "udp:1"))]
    #[case(("ADB_SERVER_SOCKET", "tcp:"))]
    #[case(("ADB_SERVER_SOCKET", "localfilesystem:"))]
    fn a_variable_without_sense_is_named(#[case] variable: (&str, &str)) {
        let (value, sentence) = read(&[variable]).unwrap_err();
        assert_eq!(value, variable.1);
        assert!(sentence.contains(variable.0), "{sentence}");
    }

    #[test]
    fn only_this_machine_can_start_a_server() {
        let at = |spec| ServerAddress::parse(spec).unwrap().is_local();
        assert!(at("tcp:1") && at("tcp:localhost:1") && at("tcp:[::1]:1"));
        assert!(!at("tcp:10.0.0.7:5037"));
    }
}
