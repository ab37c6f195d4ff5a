"""The package as a whole: its types say what is there, its threads do not meet."""

import ast
import inspect
import os
import pathlib
import threading
import time

import numpy as np
import pytest

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


def test_every_public_function_says_its_types():
    import redouble.ray

    for function in (redouble.trial, redouble.train, redouble.review, redouble.summary, redouble.ray.trial, redouble.ray.train):
        signature = inspect.signature(function)
        missing = [one.name for one in signature.parameters.values() if one.annotation is inspect.Parameter.empty]
        assert not missing and signature.return_annotation is not inspect.Signature.empty, function


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_an_agent_that_thinks_while_the_process_forks_says_so_in_the_child():
    agent = redouble.Agent("expectimax(eval=snake,depth=63)")
    thinking = threading.Thread(target=agent.choose, args=("ba98456732100001",), kwargs={"time": 1.5})
    start = time.process_time()
    thinking.start()
    while time.process_time() - start < 0.1:  # it is at work: this thread only waits
        time.sleep(0.01)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            agent.choose("ba98456732100001")
        except RuntimeError as why:
            code = 0 if "was thinking on another thread when the process forked" in str(why) else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    thinking.join()


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
