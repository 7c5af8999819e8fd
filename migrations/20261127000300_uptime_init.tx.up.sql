-- The one row says how far the program has come: it is written over again and again.
CREATE TABLE uptime (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- The last sign of life, by the wall clock and by what the machine counts since its start.
    beat_at INTEGER NOT NULL,
    boot TEXT NOT NULL,
    elapsed_ms INTEGER NOT NULL,
    -- For how long the program has run, over all its processes.
    ran_ms INTEGER NOT NULL,
    -- By how much the wall clock was ahead of the network's; NULL when that was never compared.
    ahead_ms INTEGER,
    -- The latest times in which it did not run: a JSON array of objects with from and to, in Unix milliseconds.
    absences TEXT NOT NULL
) STRICT;
