-- A row for each network: while the program is in the mode of one, it is away for the posts of the other. Nobody knows in which mode the one row
-- was written, so that both begin with it.
CREATE TABLE network_uptime (
    network TEXT PRIMARY KEY CHECK (network IN ('sandbox', 'live')),
    -- The last sign of life, by the wall clock and by what the machine counts since its start.
    beat_at INTEGER NOT NULL,
    boot TEXT NOT NULL,
    elapsed_ms INTEGER NOT NULL,
    -- For how long the program has run in this mode, over all its processes.
    ran_ms INTEGER NOT NULL,
    -- By how much the wall clock was ahead of the network's; NULL when that was never compared.
    ahead_ms INTEGER,
    -- The latest times in which it did not run in this mode: a JSON array of objects with from and to, in Unix milliseconds.
    absences TEXT NOT NULL
) STRICT;
INSERT INTO network_uptime SELECT network, beat_at, boot, elapsed_ms, ran_ms, ahead_ms, absences FROM uptime, (SELECT 'sandbox' AS network UNION ALL SELECT 'live');
DROP TABLE uptime;
ALTER TABLE network_uptime RENAME TO uptime;
