-- Who played. A changed network, table or engine is another agent.
CREATE TABLE agent (
    id     INTEGER PRIMARY KEY,
    spec   TEXT NOT NULL,
    data   TEXT NOT NULL,
    engine TEXT NOT NULL,
    UNIQUE (spec, data, engine)
) STRICT;

-- Where it was played.
CREATE TABLE place (
    id      INTEGER PRIMARY KEY,
    machine TEXT NOT NULL,
    version TEXT NOT NULL,
    UNIQUE (machine, version)
) STRICT;

-- One row for each finished game.
CREATE TABLE game (
    id       INTEGER PRIMARY KEY,
    agent    INTEGER NOT NULL REFERENCES agent,
    seed     INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    start    TEXT NOT NULL,
    until    TEXT NOT NULL,
    score    INTEGER NOT NULL,
    board    TEXT NOT NULL,
    moves    INTEGER NOT NULL,
    nodes    INTEGER NOT NULL,
    leaves   INTEGER NOT NULL,
    counts   TEXT NOT NULL,
    nanos    INTEGER NOT NULL,
    times    BLOB NOT NULL,
    place    INTEGER NOT NULL REFERENCES place,
    finished INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    record   TEXT,
    UNIQUE (agent, seed, number, start, until)
) STRICT;

-- Everything about a game in one row.
CREATE VIEW entry AS
SELECT spec, data, engine, seed, number, start, until, score, board, moves, nodes, leaves, counts, nanos, times,
       version, machine, finished, checksum, record
FROM game JOIN agent ON agent.id = game.agent JOIN place ON place.id = game.place;
