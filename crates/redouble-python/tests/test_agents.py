"""Agents choose what the engine chooses, within their budgets."""

import pickle

import numpy as np
import pytest
from conftest import random_boards

import redouble


def test_a_greedy_agent_takes_the_move_of_the_highest_value(rng):
    network = redouble.Network.built_in()
    agent = redouble.Agent("ntuple(depth=1)")
    boards = [board for board in random_boards(rng, 300) if not board.is_over]
    worths = network.slides(np.stack([board.exponents() for board in boards]))
    for board, worth in zip(boards, worths):
        assert agent.choose(board) == redouble.MOVES[int(np.nanargmax(worth))]
        legal = [mv for mv, value in zip(redouble.MOVES, worth) if not np.isnan(value)]
        assert legal == board.legal_moves()


def test_an_analysis_is_the_expectation_written_out():
    """Depth 3 by hand: the mean, over the spawns, of the best value after them."""
    board = redouble.Board("2 4 8 2 / 16 2 4 . / 2 8 16 4 / 4 2 8 .")
    leaf = redouble.Agent("expectimax(eval=squares,depth=1)")
    found = redouble.Agent("expectimax(eval=squares,depth=3)").analyze(board)
    assert found.best in board.legal_moves() and list(found.values) == board.legal_moves()
    for mv in board.legal_moves():
        after, _ = board.slide(mv)
        mean = sum(chance * (leaf.analyze(next_board).value or 0.0) for next_board, chance in after.spawns())
        assert found.values[mv] == pytest.approx(mean, rel=1e-9)
    assert found.value == max(found.values.values()) and found.depth == 3 and found.nodes > 0


def test_budgets_are_kept_and_nodes_repeat():
    board = "ba98456732100001"
    agent = redouble.Agent("best(tables=off)")
    few, many = agent.analyze(board, nodes=500), agent.analyze(board, nodes=50_000)
    assert few.nodes < many.nodes and few.depth <= many.depth
    again = redouble.Agent("best(tables=off)", nodes=50_000).analyze(board)
    assert again.values == many.values and again.nodes == many.nodes
    assert "time=100ms" in redouble.Agent("best").analyze(board).agent
    assert "time=20ms" in redouble.Agent("best").analyze(board, time=0.02).agent
    assert agent.choose(board, time="5ms") in redouble.Board(board).legal_moves()
    assert agent.choose("1212212112122121") is None


def test_threads_find_what_one_thread_finds():
    board = "2 4 8 2 / 16 2 4 . / 2 8 16 4 / 4 2 8 ."
    one = redouble.Agent("expectimax(eval=snake,depth=5)").analyze(board)
    two = redouble.Agent("expectimax(eval=snake,depth=5,threads=2)").analyze(board)
    assert one.values == two.values


def test_agents_play_pickle_and_take_their_luck_from_the_seed():
    agent = redouble.Agent("random")
    one, two = agent.play(seed=4, number=1), pickle.loads(pickle.dumps(agent)).play(seed=4, number=1)
    assert one == two and one.agent == "random"
    assert agent.play(seed=4, number=2) != one
    assert len(agent.play(seed=4, until="moves=5")) == 5


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("bset", 'unknown agent "bset"; did you mean best'),
        ("expectimax(eval=snake,depht=3)", "depht"),
        ("ntuple(depth=2)", "odd|1 or 3"),
        ('ntuple(net="nowhere.net")', "nowhere.net"),
    ],
)
def test_what_is_no_agent_is_refused(spec, said):
    with pytest.raises(ValueError, match=said):
        redouble.Agent(spec)


def test_what_is_no_budget_is_refused():
    for wrong in ({"time": 0}, {"time": -1.0}, {"time": "soon"}, {"nodes": 0}):
        with pytest.raises(ValueError, match="expected"):
            redouble.Agent("best", **wrong)


def test_networks_evaluate_boards_in_batches(rng, tmp_path):
    network = redouble.Network.built_in()
    boards = np.stack([board.exponents() for board in random_boards(rng, 3000)])
    values = network.evaluate(boards)
    assert values.shape == (3000,) and values.dtype == np.float64 and np.isfinite(values).all()
    assert (network.evaluate(boards.reshape(-1, 16), threads=2) == values).all()
    assert (network.slides(boards, threads=2)[:100] == network.slides(boards[:100]))[~np.isnan(network.slides(boards[:100]))].all()
    assert (network.evaluate(boards.transpose(0, 2, 1)) == values).all(), "symmetric boards have the same value"
    assert (network.evaluate(boards[::7]) == values[::7]).all(), "strides are followed"
    assert network.evaluate(boards[:0]).shape == (0,)
    assert (pickle.loads(pickle.dumps(network)).evaluate(boards[:9]) == values[:9]).all()
    assert network.unit == "chance" and len(network.identity) == 8 and "Network.built_in" in repr(network)


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        (np.zeros((2, 4, 4)), TypeError, "boards of float64: expected a uint8 array"),
        (np.zeros((2, 4, 4), np.int64), TypeError, "boards of int64: expected a uint8 array"),
        (np.zeros((4, 4), np.uint8), ValueError, r"shape \[4, 4\]: expected"),
        (np.zeros((2, 5, 4), np.uint8), ValueError, r"shape \[2, 5, 4\]"),
        (np.full((2, 4, 4), 18, np.uint8), ValueError, "board 0: an exponent above 17"),
        ([[0] * 16], TypeError, "boards as list"),
    ],
)
def test_arrays_of_another_kind_are_refused(wrong, error, said):
    with pytest.raises(error, match=said):
        redouble.Network.built_in().evaluate(wrong)


def test_a_file_that_is_no_network_is_refused(tmp_path):
    path = tmp_path / "no.net"
    path.write_bytes(b"not a network at all")
    with pytest.raises(ValueError, match="no.net"):
        redouble.Network.load(path)
    with pytest.raises(ValueError, match="absent.net"):
        redouble.Network.load(tmp_path / "absent.net")
