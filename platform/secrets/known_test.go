package secrets_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"crier/platform/secrets"
)

// random returns a text as tokens are, another one for each n.
func random(n, length int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	var b strings.Builder
	x := uint64(n)*2654435761 + 12345
	for range length {
		x = x*6364136223846793005 + 1442695040888963407
		b.WriteByte(letters[x>>58])
	}
	return b.String()
}

// TestHideKeys_AStoredToken is hidden wherever it comes back, whole, cut at either end, escaped,
// and after other tokens.
func TestHideKeys_AStoredToken(t *testing.T) {
	t.Parallel()
	box, err := secrets.NewBox(secrets.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	token := random(1, 180)
	sealed := box.Seal(secrets.NewText(token), "a")
	barred := random(2, 20) + "|" + random(3, 20)
	box.Seal(secrets.NewText(barred), "b")
	for range 3 {
		if _, err := box.Open(sealed, "a"); err != nil {
			t.Fatal(err)
		}
	}
	for _, echoed := range []string{
		token, token[:100], token[80:], token[37:61], token[101:118], barred, url.QueryEscape(barred), token + token, token + barred,
	} {
		for _, text := range []string{"%s", "invalid OAuth access token: '%s'.", "https://a.example/?x=%s&y=z", `{"message":"%s"}`, "x%s"} {
			got := secrets.HideKeys(fmt.Sprintf(text, echoed))
			for i := 0; i+16 <= len(echoed); i++ {
				if strings.Contains(got, echoed[i:i+16]) {
					t.Fatalf("%s of %s became %s", text, echoed, got)
				}
			}
			if !strings.Contains(got, "[hidden]") {
				t.Errorf("%s of %s became %s", text, echoed, got)
			}
		}
	}
	for _, text := range []string{"the account northwind.bakery has no token", token[:12] + " and " + random(9, 40), "17920238422030506"} {
		if got := secrets.HideKeys(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestHideKeys_Documents: what is sealed as a document is not hidden as a whole, but the parts of
// it that somebody has named.
func TestHideKeys_Documents(t *testing.T) {
	t.Parallel()
	box, err := secrets.NewBox(secrets.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	inside := random(4, 60)
	box.Seal(secrets.NewText(`{"username":"a_rather_long_username","token":"`+inside+`"}`), "c")
	secrets.Remember(secrets.NewText(inside))
	if got := secrets.HideKeys("a_rather_long_username sent " + inside); got != "a_rather_long_username sent [hidden]" {
		t.Errorf("got %q", got)
	}
}

// BenchmarkHideKeys is a line of the log while as many tokens are known as are remembered.
func BenchmarkHideKeys(b *testing.B) {
	for i := range 300 {
		secrets.Remember(secrets.NewText(random(100+i, 200)))
	}
	line := strings.Repeat("the account northwind.bakery was read, 3 media; ", 8)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		_ = secrets.HideKeys(line)
	}
}
