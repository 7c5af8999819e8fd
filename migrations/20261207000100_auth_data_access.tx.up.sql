-- When the network ends the data access of a login by a Page: 90 days after the user has logged in. NULL while it is not known; the daily
-- read of the account finds out.
ALTER TABLE social_accounts ADD COLUMN data_access_until INTEGER;
