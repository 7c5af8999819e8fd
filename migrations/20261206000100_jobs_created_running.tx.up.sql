-- What the machine counted since its start when the job was created, and the name of that start: setting the clock does not change how
-- long ago that is. The name is empty for the jobs that there are.
ALTER TABLE scheduled_jobs ADD COLUMN created_boot TEXT NOT NULL DEFAULT '';
ALTER TABLE scheduled_jobs ADD COLUMN created_elapsed_ms INTEGER NOT NULL DEFAULT 0;
