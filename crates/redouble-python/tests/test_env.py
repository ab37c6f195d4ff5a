"""The Gymnasium environment: its checkers, its conventions, the engine's own luck."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import redouble

NAME = "redouble:redouble/Game2048-v0"


@pytest.mark.parametrize("observation", ["exponents", "one-hot"])
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_gymnasiums_checker_finds_nothing(observation, render_mode):
    env = gymnasium.make(NAME, observation=observation, render_mode=render_mode)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
    env.close()


def test_a_game_is_the_engines_game(rng):
    env = gymnasium.make(NAME)
    for number in range(3):
        seen, info = env.reset(seed=11) if number == 0 else env.reset()
        game = redouble.Game(seed=11, number=number)
        assert (info["seed"], info["game"]) == (11, number)
        ended = False
        while not ended:
            assert (seen == game.board.exponents()).all() and info["score"] == game.score
            legal = [redouble.MOVES[action] for action in np.flatnonzero(info["action_mask"])]
            assert legal == game.board.legal_moves() and info["action_mask"].dtype == np.int8
            action = env.action_space.sample(info["action_mask"])
            seen, reward, ended, truncated, info = env.step(action)
            assert reward == game.play(redouble.MOVES[action]) and not truncated and not info["illegal"]
        assert game.is_over


def test_a_slide_that_changes_nothing_does_nothing_and_is_flagged():
    env = gymnasium.make(NAME)
    env.reset(seed=1, options={"board": "1000000000000000", "score": 12})
    seen, reward, ended, _, info = env.step(3)
    assert info["illegal"] and (reward, ended, info["score"]) == (0.0, False, 12) and seen[0, 0] == 1
    _, _, _, _, info = env.step(1)
    assert not info["illegal"]


def test_the_rewards_are_points_or_their_logarithm():
    for kind, paid in (("points", 12.0), ("log", np.log2(12.0))):
        env = redouble.Env(reward=kind)
        env.reset(seed=1, options={"board": "2 2 . . / 4 4 . . / . . . . / . . . ."})
        assert env.step(3)[1] == paid
        env.reset(seed=1, options={"board": "2 . . . / . . . . / . . . . / . . . ."})
        assert env.step(1)[1] == 0.0


def test_one_hot_says_what_exponents_say(rng):
    plain, hot = redouble.Env(), redouble.Env(observation="one-hot")
    seen, info = plain.reset(seed=3)
    shown, _ = hot.reset(seed=3)
    for _ in range(60):
        assert shown.shape == (4, 4, 18) and (shown.argmax(2) == seen).all() and (shown.sum(2) == 1).all()
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, _, _, _, info = plain.step(action)
        shown = hot.step(action)[0]
    large = redouble.Env(observation="one-hot").reset(options={"board": "gh" + "0" * 14})[0]
    assert large[0, 0, 16] == 1 and large[0, 1, 17] == 1


def test_boards_are_drawn_as_text_and_as_pictures():
    env = gymnasium.make(NAME, render_mode="ansi")
    env.reset(options={"board": "ba98456732100001", "score": 20})
    assert "   2048   1024    512    256" in env.render() and "score 20" in env.render()
    env = gymnasium.make(NAME, render_mode="rgb_array")
    env.reset(options={"board": "h000000000000001"})
    picture = env.render()
    assert picture.shape == (296, 296, 3) and picture.dtype == np.uint8
    colours = {tuple(colour) for colour in picture.reshape(-1, 3)}
    assert {(0x11, 0x11, 0x11), (0xFF, 0xD2, 0x57), (0xEE, 0xE4, 0xDA)} <= colours


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ValueError, match="observation 'pixels': expected 'exponents' or 'one-hot'"):
        redouble.Env(observation="pixels")
    with pytest.raises(ValueError, match="reward 'cash': expected 'points' or 'log'"):
        redouble.Env(reward="cash")
    with pytest.raises(ValueError, match="render_mode 'human'"):
        redouble.Env(render_mode="human")
    env = redouble.Env()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    with pytest.raises(ValueError, match="options \\['bored'\\]: expected 'board'"):
        env.reset(options={"bored": 1})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action 4 of environment 0: expected 0 up"):
        env.step(4)


def test_importing_redouble_loads_nothing_large_and_registers_where_gymnasium_is():
    code = """
import sys, redouble
assert not {"gymnasium", "ray", "pandas", "tqdm"} & set(sys.modules), "nothing large"
redouble.Game(); redouble.trial("random", 2, frame=False)
assert not {"gymnasium", "ray", "pandas"} & set(sys.modules), "still nothing"
assert redouble.VectorEnv.__name__ == "VectorEnv" and "gymnasium" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    code = """
gymnasium.make("redouble/Game2048-v0").reset(seed=1)
assert gymnasium.make_vec("redouble/Game2048-v0", num_envs=3).num_envs == 3
"""
    for first in ("import gymnasium, redouble", "import redouble, gymnasium"):
        subprocess.run([sys.executable, "-W", "error", "-c", first + code], check=True)
    named = 'import gymnasium; gymnasium.make("redouble:redouble/Game2048-v0").reset(seed=1)'
    subprocess.run([sys.executable, "-c", named], check=True)
