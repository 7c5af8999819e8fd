-- Posts outlive their account, so that column is no enforced key.
CREATE TABLE posts (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    social_account_id TEXT NOT NULL,
    media_type TEXT NOT NULL CHECK (media_type IN ('IMAGE', 'REELS', 'STORIES', 'CAROUSEL')),
    source_type TEXT NOT NULL CHECK (source_type IN ('MANUAL', 'SCHEDULED', 'STORY_REPOST', 'AUTO_REPOST')),
    caption TEXT,
    hashtags TEXT,
    location_id TEXT,
    location_name TEXT,
    user_tags TEXT,
    collaborators TEXT,
    story_mentions TEXT,
    alt_text TEXT,
    published_via_private_api INTEGER NOT NULL DEFAULT 0,
    cross_post_to_partner INTEGER NOT NULL DEFAULT 0,
    partner_post_id TEXT,
    partner_permalink TEXT,
    is_scheduled INTEGER NOT NULL DEFAULT 0,
    scheduled_for INTEGER,
    timezone TEXT NOT NULL,
    status TEXT NOT NULL
        CHECK (status IN ('DRAFT', 'SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING', 'PUBLISHED', 'FAILED')),
    sn_container_id TEXT,
    container_created_at INTEGER,
    -- When the one publish call for the container was about to be sent. From then on only the network knows.
    publish_intent_at INTEGER,
    sn_media_id TEXT,
    sn_permalink TEXT,
    cloud_job_id TEXT,
    bucket_media_key TEXT,
    error_message TEXT,
    error_code TEXT,
    retry_count INTEGER NOT NULL DEFAULT 0,
    last_attempt_at INTEGER,
    published_at INTEGER,
    -- The instant of entering PUBLISHED or FAILED, unique so that it is a cursor.
    completed_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK (status <> 'PUBLISHING' OR (sn_container_id IS NOT NULL AND publish_intent_at IS NOT NULL)),
    CHECK (status <> 'SCHEDULED' OR scheduled_for IS NOT NULL)
) STRICT;

CREATE INDEX posts_newest ON posts (created_at DESC, id DESC);
CREATE INDEX posts_by_status ON posts (status, created_at DESC, id DESC);
CREATE INDEX posts_by_media_id ON posts (sn_media_id) WHERE sn_media_id IS NOT NULL;
CREATE UNIQUE INDEX posts_completion ON posts (completed_at) WHERE completed_at IS NOT NULL;
-- Those below hold few of the posts: a query must name their conditions as they stand here.
CREATE INDEX posts_waiting ON posts (scheduled_for, id)
    WHERE is_scheduled = 1 AND status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING');
CREATE INDEX posts_sent ON posts (social_account_id, publish_intent_at) WHERE publish_intent_at IS NOT NULL;
CREATE INDEX posts_unproven ON posts (completed_at, id) WHERE status = 'FAILED' AND publish_intent_at IS NOT NULL;
CREATE INDEX posts_without_permalink ON posts (published_at, id)
    WHERE status = 'PUBLISHED' AND sn_permalink IS NULL AND sn_media_id IS NOT NULL;

-- The media of a post in their order. A deleted file leaves its place empty.
CREATE TABLE post_media (
    post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    media_file_id TEXT REFERENCES media_files (id) ON DELETE SET NULL,
    -- The child container of a carousel, kept so that a retry makes only what is missing.
    container_id TEXT,
    container_created_at INTEGER,
    PRIMARY KEY (post_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX post_media_file ON post_media (media_file_id);
