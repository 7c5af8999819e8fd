-- When a look last changed what is to be said of the folder, so that open pages hear of it.
ALTER TABLE watch_folders ADD COLUMN told_at INTEGER;
