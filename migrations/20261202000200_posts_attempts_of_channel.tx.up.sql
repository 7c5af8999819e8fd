-- The latest attempts of an account on one channel, without a look at all of its attempts on the others.
CREATE INDEX attempts_of_channel ON attempts (account_id, channel, seq);
