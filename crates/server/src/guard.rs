//! What every request passes: who asks under which name, the client's share, the
//! deadlines, the headers.

use crate::api;
use crate::app::App;
use crate::clients::Client;
use crate::cors;
use crate::error::ApiError;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::any::Any;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

/// Scripts and styles from here alone; no frames, no guessing of types, no
/// telling others where a reader came from.
const HEADERS: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Who may show these pages in a frame, and what they may load: nobody and nothing foreign, but for
/// those whom `--embed` names.
fn framing(embed: &[String]) -> [(HeaderName, Option<HeaderValue>); 2] {
    let named: Vec<&str> =
        embed.iter().map(String::as_str).filter(|origin| is_source(origin)).collect();
    let ancestors = if named.is_empty() { "'none'".to_owned() } else { named.join(" ") };
    let policy = format!(
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         base-uri 'none'; form-action 'self'; frame-ancestors {ancestors}; object-src 'none'"
    );
    // The older header knows no list of names.
    let deny = named.is_empty().then(|| HeaderValue::from_static("DENY"));
    [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_str(&policy).ok()),
        (header::X_FRAME_OPTIONS, deny),
    ]
}

/// An origin, and nothing that could end one policy and begin another.
fn is_source(origin: &str) -> bool {
    !origin.is_empty()
        && origin.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b';' | b',' | b'\'' | b'"'))
}

