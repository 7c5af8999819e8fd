-- How many posts there are of each status, kept by the database itself: to count them for each page of a list would mean to
-- read them all. A post must never be REPLACEd, for which SQLite does not run the trigger of what is deleted.
CREATE TABLE post_counts (
    status TEXT NOT NULL,
    is_scheduled INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (status, is_scheduled)
) STRICT, WITHOUT ROWID;

INSERT INTO post_counts (status, is_scheduled, n) SELECT status, is_scheduled, count(*) FROM posts GROUP BY status, is_scheduled;

CREATE TRIGGER posts_counted_in AFTER INSERT ON posts
BEGIN
    INSERT INTO post_counts (status, is_scheduled, n) VALUES (NEW.status, NEW.is_scheduled, 1)
    ON CONFLICT (status, is_scheduled) DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER posts_counted_out AFTER DELETE ON posts
BEGIN
    UPDATE post_counts SET n = n - 1 WHERE status = OLD.status AND is_scheduled = OLD.is_scheduled;
END;

CREATE TRIGGER posts_counted_over AFTER UPDATE OF status, is_scheduled ON posts
WHEN NEW.status <> OLD.status OR NEW.is_scheduled <> OLD.is_scheduled
BEGIN
    UPDATE post_counts SET n = n - 1 WHERE status = OLD.status AND is_scheduled = OLD.is_scheduled;
    INSERT INTO post_counts (status, is_scheduled, n) VALUES (NEW.status, NEW.is_scheduled, 1)
    ON CONFLICT (status, is_scheduled) DO UPDATE SET n = n + 1;
END;
