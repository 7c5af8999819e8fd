-- For when a draft is planned; null for one that is planned for no time, and for every other post.
ALTER TABLE posts ADD COLUMN planned_for INTEGER;
ALTER TABLE posts_archive ADD COLUMN planned_for INTEGER;

-- The instant at which a calendar shows a post, as store_calendar.go writes it too. A month is read from this index alone: the
-- posts of each day in their order, and how many there are of which status and account.
CREATE INDEX posts_calendar ON posts (
    CASE status WHEN 'DRAFT' THEN planned_for
        WHEN 'PUBLISHED' THEN coalesce(published_at, completed_at)
        WHEN 'FAILED' THEN coalesce(scheduled_for, last_attempt_at, completed_at)
        ELSE coalesce(scheduled_for, created_at) END,
    id, status, social_account_id);
