-- Where the worker tells a person of failures while this machine is off: the address, sealed, and how messages are worded for it.
ALTER TABLE cloud_worker ADD COLUMN sealed_notify_url BLOB;
ALTER TABLE cloud_worker ADD COLUMN notify_kind TEXT NOT NULL DEFAULT '';
