"""On a cluster of two nodes, one of which dies: the same games, each once."""

import os

os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # Ray's word for: listen on loopback, not on the network

import numpy as np
import pytest
import ray
from ray.cluster_utils import Cluster

import redouble
import redouble.ray
from redouble._redouble import Trainer, merge_changes

PATTERNS = "0.1.2.3 4.5.6.7"
AGENTS = ["random", "expectimax(eval=snake,depth=2)"]


@pytest.fixture(scope="module")
def cluster():
    """Two nodes of one processor each, on loopback only."""
    size = {"num_cpus": 1, "object_store_memory": 150_000_000}
    made = Cluster(initialize_head=True, head_node_args={"include_dashboard": False, **size})
    assert made.address.startswith("127.0.0.1:")
    made.second = made.add_node(**size)
    ray.init(address=made.address, log_to_driver=False)
    made.wait_for_nodes()
    yield made
    ray.shutdown()
    made.shutdown()


def games(table):
    keys = ("agent", "game", "score", "best_tile", "moves", "nodes", "board")
    return list(zip(*(list(table[key]) for key in keys)))


def test_training_together_is_the_rule_applied_by_hand(cluster, tmp_path):
    """Two workers, two rounds: what the cluster makes is what the same workers make one after the other."""
    done = redouble.ray.train(
        tmp_path / "together.net", PATTERNS, moves=16_000, interval=4000, workers=2, rounds=2, evaluation=10, frame=False
    )
    assert done.moves >= 16_000 and len(done.curve["mean"]) == 2 and done.games > 10
    by_hand = Trainer(PATTERNS, threads=1)
    numbers = by_hand.numbers()
    while by_hand.moves < 16_000:
        share = min(4000, -(-(16_000 - by_hand.moves) // 2))
        luck = [(1 + 0x9E3779B97F4A7C15 * (by_hand.moves * 2 + worker + 1)) % 2**64 for worker in range(2)]
        args = (by_hand.recipe, numbers.copy(), by_hand.moves, 16_000, share, 1)
        learned = [redouble.ray._learn(*args, one) for one in luck]
        merge_changes(numbers, [changes for changes, _, _ in learned])
        by_hand.credit(by_hand.moves + sum(moved for _, moved, _ in learned), 0, 0.0)
    boards = redouble.Agent("random").play().boards()
    by_hand.set_numbers(numbers)
    by_hand.save(tmp_path / "hand.net")
    values = [redouble.Network.load(tmp_path / name).evaluate(boards) for name in ("together.net", "hand.net")]
    assert (values[0] == values[1]).all() and np.ptp(values[0]) > 0


def test_a_node_dies_during_a_trial_and_every_game_is_there_once(cluster, tmp_path):
    expected = redouble.trial(AGENTS, 24, seed=2, frame=False)
    killed, path = [], tmp_path / "notebook.sqlite"

    def kill(done, total):
        if not killed and done >= 4:
            killed.append((done, total))
            cluster.remove_node(cluster.second, allow_graceful=False)

    table = redouble.ray.trial(AGENTS, 24, seed=2, shard=2, notebook=path, frame=False, progress=kill)
    assert killed and killed[0][0] < killed[0][1] == 48, "it died in the middle"
    assert games(table) == games(expected)
    again = redouble.trial(AGENTS, 24, seed=2, notebook=path, frame=False)
    assert again["reused"].all() and games(again) == games(expected)


def test_what_the_notebook_holds_is_not_played_again(cluster, tmp_path):
    path = tmp_path / "notebook.sqlite"
    redouble.trial("random", 5, notebook=path)
    table = redouble.ray.trial("random", 12, notebook=path, frame=False)
    assert games(table) == games(redouble.trial("random", 12, frame=False))


def test_tasks_are_runs_of_one_agent():
    left = [(0, 3), (0, 4), (0, 5), (0, 9), (1, 0), (1, 1)]
    assert redouble.ray.shards(left, 2) == [(0, 3, 2), (0, 5, 1), (0, 9, 1), (1, 0, 2)]
    assert redouble.ray.shards([], 2) == []
