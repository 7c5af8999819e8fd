-- Why a job waits, for the program; last_error says it for people. Empty for one that was not put off.
ALTER TABLE scheduled_jobs ADD COLUMN wait TEXT NOT NULL DEFAULT '' CHECK (wait IN (
    '', 'BACK_OFF', 'BROKEN_OFF',
    'ACCOUNT', 'CHECKPOINT', 'OFFLINE', 'LIMIT', 'MEDIA', 'SPACED_MEDIA', 'OUTCOME', 'LOOKALIKE', 'PAGE',
    'TIME', 'CLOCK', 'SPACING', 'APART', 'CLOUD', 'CLOUD_SEARCH', 'QUARANTINE',
    'OTHER_MODE', 'QUIET_HOURS'
));
-- Whether the job waits for an instant that a user named, which the clock does not change.
ALTER TABLE scheduled_jobs ADD COLUMN named_instant INTEGER NOT NULL DEFAULT 0 CHECK (named_instant IN (0, 1));

-- Until now the sentence decided. One that holds words of the network is known by the post.
UPDATE scheduled_jobs SET wait = CASE last_error
    WHEN 'the work did not come to an end; the log says why' THEN 'BROKEN_OFF'
    WHEN 'the work could not begin; the log says why' THEN 'BROKEN_OFF'
    WHEN 'Crier ended while it read the inbox' THEN 'BROKEN_OFF'
    WHEN 'the account must be connected again; its posts are held until then' THEN 'ACCOUNT'
    WHEN 'the account is at a checkpoint of the network; its posts are held until that is confirmed in the network''s app' THEN 'CHECKPOINT'
    WHEN 'the network cannot be reached' THEN 'OFFLINE'
    WHEN 'the network processes the media' THEN 'MEDIA'
    WHEN 'the network processes the media of a post that was late' THEN 'SPACED_MEDIA'
    WHEN 'another post that looks the same has been sent, and it is not known yet whether it is live' THEN 'LOOKALIKE'
    WHEN 'the Page processes the video' THEN 'PAGE'
    WHEN 'the network''s clock must be compared with this machine''s, and the network cannot be asked' THEN 'CLOCK'
    WHEN 'late posts of one account are spaced' THEN 'SPACING'
    WHEN 'posts that are tried again together go out a minute apart' THEN 'APART'
    WHEN 'the cloud worker has the post' THEN 'CLOUD'
    WHEN 'the network must be asked whether the cloud worker has published the post' THEN 'CLOUD_SEARCH'
    WHEN 'the data folder may be older than what was done with it' THEN 'QUARANTINE'
    WHEN 'the account belongs to the other network mode' THEN 'OTHER_MODE'
    WHEN 'quiet hours' THEN 'QUIET_HOURS'
    ELSE CASE
        WHEN last_error LIKE 'this machine''s clock %' OR last_error LIKE 'the post waits for the time that it is scheduled for, %' THEN 'TIME'
        WHEN EXISTS (SELECT 1 FROM posts WHERE id = subject_id AND status <> 'PUBLISHED' AND error_code = 'RATE_LIMITED') THEN 'LIMIT'
        WHEN EXISTS (SELECT 1 FROM posts WHERE id = subject_id AND status IN ('PUBLISHING', 'PUBLISHED')) THEN 'OUTCOME'
        ELSE 'BACK_OFF'
    END
END WHERE last_error IS NOT NULL AND status IN ('PENDING', 'PROCESSING');

UPDATE scheduled_jobs SET named_instant = 1
WHERE last_error IS NULL AND run_at > created_at AND repeat_key IS NULL AND status IN ('PENDING', 'PROCESSING');
