"""The part of the package that is written in Rust."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str
MOVES: list[str]

Move = Literal["up", "right", "down", "left"]
AnyMove = Move | Literal["u", "r", "d", "l"] | int
AnyBoard = Board | str | ArrayLike
Time = float | str
Path = str | PathLike[str]

class Board:
    """Sixteen cells, the player to move.

    Made from a text in any form (``"2 2 . . / …"``, sixteen characters such as ``"ba98456732100001"``, a pasted
    ``gameState``), or from sixteen exponents (0 empty, 1 for 2, … 17 for 131072).
    """

    def __new__(cls, board: AnyBoard) -> Board: ...
    @staticmethod
    def from_faces(faces: ArrayLike) -> Board:
        """The board with these faces: 0 for an empty cell, 2, 4, … 131072."""
    def exponents(self) -> NDArray[np.uint8]:
        """Its exponents, of shape (4, 4)."""
    def faces(self) -> NDArray[np.uint32]:
        """Its faces, of shape (4, 4)."""
    def __array__(self, dtype: Any = ..., copy: bool | None = ...) -> NDArray[Any]: ...
    def slide(self, mv: AnyMove) -> tuple[Afterstate, int] | None:
        """What a slide makes of it and its points; None if it changes nothing, which is no legal move."""
    def legal_moves(self) -> list[Move]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def max_tile(self) -> int:
        """The face of its largest tile."""
    @property
    def empties(self) -> int:
        """How many cells are empty."""
    def with_tile(self, row: int, column: int, face: int) -> Board:
        """The same board with another tile in one cell, 0 for none."""
    def picture(self) -> str:
        """The board drawn as text."""
    def _repr_html_(self) -> str: ...
    def __lt__(self, other: Board) -> bool: ...
    def __le__(self, other: Board) -> bool: ...
    def __gt__(self, other: Board) -> bool: ...
    def __ge__(self, other: Board) -> bool: ...
    def __hash__(self) -> int: ...

class Afterstate:
    """The board after a slide, before the spawn."""

    def __new__(cls, board: AnyBoard) -> Afterstate: ...
    def exponents(self) -> NDArray[np.uint8]: ...
    def faces(self) -> NDArray[np.uint32]: ...
    def __array__(self, dtype: Any = ..., copy: bool | None = ...) -> NDArray[Any]: ...
    def spawn(self, row: int, column: int, face: int) -> Board:
        """The board once a 2 or a 4 has come to an empty cell."""
    def spawns(self) -> list[tuple[Board, float]]:
        """Every board that chance can make of it, with its probability."""
    def _repr_html_(self) -> str: ...
    def __hash__(self) -> int: ...

class Game:
    """A board with score and luck, and the way it came about: game ``number`` of ``seed``, or from a ``board``."""

    def __new__(cls, seed: int = 1, number: int = 0, *, board: AnyBoard | None = None, score: int = 0) -> Game: ...
    @property
    def board(self) -> Board: ...
    @property
    def score(self) -> int: ...
    @property
    def moves(self) -> int:
        """How many moves were made."""
    @property
    def seed(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    def play(self, mv: AnyMove) -> int:
        """Slides, and lets the game's luck spawn; returns the points. An illegal move is a ValueError."""
    def undo(self) -> bool:
        """Takes the last move back; False if there is none."""
    def redo(self) -> bool:
        """Does again what was taken back last; False if there is nothing."""
    def record(self, agent: str | None = None) -> GameRecord: ...
    def _repr_html_(self) -> str: ...

class GameRecord:
    """One game: where it began, every turn, and what is known about it. ``str()`` gives the text that makes it again."""

    def __new__(cls, text: str) -> GameRecord: ...
    @property
    def agent(self) -> str | None: ...
    @property
    def date(self) -> str | None: ...
    @property
    def seed(self) -> tuple[int, int] | None:
        """Seed and number of the game, if all its luck came from there."""
    @property
    def start(self) -> Board: ...
    @property
    def board(self) -> Board:
        """The last board."""
    @property
    def score(self) -> int: ...
    def moves(self) -> list[Move]: ...
    def boards(self) -> NDArray[np.uint8]:
        """The boards that the moves were played on, of shape (moves, 4, 4)."""
    def actions(self) -> NDArray[np.uint8]:
        """The moves as numbers: 0 up, 1 right, 2 down, 3 left."""
    def rewards(self) -> NDArray[np.uint32]:
        """The points of each move."""
    def __len__(self) -> int: ...

class Analysis:
    """What an agent found on a board."""

    @property
    def agent(self) -> str: ...
    @property
    def board(self) -> Board: ...
    @property
    def best(self) -> Move | None:
        """The best move; None when the game is over."""
    @property
    def value(self) -> float | None: ...
    @property
    def values(self) -> dict[Move, float | None]:
        """What every legal move is worth; None where the agent does not say it."""
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    def _repr_html_(self) -> str: ...

