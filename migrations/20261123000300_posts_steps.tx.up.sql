-- What happened to each post, step by step, for people who ask why. Nothing is ever decided by it. A post has a bounded
-- number of steps; a gap in seq says that some were left out. What does not apply to a kind of step is empty or 0.
CREATE TABLE post_steps (
    post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('STATUS', 'CLAIM', 'CALL', 'WAIT', 'NOTE')),
    -- The first time and the last one: a step that comes again and again is one row.
    at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    times INTEGER NOT NULL,
    repeatable INTEGER NOT NULL,
    text TEXT NOT NULL,
    duration_ms INTEGER NOT NULL,
    op TEXT NOT NULL,
    method TEXT NOT NULL,
    host TEXT NOT NULL,
    path TEXT NOT NULL,
    http_status INTEGER NOT NULL,
    code INTEGER NOT NULL,
    subcode INTEGER NOT NULL,
    class TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    usage_percent INTEGER NOT NULL,
    from_status TEXT NOT NULL,
    to_status TEXT NOT NULL,
    error_code TEXT NOT NULL,
    until INTEGER,
    late_ms INTEGER NOT NULL,
    PRIMARY KEY (post_id, seq)
) STRICT, WITHOUT ROWID;

-- One entry a post, by which the old ones are found.
CREATE INDEX post_steps_begun ON post_steps (at) WHERE seq = 1;
