// Package backuptest seals keys for tests.
package backuptest

import (
	"testing"

	"crier/platform/backup"
	"crier/platform/secrets"

	"filippo.io/age"
)

// work is the scrypt work factor of the files. At the one that age takes by itself, a passphrase
// costs more than half a second of a processor each time that it is used.
const work = 10

// Seal returns the key encrypted with the passphrase, as backup.SealKey does but for the work
// factor, which a file says.
func Seal(tb testing.TB, key secrets.Key, passphrase string) []byte {
	tb.Helper()
	recipient, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		tb.Fatal(err)
	}
	recipient.SetWorkFactor(work)
	sealed, err := backup.SealKeyTo(key, recipient)
	if err != nil {
		tb.Fatal(err)
	}
	return sealed
}
