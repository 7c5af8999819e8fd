-- The bucket that Crier has made last, as the endpoint and the name: https://ACCOUNT.r2.cloudflarestorage.com/NAME. It outlives a teardown,
-- as the bucket does. Of before, it is known by the name that a set-up gives.
ALTER TABLE cloud_worker ADD COLUMN made_bucket TEXT NOT NULL DEFAULT '';
UPDATE cloud_worker SET made_bucket = bucket.endpoint || '/' || bucket.name
FROM cloud_bucket AS bucket
WHERE bucket.name = 'crier-media' AND bucket.access_key_id = cloud_worker.token_id;
