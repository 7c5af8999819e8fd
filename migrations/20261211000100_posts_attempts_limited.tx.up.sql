-- Whether the network refused the call for a limit, whose end the post waits for.
ALTER TABLE attempts ADD COLUMN is_limited INTEGER NOT NULL DEFAULT 0 CHECK (is_limited IN (0, 1));

-- Posts said so themselves, and shares waited after any answer.
UPDATE attempts SET is_limited = 1 WHERE verdict = 'open' AND answer IS NOT NULL AND EXISTS (
    SELECT 1 FROM posts WHERE id = post_id AND iif(channel = 'page', share_state IS NOT NULL, status = 'PUBLISHING' AND error_code = 'RATE_LIMITED')
);
