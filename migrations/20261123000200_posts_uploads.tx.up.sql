-- Where the bytes of a container's video go, for those that are sent in place of being fetched.
ALTER TABLE posts ADD COLUMN upload_uri TEXT;
ALTER TABLE posts_archive ADD COLUMN upload_uri TEXT;
ALTER TABLE post_media ADD COLUMN upload_uri TEXT;

-- The share of a published post to the Page, while it is being made: PENDING until the call that makes it visible has been
-- answered, SHARED until the Page shows it. Null before, and for ever once it has ended.
ALTER TABLE posts ADD COLUMN share_state TEXT;
ALTER TABLE posts_archive ADD COLUMN share_state TEXT;
-- By which of the network's calls it is made.
ALTER TABLE posts ADD COLUMN share_kind TEXT;
ALTER TABLE posts_archive ADD COLUMN share_kind TEXT;
-- The network's id of the photo or video that nobody sees yet, when it was made, and where its bytes go.
ALTER TABLE posts ADD COLUMN share_object_id TEXT;
ALTER TABLE posts_archive ADD COLUMN share_object_id TEXT;
ALTER TABLE posts ADD COLUMN share_object_at INTEGER;
ALTER TABLE posts_archive ADD COLUMN share_object_at INTEGER;
ALTER TABLE posts ADD COLUMN share_uri TEXT;
ALTER TABLE posts_archive ADD COLUMN share_uri TEXT;
-- When the call that makes it visible was about to be sent. From then on only the network knows.
ALTER TABLE posts ADD COLUMN share_intent_at INTEGER;
ALTER TABLE posts_archive ADD COLUMN share_intent_at INTEGER;
-- Since when the outcome of that call has been asked for.
ALTER TABLE posts ADD COLUMN share_asked_at INTEGER;
ALTER TABLE posts_archive ADD COLUMN share_asked_at INTEGER;

CREATE INDEX posts_by_partner_post ON posts (partner_post_id) WHERE partner_post_id IS NOT NULL;
CREATE INDEX posts_archive_by_partner_post ON posts_archive (partner_post_id) WHERE partner_post_id IS NOT NULL;
