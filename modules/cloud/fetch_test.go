package cloud_test

import (
	"bytes"
	"testing"

	"crier/modules/cloud"
	"crier/platform/apperror"
)

// TestFetch: a file that is larger than it may be is not cut to what it may be.
func TestFetch(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.store.put("media/there.jpg")
	b.store.objects["media/large.jpg"] = []byte("larger")
	for _, c := range []struct {
		address, want string
		code          apperror.Code
	}{
		{b.store.http.URL + "/public/media/there.jpg", "x", ""},
		{b.store.http.URL + "/public/media/large.jpg", "larg", ""},
		{b.store.http.URL + "/public/media/gone.jpg", "", apperror.MediaInvalid},
		{b.store.http.URL + "/publicity/media/there.jpg", "", apperror.MediaInvalid},
	} {
		var got bytes.Buffer
		if err := cloud.Fetch(t.Context(), b.link, c.address, &got, 3); apperror.CodeOf(err) != c.code || got.String() != c.want {
			t.Errorf("%s: %q, %v", c.address, got.String(), err)
		}
	}
}