/// The outermost layer of the house's own routes.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (mut parts, body) = request.into_parts();
    let client = client_of(&parts, &app);
    parts.extensions.insert(client);
    let path = parts.uri.path();
    let open = api::is_open(path);
    let guest = cors::origin(&parts, &app.config.cors).filter(|_| open);
    let allowed = app
        .clients
        .request(client)
        .and_then(|()| at_home(&parts, &app, guest.is_some()))
        .and_then(|()| not_too_large(&parts, app.config.body));
    let preflight = guest.as_ref().and_then(|_| cors::preflight(&parts));
    let mut response = match (allowed, preflight) {
        (Err(error), _) => error.into_response(),
        (Ok(()), Some(preflight)) => preflight,
        (Ok(()), None) => match whole(&app, &parts, body, app.config.body).await {
            Err(error) => error.into_response(),
            Ok(body) => {
                let answer = next.run(Request::from_parts(parts, body));
                let answered = tokio::time::timeout(app.config.request, answer).await;
                answered.unwrap_or_else(|_| ApiError::TimedOut.into_response())
            }
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    for (name, value) in framing(&app.config.embed) {
        if let Some(value) = value {
            response.headers_mut().entry(name).or_insert(value);
        }
    }
    if let Some(guest) = guest {
        cors::open(&mut response, guest);
    }
    app.metrics.answered(response.status().as_u16(), begun.elapsed());
    response
}

/// The outermost layer of the games' own services: the client's share, names,
/// origins and deadlines as everywhere.
pub(crate) async fn doorstep(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let guest = cors::origin(&parts, &app.config.cors);
    let most = app.config.service_body;
    let allowed = app
        .clients
        .request(client_of(&parts, &app))
        .and_then(|()| at_home(&parts, &app, guest.is_some()))
        .and_then(|()| not_too_large(&parts, most));
    let preflight = guest.as_ref().and_then(|_| cors::preflight(&parts));
    let mut response = match (allowed, preflight) {
        (Err(error), _) => error.into_response(),
        (Ok(()), Some(preflight)) => preflight,
        (Ok(()), None) => match whole(&app, &parts, body, most).await {
            Ok(body) => next.run(Request::from_parts(parts, body)).await,
            Err(error) => error.into_response(),
        },
    };
    if let Some(guest) = guest {
        cors::open(&mut response, guest);
    }
    response
}

/// Who asks: the address, or whom a trusted proxy names.
fn client_of(parts: &Parts, app: &App) -> Client {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
    app.clients.behind(peer, text(&parts.headers, &HeaderName::from_static("x-forwarded-for")))
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get_all(name).iter().next_back().and_then(|value| value.to_str().ok())
}

/// Refuse names that are not this server's, and pages of other origins that want
/// to change something or to listen, unless they are guests.
fn at_home(parts: &Parts, app: &App, guest: bool) -> Result<(), ApiError> {
    let hosts = &app.config.hosts;
    let host = text(&parts.headers, &header::HOST)
        .or_else(|| parts.uri.authority().map(axum::http::uri::Authority::as_str))
        .unwrap_or_default();
    if !answers_to(host, hosts) {
        return Err(ApiError::ForeignHost(name_of(host).chars().take(100).collect()));
    }
    let safe = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if guest || safe && !parts.headers.contains_key(header::UPGRADE) {
        return Ok(());
    }
    let own = match text(&parts.headers, &header::ORIGIN) {
        Some(origin) => is_own(origin, host, hosts),
        // A page that sends no origin still says whether it is a foreign one.
        None => {
            let site = text(&parts.headers, &HeaderName::from_static("sec-fetch-site"));
            !matches!(site, Some("cross-site" | "same-site"))
        }
    };
    if own { Ok(()) } else { Err(ApiError::ForeignOrigin) }
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    if let Some(six) = host.strip_prefix('[') {
        return six.split(']').next().unwrap_or(six);
    }
    host.rsplit_once(':').map_or(host, |(name, _)| name)
}

/// Whether this server answers to a name. One written in digits cannot be pointed
/// elsewhere, so it is always its own.
fn answers_to(host: &str, hosts: &[String]) -> bool {
    let name = name_of(host).trim_end_matches('.');
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok()
        || hosts.iter().any(|known| known == "*" || known.eq_ignore_ascii_case(name))
}

/// Whether a page of this origin is this server's own, or of a name it was given.
fn is_own(origin: &str, host: &str, hosts: &[String]) -> bool {
    let Some((_, authority)) = origin.split_once("://") else { return false };
    let named = hosts.iter().any(|known| known.eq_ignore_ascii_case(name_of(authority)));
    named || authority.eq_ignore_ascii_case(host)
}

/// A body that says it is too large is refused before it is read.
fn not_too_large(parts: &Parts, most: usize) -> Result<(), ApiError> {
    let said = text(&parts.headers, &header::CONTENT_LENGTH);
    match said.and_then(|size| size.parse::<u64>().ok()) {
        Some(size) if size > most as u64 => Err(ApiError::TooLarge { most }),
        _ => Ok(()),
    }
}

/// The whole body, if it comes in time.
async fn whole(app: &App, parts: &Parts, body: Body, most: usize) -> Result<Body, ApiError> {
    let none = matches!(parts.method, Method::GET | Method::HEAD);
    if none {
        return Ok(body);
    }
    let read = axum::body::to_bytes(body, most);
    match tokio::time::timeout(app.config.body_time, read).await {
        Ok(Ok(bytes)) => Ok(Body::from(bytes)),
        Ok(Err(_)) => Err(ApiError::TooLarge { most }),
        Err(_) => Err(ApiError::TooSlow),
    }
}

/// A fault of ours: said so, and nothing about its inside.
pub(crate) fn panicked(_: Box<dyn Any + Send>) -> Response {
    ApiError::Internal.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foreign_name_is_not_answered() {
        let none: &[String] = &[];
        for own in ["localhost", "localhost:7878", "127.0.0.1:80", "[::1]:7878", "192.168.1.9"] {
            assert!(answers_to(own, none), "{own}");
        }
        for foreign in ["", "evil.example", "evil.example:7878", "localhost.evil.example"] {
            assert!(!answers_to(foreign, none), "{foreign}");
        }
        assert!(answers_to("play.example:443", &["Play.Example".to_owned()]));
        assert!(answers_to("anything", &["*".to_owned()]));
    }

    #[test]
    fn nobody_frames_the_page_but_those_who_are_named() {
        let framed = |embed: &[&str]| {
            let embed: Vec<String> = embed.iter().map(|origin| (*origin).to_owned()).collect();
            let [(_, policy), (_, older)] = framing(&embed);
            (policy.expect("a header").to_str().expect("plain").to_owned(), older.is_some())
        };
        let (nobody, older) = framed(&[]);
        assert!(nobody.contains("frame-ancestors 'none';") && older);
        let (named, older) = framed(&["https://app.example", "x; script-src *"]);
        assert!(named.contains("frame-ancestors https://app.example;") && !older, "{named}");
        assert!(!named.contains("script-src"), "{named}");
    }

    #[test]
    fn an_origin_is_own_when_it_is_the_host() {
        let named = ["play.example".to_owned()];
        assert!(is_own("http://127.0.0.1:7878", "127.0.0.1:7878", &[]));
        assert!(!is_own("http://127.0.0.1:9999", "127.0.0.1:7878", &[]));
        assert!(!is_own("null", "127.0.0.1:7878", &[]));
        assert!(is_own("https://play.example", "10.0.0.2:7878", &named));
        assert!(!is_own("https://evil.example", "127.0.0.1:7878", &["*".to_owned()]));
    }
}
