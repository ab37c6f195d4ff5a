"""Training: it learns, repeats, goes on, and can be done apart."""

import numpy as np
import pytest

import redouble
from redouble._redouble import Trainer, merge_changes

PATTERNS = "0.1.2.3 4.5.6.7 0.1.4.5"


def test_a_network_learns_and_plays(tmp_path):
    path = tmp_path / "small.net"
    done = redouble.train(path, PATTERNS, games=500, threads=1, rounds=3, evaluation=40, frame=False)
    curve = done.curve
    assert len(curve["mean"]) == 3 and done.games >= 500 and curve["mean"][-1] > 1.5 * redouble.trial(
        "random", 60, frame=False
    )["score"].mean()
    network = done.network()
    assert network.unit == "points" and network.evaluate(np.zeros((1, 4, 4), np.uint8)).shape == (1,)
    agent = redouble.Agent(done.spec(depth=1))
    assert agent.choose("ba98456732100001") in redouble.MOVES and "small.net" in agent.spec


def test_training_repeats_and_goes_on_where_it_stopped(tmp_path):
    whole = redouble.train(tmp_path / "whole.net", PATTERNS, games=300, threads=1, rounds=2, evaluation=20)
    redouble.train(tmp_path / "parts.net", PATTERNS, games=300, threads=1, rounds=2, evaluation=20)
    boards = redouble.Agent("random").play().boards()
    values = [redouble.Network.load(tmp_path / name).evaluate(boards) for name in ("whole.net", "parts.net")]
    assert (values[0] == values[1]).all()
    more = redouble.train(tmp_path / "parts.net", games=600, threads=1, rounds=4, evaluation=20)
    assert len(whole.curve) == 2 and len(more.curve) == 4 and more.moves > whole.moves


def test_a_budget_is_one_thing_and_patterns_must_make_sense(tmp_path):
    with pytest.raises(ValueError, match="expected one of time, moves and games"):
        redouble.train(tmp_path / "a.net", PATTERNS, games=5, moves=5)
    with pytest.raises(ValueError, match="patterns"):
        redouble.train(tmp_path / "a.net", "0.1.99", games=5)
    with pytest.raises(ValueError, match="recipe"):
        redouble.train(tmp_path / "a.net", recipe="what = 1", games=5)
    assert not list(tmp_path.iterdir()), "nothing was written"
    redouble.train(tmp_path / "a.net", PATTERNS, games=5, threads=1, rounds=1, evaluation=2)
    with pytest.raises(ValueError, match="not shaped like the one in the file"):
        redouble.train(tmp_path / "a.net", "0.1.2.3", games=50)


def trainers(count):
    return [Trainer(PATTERNS, threads=1, seed=seed) for seed in range(count)]


def test_changes_say_what_was_learned_and_one_workers_are_taken_whole():
    [worker] = trainers(1)
    before = worker.numbers()
    worker.round(games=50)
    places, steps = worker.changes_since(before)
    after = before.copy()
    merge_changes(after, [(places, steps)])
    np.testing.assert_allclose(after, worker.numbers(), rtol=1e-6, atol=1e-4)
    assert 0 < len(places) < len(before) // 3 and (np.diff(places.astype(np.int64)) > 0).all()
    worker.set_numbers(before)
    assert len(worker.changes_since(before)[0]) == 0
    with pytest.raises(ValueError, match="not the numbers of a network of this shape"):
        worker.set_numbers(before[:-3])


def test_a_merge_is_the_rule_in_words():
    """Sums of errors add up; a weight moves by the mean of the steps, each counted by the errors it saw."""
    workers = trainers(3)
    before = workers[0].numbers()
    changes = []
    for worker in workers:
        worker.round(games=20)
        changes.append(worker.changes_since(before))
    merged = before.copy()
    merge_changes(merged, changes)
    dense = np.zeros((3, len(before) // 3, 3))
    for at, (places, steps) in enumerate(changes):
        dense[at, places] = steps
    seen = dense[:, :, 2].sum(0)
    weight = (dense[:, :, 0] * dense[:, :, 2]).sum(0) / np.where(seen > 0, seen, 1)
    expected = before.reshape(-1, 3) + np.stack([weight, dense[:, :, 1].sum(0), seen], 1)
    np.testing.assert_allclose(merged.reshape(-1, 3), expected, rtol=1e-4, atol=1e-2)


def test_recipes_that_remember_more_than_weights_are_not_shared():
    workers = Trainer(recipe="[network]\npatterns = '0.1.2.3'\n[games]\nharvested = [0.5]\n", threads=1)
    with pytest.raises(ValueError, match="cannot be trained by several apart"):
        workers.check_shared()
