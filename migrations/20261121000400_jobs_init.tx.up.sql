CREATE TABLE scheduled_jobs (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL CHECK (type IN ('PUBLISH', 'STORY_REPOST_CHECK')),
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED')),
    run_at INTEGER NOT NULL,
    repeat_interval_ms INTEGER,
    repeat_key TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    max_attempts INTEGER NOT NULL,
    last_error TEXT,
    -- What the job is about (a post), and what may run only one job at a time (an account).
    subject_id TEXT NOT NULL,
    lane TEXT NOT NULL,
    -- Who works on the job and until when; a lease that ran out means that its holder died.
    lease_token TEXT,
    lease_until INTEGER,
    -- How often a holder died over it.
    interruptions INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    completed_at INTEGER,
    CHECK ((status = 'PROCESSING') = (lease_token IS NOT NULL)),
    CHECK ((lease_token IS NULL) = (lease_until IS NULL))
) STRICT;

-- Its entries of one instant are in the order of the rowid, that of adding.
CREATE INDEX scheduled_jobs_due ON scheduled_jobs (run_at) WHERE status = 'PENDING';
CREATE INDEX scheduled_jobs_running ON scheduled_jobs (lane) WHERE status = 'PROCESSING';
CREATE INDEX scheduled_jobs_subject ON scheduled_jobs (subject_id);
CREATE INDEX scheduled_jobs_ended ON scheduled_jobs (completed_at) WHERE completed_at IS NOT NULL;
-- One open job a post, and one a repeat key.
CREATE UNIQUE INDEX scheduled_jobs_open ON scheduled_jobs (subject_id, type) WHERE status IN ('PENDING', 'PROCESSING');
CREATE UNIQUE INDEX scheduled_jobs_repeat ON scheduled_jobs (repeat_key) WHERE status IN ('PENDING', 'PROCESSING');
