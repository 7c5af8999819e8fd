-- The one user of this folder.
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    demo_accounts_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE social_accounts (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    network TEXT NOT NULL CHECK (network IN ('sandbox', 'live')),
    sn_user_id TEXT NOT NULL,
    username TEXT NOT NULL,
    name TEXT,
    profile_picture_url TEXT,
    account_type TEXT CHECK (account_type IN ('BUSINESS', 'CREATOR')),
    partner_page_id TEXT,
    partner_page_name TEXT,
    token_expires_at INTEGER,
    login_method TEXT NOT NULL CHECK (login_method IN ('primary', 'partner')),
    followers_count INTEGER,
    media_count INTEGER,
    last_synced_at INTEGER,
    created_at INTEGER NOT NULL,
    UNIQUE (network, sn_user_id)
) STRICT;

-- Tokens are sealed and bound to their account; they go with it.
CREATE TABLE account_tokens (
    account_id TEXT PRIMARY KEY REFERENCES social_accounts (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- One-time sign-in codes, by their SHA-256.
CREATE TABLE login_codes (
    hash TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
) STRICT;

-- Signed-out sessions, until their cookies expire by themselves.
CREATE TABLE revoked_sessions (
    jti TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
) STRICT;
