-- Whether the cloud worker makes the first comment of a PUBLISHED post, and whether a job was sent to it that has one.
ALTER TABLE posts ADD COLUMN comment_in_cloud INTEGER NOT NULL DEFAULT 0 CHECK (comment_in_cloud IN (0, 1));
ALTER TABLE posts_archive ADD COLUMN comment_in_cloud INTEGER NOT NULL DEFAULT 0 CHECK (comment_in_cloud IN (0, 1));
ALTER TABLE schedule_cloud_jobs ADD COLUMN carries_comment INTEGER NOT NULL DEFAULT 0 CHECK (carries_comment IN (0, 1));
