-- How the user wants to see the interface: one row, once something was chosen.
CREATE TABLE preferences (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  zone        TEXT    NOT NULL, -- Of the views; empty for that of the browser.
  week_start  TEXT    NOT NULL CHECK (week_start IN ('monday', 'saturday', 'sunday')),
  clock       TEXT    NOT NULL CHECK (clock IN ('24', '12')),
  theme       TEXT    NOT NULL CHECK (theme IN ('system', 'light', 'dark')),
  single_keys INTEGER NOT NULL CHECK (single_keys IN (0, 1)),
  account_id  TEXT    NOT NULL, -- That a new post begins with; empty for the one that was used last.
  post_time   TEXT    NOT NULL  -- That a new post begins with, as 09:00; empty for the one that was used last.
) STRICT;
