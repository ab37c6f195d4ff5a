//! Trials and their notebook, driven through the command: killed, doubled, starved and merged.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use redouble_lab::Notebook;
use serde_json::Value;

fn redouble(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.args(args).env_remove("RUST_BACKTRACE");
    command
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn success(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a trial of `random` and parses its JSON, the times taken out.
fn trial(notebook: &Path, games: &str, more: &[&str]) -> Value {
    let args =
        [&["trial", "random", "--json", "--games", games, "--notebook", text(notebook)], more].concat();
    timeless(&success(redouble(&args).output().unwrap()))
}

fn timeless(json: &str) -> Value {
    let mut value: Value = serde_json::from_str(json).unwrap();
    for agent in value["agents"].as_array_mut().unwrap() {
        let agent = agent.as_object_mut().unwrap();
        agent.remove("ms_per_move").unwrap();
        agent.remove("moves_per_second").unwrap();
    }
    value
}

fn games(notebook: &Path) -> u64 {
    let shelves = Notebook::open_existing(notebook).and_then(|notebook| notebook.shelves());
    shelves.map_or(0, |shelves| shelves.iter().map(|shelf| shelf.games).sum())
}

#[test]
fn the_table_is_the_same_for_one_job_and_two_times_aside() {
    let table = |jobs: &str| {
        let args = ["trial", "random", "greedy(eval=grid)", "--games", "40", "--no-notebook", "--jobs", jobs];
        let text = success(redouble(&args).output().unwrap());
        let timed = ["ms per move", "  99 % within", "moves per second"];
        let kept: Vec<&str> =
            text.lines().filter(|line| !timed.iter().any(|name| line.starts_with(name))).collect();
        assert_eq!(text.lines().count() - kept.len(), 3);
        kept.join("\n")
    };
    let one = table("1");
    assert!(one.contains("mean score") && one.contains("80 games played, 0 from the notebook"), "{one}");
    assert_eq!(one, table("2"));
}

#[test]
fn a_trial_killed_at_any_moment_is_continued_and_ends_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let notebook = folder.path().join("killed.sqlite");
    let (mut kept, goal) = (0, 3000);
    for _ in 0..3 {
        let args = ["trial", "random", "--games", "1000000", "--jobs", "2", "--notebook", text(&notebook)];
        let mut child = redouble(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while games(&notebook) < kept + 50 {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap(); // the signal that cannot be caught
        child.wait().unwrap();
        let now = games(&notebook);
        assert!(now >= kept + 50);
        kept = now;
    }
    let continued = trial(&notebook, &(kept + goal).to_string(), &[]);
    assert_eq!(continued["reused"], kept, "every game that was kept is used");
    let whole = trial(&folder.path().join("whole.sqlite"), &(kept + goal).to_string(), &[]);
    assert_eq!(whole["reused"], 0);
    assert_eq!(continued["agents"][0]["score"], whole["agents"][0]["score"]);
    assert_eq!(continued["agents"][0]["nodes_per_move"], whole["agents"][0]["nodes_per_move"]);
}

#[test]
fn two_processes_share_a_notebook() {
    let folder = tempfile::tempdir().unwrap();
    let notebook = folder.path().join("shared.sqlite");
    let start = |first: &str| {
        let args =
            ["trial", "random", "--games", "400", "--first", first, "--notebook", text(&notebook), "--json"];
        redouble(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children = ["0", "200", "400"].map(start);
    for child in children {
        assert_eq!(timeless(&success(child.wait_with_output().unwrap()))["agents"][0]["games"], 400);
    }
    assert_eq!(games(&notebook), 800);
    assert_eq!(trial(&notebook, "800", &[])["reused"], 800);
}

#[test]
fn games_from_other_boards_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let notebook = folder.path().join("starts.sqlite");
    let plain = trial(&notebook, "20", &[]);
    let boards = folder.path().join("boards");
    std::fs::write(&boards, "b97421638152c3a0\n9731841023101000\n").unwrap();
    trial(&notebook, "20", &["--start", "edcba98712345671"]);
    trial(&notebook, "20", &["--seed", "2", "--start", text(&boards)]);
    let shown =
        success(redouble(&["notebook", "show", "random", "--notebook", text(&notebook)]).output().unwrap());
    let titles: Vec<&str> = shown.lines().filter(|line| line.starts_with("random")).collect();
    assert_eq!(titles.len(), 2, "{shown}");
    assert!(titles[0].starts_with("random, from 3 given boards, until over"), "{shown}");
    assert!(titles[1].starts_with("random, until over"), "{shown}");
    let mean =
        |text: &str| text.split("mean score").nth(1).unwrap().lines().next().unwrap().trim().to_owned();
    let alone = plain["agents"][0]["score"]["mean"].as_f64().unwrap();
    assert_eq!(mean(shown.split(titles[1]).nth(1).unwrap()).replace(',', ""), format!("{alone:.0}"));
}

#[test]
fn reused_games_name_the_commit_that_played_them() {
    let folder = tempfile::tempdir().unwrap();
    let notebook = folder.path().join("again.sqlite");
    let run = || {
        let args = ["trial", "random", "--games", "3", "--notebook", text(&notebook)];
        success(redouble(&args).output().unwrap())
    };
    assert!(run().ends_with("3 games played, 0 from the notebook\n"));
    let version = success(redouble(&["--version"]).output().unwrap()).replace("redouble ", "");
    assert!(run().ends_with(&format!("0 games played, 3 from the notebook, played by {version}")));
}

#[test]
fn the_same_command_again_plays_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let notebook = folder.path().join("again.sqlite");
    let first = trial(&notebook, "30", &["--until", "64"]);
    assert_eq!((&first["played"], &first["reused"]), (&30.into(), &0.into()));
    let again = trial(&notebook, "30", &["--until", "64"]);
    assert_eq!((&again["played"], &again["reused"]), (&0.into(), &30.into()));
    assert_eq!(again["agents"][0]["score"], first["agents"][0]["score"]);
    assert_eq!(trial(&notebook, "30", &["--until", "128"])["reused"], 0);
}

#[test]
fn the_default_notebook_lies_in_the_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = redouble(&["trial", "random", "--games", "2"]);
    let set =
        command.env("XDG_DATA_HOME", folder.path()).env("HOME", folder.path()).env("APPDATA", folder.path());
    success(set.output().unwrap());
    let expected = match cfg!(target_os = "macos") {
        true => folder.path().join("Library/Application Support/redouble/notebook.sqlite"),
        false => folder.path().join("redouble/notebook.sqlite"),
    };
    assert_eq!(games(&expected), 2);
}

/// With no room to write, the trial says so, and what was finished before is still there.
#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let notebook = folder.path().join("full.sqlite");
    trial(&notebook, "200", &[]);
    // A limit of 512 blocks for each file stands for the disk; without the trap the system would kill the command.
    let script = "trap '' XFSZ; ulimit -f 512; exec \"$@\"";
    let args = ["trial", "random", "--games", "1000000", "--records", "--notebook", text(&notebook)];
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_redouble")]).args(args);
    let output = shell.output().unwrap();
    let reason = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{reason}");
    assert!(reason.starts_with("redouble: notebook ") && reason.contains("is safe"), "{reason}");
    assert!(games(&notebook) >= 200);
    assert_eq!(trial(&notebook, "200", &[])["reused"], 200);
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let inside = file.join("notebook.sqlite");
    for path in [&inside, &file] {
        let output =
            redouble(&["trial", "random", "--games", "1", "--notebook", text(path)]).output().unwrap();
        let reason = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{reason}");
        assert!(reason.contains(text(path)) && reason.lines().count() == 1, "{reason}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "not a folder");
}

#[test]
fn merged_and_imported_games_count_once() {
    let folder = tempfile::tempdir().unwrap();
    let [here, there, copy] =
        ["here.sqlite", "there.sqlite", "copy.sqlite"].map(|name| folder.path().join(name));
    trial(&here, "30", &[]);
    trial(&there, "30", &["--first", "20"]);
    let merge = || {
        success(redouble(&["notebook", "merge", "--notebook", text(&here), text(&there)]).output().unwrap())
    };
    assert!(merge().ends_with(": 20 new games\n"));
    assert!(merge().ends_with(": 0 new games\n"));
    assert_eq!(trial(&here, "50", &[])["reused"], 50);

    let sheet = folder.path().join("games.csv");
    std::fs::write(
        &sheet,
        success(redouble(&["notebook", "export", "--notebook", text(&here)]).output().unwrap()),
    )
    .unwrap();
    let import = || {
        success(redouble(&["notebook", "import", "--notebook", text(&copy), text(&sheet)]).output().unwrap())
    };
    assert_eq!(import(), "50 new games\n");
    assert_eq!(import(), "0 new games\n");
    let list =
        |path: &Path| success(redouble(&["notebook", "list", "--notebook", text(path)]).output().unwrap());
    assert_eq!(list(&copy), list(&here));
    let show = success(redouble(&["notebook", "show", "rand", "--notebook", text(&copy)]).output().unwrap());
    assert!(show.contains("random, until over") && show.contains("mean score"), "{show}");
}

#[test]
fn a_comparison_is_stable_and_its_json_has_its_keys() {
    let folder = tempfile::tempdir().unwrap();
    let notebook = folder.path().join("pair.sqlite");
    let compare = |more: &[&str]| {
        let args =
            [&["compare", "greedy(eval=grid)", "random", "--json", "--notebook", text(&notebook)], more]
                .concat();
        serde_json::from_str::<Value>(&success(redouble(&args).output().unwrap())).unwrap()
    };
    let found = compare(&["--games", "150"]);
    assert_eq!(
        (&found["a"], &found["b"], &found["games"]),
        (&"greedy(eval=grid)".into(), &"random".into(), &150.into())
    );
    let difference = |key: &str| found["difference"][key].as_f64().unwrap();
    assert!(difference("low") < difference("mean") && difference("mean") < difference("high"));
    assert!(difference("low") > 0.0 && found["correlation"].as_f64().unwrap().abs() < 0.5);
    assert!(found["verdict"].as_str().unwrap().starts_with("greedy(eval=grid) scores more than random"));
    let again = compare(&["--games", "150", "--jobs", "1"]);
    assert_eq!(again["difference"], found["difference"]);

    let test = compare(&["--games", "100000", "--sequential", "1000"]);
    assert!(test["games"].as_u64().unwrap() < 500, "it stops when it knows");
    assert!(test["verdict"].as_str().unwrap().contains("sequential test"), "{}", test["verdict"]);
}

fn tune(notebook: &Path, generations: &str) -> Command {
    let size = ["--games", "5", "--population", "4", "--proof", "10", "--generations", generations];
    redouble(&[&["tune", "greedy(eval=merges)", "--notebook", text(notebook)][..], &size].concat())
}

#[test]
fn a_tuning_ends_with_a_spec_and_its_proof() {
    let folder = tempfile::tempdir().unwrap();
    let notebook = folder.path().join("tuning.sqlite");
    let tuned = success(tune(&notebook, "3").output().unwrap());
    let found = tuned.lines().skip_while(|line| *line != "found:").nth(1).unwrap();
    assert!(found.parse::<redouble::AgentSpec>().is_ok_and(|spec| spec.to_string() == found), "{found}");
    assert!(tuned.contains(&format!("A  {found}\nB  greedy(eval=merges)\n")), "{tuned}");
    assert!(tuned.contains("A minus B, points a game"), "{tuned}");
    assert_eq!(games(&notebook), 3 * 4 * 5 + 2 * 10);
    let again = success(tune(&notebook, "3").output().unwrap());
    let version = success(redouble(&["--version"]).output().unwrap()).replace("redouble ", "");
    let reused = format!("0 games played, 20 from the notebook, played by {version}");
    assert_eq!(again, tuned.replace("20 games played, 0 from the notebook\n", &reused));
}

#[cfg(unix)]
#[test]
fn a_tuning_that_is_interrupted_says_what_it_has() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let notebook = folder.path().join("tuning.sqlite");
    let mut child = tune(&notebook, "100000").stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let first = lines.next().unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest: Vec<String> = lines.collect();
    assert!(child.wait().unwrap().success());
    let [.., stopped, spec] = &rest[..] else { panic!("{rest:?}") };
    assert_eq!(stopped, "stopped; so far:");
    let latest = rest.iter().rev().nth(2).unwrap_or(&first);
    assert!(spec.starts_with("greedy(eval=merges(") && latest.ends_with(spec), "{latest} and {spec}");
}

#[test]
fn the_parts_of_a_trial_played_apart_and_merged_are_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let part = |number: u64| folder.path().join(format!("part{number}.sqlite"));
    let sizes: Vec<u64> = (1..=3)
        .map(|number| {
            trial(&part(number), "20", &["--shard", &format!("{number}/3")]);
            games(&part(number))
        })
        .collect();
    assert_eq!(sizes, [6, 7, 7], "every game in one part");
    let merged = folder.path().join("merged.sqlite");
    let parts: Vec<_> = (1..=3).map(part).collect();
    let files = parts.iter().chain(&parts[..1]).map(|path| text(path)); // one of them twice
    let args: Vec<&str> =
        ["notebook", "merge", "--notebook", text(&merged)].into_iter().chain(files).collect();
    success(redouble(&args).output().unwrap());
    let whole = trial(&folder.path().join("whole.sqlite"), "20", &[]);
    let from_parts = trial(&merged, "20", &[]);
    assert_eq!((&from_parts["played"], &from_parts["reused"]), (&Value::from(0), &Value::from(20)));
    let figures = |value: &Value| (value["agents"][0]["score"].clone(), value["agents"][0]["tiles"].clone());
    assert_eq!(figures(&from_parts), figures(&whole));
}

/// The script for job queues in `docs/`, run as a queue would run it.
#[cfg(unix)]
#[test]
fn the_script_for_job_queues_plays_every_part_and_merges_them() {
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/trial-array.sh");
    if !script.exists() {
        return; // a package has no docs beside it
    }
    let run = |part: &str, words: &[&str]| {
        let mut command = Command::new("sh");
        command.arg(&script).args(words).envs([("AGENT", "random"), ("GAMES", "9"), ("PARTS", "2")]);
        command
            .env("PART", part)
            .env("FOLDER", folder.path())
            .env("REDOUBLE", env!("CARGO_BIN_EXE_redouble"));
        success(command.output().unwrap())
    };
    run("1", &[]);
    run("2", &[]);
    let told = run("1", &["merge"]);
    assert!(told.contains("0 games played, 9 from the notebook"), "{told}");
}
