-- The folder that somebody has chosen for the backups; without a row they are in the data folder.
CREATE TABLE backups_folder (
  id   INTEGER PRIMARY KEY CHECK (id = 1),
  path TEXT    NOT NULL
) STRICT;
