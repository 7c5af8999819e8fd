-- How a file is edited, as JSON; null while it is published as it was uploaded. processed_path is what came of it.
ALTER TABLE media_files ADD COLUMN edits TEXT;
