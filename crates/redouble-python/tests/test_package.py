"""The package as a whole: its types say what is there, its threads do not meet."""

import ast
import pathlib
import threading

import numpy as np

import redouble
from redouble import _redouble

FOLDER = pathlib.Path(redouble.__file__).parent


def test_the_stub_names_exactly_what_is_there():
    assert (FOLDER / "py.typed").exists()
    tree = ast.parse((FOLDER / "_redouble.pyi").read_text(encoding="utf-8"))
    stated = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    there = {name for name in dir(_redouble) if not name.startswith("__") and callable(getattr(_redouble, name))}
    assert there == set(stated)
    for name, node in stated.items():
        if isinstance(node, ast.ClassDef):
            members = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            public = {one for one in dir(getattr(_redouble, name)) if not one.startswith("_")}
            assert public == {one for one in members if not one.startswith("_")}, name
            assert all(hasattr(getattr(_redouble, name), one) for one in members), name


def test_every_public_name_is_there_and_documented():
    for name in redouble.__all__:
        assert getattr(redouble, name) is not None and name in dir(redouble)
    for name in ("trial", "train", "review", "summary", "VectorEnv", "Env", "Table", "Review", "Agent", "Board", "Game"):
        assert getattr(redouble, name).__doc__, name


def run_together(work, count=4):
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]


def test_one_agent_answers_many_threads():
    agent, boards = redouble.Agent("expectimax(eval=snake,depth=3)"), redouble.Agent("random").play(seed=3).boards()
    expected, found = [agent.choose(board) for board in boards], {}
    run_together(lambda number: found.update({number: [agent.choose(board) for board in boards]}))
    assert [found[number] for number in range(4)] == [expected] * 4


def test_an_environment_refuses_a_second_step_while_one_is_under_way():
    env = redouble.VectorEnv(50_000)
    env.reset(seed=1)
    done, refused = [], []

    def step(number):
        for _ in range(20):
            try:
                done.append(env.step(np.full(50_000, number)))
            except RuntimeError as why:
                refused.append(str(why))

    run_together(step)
    assert len(done) + len(refused) == 80 and done and all("borrowed" in why for why in refused)


def test_a_bar_is_shown_to_whoever_asks(capfd):
    redouble.trial("random", 5, progress=True, frame=False)
    assert "5/5" in capfd.readouterr().err
    redouble.trial("random", 5, progress=False, frame=False)
    assert capfd.readouterr().err == ""
