-- One row for each call that was to make something visible, written and on disk before it was sent. The order is seq: no instant is, as clocks move.
CREATE TABLE attempts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The row outlives its post.
    post_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    channel TEXT NOT NULL CHECK (channel IN ('feed', 'story', 'page')),
    -- What the network calls what was to become visible: the container, the upload, the photo or the video; empty when it has no name before.
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
    CHECK ((media_id IS NULL) = (how IS NULL)),
    CHECK (media_id IS NULL OR verdict = 'live')
) STRICT;

CREATE INDEX attempts_of_post ON attempts (post_id, seq);
CREATE INDEX attempts_of_account ON attempts (account_id, seq);
CREATE INDEX attempts_by_media ON attempts (media_id) WHERE media_id IS NOT NULL;
-- Few of the rows: a query must name the condition as it stands here.
CREATE INDEX attempts_unsettled ON attempts (account_id, channel, look) WHERE verdict = 'open' OR verdict = 'live' AND media_id IS NULL;
CREATE INDEX attempts_unsettled_order ON attempts (seq) WHERE verdict = 'open' OR verdict = 'live' AND media_id IS NULL;

-- Nobody noted for how long Crier had run then. That it has run for no time since makes it wait for longest. What was taken from a list
-- has the network's instant, which is in whole seconds: it counts as found. The latest change of a post tells old from recent, and no clock.
INSERT INTO attempts (post_id, account_id, channel, ref, look, seen_before, sent_at, net_sent_at, ran_ms, answered_at, answer, verdict, media_id, how, decided_at, asked_ms)
SELECT id, social_account_id, iif(story_mentions IS NULL, 'feed', 'story'), coalesce(sn_container_id, ''), '', '[]',
    sent_at, sent_at - clock_ahead_ms, coalesce((SELECT ran_ms FROM uptime), 0),
    iif(call_answered, updated_at, NULL), iif(call_answered, 'the network answered', NULL),
    CASE WHEN sn_media_id IS NOT NULL OR status = 'PUBLISHED' THEN 'live'
        WHEN status = 'FAILED' AND completed_at < (SELECT max(updated_at) FROM posts) - 86400000 THEN 'given up'
        ELSE 'open' END,
    sn_media_id, iif(sn_media_id IS NULL, NULL, iif(published_at % 1000 = 0, 'found', 'told')), completed_at, 0
FROM (
    SELECT *, min(coalesce(publish_intent_at, published_at, last_attempt_at, updated_at), updated_at) AS sent_at FROM (
        SELECT id, social_account_id, story_mentions, sn_container_id, publish_intent_at, published_at, last_attempt_at,
            updated_at, clock_ahead_ms, call_answered, sn_media_id, status, completed_at FROM posts
        UNION ALL
        SELECT id, social_account_id, story_mentions, sn_container_id, publish_intent_at, published_at, last_attempt_at,
            updated_at, clock_ahead_ms, call_answered, sn_media_id, status, completed_at FROM posts_archive
    )
    -- The cloud worker could say that a post is live, and not when it sent it.
    WHERE publish_intent_at IS NOT NULL OR status = 'PUBLISHED' OR sn_media_id IS NOT NULL
        OR status = 'FAILED' AND story_mentions IS NOT NULL AND call_answered = 1 AND sn_container_id IS NOT NULL
) ORDER BY sent_at, id;

INSERT INTO attempts (post_id, account_id, channel, ref, look, seen_before, sent_at, net_sent_at, ran_ms, verdict, media_id, how, decided_at, asked_ms)
SELECT id, social_account_id, 'page', coalesce(share_object_id, ''), '', '[]', min(share_intent_at, updated_at), min(share_intent_at, updated_at) - clock_ahead_ms, coalesce((SELECT ran_ms FROM uptime), 0),
    CASE WHEN partner_post_id IS NOT NULL THEN 'live' WHEN share_state IS NULL THEN 'given up' ELSE 'open' END,
    partner_post_id, iif(partner_post_id IS NULL, NULL, 'told'), iif(share_state IS NULL, updated_at, NULL), 0
FROM (
    SELECT id, social_account_id, share_object_id, share_intent_at, updated_at, clock_ahead_ms, partner_post_id, share_state FROM posts WHERE share_intent_at IS NOT NULL
    UNION ALL
    SELECT id, social_account_id, share_object_id, share_intent_at, updated_at, clock_ahead_ms, partner_post_id, share_state FROM posts_archive WHERE share_intent_at IS NOT NULL
) ORDER BY share_intent_at, id;

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
