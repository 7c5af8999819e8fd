-- The keys of files that were put into the bucket for the post before those of put_keys: the worker may have a revision that names them until
-- it confirms one that does not.
ALTER TABLE schedule_cloud_jobs ADD COLUMN former_keys TEXT NOT NULL DEFAULT '';
