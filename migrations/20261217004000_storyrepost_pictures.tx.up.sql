-- A small picture of the story of a mention, a JPEG. The newest mentions alone have one.
CREATE TABLE story_repost_pictures (
  id      TEXT PRIMARY KEY REFERENCES story_reposts (id) ON DELETE CASCADE,
  picture BLOB NOT NULL
) STRICT;
