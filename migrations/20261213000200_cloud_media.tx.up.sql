-- When the worker was last found to serve files to the network, and whether the user wants it to although there is a bucket.
ALTER TABLE cloud_worker ADD COLUMN media_checked_at INTEGER;
ALTER TABLE cloud_worker ADD COLUMN is_media_wanted INTEGER NOT NULL DEFAULT 0;
