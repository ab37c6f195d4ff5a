//! Training driven through the command: killed, and continued.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn redouble(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.args(args).env_remove("RUST_BACKTRACE");
    command
}

fn success(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A training that saves a hundred times on its way to so many moves.
fn train(path: &Path, moves: &str) -> Command {
    let path = path.to_str().unwrap();
    redouble(&[
        "train",
        "--network",
        "5x4",
        "--moves",
        moves,
        "--rounds",
        "100",
        "--evaluation",
        "2",
        "--threads",
        "1",
        "--save-every",
        "1us",
        "--out",
        path,
    ])
}

/// The moves of each line of the learning curve.
fn curve(path: &Path) -> Vec<u64> {
    let shown = success(redouble(&["net", "show", path.to_str().unwrap()]).output().unwrap());
    let lines = shown.lines().skip_while(|line| !line.starts_with("moves ")).skip(1);
    lines.map_while(|line| line.split(' ').next()?.replace(',', "").parse().ok()).collect()
}

#[test]
fn a_training_killed_at_any_moment_goes_on_from_its_last_save() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("killed.net");
    let mut before = Vec::new();
    for milliseconds in [900, 400, 700] {
        let mut child = train(&path, "50000000").stdout(Stdio::null()).spawn().unwrap();
        while !path.exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap(); // the signal that cannot be caught
        child.wait().unwrap();
        let saved = curve(&path);
        assert!(saved.starts_with(&before), "{saved:?} does not go on from {before:?}");
        before = saved;
    }
    let enough = (before.last().unwrap() + 1).to_string();
    success(train(&path, &enough).output().unwrap());
    let after = curve(&path);
    assert!(after.starts_with(&before) && after.len() > before.len(), "{after:?} after {before:?}");
}

#[test]
fn a_damaged_training_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.net");
    success(train(&path, "20000").output().unwrap());
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let output = train(&path, "40000").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged"));
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "what was there is still there");
}

#[test]
fn a_network_is_cut_into_its_head_and_its_stages() {
    let folder = tempfile::tempdir().unwrap();
    let (path, parts) = (folder.path().join("whole.net"), folder.path().join("parts"));
    success(train(&path, "2000").output().unwrap());
    let cut = ["net", "cut", path.to_str().unwrap(), "--out", parts.to_str().unwrap()];
    let told = success(redouble(&cut).output().unwrap());
    assert!(told.contains("head.part") && told.contains("stage0.part"), "{told}");
    let read = |name: &str| std::fs::read(parts.join(name)).unwrap();
    let mut network = redouble::network::NetworkParts::new(read("head.part")).unwrap();
    for stage in 0..network.stages() {
        network.add(read(&format!("stage{stage}.part"))).unwrap();
    }
    let whole = redouble::checksum::crc32(&std::fs::read(&path).unwrap());
    assert_eq!(network.network().unwrap().identity(), whole);
}

/// What a command that fails says, and that it fails as a fault of the user.
fn refusal(args: &[&str]) -> String {
    let output = redouble(args).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn no_file_is_replaced_by_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (training, small, large, diary) = (at("t.net"), at("s.net"), at("l.net"), at("diary"));
    success(train(Path::new(&training), "5000").output().unwrap());
    std::fs::write(&diary, "Dear diary").unwrap();
    let pack = |from: &str, to: &str| ["net", "pack", "--games", "0", from, "--out", to].map(str::to_owned);
    let run = |args: [String; 7]| success(redouble(&args.each_ref().map(String::as_str)).output().unwrap());
    let refused = |args: [String; 7]| refusal(&args.each_ref().map(String::as_str));

    assert!(refused(pack(&training, &diary)).contains("diary already exists and holds something else"));
    assert!(refused(pack(&training, &training)).contains("a network in training, which is never replaced"));
    run(pack(&training, &small));
    run(pack(&training, &small));
    let unpack = |to: &str| ["net", "unpack", &small, "--out", to].map(str::to_owned);
    let unpacked = |to: &str| redouble(&unpack(to).each_ref().map(String::as_str)).output().unwrap();
    success(unpacked(&large));
    success(unpacked(&large));
    for path in [&small, &training, &diary] {
        let before = std::fs::read(path).unwrap();
        assert_eq!(unpacked(path).status.code(), Some(2), "{path}");
        assert_eq!(std::fs::read(path).unwrap(), before, "{path}");
    }
    for out in [&small, &large] {
        let why = refusal(&["train", "--moves", "6000", "--out", out]);
        assert!(why.contains("has no training state") && !why.contains("damaged"), "{why}");
    }
    assert!(refused(pack(&small, &large)).contains("already exists and holds an unpacked network"));
    assert!(refusal(&["study", "report", "--out", &diary]).contains("holds something else, not a report"));
    assert_eq!(std::fs::read(&diary).unwrap(), b"Dear diary");
}

