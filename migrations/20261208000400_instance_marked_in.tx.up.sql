-- The folder of the mark that has marked_nonce. NULL while no mark is known to have it.
ALTER TABLE instance ADD COLUMN marked_in TEXT;
