"""Networks that teach themselves by playing."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable
from typing import Any

from redouble._redouble import Network, Trainer
from redouble.progress import bar
from redouble.table import present


@dataclasses.dataclass
class Training:
    """A training that has ended for now."""

    path: str
    """The file of the network, which can go on learning and plays as ``ntuple(net="PATH")``."""
    curve: Any
    """How well it played on the way: a table with a row for each evaluation."""
    moves: int
    games: int
    seconds: float

    def network(self) -> Network:
        """The network, ready to evaluate boards."""
        return Network.load(self.path)

    def spec(self, **settings: object) -> str:
        """The spec of the agent that plays with it, such as ``ntuple(net="my.net",depth=3)``."""
        words = [f'net="{self.path}"', *(f"{key}={value}" for key, value in settings.items())]
        return f"ntuple({','.join(words)})"

    def _repr_html_(self) -> str:
        return self.curve._repr_html_()


def train(
    out: str | os.PathLike[str],
    patterns: str | None = None,
    *,
    time: float | str | None = None,
    moves: int | None = None,
    games: int | None = None,
    recipe: str | None = None,
    start_from: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    seed: int = 1,
    rounds: int = 10,
    evaluation: int = 200,
    frame: bool | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
) -> Training:
    """Trains a network and keeps it in the file ``out``; if the file is there, its training goes on.

    ``patterns`` is a set such as ``"4x6"`` (the default) or lists of cells such as ``"0.1.2.3 0.1.4.5"``; ``recipe`` is
    the text of a recipe, as in ``recipes/``. It ends after ``time`` (seconds, or text such as ``"60s"``), ``moves``
    or ``games``, all counted from the very start. On the way it is evaluated ``rounds`` times by ``evaluation`` games
    without search. Ctrl-C saves what was learned before it is passed on.
    """
    path, budget = os.fspath(out), _budget(time, moves, games)
    trainer = opened(path, patterns, recipe=recipe, start_from=start_from, threads=threads, seed=seed)
    trainer.spent(**budget)  # refuses a budget that makes no sense before anything is written
    try:
        with bar(progress, 1000, "‰") as told:
            for part in range(1, rounds + 1):
                if trainer.spent(**budget) < min(1.0, part / rounds):
                    trainer.round(**budget, until=part / rounds, progress=told)
                    trainer.evaluate(evaluation)
    finally:
        trainer.save(path)
    return finished(trainer, path, frame)


def opened(path, patterns, *, recipe, start_from, threads, seed):
    """The training in a file if there is one, else a new one."""
    if os.path.exists(path):
        return Trainer.open(path, patterns, recipe=recipe, threads=threads, seed=seed)
    network = None if start_from is None else os.fspath(start_from)
    return Trainer(patterns, recipe=recipe, network=network, threads=threads, seed=seed)


def finished(trainer, path, frame):
    """What a training came to."""
    curve = present(trainer.curve(), {"path": path}, frame)
    return Training(path, curve, trainer.moves, trainer.games, trainer.seconds)


def _budget(time, moves, games):
    given = {"time": time, "moves": moves, "games": games}
    given = {key: value for key, value in given.items() if value is not None}
    return given or {"time": 60.0}
