-- What the network said that the account's token may do, separated by spaces; NULL where it has not said.
ALTER TABLE social_accounts ADD COLUMN scopes TEXT;
