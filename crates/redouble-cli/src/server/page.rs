//! The page, embedded: its files, and which of them a path names.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        /// The files of the page. What only a static host needs is not among them.
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../web/", $name)))),*];
    };
}

files![
    "agents.js",
    "analyst.js",
    "autoplay.js",
    "board.css",
    "board.js",
    "chances.js",
    "chart.js",
    "coach.js",
    "editor.js",
    "engine-server.js",
    "engine-wasm.js",
    "engine.js",
    "events.js",
    "game.js",
    "hints.js",
    "icon.svg",
    "index.html",
    "input.js",
    "luck.js",
    "main.js",
    "manifest.webmanifest",
    "panels.css",
    "review-panel.js",
    "review.js",
    "rules.js",
    "share.js",
    "statistics.js",
    "store.js",
    "style.css",
    "table.js",
    "tabs.js",
    "trial-panel.js",
    "trial.js",
    "values.js",
    "view.js",
];

/// A file of the page.
pub async fn file(uri: Uri) -> Response {
    let name = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    match FILES.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => ([(header::CONTENT_TYPE, kind(name))], contents(name, text)).into_response(),
        None => Refusal(StatusCode::NOT_FOUND, format!("{:?} is not here", uri.path())).into_response(),
    }
}

/// The page asks the server that served it.
fn contents(name: &str, text: &str) -> String {
    match name {
        "index.html" => text.replacen("data-engine=\"wasm\"", "data-engine=\"server\"", 1),
        _ => text.to_owned(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/manifest+json",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// They run in the browser's own engine only.
    const STATIC: [&str; 4] = ["network.js", "sw.js", "wasm.js", "worker.js"];

    #[test]
    fn every_file_of_the_page_is_here() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/web")).unwrap();
        let mut found: Vec<String> =
            folder.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        found.retain(|name| !STATIC.contains(&name.as_str()));
        found.sort();
        assert_eq!(found, FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    }

    #[test]
    fn the_served_page_asks_the_server() {
        let index = FILES.iter().find(|(name, _)| *name == "index.html").unwrap();
        assert!(contents(index.0, index.1).contains("data-engine=\"server\""));
    }
}
