//! The events of the protocol that matter here, as values.

use serde::Deserialize;
use serde_json::Value;

use super::downloads::DownloadProgress;

/// Something that the browser or a page reports.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::device) enum BrowserEvent {
    /// A native dialog opened; the page stands still until it is answered.
    DialogOpened(DialogOpened),
    /// The native dialog was answered.
    DialogClosed,
    /// A script has thrown what nobody caught.
    Exception(ScriptException),
    /// `console.error` was called.
    ConsoleError(ConsoleCall),
    /// A request was sent; `waits` if the page is not ready before it is answered.
    RequestSent {
        /// The request's id.
        id: String,
        /// `GET` and the like.
        method: String,
        /// Where to.
        url: String,
        /// False for streams, which stay open.
        waits: bool,
    },
    /// A response begins.
    Response {
        /// The request's id.
        id: String,
        /// The status code of HTTP.
        status: i64,
    },
    /// The browser complains about what the page loads.
    Issue(SecurityIssue),
    /// A request will get no response, and nobody called it off.
    RequestFailed {
        /// The request's id.
        id: String,
        /// For a page or a frame, why: the browser's name of the error, such as `net::ERR_TOO_MANY_REDIRECTS`.
        page_error: Option<String>,
    },
    /// A request has ended, or was called off.
    RequestEnded {
        /// The request's id.
        id: String,
    },
    /// The outermost frame shows another document.
    Navigated {
        /// Its address.
        url: String,
    },
    /// A page was opened.
    PageCreated(PageTarget),
    /// A page was closed.
    PageDestroyed {
        /// Its id.
        target: String,
    },
    /// The process that draws the page died.
    PageCrashed,
    /// The page asked for a file.
    FileChooser {
        /// The field that gets it; `None` if it is for a script.
        node: Option<i64>,
    },
    /// The page offered a file for download.
    Download {
        /// The browser's name for the download.
        guid: String,
        /// The name of the file.
        name: String,
    },
    /// A download went on.
    DownloadProgress(DownloadProgress),
}

impl BrowserEvent {
    /// True if exploring could get stuck without it.
    pub(in crate::device) const fn is_vital(&self) -> bool {
        matches!(
            self,
            Self::DialogOpened(_)
                | Self::DialogClosed
                | Self::PageCreated(_)
                | Self::PageDestroyed { .. }
                | Self::PageCrashed
        )
    }
}

/// What the browser complains about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::device) enum SecurityIssue {
    /// The page's content security policy forbids what it loads.
    ContentPolicy {
        /// The address; empty for scripts and styles within the page.
        url: String,
        /// Which part of the policy.
        directive: String,
    },
    /// An encrypted page loads something that is not.
    MixedContent {
        /// Its address.
        url: String,
    },
}

/// A native dialog.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::device) struct DialogOpened {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    #[serde(rename = "type")]
    pub(in crate::device) kind: String,
    /// What it says.
    #[serde(default)]
    pub(in crate::device) message: String,
    /// What a prompt offers as answer.
    #[serde(default)]
    pub(in crate::device) default_prompt: String,
}

/// A page as the browser lists it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::device) struct PageTarget {
    /// Its id.
    pub(in crate::device) target_id: String,
    /// `page`, `iframe`, `service_worker` ...
    #[serde(rename = "type")]
    pub(in crate::device) kind: String,
    /// The page that opened it.
    #[serde(default)]
    pub(in crate::device) opener_id: Option<String>,
    /// Its address.
    #[serde(default)]
    pub(in crate::device) url: String,
}

/// An uncaught exception or an unhandled rejection.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::device) struct ScriptException {
    /// `Uncaught` or `Uncaught (in promise)`.
    pub(in crate::device) text: String,
    /// The script's address.
    pub(in crate::device) url: String,
    /// From 0.
    pub(in crate::device) line_number: i64,
    /// From 0.
    pub(in crate::device) column_number: i64,
    /// What was thrown.
    pub(in crate::device) exception: Option<RemoteObject>,
    /// How it came there.
    pub(in crate::device) stack_trace: Option<StackTrace>,
}

