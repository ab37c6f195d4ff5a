"""A progress bar where tqdm is installed; nothing where it is not."""

from __future__ import annotations

import contextlib


@contextlib.contextmanager
def bar(progress, total, what):
    """Yields what to call with the amount done, or None where nobody looks.

    ``progress`` is True or False, None for a bar where somebody could see it, or a function that is called with
    the amount done and the total.
    """
    if callable(progress):
        yield lambda done: progress(done, total)
        return
    shown = None if progress is False else _tqdm(progress, total, what)
    if shown is None:
        yield None
        return
    with shown:
        yield lambda done: shown.update(done - shown.n)


def _tqdm(progress, total, what):
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if progress:
            raise ModuleNotFoundError("progress=True needs tqdm: pip install tqdm") from None
        return None
    # disable=None hides the bar where standard error is no terminal.
    return tqdm(total=total, unit=what, disable=False if progress else None)
