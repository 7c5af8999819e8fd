-- The calendar shows each post that failed or is kept back, however many its day has. Their index is as small as they are few.
CREATE INDEX posts_calendar_needing ON posts (
    CASE status WHEN 'DRAFT' THEN planned_for
        WHEN 'PUBLISHED' THEN coalesce(published_at, completed_at)
        WHEN 'FAILED' THEN coalesce(scheduled_for, last_attempt_at, completed_at)
        ELSE coalesce(scheduled_for, created_at) END,
    id, social_account_id)
    WHERE status = 'FAILED' OR error_code IS NOT NULL AND status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING');