/// A value in the page.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::device) struct RemoteObject {
    /// `error` for exceptions.
    pub(in crate::device) subtype: String,
    /// The class of an object.
    pub(in crate::device) class_name: String,
    /// What the browser prints for it.
    pub(in crate::device) description: String,
    /// A plain value.
    pub(in crate::device) value: Value,
    /// What an object consists of, as far as the browser tells.
    pub(in crate::device) preview: ObjectPreview,
}

/// Some of an object's properties.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(in crate::device) struct ObjectPreview {
    /// In their order.
    pub(in crate::device) properties: Vec<PropertyPreview>,
}

/// A property of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(in crate::device) struct PropertyPreview {
    /// Its name.
    pub(in crate::device) name: String,
    /// Its value, as the browser prints it.
    pub(in crate::device) value: String,
}

/// The calls that led to a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::device) struct StackTrace {
    /// Innermost first.
    pub(in crate::device) call_frames: Vec<CallFrame>,
}

/// One call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::device) struct CallFrame {
    /// Empty for code outside of functions and for anonymous ones.
    pub(in crate::device) function_name: String,
    /// The script's address.
    pub(in crate::device) url: String,
    /// From 0.
    pub(in crate::device) line_number: i64,
    /// From 0.
    pub(in crate::device) column_number: i64,
}

/// A call of the console.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::device) struct ConsoleCall {
    /// What was printed.
    pub(in crate::device) args: Vec<RemoteObject>,
    /// How it came there.
    pub(in crate::device) stack_trace: Option<StackTrace>,
}

/// Reads an event; `None` if it does not matter or is not as the protocol says.
pub(in crate::device) fn read(method: &str, params: &Value) -> Option<BrowserEvent> {
    let text = |name: &str| params.get(name)?.as_str().map(str::to_owned);
    Some(match method {
        "Page.javascriptDialogOpening" => {
            BrowserEvent::DialogOpened(DialogOpened::deserialize(params).ok()?)
        }
        "Page.javascriptDialogClosed" => BrowserEvent::DialogClosed,
        "Runtime.exceptionThrown" => {
            let details = params.get("exceptionDetails")?;
            BrowserEvent::Exception(ScriptException::deserialize(details).ok()?)
        }
        "Runtime.consoleAPICalled" if params["type"] == "error" => {
            BrowserEvent::ConsoleError(ConsoleCall::deserialize(params).ok()?)
        }
        "Network.requestWillBeSent" => {
            let request = params.get("request")?;
            let kind = params["type"].as_str().unwrap_or_default();
            BrowserEvent::RequestSent {
                id: text("requestId")?,
                method: request["method"].as_str()?.to_owned(),
                url: request["url"].as_str()?.to_owned(),
                waits: !matches!(kind, "EventSource" | "WebSocket" | "Ping" | "Media"),
            }
        }
        "Network.responseReceived" => BrowserEvent::Response {
            id: text("requestId")?,
            status: params["response"]["status"].as_i64()?,
        },
        "Audits.issueAdded" => BrowserEvent::Issue(issue(params.get("issue")?)?),
        "Network.loadingFailed" if params["canceled"] != true => {
            let page_error = text("errorText").filter(|_| params["type"] == "Document");
            BrowserEvent::RequestFailed { id: text("requestId")?, page_error }
        }
        "Network.loadingFinished" | "Network.loadingFailed" => {
            BrowserEvent::RequestEnded { id: text("requestId")? }
        }
        "Page.frameNavigated" => {
            let frame = params.get("frame")?;
            if frame.get("parentId").is_some() {
                return None;
            }
            BrowserEvent::Navigated { url: frame["url"].as_str()?.to_owned() }
        }
        "Target.targetCreated" => {
            let target = PageTarget::deserialize(params.get("targetInfo")?).ok()?;
            (target.kind == "page").then_some(BrowserEvent::PageCreated(target))?
        }
        "Target.targetDestroyed" => BrowserEvent::PageDestroyed { target: text("targetId")? },
        "Inspector.targetCrashed" => BrowserEvent::PageCrashed,
        "Page.fileChooserOpened" => {
            BrowserEvent::FileChooser { node: params["backendNodeId"].as_i64() }
        }
        "Page.downloadWillBegin" | "Browser.downloadWillBegin" => {
            BrowserEvent::Download { guid: text("guid")?, name: text("suggestedFilename")? }
        }
        "Browser.downloadProgress" => BrowserEvent::DownloadProgress(DownloadProgress {
            guid: text("guid")?,
            received: params["receivedBytes"].as_f64().unwrap_or_default(),
            is_complete: params["state"] == "completed",
            is_cancelled: params["state"] == "canceled",
        }),
        _ => return None,
    })
}

