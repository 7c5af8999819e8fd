-- How often in a row the process died while the job was one of those in work, before the work on it got any further.
ALTER TABLE scheduled_jobs ADD COLUMN suspicions INTEGER NOT NULL DEFAULT 0;

CREATE INDEX scheduled_jobs_suspects ON scheduled_jobs (run_at) WHERE suspicions > 0;
