-- The highest epoch that the worker may have given out when this folder asked: the answer may have been lost.
ALTER TABLE cloud_worker ADD COLUMN asked_epoch INTEGER NOT NULL DEFAULT 0;
