-- What a post looked like, and on which account, when the quarantine found it. Somebody who changes a held post, or makes a draft of it, does
-- not change what may have been published of it before. NULL where that is not known.
ALTER TABLE quarantined_posts ADD COLUMN social_account_id TEXT;
ALTER TABLE quarantined_posts ADD COLUMN media_type TEXT;
ALTER TABLE quarantined_posts ADD COLUMN caption TEXT;
