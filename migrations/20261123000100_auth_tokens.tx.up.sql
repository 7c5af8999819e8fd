-- A token that the network no longer takes is marked once, until it works again. token_expires_at then says that instant,
-- and token_expiry_kept what it said before.
ALTER TABLE social_accounts ADD COLUMN token_dead_at INTEGER;
ALTER TABLE social_accounts ADD COLUMN token_dead_reason TEXT;
ALTER TABLE social_accounts ADD COLUMN token_expiry_kept INTEGER;

-- What the chores know of a token: since when it is there, whether its end is a guess, the partner user's own token where a
-- Page's token expires, and the instants before which nothing is tried again (0: at once).
ALTER TABLE account_tokens ADD COLUMN user_sealed BLOB;
ALTER TABLE account_tokens ADD COLUMN obtained_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account_tokens ADD COLUMN expiry_assumed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account_tokens ADD COLUMN next_refresh_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account_tokens ADD COLUMN next_sync_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account_tokens ADD COLUMN next_probe_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account_tokens ADD COLUMN probe_tries INTEGER NOT NULL DEFAULT 0;
UPDATE account_tokens SET obtained_at = updated_at;
UPDATE account_tokens SET next_sync_at = coalesce((SELECT last_synced_at FROM social_accounts WHERE id = account_id), 0) + 86400000;

-- Which id an account had that was disconnected: connected anew it has it again, and with it its posts.
CREATE TABLE former_accounts (
    network TEXT NOT NULL,
    sn_user_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    removed_at INTEGER NOT NULL,
    PRIMARY KEY (network, sn_user_id)
) STRICT;

-- The user's own app at the network, one for each login; its secret is sealed.
CREATE TABLE login_apps (
    network TEXT NOT NULL,
    login TEXT NOT NULL CHECK (login IN ('primary', 'partner')),
    app_id TEXT NOT NULL,
    sealed_secret BLOB NOT NULL,
    redirect_uri TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (network, login)
) STRICT;

-- Logins that were begun and not finished, by the SHA-256 of their state; what they are about is sealed.
CREATE TABLE pending_logins (
    hash TEXT PRIMARY KEY,
    network TEXT NOT NULL,
    sealed BLOB NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
