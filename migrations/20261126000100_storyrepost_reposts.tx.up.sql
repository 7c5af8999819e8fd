-- One record a mention, for ever: whatever the inbox shows again is known by it. Records outlive their account, so that column
-- is no enforced key.
CREATE TABLE story_reposts (
    id TEXT PRIMARY KEY,
    social_account_id TEXT NOT NULL,
    status TEXT NOT NULL
        CHECK (status IN ('DETECTED', 'PENDING', 'PROCESSING', 'PUBLISHED', 'FAILED', 'SKIPPED', 'EXPIRED')),
    -- Why it was not reposted.
    reason TEXT,
    -- The story that is to be reposted, as the network names it; null when the inbox did not tell.
    source_media_id TEXT,
    item_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    author_id TEXT,
    original_username TEXT NOT NULL,
    mentioned_at INTEGER NOT NULL,
    -- When the story goes away at the network.
    expires_at INTEGER NOT NULL,
    -- Whether it is, or was, reposted without being asked about.
    is_automatic INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    -- The picture or video as it was fetched, then the post that publishes it.
    media_file_id TEXT,
    post_id TEXT,
    permalink TEXT,
    published_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK (status <> 'PUBLISHED' OR post_id IS NOT NULL),
    CHECK (status NOT IN ('FAILED', 'SKIPPED', 'EXPIRED') OR reason IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX story_reposts_source ON story_reposts (social_account_id, source_media_id) WHERE source_media_id IS NOT NULL;
CREATE UNIQUE INDEX story_reposts_item ON story_reposts (social_account_id, item_id);
CREATE UNIQUE INDEX story_reposts_post ON story_reposts (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX story_reposts_newest ON story_reposts (created_at DESC, id DESC);
CREATE INDEX story_reposts_open ON story_reposts (status, expires_at) WHERE status IN ('DETECTED', 'PENDING', 'PROCESSING');

-- When the inbox is polled next, the instants of the challenges that still count, as a JSON array of milliseconds, and the zone
-- whose hours and days count; null is the machine's.
ALTER TABLE story_repost_configs ADD COLUMN next_poll_at INTEGER;
ALTER TABLE story_repost_configs ADD COLUMN challenges TEXT NOT NULL DEFAULT '[]';
ALTER TABLE story_repost_configs ADD COLUMN time_zone TEXT;