/// Reads `issue`; `None` if it is about something else, or if a policy only reports.
fn issue(issue: &Value) -> Option<SecurityIssue> {
    let details = issue.get("details")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let policy = &details["contentSecurityPolicyIssueDetails"];
    let mixed = &details["mixedContentIssueDetails"];
    if policy.is_object() && policy["isReportOnly"] != true {
        let (url, directive) = (text(&policy["blockedURL"]), text(&policy["violatedDirective"]));
        return Some(SecurityIssue::ContentPolicy { url, directive });
    }
    mixed.is_object().then(|| SecurityIssue::MixedContent { url: text(&mixed["insecureURL"]) })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn dialogs_and_pages_are_read() {
        let params = json!({"type": "prompt", "message": "Name?", "defaultPrompt": "Ada", "url": "http://x"});
        let Some(BrowserEvent::DialogOpened(dialog)) =
            read("Page.javascriptDialogOpening", &params)
        else {
            panic!("a dialog");
        };
        assert_eq!((dialog.kind.as_str(), dialog.default_prompt.as_str()), ("prompt", "Ada"));
        let target = |kind: &str| {
            let info =
                json!({"targetInfo": {"targetId": "T", "type": kind, "openerId": "O", "url": ""}});
            read("Target.targetCreated", &info)
        };
        assert!(
            matches!(target("page"), Some(BrowserEvent::PageCreated(page)) if page.opener_id.as_deref() == Some("O"))
        );
        assert_eq!(target("service_worker"), None);
    }

    #[test]
    fn frames_inside_and_other_console_calls_do_not_matter() {
        let frame =
            |parent: Value| json!({"frame": {"id": "1", "url": "http://a/b", "parentId": parent}});
        assert_eq!(read("Page.frameNavigated", &frame(json!("0"))), None);
        let outer = json!({"frame": {"id": "1", "url": "http://a/b"}});
        let navigated = BrowserEvent::Navigated { url: "http://a/b".into() };
        assert_eq!(read("Page.frameNavigated", &outer), Some(navigated));
        assert_eq!(read("Runtime.consoleAPICalled", &json!({"type": "log", "args": []})), None);
    }

    #[test]
    fn policies_and_mixed_content_are_read_and_other_issues_are_not() {
        let read =
            |details: Value| read("Audits.issueAdded", &json!({"issue": {"details": details}}));
        let policy = |report: bool| {
            json!({"contentSecurityPolicyIssueDetails": {"blockedURL": "http://x/a.js",
                "violatedDirective": "script-src", "isReportOnly": report}})
        };
        let url = "http://x/a.js".to_owned();
        let directive = "script-src".to_owned();
        let issue = SecurityIssue::ContentPolicy { url: url.clone(), directive };
        assert_eq!(read(policy(false)), Some(BrowserEvent::Issue(issue)));
        assert_eq!(read(policy(true)), None);
        let mixed = json!({"mixedContentIssueDetails": {"insecureURL": url}});
        assert_eq!(read(mixed), Some(BrowserEvent::Issue(SecurityIssue::MixedContent { url })));
        assert_eq!(read(json!({"cookieIssueDetails": {}})), None);
    }

    #[test]
    fn what_is_not_as_the_protocol_says_is_left_out() {
        for method in [
            "Page.javascriptDialogOpening",
            "Runtime.exceptionThrown",
            "Network.requestWillBeSent",
            "Network.responseReceived",
            "Target.targetCreated",
            "Page.frameNavigated",
        ] {
            for params in [json!(null), json!({}), json!([1]), json!({"type": 3, "request": "x"})] {
                assert_eq!(read(method, &params), None, "{method} {params}");
            }
        }
    }
}
