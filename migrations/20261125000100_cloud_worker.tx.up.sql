-- The worker in the user's Cloudflare account, one for each network mode: what was made there, and what was found out about it.
CREATE TABLE cloud_worker (
    network TEXT PRIMARY KEY,
    -- How often posts were taken back. It only grows, also over a teardown.
    epoch INTEGER NOT NULL,
    -- The fence that deployments bind.
    fence INTEGER NOT NULL,
    account_id TEXT NOT NULL,
    -- Cloudflare's id of the API token, with which R2 knows it.
    token_id TEXT NOT NULL,
    sealed_token BLOB,
    -- Sealed for the worker's address.
    sealed_worker_key BLOB,
    sealed_encryption_key BLOB,
    namespace_id TEXT NOT NULL,
    worker_name TEXT NOT NULL,
    subdomain TEXT NOT NULL,
    -- From when on the script of that name is this one's: written before the first upload.
    claimed_at INTEGER,
    deployed_version TEXT NOT NULL,
    deployed_fingerprint TEXT NOT NULL,
    deployed_at INTEGER,
    -- Whether the last look found the whole to work; when one last did; and why not.
    is_verified INTEGER NOT NULL,
    verified_at INTEGER,
    problem_code TEXT NOT NULL,
    problem TEXT NOT NULL,
    -- A teardown that has begun.
    closing_at INTEGER,
    -- What the worker last said of itself, as JSON, and when.
    diagnostics TEXT NOT NULL,
    reached_at INTEGER,
    updated_at INTEGER NOT NULL
) STRICT;

-- What came of each step of the last set-up.
CREATE TABLE cloud_steps (
    network TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('PENDING', 'DONE', 'WARNING', 'FAILED')),
    code TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (network, name)
) STRICT;
