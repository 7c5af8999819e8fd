-- The address below which the objects of put_keys are: that of the bucket in use when they were put there, empty when that is unknown.
ALTER TABLE schedule_cloud_jobs ADD COLUMN put_base TEXT NOT NULL DEFAULT '';
