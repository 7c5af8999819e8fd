-- Where a person is told: the desktop, the program that serve was started with, and addresses of
-- services, each sealed.
CREATE TABLE notify_places (
  name      TEXT    PRIMARY KEY,
  shows     TEXT    NOT NULL,
  sealed    BLOB,
  is_on     INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  told_at   INTEGER,
  failed_at INTEGER,
  problem   TEXT    NOT NULL,
  -- How often in a row it failed, and when it is tried again.
  tries     INTEGER NOT NULL,
  next_at   INTEGER
) STRICT;

-- When a cause was last told, and up to when what has happened is told. The cause '' has when
-- somebody first chose a place: what happened before that is told to nobody.
CREATE TABLE notify_told (
  cause   TEXT    PRIMARY KEY,
  told_at INTEGER NOT NULL,
  up_to   INTEGER NOT NULL
) STRICT;

-- What is still to be told, for each place, until the place has taken it.
CREATE TABLE notify_waiting (
  id    INTEGER PRIMARY KEY,
  place TEXT    NOT NULL REFERENCES notify_places (name) ON DELETE CASCADE,
  event TEXT    NOT NULL,
  at    INTEGER NOT NULL
) STRICT;

CREATE INDEX notify_waiting_place ON notify_waiting (place, id);
