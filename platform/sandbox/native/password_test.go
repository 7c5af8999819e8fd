package native

import (
	"encoding/base64"
	"strings"
	"testing"
)

// FuzzNativePassword opens any bytes as a sealed password: without the key nobody can have sealed
// one.
func FuzzNativePassword(f *testing.F) {
	key, err := newNativeKey()
	if err != nil {
		f.Fatal(err)
	}
	for _, blob := range []string{"", "\x01\x4d", "\x01\x4d" + strings.Repeat("a", 12) + "\x00\x01" + strings.Repeat("b", 300)} {
		f.Add("1", []byte(blob))
	}
	f.Fuzz(func(t *testing.T, stamp string, blob []byte) {
		if password, err := key.open("#PWD_INSTAGRAM:4:" + stamp + ":" + base64.StdEncoding.EncodeToString(blob)); err == nil {
			t.Errorf("%q opened as %q", blob, password)
		}
	})
}
