-- Which post a row of an imported file made. A row stays when its post goes: the same file makes nothing a second time.
CREATE TABLE posts_imports (
    ref TEXT NOT NULL PRIMARY KEY CHECK (length(ref) BETWEEN 1 AND 200),
    post_id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL,
    digest TEXT NOT NULL,
    media_digest TEXT NOT NULL,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
