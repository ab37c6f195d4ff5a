"""Trials and training on a Ray cluster: ``pip install redouble[ray]``, installed on every node."""

from __future__ import annotations

import contextlib
import os
import pathlib
import tempfile
import time as _time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import ray

from redouble._redouble import Agent, Trainer, keep_sheet, merge_changes
from redouble.progress import bar
from redouble.training import Training, finished, opened
from redouble.trials import course, run, specs

if TYPE_CHECKING:
    from redouble._redouble import AnyBoard

MOST_GAMES_A_TASK = 1000


def trial(
    agents: str | Agent | Sequence[str | Agent],
    games: int = 100,
    *,
    seed: int = 1,
    first: int = 0,
    until: str | int = "over",
    start: AnyBoard | list[AnyBoard] | None = None,
    time: float | str | None = None,
    nodes: int | None = None,
    jobs: int = 1,
    shard: int | None = None,
    notebook: str | os.PathLike[str] | None = None,
    records: bool = False,
    frame: bool | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
) -> Any:
    """:func:`redouble.trial` on the cluster that Ray is connected to, or on this machine if it is to none.

    The games are cut into tasks of ``shard`` games, which take ``jobs`` processors each. A task that is lost with its
    node is done again elsewhere, and a game that comes twice is kept once, so the table is that of a single machine;
    times apart, and where agents are not limited by time. Games are kept in the notebook as they come.
    """
    words = {"seed": seed, "until": until, "start": start, "records": records, "time": time, "nodes": nodes}
    named = specs(agents)
    asked = course(named, games=games, first=first, **words)
    _connect()
    with _kept(notebook) as path, bar(progress, games * len(named), "game") as told:
        left = asked.unplayed(path)
        done = games * len(named) - len(left)
        tasks = shards(left, shard or _usual_shard(len(left), jobs))
        play = ray.remote(num_cpus=jobs, max_retries=-1)(_play)
        calls = ((play, (named[agent], number, count, words, jobs), count) for agent, number, count in tasks)
        for sheet, count in _answers(calls, jobs):
            keep_sheet(path, sheet)
            done += count
            if told:
                told(done)
        _check_nothing_is_left(asked, path, named)
        return run(asked, games=games, seed=seed, jobs=1, notebook=path, frame=frame, progress=False)


def shards(left, most):
    """Runs of at most ``most`` games of one agent: its index, the first number, how many."""
    found = []
    for agent, number in left:
        if found and found[-1][0] == agent and sum(found[-1][1:]) == number and found[-1][2] < most:
            found[-1][2] += 1
        else:
            found.append([agent, number, 1])
    return [tuple(one) for one in found]


def _play(spec, first, games, words, jobs):
    """One task: some games of one agent, as a sheet."""
    return course(spec, games=games, first=first, **words).sheet(jobs=jobs)


def _usual_shard(left, jobs):
    """Eight tasks for each that can run at once: enough to keep all busy to the end, few enough to cost little."""
    at_once = max(1, int(ray.cluster_resources().get("CPU", 1)) // jobs)
    return min(MOST_GAMES_A_TASK, max(1, left // (8 * at_once)))


def _answers(calls, jobs):
    """The answers as they come. Only some tasks wait at a time: a million of them would choke the scheduler."""
    waiting, calls = {}, iter(calls)
    while True:
        most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)) // jobs)
        for task, arguments, count in calls:
            waiting[task.remote(*arguments)] = count
            if len(waiting) >= most:
                break
        if not waiting:
            return
        [ready], _ = ray.wait(list(waiting), num_returns=1)
        yield ray.get(ready), waiting.pop(ready)


def _check_nothing_is_left(asked, path, named):
    left = asked.unplayed(path)
    if left:
        agent = named[left[0][0]]
        raise RuntimeError(
            f"{len(left)} games, the first of them game {left[0][1]} of {agent}, came back under another name: "
            "expected the same version of redouble and the same networks and tables on every node"
        )


def _connect():
    if not ray.is_initialized():
        ray.init()


@contextlib.contextmanager
def _kept(notebook):
    """The notebook, or one that is forgotten afterwards."""
    if notebook is not None:
        yield os.fspath(notebook)
        return
    with tempfile.TemporaryDirectory() as folder:
        yield str(pathlib.Path(folder) / "notebook.sqlite")


def train(
    out: str | os.PathLike[str],
    patterns: str | None = None,
    *,
    moves: int,
    workers: int = 2,
    interval: int = 1_000_000,
    recipe: str | None = None,
    start_from: str | os.PathLike[str] | None = None,
    threads: int = 1,
    seed: int = 1,
    rounds: int = 10,
    evaluation: int = 200,
    frame: bool | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
) -> Training:
    """:func:`redouble.train` by several workers, each on ``threads`` processors of the cluster.

    All begin from the same weights, learn from ``interval`` moves of their own, and send what changed. Sums of errors add
    up; a weight moves by the mean of the workers' steps, each counted by the errors it saw there. A worker that is
    lost with its node is replaced, and its part learned again. With one thread each, the result depends on the
    settings alone.
    """
    path = os.fspath(out)
    trainer = opened(path, patterns, recipe=recipe, start_from=start_from, threads=threads, seed=seed)
    trainer.check_shared()
    trainer.spent(moves=moves)
    _connect()
    try:
        with bar(progress, moves, "move") as told:
            _learn_together(trainer, moves, workers, interval, threads, seed, (rounds, evaluation), told)
    finally:
        trainer.save(path)
    return finished(trainer, path, frame)


def _learn_together(trainer, moves, workers, interval, threads, seed, looks, told):
    rounds, evaluation = looks
    numbers, looked = trainer.numbers(), int(rounds * trainer.spent(moves=moves))
    learn = ray.remote(num_cpus=threads, max_retries=-1)(_learn)
    while trainer.spent(moves=moves) < 1:
        share = min(interval, -(-(moves - trainer.moves) // workers))
        start, state = _time.monotonic(), ray.put(numbers)
        luck = [(seed + 0x9E3779B97F4A7C15 * (trainer.moves * workers + number + 1)) % 2**64 for number in range(workers)]
        tasks = [learn.remote(trainer.recipe, state, trainer.moves, moves, share, threads, one) for one in luck]
        learned = ray.get(tasks)
        merge_changes(numbers, [changes for changes, _, _ in learned])
        trainer.set_numbers(numbers)
        seconds = trainer.seconds + _time.monotonic() - start
        done = trainer.moves + sum(moved for _, moved, _ in learned)
        trainer.credit(done, trainer.games + sum(played for _, _, played in learned), seconds)
        if told:
            told(min(done, moves))
        if int(rounds * min(1.0, trainer.spent(moves=moves))) > looked:
            looked = int(rounds * trainer.spent(moves=moves))
            trainer.evaluate(evaluation)


def _learn(recipe, numbers, begun, moves, share, threads, seed):
    """One task: learns from ``share`` moves, and says what changed and what it took."""
    trainer = Trainer(recipe=recipe, threads=threads, seed=seed)
    trainer.set_numbers(numbers)
    trainer.credit(begun, 0, 0.0)
    trainer.round(moves=moves, until=min(1.0, (begun + share) / moves))
    return trainer.changes_since(numbers), trainer.moves - begun, trainer.games
