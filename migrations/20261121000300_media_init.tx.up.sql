CREATE TABLE media_files (
    id TEXT PRIMARY KEY,
    original_filename TEXT NOT NULL,
    storage_path TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    file_size INTEGER NOT NULL,
    width INTEGER,
    height INTEGER,
    duration_seconds REAL,
    aspect_ratio TEXT,
    is_valid INTEGER NOT NULL CHECK (is_valid IN (0, 1)),
    validation_errors TEXT,
    thumbnail_path TEXT,
    processed_path TEXT,
    public_key TEXT,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX media_files_newest ON media_files (created_at DESC, id DESC);
CREATE UNIQUE INDEX media_files_storage ON media_files (storage_path);
