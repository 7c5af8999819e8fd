// Package backuptest seals keys for tests.
package backuptest

import (
	"bytes"
	"encoding/base64"
	"io"
	"testing"

	"crier/platform/secrets"

	"filippo.io/age"
)

// work is the scrypt work factor of the files. At the one that age takes by itself, a passphrase
// costs more than half a second of a processor each time that it is used.
const work = 10

// Seal returns the key encrypted with the passphrase, in a file as backup.SealKey makes it but for
// its work factor, which a file says.
func Seal(tb testing.TB, key secrets.Key, passphrase string) []byte {
	tb.Helper()
	recipient, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		tb.Fatal(err)
	}
	recipient.SetWorkFactor(work)
	var sealed bytes.Buffer
	w, err := age.Encrypt(&sealed, recipient)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := io.WriteString(w, `{"kind":"crier sealing key","key":"`+base64.StdEncoding.EncodeToString(key[:])+`"}`); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return sealed.Bytes()
}
