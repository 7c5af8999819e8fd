-- By how much this machine's clock was ahead of the network's when the post's container was made, in milliseconds: the
-- network's instants are compared with ours through it.
ALTER TABLE posts ADD COLUMN clock_ahead_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE posts_archive ADD COLUMN clock_ahead_ms INTEGER NOT NULL DEFAULT 0;
-- Whether the network itself has answered the publish call that counts: then that one is not on its way any more.
ALTER TABLE posts ADD COLUMN call_answered INTEGER NOT NULL DEFAULT 0;
ALTER TABLE posts_archive ADD COLUMN call_answered INTEGER NOT NULL DEFAULT 0;

-- The publishing cap of each account, as the network last told it.
CREATE TABLE account_caps (
    account_id TEXT PRIMARY KEY REFERENCES social_accounts (id) ON DELETE CASCADE,
    used INTEGER NOT NULL,
    total INTEGER NOT NULL,
    read_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Posts that the network says are live, and of which it could not be told which of its media they are.
CREATE INDEX posts_without_media ON posts (published_at, id) WHERE status = 'PUBLISHED' AND sn_media_id IS NULL;
