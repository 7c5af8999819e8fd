-- Folders whose pictures and videos become drafts of an account.
CREATE TABLE watch_folders (
  account_id TEXT    PRIMARY KEY REFERENCES social_accounts (id) ON DELETE CASCADE,
  path       TEXT    NOT NULL,
  timezone   TEXT    NOT NULL, -- Of the times in names.
  set_at     INTEGER NOT NULL
) STRICT;

-- What was found out about each name, so that only what is new or has changed is read.
CREATE TABLE watch_names (
  account_id TEXT    NOT NULL REFERENCES watch_folders (account_id) ON DELETE CASCADE,
  name       TEXT    NOT NULL,
  size       INTEGER NOT NULL,
  modified   INTEGER NOT NULL, -- In nanoseconds.
  hash       TEXT    NOT NULL, -- SHA-256 of what it holds; empty when it was not read.
  problem    TEXT    NOT NULL, -- Why it cannot be used; empty when it was taken, or is to be left.
  PRIMARY KEY (account_id, name)
) STRICT;

-- The files of which a draft was made, by what they hold. They stay when the draft or the folder goes.
CREATE TABLE watch_taken (
  account_id TEXT    NOT NULL REFERENCES social_accounts (id) ON DELETE CASCADE,
  hash       TEXT    NOT NULL,
  post_id    TEXT    NOT NULL,
  written    INTEGER NOT NULL, -- When this module last wrote the draft: one that has changed since is the person's.
  PRIMARY KEY (account_id, hash)
) STRICT;
