-- The bucket from which the network fetches media, once one was set and found to work.
CREATE TABLE cloud_bucket (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    endpoint TEXT NOT NULL,
    region TEXT NOT NULL,
    name TEXT NOT NULL,
    access_key_id TEXT NOT NULL,
    -- Sealed for the endpoint, the name and the access key id of this row.
    sealed_secret BLOB NOT NULL,
    public_url TEXT NOT NULL,
    -- When the bucket was last found to work.
    checked_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
