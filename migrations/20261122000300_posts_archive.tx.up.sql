-- Posts that were deleted from the history: what the network knows of them still has to be told apart from other posts.
-- The columns after the first two are those of posts, in their order: a column added to one is added to both.
CREATE TABLE posts_archive (
    archived_at INTEGER NOT NULL,
    -- The ids of the media files in their order, as a JSON array; null for one that had been deleted.
    media_file_ids TEXT NOT NULL,
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    social_account_id TEXT NOT NULL,
    media_type TEXT NOT NULL,
    source_type TEXT NOT NULL,
    caption TEXT,
    hashtags TEXT,
    location_id TEXT,
    location_name TEXT,
    user_tags TEXT,
    collaborators TEXT,
    story_mentions TEXT,
    alt_text TEXT,
    published_via_private_api INTEGER NOT NULL,
    cross_post_to_partner INTEGER NOT NULL,
    partner_post_id TEXT,
    partner_permalink TEXT,
    is_scheduled INTEGER NOT NULL,
    scheduled_for INTEGER,
    timezone TEXT NOT NULL,
    status TEXT NOT NULL,
    sn_container_id TEXT,
    container_created_at INTEGER,
    publish_intent_at INTEGER,
    sn_media_id TEXT,
    sn_permalink TEXT,
    cloud_job_id TEXT,
    bucket_media_key TEXT,
    error_message TEXT,
    error_code TEXT,
    retry_count INTEGER NOT NULL,
    last_attempt_at INTEGER,
    published_at INTEGER,
    completed_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX posts_archive_by_media_id ON posts_archive (sn_media_id) WHERE sn_media_id IS NOT NULL;
CREATE INDEX posts_archive_completion ON posts_archive (completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX posts_archive_sent ON posts_archive (social_account_id, publish_intent_at) WHERE publish_intent_at IS NOT NULL;

-- The life cycle, which no statement gets round. The program has it as data too, and a test compares the two.
CREATE TABLE post_transitions (
    from_status TEXT NOT NULL,
    to_status TEXT NOT NULL,
    PRIMARY KEY (from_status, to_status)
) STRICT, WITHOUT ROWID;

INSERT INTO post_transitions (from_status, to_status) VALUES
    ('DRAFT', 'QUEUED'), ('DRAFT', 'SCHEDULED'),
    ('SCHEDULED', 'QUEUED'), ('SCHEDULED', 'DRAFT'), ('SCHEDULED', 'FAILED'),
    ('QUEUED', 'PROCESSING'), ('QUEUED', 'DRAFT'), ('QUEUED', 'FAILED'),
    ('PROCESSING', 'PUBLISHING'), ('PROCESSING', 'QUEUED'), ('PROCESSING', 'FAILED'),
    ('PUBLISHING', 'PUBLISHED'), ('PUBLISHING', 'FAILED'),
    ('FAILED', 'QUEUED'), ('FAILED', 'PUBLISHED');

CREATE TRIGGER posts_legal_transitions BEFORE UPDATE OF status ON posts
WHEN NEW.status <> OLD.status
    AND NOT EXISTS (SELECT 1 FROM post_transitions WHERE from_status = OLD.status AND to_status = NEW.status)
BEGIN
    SELECT RAISE(ABORT, 'posts: the life cycle has no such change of status');
END;

-- What a creating request was answered under its Idempotency-Key.
CREATE TABLE idempotent_answers (
    key TEXT PRIMARY KEY,
    -- SHA-256 of the operation and of what it was asked.
    fingerprint TEXT NOT NULL,
    answer TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotent_answers_age ON idempotent_answers (created_at);
