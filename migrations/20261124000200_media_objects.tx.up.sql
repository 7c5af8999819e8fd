-- Objects that no file is public under any more, until they are deleted from where the network fetched them.
CREATE TABLE media_released_objects (
    object_key TEXT PRIMARY KEY,
    released_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Why the last attempt failed, without the key.
    last_error TEXT,
    next_attempt_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX media_released_objects_due ON media_released_objects (next_attempt_at);
-- Few files are public at a time.
CREATE INDEX media_files_public ON media_files (id) WHERE public_key IS NOT NULL;
