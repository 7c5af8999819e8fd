-- The one row says which folder this is, and how far it has come. A mark outside of the folder says the same: a folder that is behind its
-- mark has gone back in time, and does not know what was published since.
CREATE TABLE instance (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- Which folder this is, also in its copies.
    id TEXT NOT NULL,
    -- A hash of the id of the machine that it was last used on; empty where there is none, and after a move.
    machine TEXT NOT NULL,
    -- Grows by one with each visible call and with each change at the cloud worker.
    sequence INTEGER NOT NULL CHECK (sequence >= 0),
    -- Drawn at each start and at each stop, and the last one that is known to stand in the mark.
    nonce TEXT NOT NULL,
    marked_nonce TEXT,
    -- The version of the program that wrote the folder last.
    version TEXT NOT NULL,
    -- When the folder was moved elsewhere: this copy must not be used any more.
    moved_at INTEGER,
    -- The quarantine: since when, why, as of when the folder knows what has happened, and when somebody ended it.
    quarantined_at INTEGER,
    quarantine_cause TEXT,
    quarantine_reason TEXT,
    taken_at INTEGER,
    closed_at INTEGER
) STRICT;

CREATE TRIGGER instance_goes_on BEFORE UPDATE OF sequence ON instance WHEN NEW.sequence < OLD.sequence
BEGIN
    SELECT RAISE(ABORT, 'instance: the sequence never falls');
END;

-- What is known about each post that a quarantine holds, and what somebody decided. While there is a quarantine, nothing is done for a post
-- that is not released here.
CREATE TABLE quarantined_posts (
    post_id TEXT PRIMARY KEY,
    verdict TEXT CHECK (verdict IN ('LIVE', 'ABSENT', 'UNSURE', 'CLOUD')),
    -- What the verdict rests on, in words.
    says TEXT,
    media_id TEXT,
    permalink TEXT,
    looked_at INTEGER,
    decision TEXT CHECK (decision IN ('released', 'live', 'dropped')),
    decided_at INTEGER,
    -- What the post said before it was held.
    error_code TEXT,
    error_message TEXT,
    CHECK ((decision IS NULL) = (decided_at IS NULL))
) STRICT, WITHOUT ROWID;
