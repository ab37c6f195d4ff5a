//! What a page of examples cannot show: pipes, JSON and the environment.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn redouble(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.args(args);
    command
}

/// Runs it with `input` on standard input.
fn with_input(args: &[&str], input: &[u8]) -> Output {
    let mut command = redouble(args);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn json(output: Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1, "one object on one line");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_board_is_read_from_standard_input() {
    let counts = json(with_input(&["perft", "-", "3", "--json"], b"0123012301230123\n"));
    assert_eq!(counts["board"], "0123012301230123");
    assert_eq!(counts["counts"], serde_json::json!([1, 48, 3496, 256552]));
    assert!(counts["ms"].as_f64().unwrap() >= 0.0);
}

#[test]
fn a_hint_understands_what_people_paste_and_shows_the_board_it_understood() {
    let drawn =
        "+----+----+---+---+\n|2048|1024|512|256|\n|16|32|64|128|\n|8|4|2||\n||||2|\n+----+----+---+---+\n";
    for text in [drawn, "[[2048,1024,512,256],[16,32,64,128],[8,4,2,0],[0,0,0,2]]", "ba98 4567 3210 0001"] {
        let output = with_input(&["hint", "-", "--agent", "snake"], text.as_bytes());
        let shown =
            "   2048   1024    512    256\n     16     32     64    128\n      8      4      2      .\n";
        assert!(String::from_utf8_lossy(&output.stdout).contains(shown), "{text}: {output:?}");
    }
}

#[test]
fn the_end_of_an_imported_game_gets_a_hint() {
    let state = br#"{"grid":{"size":4,"cells":[[{"value":8},null,null,null],[{"value":8},null,null,null],
        [null,null,null,null],[null,null,null,null]]},"score":16}"#;
    let record = with_input(&["import", "-"], state).stdout;
    let hint = json(with_input(&["hint", "-", "--agent", "greedy(eval=score)", "--json"], &record));
    assert_eq!((&hint["board"], &hint["best"]), (&"3300000000000000".into(), &"right".into()));
    assert_eq!(hint["moves"]["right"]["value"], 32.0, "the score of the record counts");
}

#[test]
fn standard_input_that_is_no_text_is_refused() {
    let output = with_input(&["perft", "-", "3"], &[0xff, 0xfe, 0]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "redouble: standard input: this is not text\n");
}

#[test]
fn a_closed_pipe_ends_the_command_silently() {
    let mut command = redouble(&["perft", "0123012301230123", "3"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert_ne!(child.wait().unwrap().code(), Some(101), "it must not panic");
}

#[test]
fn the_version_names_the_package() {
    let output = redouble(&["--version"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with(concat!("redouble ", env!("CARGO_PKG_VERSION"))), "{text}");
}

#[test]
fn every_shell_gets_completions_that_know_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = redouble(&["completions", shell]).output().unwrap();
        assert!(String::from_utf8(output.stdout).unwrap().contains("perft"), "{shell}");
    }
}

#[test]
fn the_agents_are_listed_with_keys_and_defaults() {
    let listed = json(redouble(&["agents", "--json"]).output().unwrap());
    let entry = |part: &str, name: &str| {
        let entries = listed[part].as_array().unwrap();
        entries.iter().find(|entry| entry["name"] == name).cloned().unwrap_or_default()
    };
    let key = |entry: &Value, name: &str| {
        entry["keys"].as_array().unwrap().iter().find(|key| key["name"] == name).cloned().unwrap_or_default()
    };
    assert_eq!(key(&entry("agents", "expectimax"), "fours")["default"], "on");
    assert_eq!(key(&entry("evaluations", "merges"), "base")["default"], "100");
    assert_eq!(entry("agents", "snake")["short_for"], "expectimax(eval=snake,depth=5)");
    assert_eq!(entry("agents", "random")["short_for"], Value::Null);
}

#[test]
fn people_and_machines_are_told_of_the_same_agents() {
    let listed = json(redouble(&["agents", "--json"]).output().unwrap());
    let text = String::from_utf8(redouble(&["agents"]).output().unwrap().stdout).unwrap();
    for entry in listed["agents"].as_array().unwrap().iter().chain(listed["evaluations"].as_array().unwrap())
    {
        let name = entry["name"].as_str().unwrap();
        assert!(text.lines().any(|line| line.starts_with(&format!("  {name} "))), "{name}");
    }
}

#[test]
fn a_hint_for_machines_has_the_promised_keys() {
    let hint = json(with_input(&["hint", "-", "--agent", "snake", "--json"], b"0123012301230123"));
    let keys: Vec<&String> = hint.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["agent", "best", "board", "depth", "moves", "ms", "nodes", "unit"]);
    assert_eq!((&hint["board"], &hint["best"]), (&"0123012301230123".into(), &"left".into()));
    assert_eq!(hint["agent"], "expectimax(eval=snake,depth=5)");
    assert_eq!(hint["moves"]["right"], Value::Null, "right is illegal");
    let value = |mv: &str| hint["moves"][mv]["value"].as_f64().unwrap();
    assert!(value("left") > value("up") && value("left") > value("down"));
    assert_eq!((hint["depth"].as_u64(), hint["nodes"].as_u64() > Some(1000)), (Some(5), true));
}

