package wireid_test

import (
	"testing"

	"crier/platform/wireid"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const canonical = "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
	for in, ok := range map[string]bool{
		canonical:                                       true,
		"3F2B8C1E-6D4A-4F7B-9C0D-5E8A1B2C3D4E":          true,
		"{3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e}":        false,
		"urn:uuid:3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e": false,
		"3f2b8c1e6d4a4f7b9c0d5e8a1b2c3d4e":              false,
		"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4g":          false,
		"3f2b8c1e-6d4a-4f7b-9c0d_5e8a1b2c3d4e":          false,
		"":                                              false,
	} {
		got, err := wireid.Parse(in)
		if ok != (err == nil) {
			t.Errorf("%q: got %q, %v", in, got, err)
		}
		if ok && got.String() != canonical {
			t.Errorf("%q became %q", in, got)
		}
	}
}

func TestNew_ParsesAndDiffers(t *testing.T) {
	t.Parallel()
	a, b := wireid.New(), wireid.New()
	if parsed, err := wireid.Parse(a.String()); err != nil || parsed != a || a == b {
		t.Errorf("got %q and %q, %v", a, b, err)
	}
}

func TestID_RoundTripsThroughTheDatabase(t *testing.T) {
	t.Parallel()
	want := wireid.New()
	v, err := want.Value()
	if err != nil {
		t.Fatal(err)
	}
	var got wireid.ID
	for _, src := range []any{v, []byte(want.String())} {
		if err := got.Scan(src); err != nil || got != want {
			t.Errorf("%T: got %v, %v", src, got, err)
		}
	}
	if err := got.Scan(nil); err != nil || !got.IsZero() {
		t.Errorf("NULL became %v, %v", got, err)
	}
	for _, src := range []any{int64(1), "x"} {
		if err := got.Scan(src); err == nil {
			t.Errorf("%v was accepted", src)
		}
	}
}
