-- What the network said at the last look is kept apart from our words.
ALTER TABLE golive_looks ADD COLUMN said TEXT NOT NULL DEFAULT '';
