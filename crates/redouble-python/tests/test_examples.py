"""The examples run, and so does every block of code in the walk-through."""

import ast
import pathlib
import re
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
WALK = HERE.parents[2] / "docs" / "python.md"


def run(name, *words, folder):
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *map(str, words)], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_best_move_in_three_lines(tmp_path):
    assert run("best_move.py", folder=tmp_path).strip() in ("up", "right", "down", "left")
    code = [line for line in (EXAMPLES / "best_move.py").read_text().splitlines() if line and '"""' not in line]
    assert len(code) == 3


def test_a_small_network_is_trained_and_its_curve_plotted(tmp_path):
    said = run("train_small.py", 60_000, tmp_path, folder=tmp_path)
    assert (tmp_path / "small.png").read_bytes().startswith(b"\x89PNG") and (tmp_path / "small.net").exists()
    random, trained = map(float, re.findall(r"[\d.]+", said.splitlines()[-1]))
    assert trained > random


def test_afterstates_are_learned_in_plain_numpy(tmp_path):
    said = run("afterstate_learning.py", 1200, 128, folder=tmp_path)
    first, last = map(int, re.findall(r"(\d+) points; the last 100: (\d+)", said)[0])
    assert last > first


def test_the_walk_through_runs(tmp_path, monkeypatch):
    """All blocks in order, in one namespace; what a line is said to print, it prints."""
    if not WALK.exists():
        pytest.skip("docs/python.md is not part of a source distribution")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", WALK.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 8
    names, checked = {}, 0
    for number, block in enumerate(blocks):
        for statement in ast.parse(block).body:
            checked += run_statement(statement, block, f"docs/python.md, block {number + 1}", names)
    assert checked >= 12


def run_statement(statement, block, where, names):
    """Runs a statement; whether its last line says what it gives, which is then compared."""
    said = block.splitlines()[statement.end_lineno - 1].partition("  # → ")[2]
    if not said:
        exec(compile(ast.Module([statement], []), where, "exec"), names)
        return False
    assert isinstance(statement, ast.Expr), where
    found = repr(eval(compile(ast.Expression(statement.value), where, "eval"), names))
    assert found == said, f"{ast.unparse(statement)} in {where}"
    return True
