package secrets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"
)

// TestRegistry_ForgetsTheOldest: of more secrets than are remembered, the one that was used least
// lately is forgotten, and all others are hidden.
func TestRegistry_ForgetsTheOldest(t *testing.T) {
	t.Parallel()
	secret := func(n int) string {
		sum := sha256.Sum256([]byte(fmt.Sprint(n)))
		return hex.EncodeToString(sum[:])
	}
	r := NewTexts(maxKnown)
	for n := range maxKnown {
		r.Add(secret(n))
	}
	anchors := func() (n int) {
		for _, of := range r.anchors {
			n += len(of)
		}
		return n
	}
	before := anchors()
	r.Add(secret(0))
	if after := anchors(); after != before {
		t.Errorf("a secret that is known already took %d anchors", after-before)
	}
	r.Add(secret(maxKnown))
	for n := range maxKnown + 1 {
		want := hiddenText
		if n == 1 {
			want = secret(n)
		}
		if got := r.Hide(secret(n)); got != want {
			t.Errorf("secret %d became %s", n, got)
		}
	}
}
