-- How often in a row the work on the repost was begun and has not ended: Crier ended in the middle of it.
ALTER TABLE story_reposts ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
