//! `redouble serve` as clients meet it: the answers that docs/openapi.json promises, bounds, and foreign requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A server that ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(flags: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_redouble"))
            .args(["serve", "--port", "0", "--no-notebook"])
            .args(flags)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        assert!(address.starts_with("127.0.0.1:"), "loopback by default: {line}");
        Server { child, address }
    }

    /// Sends raw bytes and reads until the server closes.
    fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        let _ = stream.write_all(request); // a server may hang up on what is too long before all has come
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Reply::of(&bytes)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    fn get(&self, path: &str, headers: &[&str]) -> Reply {
        self.raw(self.head("GET", path, headers).as_bytes())
    }

    fn post(&self, path: &str, body: &str, headers: &[&str]) -> Reply {
        let length = format!("content-length: {}", body.len());
        let all = [&["content-type: application/json", &length], headers].concat();
        self.raw((self.head("POST", path, &all) + body).as_bytes())
    }

    fn head(&self, method: &str, path: &str, headers: &[&str]) -> String {
        let has_host = headers.iter().any(|header| header.starts_with("host:"));
        let host = if has_host { String::new() } else { format!("host: {}\r\n", self.address) };
        let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
        format!("{method} {path} HTTP/1.1\r\n{host}connection: close\r\n{headers}\r\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Debug)]
struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Reply {
    fn of(bytes: &[u8]) -> Reply {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        Reply {
            status,
            head: head.to_lowercase(),
            body: if chunked { unchunked(body) } else { body.to_owned() },
        }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {self:?}"))
    }

    fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }

    /// Server-sent events as pairs of name and data.
    fn events(&self) -> Vec<(String, Value)> {
        let field = |event: &str, name: &str| {
            event.lines().find_map(|line| Some(line.strip_prefix(name)?.trim().to_owned()))
        };
        let event = |event: &str| {
            Some((field(event, "event:")?, serde_json::from_str(&field(event, "data:")?).ok()?))
        };
        self.body.split("\n\n").filter_map(event).collect()
    }
}

fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        if length == 0 || rest.len() < length {
            break;
        }
        whole.push_str(&rest[..length]);
        body = rest[length..].trim_start_matches("\r\n");
    }
    whole
}

/// What is wrong with `value` under a schema of the API's file.
fn fault(value: &Value, schema: &Value, api: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.trim_start_matches("#/components/schemas/");
        return fault(value, &api["components"]["schemas"][name], api, at);
    }
    if let Some(kinds) = schema.get("type") {
        let kinds = kinds.as_array().cloned().unwrap_or_else(|| vec![kinds.clone()]);
        if !kinds.iter().any(|kind| is_of(value, kind.as_str().unwrap())) {
            return Some(format!("{at} is {value}, expected {kinds:?}"));
        }
    }
    if let Some(known) = schema["enum"].as_array()
        && !known.contains(value)
    {
        return Some(format!("{at} is {value}, expected one of {known:?}"));
    }
    if value.is_object() {
        let required = schema["required"].as_array().into_iter().flatten();
        for key in required.filter_map(Value::as_str) {
            if value.get(key).is_none() {
                return Some(format!("{at} lacks {key}"));
            }
        }
        let properties = schema["properties"].as_object().into_iter().flatten();
        return properties
            .filter_map(|(key, of)| Some((key, value.get(key)?, of)))
            .find_map(|(key, value, of)| fault(value, of, api, &format!("{at}.{key}")));
    }
    let items = value.as_array().into_iter().flatten().enumerate();
    items.into_iter().find_map(|(index, item)| fault(item, &schema["items"], api, &format!("{at}[{index}]")))
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    }
}

fn api() -> Value {
    serde_json::from_str(include_str!("../../../../docs/openapi.json")).unwrap()
}

#[test]
fn every_example_of_the_api_gets_the_answer_it_promises() {
    let (server, api) = (Server::start(&[]), api());
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let reply = ask(&server, path, method, operation, "example");
            assert_eq!(reply.status, 200, "{path}: {reply:?}");
            let content = &operation["responses"]["200"]["content"];
            if let Some(events) = content["text/event-stream"].get("x-events") {
                let found = reply.events();
                assert!(!found.is_empty(), "{path}: {reply:?}");
                for (name, data) in found {
                    assert_ne!(name, "error", "{path}: {data}");
                    assert_eq!(fault(&data, &events[&name], &api, path), None, "{path}: {name}");
                }
            } else if content.get("text/plain").is_some() {
                let letter = Value::from(reply.body.as_str());
                assert_eq!(fault(&letter, &content["text/plain"]["schema"], &api, path), None);
            } else {
                assert_eq!(fault(&reply.json(), &content["application/json"]["schema"], &api, path), None);
            }
        }
    }
}

