-- The texts that somebody keeps to insert by their names: captions to begin with, and sets of hashtags.
CREATE TABLE book_texts (
  id   TEXT PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(name) BETWEEN 1 AND 60),
  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2200)
) STRICT;

-- The names that somebody gave to places. Which places were posted from, the posts say.
CREATE TABLE book_places (
  id   TEXT PRIMARY KEY, -- The network's number of the place.
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200)
) STRICT;
