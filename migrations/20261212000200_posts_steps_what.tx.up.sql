-- Which finding or decision a step tells of, for programs; text says it for people. Empty where nothing goes by it.
ALTER TABLE post_steps ADD COLUMN what TEXT NOT NULL DEFAULT '' CHECK (what IN (
    '', 'CHANGED', 'MOVED', 'MATCHED', 'LIVE', 'SENT_AGAIN', 'INTERRUPTED', 'UNKNOWN_ANSWER', 'MALFORMED_ANSWER', 'MEDIA_REFUSED', 'MAY_BE_LIVE'
));

-- Until now the sentence told it.
UPDATE post_steps SET what = CASE kind
    WHEN 'NOTE' THEN CASE
        WHEN text = 'PUT /schedule/{id}: the content was changed' THEN 'CHANGED'
        WHEN text LIKE 'PUT /schedule/{id}: the post was moved to %' THEN 'MOVED'
        WHEN text LIKE 'one of % media of the account matches the post: %' THEN 'MATCHED'
        WHEN text LIKE 'the post is live since %' THEN 'LIVE'
        WHEN text LIKE 'the post is not live (%' THEN 'SENT_AGAIN'
        WHEN text LIKE 'Crier ended in the middle of the work, %' THEN 'INTERRUPTED'
        WHEN text LIKE 'unknown to this version of Crier: %' THEN 'UNKNOWN_ANSWER'
        ELSE ''
    END
    WHEN 'CALL' THEN CASE
        WHEN class <> '' AND text LIKE '%the answer is not as the network documents it%' THEN 'MALFORMED_ANSWER'
        WHEN class = '' AND op IN ('container status', 'upload status', 'video status') AND text LIKE 'ERROR%' THEN 'MEDIA_REFUSED'
        ELSE ''
    END
    WHEN 'STATUS' THEN iif(to_status = 'FAILED' AND (text LIKE '%may be live%' OR text LIKE '%check before%'), 'MAY_BE_LIVE', '')
    ELSE ''
END;
