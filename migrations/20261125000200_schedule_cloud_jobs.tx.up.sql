-- What the cloud worker is to know of a post. A row is there as long as the worker may have the post, or is to get it.
CREATE TABLE schedule_cloud_jobs (
    post_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    -- PRESENT: the worker is to publish the post as it stands here. ABSENT: it must never publish it.
    wish TEXT NOT NULL CHECK (wish IN ('PRESENT', 'ABSENT')),
    -- The last revision that was given out before the row was made: what has that one or a lower one is of an earlier life of the post.
    since_rev INTEGER NOT NULL,
    -- The last revision that was given out for the post, and the epoch that it was sent with.
    rev INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    -- Whether the worker may have the post: stored before the first request goes out that can give it the post.
    is_exposed INTEGER NOT NULL,
    -- The last revision that the worker confirmed.
    confirmed_rev INTEGER,
    -- With which token the post was confirmed, as a digest.
    token_mark TEXT NOT NULL,
    -- The keys of the post's files that were put into the bucket for it.
    put_keys TEXT NOT NULL,
    -- What an edit makes of the post, from before it is sent until it is known whether the worker took it.
    proposal TEXT,
    proposal_rev INTEGER,
    -- When it is sent next; null when the worker has what it is to have.
    next_attempt_at INTEGER,
    attempts INTEGER NOT NULL,
    last_code TEXT NOT NULL,
    last_error TEXT NOT NULL,
    -- How often the token, the files or the wish have changed, beside an attempt that may be under way.
    changes INTEGER NOT NULL,
    -- Since when a fence stands that was put up round the worker, which does not answer; the post is being taken back.
    fenced_at INTEGER,
    CHECK ((proposal IS NULL) = (proposal_rev IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX schedule_cloud_jobs_next ON schedule_cloud_jobs (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX schedule_cloud_jobs_account ON schedule_cloud_jobs (account_id);

-- The highest revision that was ever given out, of all posts: each one grows for ever, whatever becomes of its row.
CREATE TABLE schedule_revisions (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    last INTEGER NOT NULL
) STRICT;

INSERT INTO schedule_revisions (id, last) VALUES (1, 0);
