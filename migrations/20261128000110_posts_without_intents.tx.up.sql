-- What the columns said that go stands in the table attempts. SQLite drops no column that a constraint names, so that the table is made
-- anew; the tables that refer to it are kept aside meanwhile, as they would be emptied with it.
CREATE TABLE post_media_kept AS SELECT * FROM post_media;
DROP TABLE post_media;
CREATE TABLE post_steps_kept AS SELECT * FROM post_steps;
DROP TABLE post_steps;

CREATE TABLE posts_anew (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    -- Posts outlive their account, so that this is no enforced key.
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
    upload_uri TEXT,
    share_state TEXT,
    share_kind TEXT,
    share_object_id TEXT,
    share_object_at INTEGER,
    share_uri TEXT,
    CHECK (status <> 'PUBLISHING' OR sn_container_id IS NOT NULL),
    CHECK (status <> 'SCHEDULED' OR scheduled_for IS NOT NULL)
) STRICT;

INSERT INTO posts_anew (rowid, id, user_id, social_account_id, media_type, source_type, caption, hashtags, location_id, location_name, user_tags,
    collaborators, story_mentions, alt_text, published_via_private_api, cross_post_to_partner, partner_post_id, partner_permalink, is_scheduled,
    scheduled_for, timezone, status, sn_container_id, container_created_at, sn_media_id, sn_permalink, cloud_job_id, bucket_media_key,
    error_message, error_code, retry_count, last_attempt_at, published_at, completed_at, created_at, updated_at, upload_uri, share_state,
    share_kind, share_object_id, share_object_at, share_uri)
SELECT rowid, id, user_id, social_account_id, media_type, source_type, caption, hashtags, location_id, location_name, user_tags,
    collaborators, story_mentions, alt_text, published_via_private_api, cross_post_to_partner, partner_post_id, partner_permalink, is_scheduled,
    scheduled_for, timezone, status, sn_container_id, container_created_at, sn_media_id, sn_permalink, cloud_job_id, bucket_media_key,
    error_message, error_code, retry_count, last_attempt_at, published_at, completed_at, created_at, updated_at, upload_uri, share_state,
    share_kind, share_object_id, share_object_at, share_uri FROM posts;

DROP TABLE posts;
ALTER TABLE posts_anew RENAME TO posts;

CREATE INDEX posts_newest ON posts (created_at DESC, id DESC);
CREATE INDEX posts_by_status ON posts (status, created_at DESC, id DESC);
CREATE INDEX posts_by_media_id ON posts (sn_media_id) WHERE sn_media_id IS NOT NULL;
CREATE INDEX posts_by_partner_post ON posts (partner_post_id) WHERE partner_post_id IS NOT NULL;
CREATE UNIQUE INDEX posts_completion ON posts (completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX posts_published ON posts (social_account_id, published_at) WHERE published_at IS NOT NULL;
-- Those below hold few of the posts: a query must name their conditions as they stand here.
CREATE INDEX posts_waiting ON posts (scheduled_for, id)
    WHERE is_scheduled = 1 AND status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING');
CREATE INDEX posts_without_permalink ON posts (published_at, id)
    WHERE status = 'PUBLISHED' AND sn_permalink IS NULL AND sn_media_id IS NOT NULL;
CREATE INDEX posts_needing ON posts (id) WHERE status IN ('QUEUED', 'PROCESSING', 'PUBLISHING')
    OR status = 'SCHEDULED' AND cloud_job_id IS NOT NULL
    OR status = 'PUBLISHED' AND share_state IS NOT NULL;

CREATE TRIGGER posts_legal_transitions BEFORE UPDATE OF status ON posts
WHEN NEW.status <> OLD.status
    AND NOT EXISTS (SELECT 1 FROM post_transitions WHERE from_status = OLD.status AND to_status = NEW.status)
BEGIN
    SELECT RAISE(ABORT, 'posts: the life cycle has no such change of status');
END;

CREATE TRIGGER posts_counted_in AFTER INSERT ON posts
BEGIN
    INSERT INTO post_counts (status, is_scheduled, n) VALUES (NEW.status, NEW.is_scheduled, 1)
    ON CONFLICT (status, is_scheduled) DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER posts_counted_out AFTER DELETE ON posts
BEGIN
    UPDATE post_counts SET n = n - 1 WHERE status = OLD.status AND is_scheduled = OLD.is_scheduled;
END;

CREATE TRIGGER posts_counted_over AFTER UPDATE OF status, is_scheduled ON posts
WHEN NEW.status <> OLD.status OR NEW.is_scheduled <> OLD.is_scheduled
BEGIN
    UPDATE post_counts SET n = n - 1 WHERE status = OLD.status AND is_scheduled = OLD.is_scheduled;
    INSERT INTO post_counts (status, is_scheduled, n) VALUES (NEW.status, NEW.is_scheduled, 1)
    ON CONFLICT (status, is_scheduled) DO UPDATE SET n = n + 1;
END;

-- The media of a post in their order. A deleted file leaves its place empty.
CREATE TABLE post_media (
    post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    media_file_id TEXT REFERENCES media_files (id) ON DELETE SET NULL,
    -- The child container of a carousel, kept so that a retry makes only what is missing.
    container_id TEXT,
    container_created_at INTEGER,
    upload_uri TEXT,
    PRIMARY KEY (post_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX post_media_file ON post_media (media_file_id);
INSERT INTO post_media (post_id, position, media_file_id, container_id, container_created_at, upload_uri)
SELECT post_id, position, media_file_id, container_id, container_created_at, upload_uri FROM post_media_kept;
DROP TABLE post_media_kept;

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

CREATE INDEX post_steps_begun ON post_steps (at) WHERE seq = 1;
INSERT INTO post_steps (post_id, seq, kind, at, last_at, times, repeatable, text, duration_ms, op, method, host, path, http_status, code, subcode,
    class, trace_id, usage_percent, from_status, to_status, error_code, until, late_ms)
SELECT post_id, seq, kind, at, last_at, times, repeatable, text, duration_ms, op, method, host, path, http_status, code, subcode,
    class, trace_id, usage_percent, from_status, to_status, error_code, until, late_ms FROM post_steps_kept;
DROP TABLE post_steps_kept;

DROP INDEX posts_archive_sent;
ALTER TABLE posts_archive DROP COLUMN publish_intent_at;
ALTER TABLE posts_archive DROP COLUMN clock_ahead_ms;
ALTER TABLE posts_archive DROP COLUMN call_answered;
ALTER TABLE posts_archive DROP COLUMN share_intent_at;
ALTER TABLE posts_archive DROP COLUMN share_asked_at;
CREATE INDEX posts_archive_published ON posts_archive (social_account_id, published_at) WHERE published_at IS NOT NULL;
