-- The posts that the cloud worker may have had: before one of them is sent from here, it is looked for on the network.
CREATE TABLE post_exposures (
    post_id TEXT PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
    -- The first instant at which the worker can have published the post, by Cloudflare's clock.
    due_at INTEGER NOT NULL,
    -- The worker has the post although nothing here says so: nothing is sent from here meanwhile.
    is_there INTEGER NOT NULL DEFAULT 0,
    -- Somebody was told that it cannot be told, and has the post tried again.
    is_looked INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
