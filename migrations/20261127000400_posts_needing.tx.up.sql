-- The posts whose files the network may fetch are asked for at the end of each post. They are few, but in none of the other indexes.
CREATE INDEX posts_needing ON posts (id) WHERE status IN ('QUEUED', 'PROCESSING', 'PUBLISHING')
    OR status = 'SCHEDULED' AND cloud_job_id IS NOT NULL
    OR status = 'PUBLISHED' AND share_state IS NOT NULL;
