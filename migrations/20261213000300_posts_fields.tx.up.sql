-- What the network takes of a post besides. The tables have the same columns in the same order.
ALTER TABLE posts ADD COLUMN cover_media_file_id TEXT;
ALTER TABLE posts ADD COLUMN thumb_offset_ms INTEGER;
ALTER TABLE posts ADD COLUMN share_to_feed INTEGER;
ALTER TABLE posts ADD COLUMN alt_texts TEXT;
ALTER TABLE posts ADD COLUMN people_tagged TEXT;
ALTER TABLE posts ADD COLUMN is_ai_generated INTEGER;
ALTER TABLE posts ADD COLUMN trial TEXT;
ALTER TABLE posts_archive ADD COLUMN cover_media_file_id TEXT;
ALTER TABLE posts_archive ADD COLUMN thumb_offset_ms INTEGER;
ALTER TABLE posts_archive ADD COLUMN share_to_feed INTEGER;
ALTER TABLE posts_archive ADD COLUMN alt_texts TEXT;
ALTER TABLE posts_archive ADD COLUMN people_tagged TEXT;
ALTER TABLE posts_archive ADD COLUMN is_ai_generated INTEGER;
ALTER TABLE posts_archive ADD COLUMN trial TEXT;

-- A cover is a file of its post as the others are: it is shown where the file is used, stays public for as long, and leaves its place
-- empty when it is deleted. Its place comes after those of the ten files that a carousel may have.
CREATE TRIGGER posts_cover_in AFTER INSERT ON posts WHEN NEW.cover_media_file_id IS NOT NULL
BEGIN INSERT INTO post_media (post_id, position, media_file_id) VALUES (NEW.id, 100, NEW.cover_media_file_id); END;
CREATE TRIGGER posts_cover_over AFTER UPDATE OF cover_media_file_id ON posts WHEN NEW.cover_media_file_id IS NOT OLD.cover_media_file_id
BEGIN
    DELETE FROM post_media WHERE post_id = NEW.id AND position = 100;
    INSERT INTO post_media (post_id, position, media_file_id) SELECT NEW.id, 100, NEW.cover_media_file_id WHERE NEW.cover_media_file_id IS NOT NULL;
END;
