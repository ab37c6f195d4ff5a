"""Trials: exact, kept, shown, stopped."""

import json
import os
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pandas
import pytest

import redouble

AGENTS = ["random", "greedy(eval=grid)"]


def games(table):
    """What does not depend on the clock."""
    return [(a, g, s, m, b) for a, g, s, m, b in zip(*(table[key] for key in ("agent", "game", "score", "moves", "board")))]


def test_a_trial_is_a_frame_or_a_dict_of_arrays_with_a_row_for_each_game():
    frame = redouble.trial(AGENTS, 20, seed=3)
    table = redouble.trial(AGENTS, 20, seed=3, frame=False, jobs=1)
    assert isinstance(frame, pandas.DataFrame) and isinstance(table, redouble.Table)
    assert len(frame) == 40 and games(frame) == games(table)
    assert table["score"].dtype == np.int64 and table["game"].tolist() == [*range(20)] * 2
    assert table["agent"].tolist() == ["random"] * 20 + ["greedy(eval=grid)"] * 20
    assert "<table" in table._repr_html_() and "40 rows" in table._repr_html_()
    [random, _] = table.attrs["summary"]
    assert random["score"]["mean"] == table["score"][:20].mean() and random["games"] == 20
    figures = redouble.summary(table, frame=False)
    assert figures["score"][0] == table["score"][:20].mean() and figures["score_low"][0] < figures["score"][0]


def test_every_game_of_a_trial_is_the_game_of_its_number():
    table = redouble.trial("greedy(eval=grid)", 4, seed=8, first=2, frame=False, records=True)
    for number, score, text in zip(table["game"], table["score"], table["record"]):
        record = redouble.Agent("greedy(eval=grid)").play(seed=8, number=int(number))
        assert redouble.GameRecord(text) == record and record.score == score


def test_a_notebook_keeps_games_and_gives_them_back(tmp_path):
    path = tmp_path / "notebook.sqlite"
    first = redouble.trial("random", 10, notebook=path, frame=False)
    again = redouble.trial("random", 15, notebook=path, frame=False)
    assert not first["reused"].any() and again["reused"].tolist() == [True] * 10 + [False] * 5
    assert games(again)[:10] == games(first) and (again["seconds"][:10] == first["seconds"]).all()


def test_games_start_and_end_as_they_are_told():
    board = "2 4 8 2 / 16 2 4 . / 2 8 16 4 / 4 2 8 ."
    table = redouble.trial("random", 3, start=board, until="moves=1", frame=False)
    assert table["moves"].tolist() == [1, 1, 1]
    table = redouble.trial(redouble.Agent("greedy(eval=grid)"), 6, until=64, frame=False)
    assert (table["best_tile"] <= 64).all() and (table["best_tile"] == 64).any()


def test_progress_is_told_to_whoever_asks():
    told = []
    redouble.trial("random", 30, frame=False, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (30, 30) and all(total == 30 for _, total in told)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"agents": "randm"}, "did you mean random"),
        ({"agents": "random", "games": 0}, "0 games from number 0: expected"),
        ({"agents": "random", "until": "never"}, "'never' is not an end of a game"),
        ({"agents": "random", "start": "2 2"}, "expected"),
        ({"agents": "best", "time": -1}, "expected seconds above 0"),
    ],
)
def test_what_makes_no_trial_is_refused(wrong, said):
    with pytest.raises(ValueError, match=said):
        redouble.trial(**wrong)


def test_a_foreign_notebook_is_left_alone(tmp_path):
    path = tmp_path / "mine.sqlite"
    path.write_text("my letters, not a database, and longer than a header of SQLite, which has a hundred bytes " * 3)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="this is not a notebook"):
        redouble.trial("random", 2, notebook=path)
    assert path.read_bytes() == before


LONG = {
    "trial": "redouble.trial('random', 10_000_000, notebook=path, frame=False, progress=say)",
    "choose": "say(); redouble.Agent('expectimax(eval=snake,depth=63)').choose('ba98456732100001')",
    "threads": "say(); redouble.Agent('expectimax(eval=snake,depth=63,threads=2)').choose('ba98456732100001')",
    "play": "redouble.Agent('best').play(time=0.05, progress=say)",
    "train": "redouble.train(path, '0.1.2.3', time=3600, threads=1, progress=say)",
}


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="signals are sent as on Unix")
@pytest.mark.parametrize("call", LONG)
def test_ctrl_c_ends_every_long_call(call, tmp_path):
    code = f"""
        import redouble, sys
        path = {str(tmp_path / "file")!r}
        begun = []
        def say(*_):
            if not begun:
                begun.append(None)
                print("begun", flush=True)
        try:
            {LONG[call]}
        except KeyboardInterrupt:
            print("stopped", flush=True)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    child.send_signal(signal.SIGINT)
    assert child.stdout.read() == "stopped\n" and child.wait() == 0
    if call == "train":
        assert redouble.Network.load(tmp_path / "file").unit == "points", "what was learned is saved"


def test_the_command_plays_the_same_games():
    command = os.environ.get("REDOUBLE")
    if not command:
        pytest.skip("REDOUBLE names no command: run by cargo xtask python")
    words = ["trial", *AGENTS, "--games", "25", "--seed", "6", "--first", "3", "--no-notebook", "--json"]
    said = json.loads(subprocess.run([command, *words], check=True, capture_output=True, text=True).stdout)
    summary = redouble.trial(AGENTS, 25, seed=6, first=3, frame=False).attrs["summary"]
    for theirs, ours in zip(said["agents"], summary):
        assert {key: theirs[key] for key in ("agent", "score", "tiles", "moves_per_game")} == {
            key: ours[key] for key in ("agent", "score", "tiles", "moves_per_game")
        }
    words = ["hint", "--json", "--agent", "expectimax(eval=gradient,depth=5)", "ba98456732100001"]
    hint = json.loads(subprocess.run([command, *words], check=True, capture_output=True, text=True).stdout)
    found = redouble.Agent("expectimax(eval=gradient,depth=5)").analyze("ba98456732100001")
    assert hint["best"] == found.best and hint["nodes"] == found.nodes
    assert {mv: one["value"] for mv, one in hint["moves"].items() if one} == found.values
