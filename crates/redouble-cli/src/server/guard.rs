//! Who may ask: this machine under its own name, and whoever was named. Every answer gets strict headers.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

/// The names and the sites that may ask.
pub struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
    address: IpAddr,
}

impl Guard {
    /// Lets in what calls the server by its address or by one of `hosts`, and pages of `origins`.
    pub fn new(address: SocketAddr, hosts: Vec<String>, origins: Vec<String>) -> Guard {
        Guard { hosts, origins, address: address.ip() }
    }

    /// Whether the server may be called by this name. Others belong to sites that point their name here.
    fn knows_host(&self, host: &str) -> bool {
        let name = name_of(host);
        let ours = match name.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || ip == self.address,
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        };
        ours || self.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// The origin of a page of another site that may ask; refuses all other sites.
    fn origin(&self, host: &str, headers: &HeaderMap) -> Result<Option<HeaderValue>, Refusal> {
        let Some(origin) = headers.get(header::ORIGIN) else { return Ok(None) };
        let text = origin.to_str().unwrap_or_default();
        let own = text.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host));
        match (own, self.origins.iter().any(|known| known == text)) {
            (true, _) => Ok(None),
            (false, true) => Ok(Some(origin.clone())),
            (false, false) => Err(Refusal(
                StatusCode::FORBIDDEN,
                format!("pages of {text:?} may not ask: start the server with --allow-origin to let them"),
            )),
        }
    }
}

/// A host without its port: `[::1]:80` is `::1`.
fn name_of(host: &str) -> &str {
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((name, _)) => name,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    }
}

/// Refuses foreign hosts and sites, and sets the headers of every answer.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let answer = match admitted(&guard, &request) {
        Ok(origin) if request.method() == Method::OPTIONS => {
            with_origin(StatusCode::NO_CONTENT.into_response(), origin)
        }
        Ok(origin) => with_origin(next.run(request).await, origin),
        Err(refusal) => refusal.into_response(),
    };
    with_headers(answer)
}

fn admitted(guard: &Guard, request: &Request) -> Result<Option<HeaderValue>, Refusal> {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !guard.knows_host(host) {
        let why = format!("the host {host:?} is not known: start the server with --allow-host to let it in");
        return Err(Refusal(StatusCode::MISDIRECTED_REQUEST, why));
    }
    let origin = guard.origin(host, request.headers())?;
    let path = request.uri().path();
    let is_question = path.starts_with("/api/") || path == "/move";
    let site = request.headers().get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if is_question && origin.is_none() && site == Some("cross-site") {
        return Err(Refusal(StatusCode::FORBIDDEN, "pages of other sites may not ask".to_owned()));
    }
    Ok(origin)
}

fn with_origin(mut answer: Response, origin: Option<HeaderValue>) -> Response {
    if let Some(origin) = origin {
        let headers = answer.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type"));
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
    }
    answer
}

const HEADERS: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

fn with_headers(mut answer: Response) -> Response {
    for (name, value) in HEADERS {
        answer.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> Guard {
        let address = "192.168.1.7:2048".parse().unwrap();
        Guard::new(address, vec!["games.example".into()], vec!["https://clone.example".into()])
    }

    #[test]
    fn only_known_names_are_let_in() {
        for host in [
            "localhost",
            "localhost:2048",
            "127.0.0.1:1",
            "[::1]:2048",
            "192.168.1.7:2048",
            "Games.Example:80",
        ] {
            assert!(guard().knows_host(host), "{host}");
        }
        for host in
            ["", "evil.example", "localhost.evil.example:2048", "192.168.1.8", "127.0.0.1.evil.example"]
        {
            assert!(!guard().knows_host(host), "{host}");
        }
    }

    #[test]
    fn pages_of_other_sites_are_refused_unless_named() {
        let ask = |origin: &str| {
            let headers = HeaderMap::from_iter([(header::ORIGIN, HeaderValue::from_str(origin).unwrap())]);
            guard()
                .origin("localhost:2048", &headers)
                .map(|origin| origin.is_some())
                .map_err(|refusal| refusal.0)
        };
        assert_eq!(ask("http://localhost:2048"), Ok(false));
        assert_eq!(ask("https://clone.example"), Ok(true));
        for foreign in ["null", "http://localhost:9999", "https://evil.example", "https://clone.example.evil"]
        {
            assert_eq!(ask(foreign), Err(StatusCode::FORBIDDEN), "{foreign}");
        }
    }
}
