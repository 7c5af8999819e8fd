-- attempts_of_channel begins with the account too. Each index costs a publication a page of the log.
DROP INDEX attempts_of_account;
