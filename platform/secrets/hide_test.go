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
		"/api/v1/svc_live_Zk3abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN/x": "/api/v1/svc_live_Zk3[hidden]/x",
		"svc_live_Zk3": "svc_live_Zk3", "Authorization: Bearer svc_live_<43 characters>": "Authorization: Bearer svc_live_<43 characters>",
		`Get "https://a.example/me?access_token=IGQWRPabc.d&fields=id": EOF`: `Get "https://a.example/me?access_token=[hidden]&fields=id": EOF`,
		"fb_exchange_token=abc client_secret=def":                            "fb_exchange_token=[hidden] client_secret=[hidden]",
		"sent Authorization: Bearer IGT:2:abcdefghijklmnop=":                 "sent Authorization: Bearer [hidden]",
		"session=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl; Path=/":  "session=[hidden]; Path=/",
	} {
		if got := secrets.HideKeys(text); got != want {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestHideKeys_LongHex: runs of 40 hexadecimal digits and more, wherever they begin and end, and no
// shorter ones.
func TestHideKeys_LongHex(t *testing.T) {
	t.Parallel()
	long, short := strings.Repeat("aF", 20), strings.Repeat("0", 39)
	for text, want := range map[string]string{
		long: "[hidden]", long + long: "[hidden]", short: short, short + "g" + short: short + "g" + short,
		"g" + long + "g" + short + "-" + long: "g[hidden]g" + short + "-[hidden]", "\xff" + long + "\xff": "\xff[hidden]\xff", "é" + long + "é": "é[hidden]é",
	} {
		if got := secrets.HideKeys(text); got != want {
			t.Errorf("%q became %q, not %q", text, got, want)
		}
	}
}

// BenchmarkPrintable is a text of 10 MB: hexadecimal digits, and words.
func BenchmarkPrintable(b *testing.B) {
	const size = 10 << 20
	for name, piece := range map[string]string{"hex": "0123456789abcdef", "words": "the account northwind.bakery was read; "} {
		text := strings.Repeat(piece, size/len(piece))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				_ = secrets.Printable(text, 500)
			}
		})
	}
}

func TestPrintable(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{" \ta\x00b\xff\u202ec\n", "a b  c"},
		{strings.Repeat("é", 20), strings.Repeat("é", 20)},
		{strings.Repeat("é", 21), strings.Repeat("é", 19) + "…"},
		{strings.Repeat("😀", 20_000), strings.Repeat("😀", 20)},
		{"0123456789012345678901234567890123456789", secrets.HideKeys("0123456789012345678901234567890123456789")},
	} {
		if got := secrets.Printable(c[0], 20); got != c[1] {
			t.Errorf("%.30q: got %q, want %q", c[0], got, c[1])
		}
	}
}