#[test]
fn values_that_are_unknown_or_infinite_are_null() {
    let value = |agent: &str, board: &str, mv: &str| {
        let hint = json(redouble(&["hint", "--json", "--agent", agent, board]).output().unwrap());
        hint["moves"][mv].clone()
    };
    let null = serde_json::json!({ "value": null });
    assert_eq!(value("random", "0123012301230123", "left"), null);
    assert_eq!(value("snake", "1234561234566120", "right"), null, "every spawn ends the game");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let hint = json(redouble(&["hint", "--json", "--why", "1212212112122121"]).output().unwrap());
    assert_eq!((&hint["best"], &hint["moves"]["up"]), (&Value::Null, &Value::Null));
    assert_eq!(hint.get("why"), None);
}

#[test]
fn reasons_for_machines_are_a_line_and_the_spawns_that_hurt() {
    let args = ["hint", "--json", "--why", "--agent", "expectimax(eval=merges)", "0123012301230123"];
    let why = json(redouble(&args).output().unwrap())["why"].clone();
    assert_eq!(why["line"].as_array().unwrap().len(), 3);
    assert_eq!(why["line"][0]["tile"], 2, "a 2 is likelier than a 4");
    let expected = why["expected"].as_f64().unwrap();
    let hurt = why["hurt"].as_array().unwrap();
    assert!(!hurt.is_empty() && hurt.iter().all(|spawn| spawn["value"].as_f64().unwrap() < expected));
}

#[test]
fn a_time_is_kept_by_an_agent_that_would_think_for_ages() {
    let args =
        ["hint", "--json", "--time", "5ms", "--agent", "expectimax(eval=sum,depth=41)", "0000000000000011"];
    let hint = json(redouble(&args).output().unwrap());
    assert_eq!(hint["agent"], "expectimax(eval=sum,depth=41,time=5ms)");
    assert!(hint["depth"].as_u64().unwrap() < 41);
}

#[test]
fn a_depth_that_is_told_stands_whatever_the_budget() {
    for (agent, depth) in [("expectimax(eval=grid,depth=3)", 3), ("alphabeta(eval=grid,depth=4)", 4)] {
        let budgets = [(["--nodes", "900000"], "nodes=900000"), (["--time", "60s"], "time=60s")];
        for (flags, budget) in budgets {
            let args = ["hint", "--json", "--agent", agent, flags[0], flags[1], "6531432022001001"];
            let hint = json(redouble(&args).output().unwrap());
            assert_eq!(hint["agent"], agent.replace(')', &format!(",{budget})")));
            assert_eq!(hint["depth"], depth, "{agent} {flags:?}");
        }
    }
}

#[test]
fn what_best_may_spend_is_named_where_it_plays_and_where_it_is_asked() {
    let hint = json(redouble(&["hint", "--json", "0123012301230123"]).output().unwrap());
    assert_eq!(hint["agent"], "best(time=100ms)");
    let counted = json(redouble(&["hint", "--json", "--nodes", "500", "0123012301230123"]).output().unwrap());
    assert_eq!((&counted["agent"], counted["nodes"].as_u64() < Some(800)), (&"best(nodes=500)".into(), true));
    let args = ["trial", "best", "--games", "1", "--until", "moves=3", "--no-notebook", "--json"];
    assert_eq!(json(redouble(&args).output().unwrap())["agents"][0]["agent"], "best(time=1ms)");
}

