-- SQLite splits a page far more often where each row comes before all others than where it comes after them. The lists read these
-- indexes backwards.
DROP INDEX posts_newest;
CREATE INDEX posts_newest ON posts (created_at, id);
DROP INDEX posts_by_status;
CREATE INDEX posts_by_status ON posts (status, created_at, id);

-- A draft that is planned for no time stood in the calendar too, in the order of the ids, so that each new one changed a page of its
-- own. Such drafts have an index now, in the order in which they are listed.
DROP INDEX posts_calendar;
CREATE INDEX posts_calendar ON posts (
    CASE status WHEN 'DRAFT' THEN planned_for
        WHEN 'PUBLISHED' THEN coalesce(published_at, completed_at)
        WHEN 'FAILED' THEN coalesce(scheduled_for, last_attempt_at, completed_at)
        ELSE coalesce(scheduled_for, created_at) END,
    id, status, social_account_id)
    WHERE CASE status WHEN 'DRAFT' THEN planned_for
        WHEN 'PUBLISHED' THEN coalesce(published_at, completed_at)
        WHEN 'FAILED' THEN coalesce(scheduled_for, last_attempt_at, completed_at)
        ELSE coalesce(scheduled_for, created_at) END IS NOT NULL;
CREATE INDEX posts_unplanned ON posts (updated_at, id DESC, social_account_id, status, planned_for)
    WHERE status = 'DRAFT' AND planned_for IS NULL;
