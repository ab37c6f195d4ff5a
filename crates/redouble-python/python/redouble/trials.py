"""Agents over the same games, measured."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from redouble._redouble import Agent, Course
from redouble.progress import bar
from redouble.table import present

if TYPE_CHECKING:
    from redouble._redouble import AnyBoard

_NUMBERS = ("game", "score", "best_tile", "moves", "nodes", "seconds", "reused")


def course(agents, *, games, seed, first, until, start, records, time, nodes):
    """The questions of a trial, with one agent or several, one starting board or several."""
    starts = [] if start is None else start if isinstance(start, (list, tuple)) else [start]
    return Course(
        specs(agents), games=games, seed=seed, first=first, until=str(until), starts=starts, records=records,
        time=time, nodes=nodes,
    )  # fmt: skip


def specs(agents):
    """The specs of one agent or several, each an agent or a spec."""
    one = isinstance(agents, str) or hasattr(agents, "spec")
    return [getattr(agent, "spec", agent) for agent in ([agents] if one else agents)]


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
    jobs: int | None = None,
    notebook: str | os.PathLike[str] | None = None,
    records: bool = False,
    frame: bool | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
) -> Any:
    """Plays agents over games ``first`` … ``first + games - 1`` of ``seed``: the same luck for each.

    ``agents`` is a spec such as ``"expectimax(eval=snake,depth=3)"``, an :class:`Agent`, or a list of them. ``time``
    (seconds, or text such as ``"10ms"``) and ``nodes`` say what a move may cost. ``until`` ends a game at a tile or
    after ``"moves=N"``. With a ``notebook`` (a file that the command ``redouble notebook`` reads, too) every game is
    kept the moment it ends, and games that are there are not played again.

    Returns a table with a row for each game: a DataFrame if pandas is installed, else a :class:`Table`, a dict of
    arrays; ``frame`` insists on one. Its ``attrs["summary"]`` has the figures with their intervals.
    """
    asked = course(
        agents, games=games, seed=seed, first=first, until=until, start=start, records=records, time=time, nodes=nodes
    )
    return run(asked, games=games, seed=seed, jobs=jobs, notebook=notebook, frame=frame, progress=progress)


def run(asked, *, games, seed, jobs=None, notebook=None, frame=None, progress=None):
    """Plays a course and makes a table of it."""
    path = None if notebook is None else os.fspath(notebook)
    with bar(progress, games * asked.agents, "game") as told:
        played = asked.run(jobs=jobs, notebook=path, progress=told)
    return present(_columns(played), {"seed": seed, "summary": [json.loads(one["summary"]) for one in played]}, frame)


def _columns(played):
    """The games of all agents, one agent after the other."""
    columns = {"agent": np.concatenate([np.full(len(one["game"]), one["agent"], dtype=object) for one in played])}
    for name in _NUMBERS:
        columns[name] = np.concatenate([one[name] for one in played])
    columns["board"] = np.array([board for one in played for board in one["board"]], dtype=object)
    if any(one["record"] for one in played):
        columns["record"] = np.array([text for one in played for text in one["record"]], dtype=object)
    return columns


def summary(table: Any, *, frame: bool | None = None) -> Any:
    """The figures of a trial, a row for each agent: mean score with its interval, shares of tiles, speed."""
    found = table.attrs["summary"]
    columns = {"agent": np.array([one["agent"] for one in found], dtype=object)}
    columns["games"] = np.array([one["games"] for one in found])
    for key in ("mean", "low", "high", "median", "max"):
        name = "score" if key == "mean" else f"score_{key}"
        columns[name] = np.array([_number(one["score"][key]) for one in found])
    for face in found[0]["tiles"]:
        columns[f"reached_{face}"] = np.array([_number(one["tiles"][face]["share"]) for one in found])
    columns["moves_per_game"] = np.array([_number(one["moves_per_game"]) for one in found])
    columns["ms_per_move"] = np.array([_number(one["ms_per_move"]["mean"]) for one in found])
    columns["nodes_per_move"] = np.array([_number(one["nodes_per_move"]) for one in found])
    return present(columns, {}, frame)


def _number(value):
    return np.nan if value is None else value
