package objectstore_test

import (
	"testing"

	"crier/platform/apperror"
	"crier/platform/objectstore"
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
