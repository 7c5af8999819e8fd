package objectstore_test

import (
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/objectstore"
	"crier/platform/secrets"
)

func TestNewKey(t *testing.T) {
	t.Parallel()
	a, b := objectstore.NewKey("jpg"), objectstore.NewKey("jpg")
	if a == b || !objectstore.ValidKey(a) || len(a) != 68 {
		t.Errorf("got %q and %q", a, b)
	}
}

func TestUnconfigured(t *testing.T) {
	t.Parallel()
	s := objectstore.Unconfigured{}
	for _, err := range []error{s.Ready(), s.Put(t.Context(), objectstore.NewKey("jpg"), "", "image/jpeg")} {
		if apperror.CodeOf(err) != apperror.BucketNotConfigured {
			t.Errorf("got %v", err)
		}
	}
}

// TestNewKeyDue: a key with a month is valid and names the month in UTC; keys without a month stay
// valid.
func TestNewKeyDue(t *testing.T) {
	t.Parallel()
	due := time.Date(2026, 12, 31, 23, 30, 0, 0, time.FixedZone("", -2*60*60))
	key := objectstore.NewKeyDue("jpg", due)
	month, isDated := objectstore.DueMonth(key)
	if !objectstore.ValidKey(key) || !strings.HasPrefix(key, "crier-202701-") || !isDated || !month.Equal(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%s: %v, %v", key, month, isDated)
	}
	if hidden := secrets.HideKeys(key); strings.Contains(hidden, key[len("crier-202701-"):]) {
		t.Errorf("a log would have %s", hidden)
	}
	if month, isDated := objectstore.DueMonth("crier-202701-"); !isDated || month.Month() != time.January {
		t.Errorf("of a prefix: %v, %v", month, isDated)
	}
	for _, due := range []time.Time{time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC), {}} {
		if key := objectstore.NewKeyDue("jpg", due); !objectstore.ValidKey(key) || strings.HasPrefix(key, "crier-") {
			t.Errorf("%s: %s", due, key)
		}
	}
	plain := objectstore.NewKey("jpg")
	for _, other := range []string{plain, "crier-" + plain, "crier-202613-" + plain, "crier-2026-" + plain, "", "crier--"} {
		if _, isDated := objectstore.DueMonth(other); isDated {
			t.Errorf("%s has a month", other)
		}
		if objectstore.ValidKey(other) != (other == plain) {
			t.Errorf("%s: is a key: %v", other, objectstore.ValidKey(other))
		}
	}
	for _, bad := range []string{"crier-202612-../" + plain, "crier-202612/" + plain, "crier-202612-" + plain + "/x", "CRIER-202612-" + plain} {
		if objectstore.ValidKey(bad) {
			t.Errorf("%s is a key", bad)
		}
	}
}
