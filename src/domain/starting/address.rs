//! Plausible addresses and types that a filter's `<data>` accept.
//!
//! On Android the parts of all of a filter's `<data>` combine: any scheme with any host with any
//! path.

use crate::domain::DataPattern;

/// The most addresses for one filter and type.
const ADDRESSES_LIMIT: usize = 8;
/// The most types for one filter.
const TYPES_LIMIT: usize = 4;

/// The MIME types worth trying, wildcards filled in; one `None` if the filter names no type.
pub(super) fn types(data: &[DataPattern]) -> Vec<Option<String>> {
    let named = data.iter().filter_map(|pattern| pattern.mime.as_deref()).map(concrete);
    let types = distinct(named, TYPES_LIMIT);
    if types.is_empty() { vec![None] } else { types.into_iter().map(Some).collect() }
}

/// The data addresses worth trying with this type: one for each scheme, host and path; one `None`
/// if no address is needed.
pub(super) fn addresses(
    data: &[DataPattern],
    mime: Option<&str>,
    names_data: bool,
    package: &str,
) -> Vec<Option<String>> {
    let schemes = distinct(data.iter().filter_map(|it| it.scheme.clone()), ADDRESSES_LIMIT);
    if schemes.is_empty() {
        // A filter with types alone lets content: and file: through.
        return vec![mime.filter(|_| names_data).map(|mime| stored(mime).to_owned())];
    }
    let hosts = data.iter().filter_map(|it| Some(host(it.host.as_deref()?, it.port.as_deref())));
    let hosts = distinct(hosts, ADDRESSES_LIMIT);
    let paths =
        distinct(data.iter().filter_map(|it| it.path.as_deref()).map(path), ADDRESSES_LIMIT);
    let first = |all: &[String]| all.first().cloned().unwrap_or_default();
    let (host, way) = (first(&hosts), first(&paths));
    let mut found = Vec::new();
    let Some(scheme) = schemes.first() else { return vec![None] };
    found.extend(schemes.iter().map(|scheme| address(scheme, &host, &way, mime, package)));
    found.extend(paths.iter().map(|way| address(scheme, &host, way, mime, package)));
    found.extend(hosts.iter().map(|host| address(scheme, host, &way, mime, package)));
    distinct(found.into_iter(), ADDRESSES_LIMIT).into_iter().map(Some).collect()
}

/// The first `most` that differ.
fn distinct(all: impl Iterator<Item = String>, most: usize) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for one in all {
        if kept.len() < most && !kept.contains(&one) {
            kept.push(one);
        }
    }
    kept
}

fn address(scheme: &str, host: &str, path: &str, mime: Option<&str>, package: &str) -> String {
    if !host.is_empty() {
        return format!("{scheme}://{host}{path}");
    }
    match scheme {
        "mailto" => "mailto:someone@example.org".to_owned(),
        "tel" | "voicemail" | "sip" | "sms" | "smsto" | "mms" | "mmsto" => {
            format!("{scheme}:+15550100")
        }
        "geo" => "geo:52.52,13.405?q=52.52,13.405".to_owned(),
        "content" => stored(mime.unwrap_or_default()).to_owned(),
        "file" if path.is_empty() => "file:///sdcard/Download/example.txt".to_owned(),
        "file" => format!("file://{path}"),
        "package" => format!("package:{package}"),
        "market" => format!("market://details?id={package}"),
        "http" | "https" => {
            format!("{scheme}://example.org{}", if path.is_empty() { "/" } else { path })
        }
        _ => format!("{scheme}://example{path}"),
    }
}

/// A host that the pattern lets through: it may begin with a wildcard.
fn host(pattern: &str, port: Option<&str>) -> String {
    let name = match pattern.strip_prefix('*') {
        Some("") => "example.org".to_owned(),
        Some(rest) if rest.starts_with('.') => format!("www{rest}"),
        Some(rest) => format!("example.{rest}"),
        None => pattern.to_owned(),
    };
    port.map_or_else(|| name.clone(), |port| format!("{name}:{port}"))
}

/// A path that the pattern lets through: `.*` stands for anything, `x*` for any number of x, a
/// backslash (two of them, as resources write it) makes the next sign literal.
fn path(pattern: &str) -> String {
    let pattern = pattern.replace("\\\\", "\\");
    let mut path = String::new();
    let mut signs = pattern.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign == '\\' {
            path.extend(signs.next());
        } else if signs.next_if_eq(&'*').is_some() {
            path.push(if sign == '.' { '1' } else { sign });
        } else {
            path.push(sign);
        }
    }
    if path.starts_with('/') { path } else { format!("/{path}") }
}

/// A concrete type for one with wildcards.
fn concrete(pattern: &str) -> String {
    match pattern.split_once('/') {
        Some(("*", _)) => "text/plain".to_owned(),
        Some((kind, "*")) => {
            let kinds = [
                ("image", "png"),
                ("video", "mp4"),
                ("audio", "mpeg"),
                ("text", "plain"),
                ("application", "pdf"),
            ];
            let known = kinds.iter().find(|(known, _)| *known == kind);
            format!("{kind}/{}", known.map_or("plain", |(_, part)| part))
        }
        _ => pattern.to_owned(),
    }
}

/// The address of data of this type on most devices.
fn stored(mime: &str) -> &'static str {
    match mime.split('/').next() {
        Some("image") => "content://media/external/images/media/1",
        Some("video") => "content://media/external/video/media/1",
        Some("audio") => "content://media/external/audio/media/1",
        _ => "content://media/external/file/1",
    }
}
