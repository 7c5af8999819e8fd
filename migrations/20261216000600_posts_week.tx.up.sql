-- When somebody last looked at the week, and until when they have put it away: one row, once somebody has looked.
CREATE TABLE posts_week (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  looked_at  INTEGER NOT NULL,
  is_back    INTEGER NOT NULL CHECK (is_back IN (0, 1)), -- Nobody had looked for days, and it was not put away since.
  away_until TEXT    NOT NULL -- The day, as 2026-12-14; empty before the first.
) STRICT;
