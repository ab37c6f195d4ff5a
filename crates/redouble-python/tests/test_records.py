"""Games as text, as arrays, and reviewed."""

import pickle

import numpy as np
import pytest
from conftest import naive_slide

import redouble


@pytest.fixture(scope="module")
def record():
    return redouble.Agent("greedy(eval=grid)").play(seed=5, number=1)


def test_a_record_reads_back_and_its_arrays_follow_the_rules(record, tmp_path):
    assert redouble.GameRecord(str(record)) == record == pickle.loads(pickle.dumps(record))
    boards, actions, rewards = record.boards(), record.actions(), record.rewards()
    assert boards.shape == (len(record), 4, 4) and boards.dtype == np.uint8
    assert rewards.sum() == record.score and len(actions) == len(record)
    for board, action, reward in zip(boards, actions, rewards):
        _, points = naive_slide(board, redouble.MOVES[action])
        assert points == reward
    path = tmp_path / "games.redouble"
    path.write_text(str(record) * 2)
    assert redouble.read_records(path) == [record, record]


def test_other_programs_records_are_read_and_nonsense_is_refused(tmp_path):
    path = tmp_path / "state.json"
    path.write_text("2 4 . . / . . . . / . . . . / . . . 2")
    [game] = redouble.read_records(path)
    assert str(game.board) == "1200000000000001"
    path.write_text("nothing of the kind")
    with pytest.raises(ValueError, match="unknown format, expected one of redouble"):
        redouble.read_records(path)
    with pytest.raises(ValueError, match="format 'zip': expected one of"):
        redouble.read_records(path, format="zip")
    with pytest.raises(FileNotFoundError):
        redouble.read_records(tmp_path / "absent")


def test_a_review_rates_every_move_of_a_game():
    game = redouble.Game(seed=3)
    while game.moves < 6:
        game.play(game.board.legal_moves()[0])
    told = []
    agent = "expectimax(eval=snake,depth=3)"
    found = redouble.review(game.record(), agent=agent, threads=1, frame=False, progress=lambda *at: told.append(at))
    assert len(found.moves["number"]) == 6 and sum(found.counts.values()) == 6
    assert found.agent.startswith("expectimax(eval=snake") and told[-1] == (6, 6)
    for board, best in zip(found.moves["board"], found.moves["best"]):
        assert best == redouble.Agent(agent).choose(board)
    worst = found.worst(3)
    assert all(found.moves["rating"][number - 1] != "good" for number in worst)
    assert found.page().startswith("<!DOCTYPE html>")


def test_a_review_takes_the_last_game_of_a_file(tmp_path):
    short = redouble.Game(seed=3)
    short.play(short.board.legal_moves()[0])
    path = tmp_path / "games.redouble"
    path.write_text(str(short.record()))
    found = redouble.review(path, agent="greedy(eval=grid)")
    assert len(found.moves) == 1 and "<table" in found._repr_html_()
