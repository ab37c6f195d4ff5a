"""Gymnasium learns of our environment, whichever of the two is imported first and without our importing it."""

from __future__ import annotations

import importlib.abc
import importlib.util
import sys

NAME = "redouble/Game2048-v0"


def register():
    """Tells Gymnasium of ``redouble/Game2048-v0``. It happens by itself as soon as both packages are loaded."""
    from gymnasium.envs.registration import register as tell
    from gymnasium.envs.registration import registry

    if NAME not in registry:
        tell(id=NAME, entry_point="redouble.env:Env", vector_entry_point="redouble.vector:VectorEnv")


def register_when_loaded():
    """Registers now if Gymnasium is there, else when it comes."""
    if "gymnasium" in sys.modules:
        register()
    else:
        sys.meta_path.insert(0, _Gatekeeper())


class _Gatekeeper(importlib.abc.MetaPathFinder):
    """Waits for Gymnasium's import: Gymnasium looks into no entry points, and a module is imported only once."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname != "gymnasium":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _Registering(spec.loader)
        return spec


class _Registering(importlib.abc.Loader):
    """Loads what another loader loads, and registers then."""

    def __init__(self, loader):
        self._loader = loader

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        register()
