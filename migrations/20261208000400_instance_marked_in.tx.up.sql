-- The folder of the mark that has marked_nonce, if somebody has named that folder. NULL for the folder of the user.
ALTER TABLE instance ADD COLUMN marked_in TEXT;
