-- When the Cloudflare API token ends, as Cloudflare says at each look; NULL for one without an end, and while it is not known. And when the log
-- last warned of that.
ALTER TABLE cloud_worker ADD COLUMN token_expires_at INTEGER;
ALTER TABLE cloud_worker ADD COLUMN token_warned_at INTEGER;
