-- What became of the first comment of a post that is PUBLISHED; null before, and for a post without one. What comment_message and
-- share_message say is what error_message of a PUBLISHED post is made of. The tables have the same columns in the same order.
ALTER TABLE posts ADD COLUMN first_comment_state TEXT CHECK (first_comment_state IN ('PENDING', 'MADE', 'NOT_MADE', 'NOT_SEEN'));
ALTER TABLE posts ADD COLUMN first_comment_id TEXT;
ALTER TABLE posts ADD COLUMN comment_code TEXT;
ALTER TABLE posts ADD COLUMN comment_message TEXT;
ALTER TABLE posts ADD COLUMN share_message TEXT;
ALTER TABLE posts_archive ADD COLUMN first_comment_state TEXT CHECK (first_comment_state IN ('PENDING', 'MADE', 'NOT_MADE', 'NOT_SEEN'));
ALTER TABLE posts_archive ADD COLUMN first_comment_id TEXT;
ALTER TABLE posts_archive ADD COLUMN comment_code TEXT;
ALTER TABLE posts_archive ADD COLUMN comment_message TEXT;
ALTER TABLE posts_archive ADD COLUMN share_message TEXT;

CREATE INDEX posts_by_first_comment ON posts (first_comment_id) WHERE first_comment_id IS NOT NULL;
CREATE INDEX posts_archive_by_first_comment ON posts_archive (first_comment_id) WHERE first_comment_id IS NOT NULL;

-- A first comment is a call that people see too. Only a table that is made again takes another name of a channel.
CREATE TABLE attempts_kept (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The row outlives its post.
    post_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    channel TEXT NOT NULL CHECK (channel IN ('feed', 'story', 'page', 'comment')),
    -- What the network calls what was to become visible: the container, the upload, the photo or the video, and of a comment the media
    -- that it is below; empty when it has no name before.
    ref TEXT NOT NULL,
    -- What makes posts look alike, as a hash; empty until it is worked out.
    look TEXT NOT NULL,
    -- The ids of what looked alike and was visible before the call, as a JSON array.
    seen_before TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    -- The same by the network's clock; null when nobody could tell.
    net_sent_at INTEGER,
    -- For how long Crier had run by then.
    ran_ms INTEGER NOT NULL,
    answered_at INTEGER,
    answer TEXT,
    verdict TEXT NOT NULL CHECK (verdict IN ('open', 'live', 'absent', 'given up')),
    media_id TEXT,
    how TEXT CHECK (how IN ('told', 'read', 'found')),
    evidence TEXT,
    decided_at INTEGER,
    -- For how long the network was asked about it, counted in time in which it could be reached.
    asked_ms INTEGER NOT NULL,
    -- Whether the network refused the call for a limit, whose end the post waits for.
    is_limited INTEGER NOT NULL DEFAULT 0 CHECK (is_limited IN (0, 1)),
    CHECK ((media_id IS NULL) = (how IS NULL)),
    CHECK (media_id IS NULL OR verdict = 'live')
) STRICT;

INSERT INTO attempts_kept (seq, post_id, account_id, channel, ref, look, seen_before, sent_at, net_sent_at, ran_ms, answered_at, answer,
    verdict, media_id, how, evidence, decided_at, asked_ms, is_limited)
SELECT seq, post_id, account_id, channel, ref, look, seen_before, sent_at, net_sent_at, ran_ms, answered_at, answer,
    verdict, media_id, how, evidence, decided_at, asked_ms, is_limited FROM attempts;
DROP TABLE attempts;
ALTER TABLE attempts_kept RENAME TO attempts;

CREATE INDEX attempts_of_post ON attempts (post_id, seq);
CREATE INDEX attempts_of_channel ON attempts (account_id, channel, seq);
CREATE INDEX attempts_by_media ON attempts (media_id) WHERE media_id IS NOT NULL;
-- Few of the rows: a query must name the condition as it stands here.
CREATE INDEX attempts_unsettled ON attempts (account_id, channel, look) WHERE verdict = 'open' OR verdict = 'live' AND media_id IS NULL;

CREATE TRIGGER attempts_stay BEFORE DELETE ON attempts
BEGIN
    SELECT RAISE(ABORT, 'attempts: what was sent is never forgotten');
END;

CREATE TRIGGER attempts_are_what_they_were BEFORE UPDATE OF seq, post_id, account_id, channel, ref, seen_before, sent_at, net_sent_at, ran_ms ON attempts
BEGIN
    SELECT RAISE(ABORT, 'attempts: what was sent is not changed');
END;

-- open -> any; given up -> live: the item turned up; live -> live: its item became known.
CREATE TRIGGER attempts_verdicts BEFORE UPDATE OF verdict, media_id ON attempts
WHEN NOT (OLD.verdict = 'open' OR OLD.verdict = 'given up' AND NEW.verdict = 'live' OR OLD.verdict = 'live' AND NEW.verdict = 'live' AND OLD.media_id IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'attempts: a verdict is not taken back');
END;

CREATE TRIGGER attempts_remembered_in AFTER INSERT ON attempts
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
CREATE TRIGGER attempts_remembered AFTER UPDATE OF verdict, media_id ON attempts
BEGIN UPDATE instance SET unchanged_nonce = NULL WHERE unchanged_nonce IS NOT NULL; END;
