-- A post that was claimed by a clock that was ahead waits for its time again, where it can be edited.
INSERT INTO post_transitions (from_status, to_status) VALUES ('QUEUED', 'SCHEDULED');
