"""Many games at once are the same games, whatever the mode, the threads and the process."""

import os
import threading
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import redouble


def draw(rng, mask):
    """For each row an index where the mask is not zero, each as likely as the others."""
    return (rng.random(mask.shape) * mask).argmax(1)


def follow(env, games, rng, steps, same_step):
    """Checks every step against games of the engine that begin anew as the mode says."""
    count, number = env.num_envs, list(range(env.num_envs))
    seen, infos = env.reset(seed=5)
    waiting = [False] * count
    ended_games = 0
    for _ in range(steps):
        for at, game in enumerate(games):
            assert (seen[at] == game.board.exponents()).all() and infos["score"][at] == game.score
        actions = draw(rng, infos["action_mask"])
        seen, rewards, ended, truncated, infos = env.step(actions)
        assert not truncated.any()
        for at in range(count):
            if waiting[at]:
                assert rewards[at] == 0 and not ended[at]
            else:
                assert rewards[at] == games[at].play(int(actions[at])) and ended[at] == games[at].is_over
            if ended[at] and same_step:
                assert (infos["final_obs"][at] == games[at].board.exponents()).all() and infos["_final_obs"][at]
                assert infos["final_info"]["score"][at] == games[at].score
            if waiting[at] or (ended[at] and same_step):
                number[at] += count
                games[at] = redouble.Game(seed=5, number=number[at])
                ended_games += 1
            waiting[at] = ended[at] and not same_step
        assert env.games()[:, 1].tolist() == number
    return ended_games


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_environment_i_plays_games_i_i_plus_n_and_so_on(mode, rng):
    env = redouble.VectorEnv(8, autoreset_mode=mode)
    games = [redouble.Game(seed=5, number=number) for number in range(8)]
    assert follow(env, games, rng, 400, mode == AutoresetMode.SAME_STEP) > 8


def test_the_games_do_not_depend_on_the_number_of_threads():
    envs = [redouble.VectorEnv(1500, threads=threads, autoreset_mode="SameStep") for threads in (1, 3)]
    rngs = [np.random.default_rng(1), np.random.default_rng(1)]
    infos = [env.reset(seed=9)[1] for env in envs]
    for _ in range(150):
        steps = []
        for which, env in enumerate(envs):
            steps.append(env.step(draw(rngs[which], infos[which]["action_mask"])))
            infos[which] = steps[which][4]
        for one, many in zip(steps[0][:4], steps[1][:4]):
            assert (one == many).all()
        assert ("final_obs" in infos[0]) == ("final_obs" in infos[1])
        if "final_obs" in infos[0]:
            ended = infos[0]["_final_obs"]
            assert (ended == infos[1]["_final_obs"]).all()
            assert all((a == b).all() for a, b in zip(infos[0]["final_obs"][ended], infos[1]["final_obs"][ended]))


def test_gymnasiums_own_vector_of_single_environments_agrees(rng):
    """With a seed for each environment, as Gymnasium has it."""
    single = lambda: gymnasium.make("redouble:redouble/Game2048-v0", disable_env_checker=True)  # noqa: E731
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        theirs = gymnasium.vector.SyncVectorEnv([single] * 4, autoreset_mode=mode)
        ours = redouble.VectorEnv(4, autoreset_mode=mode)
        (seen, infos), (shown, told) = theirs.reset(seed=[3, 1, 4, 1]), ours.reset(seed=[3, 1, 4, 1])
        assert theirs.observation_space == ours.observation_space and theirs.action_space == ours.action_space
        for _ in range(300):
            assert (seen == shown).all() and (infos["action_mask"] == told["action_mask"]).all()
            actions = draw(rng, told["action_mask"])
            seen, *their_step, infos = theirs.step(actions)
            shown, *our_step, told = ours.step(actions)
            assert all((a == b).all() and a.dtype == b.dtype for a, b in zip(their_step, our_step))
            assert ("final_obs" in infos) == ("final_obs" in told)


