"""Redouble: the game 2048 with a strong engine, fast environments for learning and honest measurements.

>>> import redouble
>>> redouble.Agent("best").choose("2048 1024 512 256 / 16 32 64 128 / 8 4 2 . / . . . 2")  # doctest: +SKIP
'up'

``import redouble`` loads NumPy and nothing larger. ``redouble.VectorEnv`` and ``redouble.Env`` need gymnasium,
``redouble.ray`` needs ray; both are loaded when they are first asked for.
"""

import os as _os
from typing import TYPE_CHECKING

from redouble._redouble import (
    MOVES,
    Afterstate,
    Agent,
    Analysis,
    Board,
    Game,
    GameRecord,
    Network,
    __version__,
    before_fork as _before_fork,
    read_records,
)
from redouble.registration import register, register_when_loaded
from redouble.reviews import Review, review
from redouble.table import Table
from redouble.training import Training, train
from redouble.trials import summary, trial

if TYPE_CHECKING:
    from redouble.env import Env
    from redouble.vector import VectorEnv

__all__ = [
    "MOVES",
    "Afterstate",
    "Agent",
    "Analysis",
    "Board",
    "Env",
    "Game",
    "GameRecord",
    "Network",
    "Review",
    "Table",
    "Training",
    "VectorEnv",
    "__version__",
    "read_records",
    "register",
    "review",
    "summary",
    "train",
    "trial",
]

_LATER = {"Env": "redouble.env", "VectorEnv": "redouble.vector"}


def __getattr__(name):
    if name in _LATER:
        import importlib

        return getattr(importlib.import_module(_LATER[name]), name)
    if name == "ray":
        import importlib

        return importlib.import_module("redouble.ray")
    raise AttributeError(f"module 'redouble' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *_LATER, "ray"})


register_when_loaded()
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(before=_before_fork)