/// Sends an operation's example, or its wrong question.
fn ask(server: &Server, path: &str, method: &str, operation: &Value, which: &str) -> Reply {
    match method {
        "post" => {
            let question = &operation["requestBody"]["content"]["application/json"][which];
            server.post(path, &question.to_string(), &[])
        }
        _ => {
            let with = |parameter: &Value| {
                Some(format!("{}={}", parameter["name"].as_str()?, parameter.get(which)?.as_str()?))
            };
            let fields: Vec<String> =
                operation["parameters"].as_array().into_iter().flatten().filter_map(with).collect();
            server.get(&format!("{path}?{}", fields.join("&")), &[])
        }
    }
}

#[test]
fn wrong_questions_get_an_error_that_says_why() {
    let (server, api) = (Server::start(&[]), api());
    for (path, methods) in api["paths"].as_object().unwrap() {
        if let Some(operation) = methods.get("post") {
            let reply = ask(&server, path, "post", operation, "x-wrong");
            assert_eq!(reply.status, 400, "{path}: {reply:?}");
            assert!(!reply.error().is_empty());
            for body in ["", "{", "[]", "nonsense", "{\"board\":17}", "\u{0}"] {
                let reply = server.post(path, body, &[]);
                assert_eq!(reply.status, 400, "{path} with {body:?}: {reply:?}");
                assert!(!reply.error().is_empty());
            }
        }
    }
    let hint = |body: &str| server.post("/api/hint", body, &[]);
    assert!(hint(r#"{"board":"ba98456732x00001"}"#).error().contains("row 3, column 3"));
    assert!(hint(r#"{"board":"ba98456732100001","agent":"bets"}"#).error().contains("did you mean best?"));
    let file = hint(r#"{"board":"ba98456732100001","agent":"ntuple(net=\"/etc/passwd\")"}"#);
    assert!(file.error().contains("files are not read here"));
    for number in ["1e999", "-1", "0", "99999999999999999999999", "\"soon\""] {
        let reply = hint(&format!(r#"{{"board":"ba98456732100001","time":{number}}}"#));
        assert!([400, 200].contains(&reply.status), "{number}: {reply:?}");
    }
    let reply = hint(r#"{"board":"ba98456732100001","agent":"expectimax(eval=grid,depth=3,threads=1024)"}"#);
    assert_eq!(reply.status, 200, "threads are the server's: {reply:?}");
    assert_eq!(server.get("/move?board=12", &[]).status, 400);
    assert_eq!(server.get("/move?board=1212212112122121", &[]).body, "g");
    assert_eq!(server.get("/api/hint", &[]).status, 405);
    assert_eq!(server.get("/no-such-file", &[]).status, 404);
    assert_eq!(server.get("/../Cargo.toml", &[]).status, 404);
    let plain = server.raw(
        (server.head("POST", "/api/hint", &["content-type: text/plain", "content-length: 2"]) + "{}")
            .as_bytes(),
    );
    assert_eq!(plain.status, 415);
    for (path, field) in [("/api/read", "text"), ("/api/review", "record")] {
        let long = server.post(path, &format!("{{\"{field}\":\"{}\"}}", "1 ".repeat(2_050_000)), &[]);
        assert_eq!((long.status, long.error().as_str()), (400, "record: 4.1 MB, expected 4 MB at most"));
    }
    let long = server.post("/api/read", &format!("{{\"text\":\"{}\"}}", "1 ".repeat(5_000_000)), &[]);
    assert!([413, 0].contains(&long.status), "it may hang up before all has come: {}", long.status);
}

#[test]
fn foreign_hosts_and_sites_are_refused_and_named_ones_let_in() {
    let server = Server::start(&["--allow-host", "games.example", "--allow-origin", "https://clone.example"]);
    let path = "/move?board=ba98456732100001&agent=random";
    assert_eq!(server.get(path, &["host: evil.example"]).status, 421);
    assert_eq!(server.get("/", &["host: evil.example"]).status, 421);
    assert_eq!(server.get(path, &["host: games.example"]).status, 200);
    assert_eq!(server.get(path, &["origin: https://evil.example"]).status, 403);
    assert_eq!(server.get(path, &["origin: null"]).status, 403);
    assert_eq!(server.get(path, &["sec-fetch-site: cross-site"]).status, 403);
    let named = server.get(path, &["origin: https://clone.example", "sec-fetch-site: cross-site"]);
    assert_eq!(named.status, 200);
    assert!(named.head.contains("access-control-allow-origin: https://clone.example"));
    assert!(!server.get(path, &[]).head.contains("access-control-allow-origin"));
    let own = format!("origin: http://{}", server.address);
    assert_eq!(server.get(path, &[&own]).status, 200);
}

#[test]
fn the_page_comes_with_strict_headers_and_asks_this_server() {
    let server = Server::start(&[]);
    let page = server.get("/", &[]);
    assert_eq!(page.status, 200);
    assert!(page.body.contains("data-engine=\"server\""));
    assert!(page.head.contains("content-security-policy: default-src 'none'"));
    assert!(page.head.contains("x-content-type-options: nosniff"));
    assert!(!page.body.contains("<script>") && !page.body.contains("style="), "nothing stands inline");
    assert!(server.get("/main.js", &[]).head.contains("content-type: text/javascript"));
}

/// The first reply to come on any of these connections, which is then closed.
fn first_reply(streams: &mut Vec<TcpStream>) -> Reply {
    streams.iter().for_each(|stream| stream.set_nonblocking(true).unwrap());
    let at = loop {
        match streams.iter().position(|stream| stream.peek(&mut [0]).is_ok()) {
            Some(at) => break at,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let mut stream = streams.swap_remove(at);
    stream.set_nonblocking(false).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    Reply::of(&bytes)
}

#[test]
fn long_answers_are_cut_vanished_clients_forgotten_and_a_full_queue_refuses() {
    let server = Server::start(&["--threads", "1", "--queue", "1"]);
    let slow = r#"{"board":"6531432022001001","agent":"expectimax(eval=grid,depth=63)"}"#;
    let length = format!("content-length: {}", slow.len());
    let request = server.head("POST", "/api/hint", &["content-type: application/json", &length]) + slow;
    let mut waiting: Vec<TcpStream> = (0..3).map(|_| server.connect()).collect();
    for stream in &mut waiting {
        stream.write_all(request.as_bytes()).unwrap();
    }
    // One is answered and one waits. The third to come, whichever that is, is told at once.
    let refused = first_reply(&mut waiting);
    assert_eq!(refused.status, 503, "{refused:?}");
    assert!(refused.error().contains("ask again later") && refused.head.contains("retry-after: 1"));
    drop(waiting); // the clients vanish: their places are free again long before ten seconds
    let mut served = (0..2000).map(|_| server.get("/move?board=6531432022001001&agent=random", &[]).status);
    assert!(served.any(|status| status == 200));
    // A client that never ends its request takes no seat.
    let mut lazy = server.connect();
    lazy.write_all(b"POST /api/hint HTTP/1.1\r\nhost: localhost\r\ncontent-length: 500\r\ncontent-type: application/json\r\n\r\n{").unwrap();
    assert_eq!(server.get("/move?board=6531432022001001&agent=random", &[]).status, 200);
    let cut = server.post("/api/hint", slow, &[]);
    assert_eq!(cut.status, 422, "{cut:?}");
    assert!(cut.error().contains("takes longer than it may"));
}

#[cfg(unix)]
#[test]
fn told_to_end_it_finishes_the_answer_under_way() {
    let mut server = Server::start(&[]);
    let mut stream = server.connect();
    let body = r#"{"board":"ba98456732100001","agent":"ntuple","time":1500}"#;
    let length = format!("content-length: {}", body.len());
    let request = server.head("POST", "/api/hint", &["content-type: application/json", &length]) + body;
    stream.write_all(request.as_bytes()).unwrap();
    // Once another question is answered, the one before it has surely come.
    assert_eq!(server.get("/move?board=6531432022001001&agent=random", &[]).status, 200);
    let id = nix::unistd::Pid::from_raw(server.child.id() as i32);
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGTERM).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    assert_eq!(Reply::of(&bytes).status, 200);
    assert!(server.child.wait().unwrap().success());
}
