-- The first due job of each lane is found without looking at those behind it, of which a busy lane may have thousands.
CREATE INDEX scheduled_jobs_lane ON scheduled_jobs (lane, run_at) WHERE status = 'PENDING';
