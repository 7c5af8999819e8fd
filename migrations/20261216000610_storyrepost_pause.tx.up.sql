-- Until when somebody has paused reposting for an account.
ALTER TABLE story_repost_configs ADD COLUMN paused_until INTEGER;
