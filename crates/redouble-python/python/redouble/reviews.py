"""A game looked over: every move rated, the worst ones first."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from redouble._redouble import GameRecord, read_records, review_game
from redouble.progress import bar
from redouble.table import present

RATINGS = ("good", "inexact", "mistake", "blunder")


class Review:
    """Every move of a game, rated against an agent's best one."""

    def __init__(self, found, frame):
        self._found = found
        columns = {key: np.array(values, dtype=_dtype(key)) for key, values in found.columns().items()}
        self.agent: str = found.agent
        """The agent it was compared with."""
        self.moves: Any = present(columns, {"agent": found.agent}, frame)
        """A table with a row for each move: what was played, what was best, the rating and what it cost."""
        self.counts: dict[str, int] = {rating: int((columns["rating"] == rating).sum()) for rating in RATINGS}
        """How many moves have each rating."""

    def worst(self, count: int = 5) -> list[int]:
        """The numbers of the moves that cost most, the worst first; good moves are not among them."""
        rank = {rating: place for place, rating in enumerate(RATINGS)}
        ratings, lost = np.array(self.moves["rating"]), np.array(self.moves["points_lost"])
        order = sorted(range(len(lost)), key=lambda at: (-rank[ratings[at]], -lost[at]))
        return [int(self.moves["number"][at]) for at in order if ratings[at] != "good"][:count]

    def page(self) -> str:
        """A page with graphs and every mistake, whole in itself."""
        return self._found.page()

    def __repr__(self):
        counts = ", ".join(f"{count} {rating}" for rating, count in self.counts.items())
        return f"<Review by {self.agent}: {counts}>"

    def _repr_html_(self):
        return self.moves._repr_html_()


def _dtype(key):
    return object if key in ("board", "played", "best", "rating") else None


def review(
    record: GameRecord | str | os.PathLike[str],
    *,
    agent: str = "best",
    time: float | str | None = None,
    nodes: int | None = None,
    threads: int | None = None,
    frame: bool | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
) -> Review:
    """Rates every move of a game against an agent's best one.

    ``record`` is a :class:`GameRecord`, or the path of a file of records, of which the last game is taken.
    """
    if not isinstance(record, GameRecord):
        record = _last(os.fspath(record))
    with bar(progress, len(record), "move") as told:
        found = review_game(
            record, agent=getattr(agent, "spec", agent), time=time, nodes=nodes, threads=threads, progress=told
        )
    return Review(found, frame)


def _last(path):
    games = read_records(path)
    if not games:
        raise ValueError(f"{path}: there is no game in it")
    return games[-1]
