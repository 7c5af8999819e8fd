-- The nonce of the last stop, as long as nothing was changed since that an older copy of the folder would undo or do again; NULL afterwards,
-- and when nobody can tell. The next stop gives the folder this nonce again, so that a copy from before is no older one.
ALTER TABLE instance ADD COLUMN unchanged_nonce TEXT;

-- These are the changes. A test lists every table, and says why what has no trigger here may be forgotten. The first such change alone writes.
CREATE TRIGGER instance_remembered AFTER UPDATE OF sequence, moved_at, quarantined_at, closed_at ON instance
WHEN (NEW.sequence, NEW.moved_at, NEW.quarantined_at, NEW.closed_at)
    IS NOT (OLD.sequence, OLD.moved_at, OLD.quarantined_at, OLD.closed_at)
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;

-- Posts but for drafts, which pictures they have, and what of those goes out: a conversion has the edits of a video until it has ended. What the cloud worker has done with a post, or has of it, may concern a draft as well.
CREATE TRIGGER posts_remembered_in AFTER INSERT ON posts WHEN NEW.status <> 'DRAFT'
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER posts_remembered AFTER UPDATE ON posts WHEN OLD.status <> 'DRAFT' OR NEW.status <> 'DRAFT'
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER posts_remembered_out AFTER DELETE ON posts WHEN OLD.status <> 'DRAFT'
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER post_media_remembered AFTER UPDATE OF media_file_id ON post_media
WHEN NEW.media_file_id IS NOT OLD.media_file_id AND EXISTS (SELECT 1 FROM posts WHERE id = NEW.post_id AND status <> 'DRAFT')
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER media_files_remembered AFTER UPDATE OF edits, processed_path, public_key ON media_files
WHEN (NEW.edits, NEW.processed_path, NEW.public_key) IS NOT (OLD.edits, OLD.processed_path, OLD.public_key)
    AND EXISTS (SELECT 1 FROM post_media JOIN posts ON posts.id = post_id WHERE media_file_id = NEW.id AND status <> 'DRAFT')
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER media_conversions_remembered_in AFTER INSERT ON media_conversions
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER media_conversions_remembered AFTER UPDATE OF edits, purpose ON media_conversions
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER media_conversions_remembered_out AFTER DELETE ON media_conversions
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER attempts_remembered_in AFTER INSERT ON attempts
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER attempts_remembered AFTER UPDATE OF verdict, media_id ON attempts
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER post_exposures_remembered_in AFTER INSERT ON post_exposures
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER post_exposures_remembered AFTER UPDATE ON post_exposures
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER posts_archive_remembered AFTER UPDATE ON posts_archive
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER posts_imports_remembered_in AFTER INSERT ON posts_imports
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER posts_imports_remembered AFTER UPDATE ON posts_imports
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;

-- What the cloud worker is to know, where it is, and the bucket.
CREATE TRIGGER schedule_cloud_jobs_remembered_in AFTER INSERT ON schedule_cloud_jobs
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER schedule_cloud_jobs_remembered AFTER UPDATE ON schedule_cloud_jobs
WHEN (NEW.wish, NEW.rev, NEW.confirmed_rev, NEW.fenced_at)
    IS NOT (OLD.wish, OLD.rev, OLD.confirmed_rev, OLD.fenced_at)
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER schedule_cloud_jobs_remembered_out AFTER DELETE ON schedule_cloud_jobs
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER cloud_worker_remembered_in AFTER INSERT ON cloud_worker
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER cloud_worker_remembered AFTER UPDATE ON cloud_worker
WHEN (NEW.epoch, NEW.asked_epoch, NEW.sealed_token, NEW.sealed_worker_key, NEW.sealed_notify_url, NEW.claimed_at, NEW.closing_at)
    IS NOT (OLD.epoch, OLD.asked_epoch, OLD.sealed_token, OLD.sealed_worker_key, OLD.sealed_notify_url, OLD.claimed_at, OLD.closing_at)
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER cloud_bucket_remembered_in AFTER INSERT ON cloud_bucket
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER cloud_bucket_remembered AFTER UPDATE OF endpoint, region, name, access_key_id, sealed_secret, public_url ON cloud_bucket
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER cloud_bucket_remembered_out AFTER DELETE ON cloud_bucket
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;

-- Who may use the folder no more. A copy that lacks a new key refuses it.
CREATE TRIGGER api_keys_remembered AFTER UPDATE OF hash, scopes, revoked_at ON api_keys
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER api_keys_remembered_out AFTER DELETE ON api_keys
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER revoked_sessions_remembered_in AFTER INSERT ON revoked_sessions
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER revoked_sessions_remembered AFTER UPDATE ON revoked_sessions
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;

-- The accounts, and with what Crier signs in there. To connect one again is to store a token.
CREATE TRIGGER social_accounts_remembered_in AFTER INSERT ON social_accounts
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER social_accounts_remembered_out AFTER DELETE ON social_accounts
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER account_tokens_remembered AFTER UPDATE OF sealed ON account_tokens
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER login_apps_remembered AFTER UPDATE ON login_apps
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER native_credentials_remembered AFTER UPDATE OF sealed_password, login_refused ON native_credentials
WHEN (NEW.sealed_password, NEW.login_refused)
    IS NOT (OLD.sealed_password, OLD.login_refused)
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER native_credentials_remembered_out AFTER DELETE ON native_credentials
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;

-- What is reposted, and what was.
CREATE TRIGGER story_repost_configs_remembered_in AFTER INSERT ON story_repost_configs
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER story_repost_configs_remembered AFTER UPDATE ON story_repost_configs
WHEN (NEW.is_enabled, NEW.poll_interval_hours, NEW.jitter_minutes, NEW.auto_disabled_at, NEW.challenge_pause_until, NEW.sleep_window_start, NEW.sleep_window_end,
        NEW.daily_repost_limit, NEW.auto_repost_enabled, NEW.auto_tag_original_poster, NEW.signature_overlay, NEW.time_zone)
    IS NOT (OLD.is_enabled, OLD.poll_interval_hours, OLD.jitter_minutes, OLD.auto_disabled_at, OLD.challenge_pause_until, OLD.sleep_window_start, OLD.sleep_window_end,
        OLD.daily_repost_limit, OLD.auto_repost_enabled, OLD.auto_tag_original_poster, OLD.signature_overlay, OLD.time_zone)
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER story_repost_configs_remembered_out AFTER DELETE ON story_repost_configs
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER story_reposts_remembered_in AFTER INSERT ON story_reposts
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER story_reposts_remembered AFTER UPDATE OF status, post_id ON story_reposts
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
