package secrets_test

import (
	"strings"
	"testing"

	"crier/platform/secrets"
)

func TestHideKeys(t *testing.T) {
	t.Parallel()
	key := strings.Repeat("0a1F", 16)
	for text, want := range map[string]string{
		"/public/" + key + ".jpg":                              "/public/[hidden].jpg",
		"cannot fetch https://a.example/" + key + ": HTTP 404": "cannot fetch https://a.example/[hidden]: HTTP 404",
		"/api/v1/posts/3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e":   "/api/v1/posts/3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
		"media 17920238422030506, trace AbCdEfGhIjKlMnOpQrStU": "media 17920238422030506, trace AbCdEfGhIjKlMnOpQrStU",
		"": "",
	} {
		if got := secrets.HideKeys(text); got != want {
			t.Errorf("%q became %q", text, got)
		}
	}
}