#[test]
fn stages_of_points_are_refused_by_every_command_that_reads_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (packed, training) = (at("packed.net"), at("training.net"));
    let section = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_owned());
    let sections = [section("shape", "4x6\n2048\n5\n4\n"), section("stage0", "\u{1}")];
    std::fs::write(&packed, redouble::network::write_sections(&sections)).unwrap();
    let sections = [&sections[..], &[section("effort", "1 1 1"), section("recipe", "")]].concat();
    std::fs::write(&training, redouble::network::write_sections(&sections)).unwrap();
    let agent = format!("ntuple(net=\"{packed}\")");
    for args in [
        &["hint", "--agent", &agent, "1100000000000000"][..],
        &["trial", &agent, "--games", "1"],
        &["net", "show", &packed],
        &["net", "show", &training],
        &["net", "pack", &training, "--out", &at("new.net")],
        &["net", "unpack", &packed, "--out", &at("new.net")],
        &["net", "cut", &packed, "--out", &at("parts")],
        &["train", "--from", &packed, "--moves", "1", "--out", &at("new.net")],
        &["train", "--moves", "1", "--out", &training],
    ] {
        let why = refusal(args);
        let told =
            "this is a staged network of points, a kind that is no longer played: train one of chances";
        assert!(why.contains(told) && why.contains(".net"), "{args:?}: {why}");
    }
}

#[test]
fn a_copy_gives_way_to_its_own_training_only() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, other, small) = (at("1.net"), at("2.net"), at("s.net"));
    let pack =
        |from: &str| redouble(&["net", "pack", "--games", "0", from, "--out", &small]).output().unwrap();
    success(train(Path::new(&one), "5000").output().unwrap());
    // Another seed: with the same luck it would be the same training, only longer.
    success(train(Path::new(&other), "9000").args(["--seed", "2"]).output().unwrap());
    success(pack(&one));
    success(train(Path::new(&one), "7000").output().unwrap());
    success(pack(&one));
    let refused = pack(&other);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a packed network of another network"));
    success(redouble(&["net", "pack", "--games", "0", &other, "--out", &small, "--force"]).output().unwrap());
}

#[test]
fn a_training_does_not_take_the_place_of_another_curve_and_tells_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.net");
    let said = success(train(&path, "5000").output().unwrap());
    let size = std::fs::metadata(&path).unwrap().len() as f64 / 1e6;
    let told: f64 =
        said.split("will take about ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!((told / size - 1.0).abs() < 0.05, "{size} MB: {said}");
    assert!(success(train(&path, "5000").output().unwrap()).contains("has been trained for as long as that"));
    std::fs::remove_file(&path).unwrap();
    let refused = train(&path, "6000").output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the learning curve of another training"));
}

#[test]
fn a_network_is_shown_in_words_and_the_built_in_one_if_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.net");
    success(train(&path, "5000").output().unwrap());
    let shown = success(redouble(&["net", "show", path.to_str().unwrap()]).output().unwrap());
    assert!(shown.contains("t.net: a network in training, ") && shown.contains("\ntrained for "), "{shown}");
    assert!(!shown.contains("errors0") && !shown.contains("worker0"), "{shown}");
    let built_in = success(redouble(&["net", "show"]).output().unwrap());
    assert!(built_in.starts_with("the built-in network: packed, "), "{built_in}");
}

#[test]
fn chances_are_trained_from_given_boards_packed_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let recipe = "
        [network]
        large = 256
        chances = ['0 5x4', '1 5x4']
        [games]
        harvested = [0.0, 1.0]";
    std::fs::write(path("recipe.toml"), recipe).unwrap();
    std::fs::write(path("boards.txt"), "8000000000001001\n9800000000001001\n").unwrap();
    let (net, small) = (path("chances.net"), path("small.net"));
    let args = ["--moves", "20000", "--rounds", "1", "--evaluation", "2", "--threads", "1", "--out", &net];
    let (recipe, boards) = (path("recipe.toml"), path("boards.txt"));
    let train = [&["train", "--recipe", &recipe, "--starts", &boards], &args[..]].concat();
    let text = success(redouble(&train).output().unwrap());
    assert!(text.contains("1 harvested:"), "{text}");
    let pack =
        ["net", "pack", &net, "--out", &small, "--step", "0.015625", "--least-error", "0.1", "--games", "0"];
    success(redouble(&pack).output().unwrap());
    let agent = format!("ntuple(net=\"{small}\",depth=3)");
    let hint =
        success(redouble(&["hint", "--agent", &agent, "--json", "7700000000000011"]).output().unwrap());
    let hint: serde_json::Value = serde_json::from_str(&hint).unwrap();
    let value = hint["moves"]["left"]["value"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&value), "{hint}");
}
