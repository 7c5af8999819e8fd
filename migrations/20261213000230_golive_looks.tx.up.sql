-- What the last look at a step of the checklist for going live has found. A look is made again when it is old, or about something else than now.
CREATE TABLE golive_looks (
  network    TEXT    NOT NULL,
  step       TEXT    NOT NULL,
  account_id TEXT    NOT NULL, -- The account that was looked at; empty for a step about none.
  about      TEXT    NOT NULL, -- A digest of what was looked at: the account, its token, the store.
  state      TEXT    NOT NULL CHECK (state IN ('done', 'failing')),
  evidence   TEXT    NOT NULL,
  fix        TEXT    NOT NULL, -- Empty when nothing is to be done.
  checked_at INTEGER NOT NULL,
  next_at    INTEGER NOT NULL, -- From when on a look is made again by itself.
  PRIMARY KEY (network, step, account_id)
) STRICT;
