-- For how long Crier had run when a request was answered, and what time it was by the network's clock: a wall clock that is set must not
-- have an answer forgotten. NULL in rows from before, which go by the wall clock.
ALTER TABLE idempotent_answers ADD COLUMN ran_ms INTEGER;
ALTER TABLE idempotent_answers ADD COLUMN net_at INTEGER;
