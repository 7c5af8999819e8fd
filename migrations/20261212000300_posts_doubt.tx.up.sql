-- What of a post that has ended may be live without Crier knowing it, and what error_message says once it is known that it is not.
ALTER TABLE posts ADD COLUMN doubt TEXT NOT NULL DEFAULT 'none' CHECK (doubt IN ('none', 'may_be_live', 'may_be_on_page'));
ALTER TABLE posts ADD COLUMN settled_message TEXT;
ALTER TABLE posts_archive ADD COLUMN doubt TEXT NOT NULL DEFAULT 'none' CHECK (doubt IN ('none', 'may_be_live', 'may_be_on_page'));
ALTER TABLE posts_archive ADD COLUMN settled_message TEXT;

-- Until now the message told it, and of what the network had refused, it did not.
CREATE TEMP TABLE doubted AS
SELECT id, iif(status = 'FAILED', 'may_be_live', 'may_be_on_page') AS doubt, coalesce(error_message, '') AS says FROM (
    SELECT id, status, share_state, error_message FROM posts
    UNION ALL SELECT id, status, share_state, error_message FROM posts_archive
) WHERE status = 'FAILED' AND (
        EXISTS (SELECT 1 FROM attempts WHERE post_id = id AND channel <> 'page' AND verdict = 'open')
        OR error_message LIKE '%may be live%' OR error_message LIKE '%check before%')
    OR status = 'PUBLISHED' AND share_state IS NULL AND (
        EXISTS (SELECT 1 FROM attempts WHERE post_id = id AND channel = 'page' AND verdict = 'open')
        OR error_message LIKE '%; it may be on the Page%');

-- The sentence without what it says of the doubt, and with that where it says nothing of it.
CREATE TEMP TABLE reworded AS
SELECT id, doubt, CASE
    WHEN doubt = 'may_be_on_page' AND instr(says, '; it may be on the Page') > 0 THEN substr(says, 1, instr(says, '; it may be on the Page') - 1)
    WHEN says LIKE 'it is not known whether the post was published%' THEN 'the post was not published'
    WHEN instr(says, '; the post may be live from an earlier attempt') > 0 THEN substr(says, 1, instr(says, '; the post may be live from an earlier attempt') - 1)
    WHEN instr(says, '; whether the post is live could not be read: ') > 0 THEN substr(says, 1, instr(says, '; whether the post is live could not be read: ') - 1)
    WHEN instr(says, '; the post may be live, and Crier could not find out: ') > 0 THEN substr(says, 1, instr(says, '; the post may be live, and Crier could not find out: ') - 1)
    WHEN instr(says, '; check before retrying') > 0 THEN substr(says, 1, instr(says, '; check before retrying') - 1)
    ELSE says
END AS reason, CASE
    WHEN doubt = 'may_be_live' AND (says LIKE '%may be live%' OR says LIKE '%check before%') OR doubt = 'may_be_on_page' AND says LIKE '%; it may be on the Page%' THEN says
    WHEN doubt = 'may_be_live' THEN ltrim(says || '; the post may be live all the same, check before retrying', '; ')
    ELSE ltrim(says || '; it may be on the Page: look there before you share it by hand', '; ')
END AS says FROM doubted;

UPDATE posts SET doubt = new.doubt, error_message = new.says, error_code = coalesce(error_code, 'UNKNOWN_ERROR'), settled_message = CASE
    WHEN new.reason = 'the post was not published' THEN new.reason
    WHEN new.doubt = 'may_be_live' THEN ltrim(new.reason || '; the post is not live', '; ')
    ELSE ltrim(new.reason || '; it is not on the Page', '; ')
END FROM reworded AS new WHERE posts.id = new.id;

UPDATE posts_archive SET doubt = new.doubt FROM reworded AS new WHERE posts_archive.id = new.id;

DROP TABLE doubted;
DROP TABLE reworded;