#[test]
fn games_into_a_pipe_show_no_escape_codes_whatever_the_environment_says() {
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "xterm-256color"), ("CLICOLOR_FORCE", "1")] {
        let output = redouble(&["--agent", "random", "--games", "3"]).env(name, value).output().unwrap();
        assert!(output.status.success() && !output.stdout.contains(&0x1b), "{name}={value}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "short games need no word about progress");
    }
}

#[test]
fn the_same_seed_gives_the_same_games_and_another_seed_others() {
    let boards = |seed: &str| {
        let output = redouble(&["--agent", "random", "--games", "5", "--seed", seed]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let games = text.lines().filter(|line| line.starts_with("game "));
        games.map(|line| line.split_whitespace().last().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(boards("9").len(), 5);
    assert_eq!(boards("9"), boards("9"));
    assert_ne!(boards("9"), boards("10"));
}

#[test]
fn a_bench_for_machines_has_a_signature_and_the_speed_of_each_search() {
    let bench = json(redouble(&["bench", "--json"]).output().unwrap());
    let signature = bench["signature"].as_str().unwrap();
    assert!(signature.len() == 16 && u64::from_str_radix(signature, 16).is_ok(), "{signature}");
    let searches = bench["searches"].as_array().unwrap();
    let nodes = |name: &str| {
        let search = searches.iter().find(|search| search["search"] == name).unwrap();
        (search["nodes"].as_u64().unwrap(), search["nodes_per_second"].as_f64().unwrap())
    };
    assert_eq!(nodes("random"), (0, 0.0));
    assert!(nodes("snake").0 > 1000 && nodes("snake").1 > 0.0);
}

#[test]
fn a_ladder_says_how_often_the_next_large_tile_is_made() {
    let args = ["ladder", "random", "greedy(eval=merges)", "--tiles", "1,4", "--games", "3", "--no-notebook"];
    let steps = json(redouble(&[&args[..], &["--json"]].concat()).output().unwrap());
    let steps = steps.as_array().unwrap();
    let tiles: Vec<&Value> = steps.iter().map(|step| &step["large_tiles"]).collect();
    assert_eq!(steps.len(), 4, "two agents, two numbers of tiles");
    assert_eq!(tiles[0], 1);
    for step in steps {
        assert_eq!(step["came"], 3);
        let lost: u64 = step["lost"].as_array().unwrap().iter().map(|games| games.as_u64().unwrap()).sum();
        assert_eq!(step["left"].as_u64().unwrap() + lost, 3);
    }
    assert_eq!(steps[2]["left"], 0, "nobody wins at random with four large tiles");
    let text = String::from_utf8(redouble(&args).output().unwrap().stdout).unwrap();
    assert!(text.contains("made the next") && text.contains("A  random"), "{text}");
    assert!(text.contains("lost games, by what they had built") && text.contains("and 256"), "{text}");
    let refused = redouble(&["ladder", "random", "--tiles", "6"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_ladder_starts_from_the_boards_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards.txt");
    // Three, one and three large tiles.
    fs::write(&path, "dcb0000000001001\nb000000000001001\ndcbaa00000000001\n").unwrap();
    let ladder = |path: &Path| {
        let args = ["ladder", "random", "greedy(eval=merges)", "--games", "6", "--no-notebook", "--json"];
        redouble(&args).arg("--boards").arg(path).output().unwrap()
    };
    let steps = json(ladder(&path));
    let of = |step: &Value| (step["large_tiles"].as_u64().unwrap(), step["came"].as_u64().unwrap());
    assert_eq!(
        steps.as_array().unwrap().iter().map(of).collect::<Vec<_>>(),
        [(1, 2), (1, 2), (3, 4), (3, 4)]
    );
    assert_eq!([&steps[0]["agent"], &steps[2]["agent"]], [&steps[2]["agent"], &steps[0]["agent"]]);
    fs::write(&path, "dcb0000000001001\nnonsense\n").unwrap();
    let refused = ladder(&path);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("line 2: "));
}
