//! What an address says about the app: who it is, and which part of it is shown.

use reqwest::Url;

use crate::domain::LinkPlace;

/// Segments of a path that are kept.
const SEGMENTS: usize = 8;

/// A segment of so many hexadecimal digits is an id if one of them is a figure: the short name of a commit has
/// six or more.
const HEX_DIGITS: usize = 6;

/// What stands for an id in a path.
const ID: &str = ":id";

/// The app that shows what has no address.
pub(in crate::device) const UNKNOWN: &str = "unknown";

/// The app that shows `url`: host and port, or the scheme if there is no host.
pub(in crate::device) fn package(url: &str) -> String {
    let Ok(url) = Url::parse(url) else { return UNKNOWN.into() };
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) if !host.is_empty() => format!("{host}:{port}"),
        (Some(host), None) if !host.is_empty() => host.to_owned(),
        _ => url.scheme().to_owned(),
    }
}

/// The part of the app: the path with ids folded, and the path in the fragment that single-page apps
/// use.
pub(in crate::device) fn folded_path(url: &str) -> String {
    let Ok(url) = Url::parse(url) else { return String::new() };
    let mut path = folded(url.path());
    if let Some(route) = route_of(&url) {
        let inner = route.split(['?', '#']).next().unwrap_or_default();
        path = format!("{}#{}", path.trim_end_matches('/'), folded(inner));
    }
    path
}

/// Where a link with the address `to` leads from the page `from`; `None` for a link that stays there, and for
/// what no browser opens. An address that is a fragment alone is told for what is shown on that page.
/// `package_of` says which app shows an address.
pub(in crate::device) fn led_to(
    from: &str,
    to: &str,
    package_of: impl Fn(&str) -> String,
) -> Option<LinkPlace> {
    if to.starts_with('#') {
        return Some(LinkPlace::Here);
    }
    let leads = Url::parse(to).ok()?;
    if !matches!(leads.scheme(), "http" | "https" | "file") {
        return None;
    }
    let app = package_of(to);
    if app != package_of(from) {
        return Some(LinkPlace::Outside(app));
    }
    let (without, _) = to.split_once('#').unwrap_or((to, ""));
    let (page, _) = from.split_once('#').unwrap_or((from, ""));
    let place = folded_path(to);
    let is_part = leads.fragment().is_some() && route_of(&leads).is_none();
    let on_this_page = is_part && without == page && place == folded_path(from);
    (!on_this_page).then_some(LinkPlace::Inside(place))
}

/// The route that single-page apps keep in the fragment: `#/posts/7` and `#!/posts/7` are routes; `#top` is a place in
/// the page.
fn route_of(url: &Url) -> Option<&str> {
    let route = url.fragment()?.trim_start_matches('!');
    route.starts_with('/').then_some(route)
}

fn folded(path: &str) -> String {
    let segments = path.split('/').filter(|segment| !segment.is_empty()).take(SEGMENTS);
    let folded = segments.map(|segment| if is_id(segment) { ID } else { segment });
    format!("/{}", folded.collect::<Vec<_>>().join("/"))
}

/// True for numbers, UUIDs and long hexadecimal or random words.
fn is_id(segment: &str) -> bool {
    let digits = segment.bytes().filter(u8::is_ascii_digit).count();
    let hex = segment.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let random = segment.len() >= 16
        && digits >= 3
        && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_%".contains(&byte));
    // Base64 that is filled up (RFC 4648, section 3.2).
    let padded = segment.trim_end_matches("%3D").trim_end_matches('=');
    padded.len() < segment.len() && padded.bytes().all(|byte| byte.is_ascii_alphanumeric())
        || segment.bytes().all(|byte| byte.is_ascii_digit())
        || hex && digits > 0 && segment.len() >= HEX_DIGITS
        || random
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("https://x.org/lists?page=2", Some(LinkPlace::Inside("/lists".into())))]
    #[case("https://x.org/lists/7/edit", Some(LinkPlace::Inside("/lists/:id/edit".into())))]
    #[case("https://x.org/lists#", None)]
    #[case("https://x.org/lists#top", None)]
    #[case("https://x.org/lists#/", Some(LinkPlace::Inside("/lists#/".into())))]
    #[case("#top", Some(LinkPlace::Here))]
    #[case("https://x.org/lists#/posts/7", Some(LinkPlace::Inside("/lists#/posts/:id".into())))]
    #[case("https://help.org/", Some(LinkPlace::Outside("help.org".into())))]
    #[case("mailto:ada@x.org", None)]
    #[case("javascript:void(0)", None)]
    #[case("", None)]
    fn links_tell_where_they_lead(#[case] to: &str, #[case] place: Option<LinkPlace>) {
        assert_eq!(led_to("https://x.org/lists", to, package), place);
    }

    #[rstest]
    #[case("http://127.0.0.1:8090/posts/17", "127.0.0.1:8090", "/posts/:id")]
    #[case("https://example.com/", "example.com", "/")]
    #[case("https://example.com/a/#/posts/7?page=2", "example.com", "/a#/posts/:id")]
    #[case("https://example.com/a#top", "example.com", "/a")]
    #[case("https://x.org/u/6f9619ff-8b86-d011-b42d-00cf4fc964ff/e", "x.org", "/u/:id/e")]
    #[case("https://x.org/-/commit/7dc6e7", "x.org", "/-/commit/:id")]
    #[case("https://x.org/v1/feedback", "x.org", "/v1/feedback")]
    #[case("https://x.org/rows/WzE4XQ==", "x.org", "/rows/:id")]
    #[case("about:blank", "about", "/blank")]
    #[case("chrome-error://chromewebdata/", "chromewebdata", "/")]
    #[case("file:///srv/app/index.html", "file", "/srv/app/index.html")]
    #[case("no address", "unknown", "")]
    fn addresses_are_folded(#[case] url: &str, #[case] app: &str, #[case] part: &str) {
        assert_eq!((package(url).as_str(), folded_path(url).as_str()), (app, part));
    }
}