class Agent:
    """Anything that chooses a move, by its spec: ``best``, ``expectimax(eval=snake,depth=5)``, ``ntuple(depth=3)`` …

    ``time`` (seconds, or text such as ``"10ms"``) and ``nodes`` say what a move may cost.
    """

    def __new__(cls, spec: str = "best", *, time: Time | None = None, nodes: int | None = None) -> Agent: ...
    @property
    def spec(self) -> str: ...
    def choose(
        self, board: AnyBoard, *, time: Time | None = None, nodes: int | None = None, score: int = 0
    ) -> Move | None:
        """The best move; None when the game is over. ``best`` takes 1 ms unless told otherwise."""
    def analyze(
        self, board: AnyBoard, *, time: Time | None = None, nodes: int | None = None, score: int = 0
    ) -> Analysis:
        """What every move is worth. ``best`` takes 100 ms unless told otherwise."""
    def begin(self, seed: int = 1, number: int = 0) -> None:
        """Forgets the last game, and takes its own luck from game ``number`` of ``seed``."""
    def play(
        self,
        seed: int = 1,
        number: int = 0,
        *,
        board: AnyBoard | None = None,
        until: str = "over",
        time: Time | None = None,
        nodes: int | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> GameRecord:
        """Plays game ``number`` of ``seed`` to its end."""

class Network:
    """A learned evaluation."""

    @staticmethod
    def load(path: Path) -> Network:
        """The network in a file."""
    @staticmethod
    def built_in() -> Network:
        """The network that comes with the package."""
    def evaluate(self, afterstates: NDArray[np.uint8], *, threads: int = 1) -> NDArray[np.float64]:
        """What boards right after a slide are worth; ``afterstates`` has the shape (n, 4, 4) or (n, 16)."""
    def slides(self, boards: NDArray[np.uint8], *, threads: int = 1) -> NDArray[np.float64]:
        """What each slide of many boards is worth, rewards included: shape (n, 4), NaN where it is illegal."""
    @property
    def unit(self) -> Literal["points", "chance"]: ...
    @property
    def shape(self) -> str: ...
    @property
    def identity(self) -> str:
        """Eight hex digits that tell networks apart by their content."""

class Lanes:
    """Games side by side, each on a lane of its own: what the environments are made of."""

    def __new__(
        cls,
        lanes: int,
        *,
        view: Literal["exponents", "one-hot"] = "exponents",
        reward: Literal["points", "log"] = "points",
        ending: Literal["next-step", "same-step", "stays"] = "next-step",
        threads: int = 1,
    ) -> Lanes: ...
    def begin(self, seed: int) -> None: ...
    def begin_each(self, seeds: Sequence[int], first: int = 0) -> None: ...
    def next_games(self, which: Sequence[bool]) -> None: ...
    def set_board(self, board: AnyBoard, score: int = 0) -> None: ...
    def look(self) -> dict[str, NDArray[Any]]: ...
    def step(self, actions: NDArray[np.int64]) -> dict[str, Any]: ...
    def games(self) -> list[tuple[int, int]]: ...
    def moves_made(self) -> NDArray[np.int64]: ...
    @property
    def threads(self) -> int: ...
    def __len__(self) -> int: ...

class Course:
    """Which games, by whom: the questions of a trial."""

    def __new__(
        cls,
        agents: Sequence[str],
        *,
        games: int,
        seed: int,
        first: int,
        until: str,
        starts: Sequence[AnyBoard],
        records: bool,
        time: Time | None = None,
        nodes: int | None = None,
    ) -> Course: ...
    @property
    def agents(self) -> int: ...
    def run(
        self,
        *,
        jobs: int | None = None,
        notebook: Path | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> list[dict[str, Any]]: ...
    def unplayed(self, notebook: Path) -> list[tuple[int, int]]: ...
    def sheet(self, *, jobs: int = 1) -> bytes: ...

class Trainer:
    """A training run, in rounds between which the network can be looked at and saved."""

    def __new__(
        cls,
        patterns: str | None = None,
        *,
        recipe: str | None = None,
        network: Path | None = None,
        threads: int | None = None,
        seed: int = 1,
    ) -> Trainer: ...
    @staticmethod
    def open(
        path: Path,
        patterns: str | None = None,
        *,
        recipe: str | None = None,
        threads: int | None = None,
        seed: int = 1,
    ) -> Trainer: ...
    def round(
        self,
        *,
        time: Time | None = None,
        moves: int | None = None,
        games: int | None = None,
        until: float = 1.0,
        progress: Callable[[int], object] | None = None,
    ) -> int: ...
    def spent(self, *, time: Time | None = None, moves: int | None = None, games: int | None = None) -> float: ...
    def evaluate(self, games: int = 200) -> float: ...
    def save(self, path: Path) -> None: ...
    def curve(self) -> dict[str, NDArray[np.float64]]: ...
    @property
    def moves(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def recipe(self) -> str: ...
    def credit(self, moves: int, games: int, seconds: float) -> None: ...
    def check_shared(self) -> None: ...
    def numbers(self) -> NDArray[np.float32]: ...
    def set_numbers(self, numbers: NDArray[np.float32]) -> None: ...
    def changes_since(self, numbers: NDArray[np.float32]) -> tuple[NDArray[np.uint32], NDArray[np.float32]]: ...

class RawReview:
    @property
    def agent(self) -> str: ...
    def columns(self) -> dict[str, list[Any]]: ...
    def page(self) -> str: ...

def read_records(path: Path, format: str | None = None) -> list[GameRecord]:
    """The games in a file, in our format or another program's."""

def review_game(
    record: GameRecord,
    *,
    agent: str = "best",
    time: Time | None = None,
    nodes: int | None = None,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> RawReview: ...
def keep_sheet(notebook: Path, sheet: bytes) -> int: ...
def processors() -> int: ...
def merge_changes(
    numbers: NDArray[np.float32], workers: Sequence[tuple[NDArray[np.uint32], NDArray[np.float32]]]
) -> None: ...
def before_fork() -> None: ...
