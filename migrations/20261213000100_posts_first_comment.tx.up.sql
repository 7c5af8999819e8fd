-- What the author says below the post once it is PUBLISHED.
ALTER TABLE posts ADD COLUMN first_comment TEXT;
ALTER TABLE posts_archive ADD COLUMN first_comment TEXT;
