-- With which code the network has refused to sign in anew for an ended session; only the user's own login clears it.
ALTER TABLE native_credentials ADD COLUMN login_refused TEXT;