def test_make_vec_gives_it_and_wrappers_take_it():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make_vec("redouble:redouble/Game2048-v0", num_envs=16, threads=2, observation="one-hot")
        env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    seen, infos = env.reset(seed=1)
    assert seen.shape == (16, 4, 4, 18) and env.observation_space.contains(seen)
    rng, ended = np.random.default_rng(0), 0
    for _ in range(400):
        seen, rewards, terminated, _, infos = env.step(draw(rng, infos["action_mask"]))
        ended += terminated.sum()
        if terminated.any():
            assert (infos["episode"]["r"][terminated] == infos["score"][terminated]).all()
    assert ended > 16


def test_what_was_returned_stays_as_it_is():
    env = redouble.VectorEnv(4)
    first, infos = env.reset(seed=1)
    kept, mask = first.copy(), infos["action_mask"].copy()
    for _ in range(20):
        env.step(np.zeros(4, int))
        env.step(np.ones(4, int))
    assert (first == kept).all() and (infos["action_mask"] == mask).all()


def test_nobody_resets_what_is_disabled():
    env = redouble.VectorEnv(2, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1, options={"board": "1212212112122120"})
    _, _, ended, _, _ = env.step([1, 1])
    while not ended.any():
        _, _, ended, _, infos = env.step(draw(np.random.default_rng(0), env._seen["mask"]))
    with pytest.raises(ValueError, match="is over: reset it before the next step"):
        env.step([0, 0])
    _, infos = env.reset(options={"reset_mask": ended})
    assert env.games()[:, 1].tolist() == [2 if ended[0] else 0, 3 if ended[1] else 1]


@pytest.mark.parametrize(
    ("actions", "error", "said"),
    [
        (np.zeros(3, int), ValueError, r"actions of shape \(3,\): expected \(4,\)"),
        (np.zeros((4, 1), int), ValueError, r"actions of shape \(4, 1\)"),
        (np.zeros(4), TypeError, "actions of float64: expected whole numbers"),
        ([0, 1, 2, 4], ValueError, "action 4 of environment 3: expected 0 up"),
        ([0, -1, 2, 3], ValueError, "action -1 of environment 1"),
    ],
)
def test_other_actions_are_refused_and_nothing_is_played(actions, error, said):
    env = redouble.VectorEnv(4)
    seen, _ = env.reset(seed=1)
    with pytest.raises(error, match=said):
        env.step(actions)
    assert (env._lanes.look()["view"].reshape(seen.shape) == seen).all()


def test_other_settings_are_refused():
    for wrong in ({"num_envs": 0}, {"num_envs": 2, "threads": 0}, {"num_envs": 2, "observation": "x"}):
        with pytest.raises(ValueError, match="expected"):
            redouble.VectorEnv(**wrong)
    with pytest.raises(ValueError, match="3 seeds, expected 2"):
        redouble.VectorEnv(2).reset(seed=[1, 2, 3])


def test_other_threads_run_while_games_are_stepped():
    """The interpreter lock is free: a thread of its own counts on while many games are stepped at once."""
    env = redouble.VectorEnv(100_000)
    env.reset(seed=1)
    actions, stop, counted = np.zeros(100_000, int), threading.Event(), []

    def count():
        while not stop.is_set():
            counted.append(None)

    thread = threading.Thread(target=count)
    thread.start()
    while len(counted) < 100:
        env.step(actions)
    stop.set()
    thread.join()
    assert len(counted) >= 100


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_threads_survive_a_fork():
    """The child has none of its parent's threads: pools are started anew there, and play the same."""
    env = redouble.VectorEnv(2000, threads=2)
    agent = redouble.Agent("expectimax(eval=snake,depth=3,threads=2)")
    best = redouble.Agent("best", nodes=300)
    env.reset(seed=1)
    env.step(np.zeros(2000, int))
    board = redouble.Board("ba98456732100001")
    expected = (agent.choose(board), best.choose(board))
    child = os.fork()
    if child == 0:
        code = 1
        try:
            seen = env.step(np.ones(2000, int))[0]
            same = expected == (agent.choose(board), best.choose(board))
            code = 0 if same and redouble.Network.built_in().evaluate(seen, threads=2).shape == (2000,) else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert env.step(np.ones(2000, int))[0].shape == (2000, 4, 4) and agent.choose(board) == expected[0]
