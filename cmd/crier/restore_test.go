package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/modules"
	"crier/platform/backup"
	"crier/platform/backup/backuptest"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/secrets"
	"crier/platform/secrets/secretstest"
)

// TestRestore_KeyringIsReset restores over a folder whose keyring has lost the key. The key that is
// named, or is in the backup, takes its place, and is there afterwards. Without one the restore
// names the keyring, unless it may do without.
func TestRestore_KeyringIsReset(t *testing.T) {
	t.Setenv(passphraseVariable, "correct horse")
	for name, c := range map[string]struct {
		inBackup bool
		restore  restoreFile
		fails    string
		hasKey   bool
	}{
		"the key is named":         {restore: restoreFile{Key: "exported.key", Keyring: "auto"}, hasKey: true},
		"it is named, off":         {restore: restoreFile{Key: "exported.key", Keyring: "off"}, hasKey: true},
		"the key is in the backup": {inBackup: true, restore: restoreFile{Keyring: "auto"}, hasKey: true},
		"there is no key":          {restore: restoreFile{Keyring: "auto"}, fails: "keyring"},
		"without the key":          {restore: restoreFile{WithoutKey: true, Keyring: "auto"}, fails: errAttention.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			secretstest.EmptyKeyring()
			dir, key := folderWithKeyInKeyring(t)
			m := backup.Maker{Dir: dir, Contents: modules.BackedUp(), Clock: clock.System(), Version: "4.4.0"}
			if c.inBackup {
				m.Seal = func(key secrets.Key) ([]byte, error) { return backuptest.Seal(t, key, "correct horse"), nil }
			}
			r := c.restore
			r.DataDir, r.File = dir.Path(), filepath.Join(t.TempDir(), "one.crier")
			if _, err := m.Make(t.Context(), r.File); err != nil {
				t.Fatal(err)
			}
			if r.Key != "" {
				r.Key = filepath.Join(t.TempDir(), r.Key)
				if err := os.WriteFile(r.Key, backuptest.Seal(t, key, "correct horse"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			secretstest.EmptyKeyring()
			err := r.Run(t.Context())
			if (err != nil) != (c.fails != "") || err != nil && !strings.Contains(err.Error(), c.fails) {
				t.Errorf("the restore gave %v", err)
			}
			if loaded, err := secrets.LoadKey(dir.SecretKey()); (err == nil) != c.hasKey || c.hasKey && loaded != key {
				t.Errorf("afterwards the key is %v", err)
			}
		})
	}
}

// folderWithKeyInKeyring returns a data folder with a token that is sealed under its key, and the
// key.
func folderWithKeyInKeyring(t *testing.T) (*datadir.Dir, secrets.Key) {
	t.Helper()
	dir, err := datadir.Open(filepath.Join(t.TempDir(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	key, err := secrets.MakeKey(dir.SecretKey(), true)
	if err != nil {
		t.Fatal(err)
	}
	box, err := secrets.NewBox(key)
	if err != nil {
		t.Fatal(err)
	}
	databasetest.Put(t, dir.Database())
	db, err := database.Open(t.Context(), dir.Database())
	if err != nil {
		t.Fatal(err)
	}
	const account = "11111111-1111-4111-8111-111111111111"
	sealed := box.Seal(secrets.NewText("a token that nobody may read"), "account-token:"+account)
	for _, insert := range []struct {
		statement string
		args      []any
	}{
		{"INSERT INTO users (id, created_at) VALUES ('u', 0)", nil},
		{"INSERT INTO social_accounts (id, user_id, network, sn_user_id, username, login_method, created_at) VALUES (?, 'u', 'sandbox', '1', 'baker', 'primary', 0)", []any{account}},
		{"INSERT INTO account_tokens (account_id, sealed, updated_at) VALUES (?, ?, 0)", []any{account, sealed}},
	} {
		if _, err := db.DB.DB.ExecContext(t.Context(), insert.statement, insert.args...); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, key
}
