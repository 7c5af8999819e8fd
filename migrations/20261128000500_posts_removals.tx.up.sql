-- Where a post was deleted at the network by Crier. What was live and is not here may be live still, also when its post is in the archive.
CREATE TABLE post_removals (
    post_id TEXT NOT NULL,
    place TEXT NOT NULL CHECK (place IN ('instagram', 'page')),
    removed_at INTEGER NOT NULL,
    PRIMARY KEY (post_id, place)
) STRICT, WITHOUT ROWID;
