-- Nothing reads how many posts of its cap an account had used, nor when that was.
ALTER TABLE account_caps DROP COLUMN used;
ALTER TABLE account_caps DROP COLUMN read_at;
-- The few attempts that are not settled are found by attempts_unsettled, and sorted. Each index costs a publication pages of the log.
DROP INDEX attempts_unsettled_order;
-- A job of a post has no key, and stood in the index all the same.
DROP INDEX scheduled_jobs_repeat;
CREATE UNIQUE INDEX scheduled_jobs_repeat ON scheduled_jobs (repeat_key) WHERE repeat_key IS NOT NULL AND status IN ('PENDING', 'PROCESSING');
