-- What is known of a video as it is published, as JSON; NULL for a picture, and for a video until it has been looked into.
ALTER TABLE media_files ADD COLUMN facts TEXT;
-- Why the thumbnail of a video is a drawn card and not one of its pictures; NULL when it is a picture.
ALTER TABLE media_files ADD COLUMN card TEXT CHECK (card IN ('NO_TOOL', 'NO_PICTURE'));
-- Size of the processed file in bytes; NULL while there is none.
ALTER TABLE media_files ADD COLUMN processed_size INTEGER;

-- Conversions of videos that are asked for, one at most a file; a row stays after a failure to tell of it.
CREATE TABLE media_conversions (
    media_file_id TEXT PRIMARY KEY REFERENCES media_files (id) ON DELETE CASCADE,
    -- How the video is edited, as JSON; NULL for a conversion without edits.
    edits TEXT,
    -- The kind of post whose limits the result keeps to.
    purpose TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('WAITING', 'RUNNING', 'FAILED')),
    error TEXT,
    requested_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
