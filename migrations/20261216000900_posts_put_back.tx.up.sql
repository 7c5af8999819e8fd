-- That the cloud worker may have had a post is not forgotten with the post: somebody may undo the deletion, and it is looked for then.
CREATE TABLE post_exposures_kept (
    post_id TEXT PRIMARY KEY,
    -- The first instant at which the worker can have published the post, by Cloudflare's clock.
    due_at INTEGER NOT NULL,
    -- The worker has the post although nothing here says so: nothing is sent from here meanwhile.
    is_there INTEGER NOT NULL DEFAULT 0,
    -- Somebody was told that it cannot be told, and has the post tried again.
    is_looked INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO post_exposures_kept (post_id, due_at, is_there, is_looked) SELECT post_id, due_at, is_there, is_looked FROM post_exposures;
DROP TABLE post_exposures;
ALTER TABLE post_exposures_kept RENAME TO post_exposures;
CREATE TRIGGER post_exposures_remembered_in AFTER INSERT ON post_exposures
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER post_exposures_remembered AFTER UPDATE ON post_exposures
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;

-- A post whose cover was deleted meanwhile comes back with an empty place for it.
DROP TRIGGER posts_cover_in;
CREATE TRIGGER posts_cover_in AFTER INSERT ON posts WHEN NEW.cover_media_file_id IS NOT NULL
BEGIN INSERT INTO post_media (post_id, position, media_file_id) SELECT NEW.id, 100, (SELECT id FROM media_files WHERE id = NEW.cover_media_file_id); END;

-- Nor is what happened to it: for as long as other timelines are kept, a deleted post has its own again when it comes back.
CREATE TABLE post_steps_kept (
    post_id TEXT NOT NULL,
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
    what TEXT NOT NULL DEFAULT '' CHECK (what IN (
        '', 'CHANGED', 'MOVED', 'MATCHED', 'LIVE', 'SENT_AGAIN', 'INTERRUPTED', 'UNKNOWN_ANSWER', 'MALFORMED_ANSWER', 'MEDIA_REFUSED', 'MAY_BE_LIVE'
    )),
    PRIMARY KEY (post_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO post_steps_kept (post_id, seq, kind, at, last_at, times, repeatable, text, duration_ms, op, method, host, path, http_status, code, subcode,
    class, trace_id, usage_percent, from_status, to_status, error_code, until, late_ms, what)
SELECT post_id, seq, kind, at, last_at, times, repeatable, text, duration_ms, op, method, host, path, http_status, code, subcode,
    class, trace_id, usage_percent, from_status, to_status, error_code, until, late_ms, what FROM post_steps;
DROP TABLE post_steps;
ALTER TABLE post_steps_kept RENAME TO post_steps;
CREATE INDEX post_steps_begun ON post_steps (at) WHERE seq = 1;
