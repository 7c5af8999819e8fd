-- Native-story credentials, one row an account. Password and session are sealed and bound to their account.
CREATE TABLE native_credentials (
    account_id TEXT PRIMARY KEY REFERENCES social_accounts (id) ON DELETE CASCADE,
    username TEXT NOT NULL,
    sealed_password BLOB NOT NULL,
    sealed_session BLOB,
    last_login_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- What the version manifest said last, for each network mode.
CREATE TABLE native_version_checks (
    network TEXT PRIMARY KEY CHECK (network IN ('sandbox', 'live')),
    latest_version TEXT,
    checked_at INTEGER NOT NULL
) STRICT;
