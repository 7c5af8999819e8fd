-- What a step of the set-up that failed needs of the user, and what Cloudflare itself said.
ALTER TABLE cloud_steps ADD COLUMN needs TEXT NOT NULL DEFAULT '';
ALTER TABLE cloud_steps ADD COLUMN said TEXT NOT NULL DEFAULT '';
