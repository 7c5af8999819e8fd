package secrets_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "crier/platform/needtest/raced"
	"crier/platform/secrets"

	"github.com/zalando/go-keyring"
)

func TestText_NeverPrints(t *testing.T) {
	t.Parallel()
	const hidden = "SANDBOX-IG-TOKEN"
	text := secrets.NewText(hidden)
	record := struct{ Token secrets.Text }{text}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "token", text, "record", record)
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "token", text, "record", record)
	encoded, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, printed := range []string{
		fmt.Sprint(text), text.String(), fmt.Sprintf("%v %+v %#v %s %q %x %d", text, record, record, text, text, text, text),
		string(encoded), log.String(), fmt.Errorf("bad %w", errors.New(text.String())).Error(),
	} {
		if strings.Contains(printed, hidden) || strings.Contains(printed, fmt.Sprintf("%x", hidden)) {
			t.Errorf("the secret stands in %q", printed)
		}
	}
	if text.Reveal() != hidden || text.IsEmpty() || !(secrets.Text{}).IsEmpty() {
		t.Error("Reveal or IsEmpty is wrong")
	}
}

func TestBox_OpensOnlyWhatItSealedForTheRecord(t *testing.T) {
	t.Parallel()
	box, other := newBox(t), newBox(t)
	sealed := box.Seal(secrets.NewText("token"), "account 1")
	again := box.Seal(secrets.NewText("token"), "account 1")
	if bytes.Equal(sealed, again) {
		t.Error("two seals of one secret are alike")
	}
	if bytes.Contains(sealed, []byte("token")) {
		t.Error("the secret stands in what was sealed")
	}
	if got, err := box.Open(sealed, "account 1"); err != nil || got.Reveal() != "token" {
		t.Errorf("got %q, %v", got.Reveal(), err)
	}
	flipped := bytes.Clone(sealed)
	flipped[len(flipped)-1] ^= 1
	for name, open := range map[string]func() (secrets.Text, error){
		"another record": func() (secrets.Text, error) { return box.Open(sealed, "account 2") },
		"another key":    func() (secrets.Text, error) { return other.Open(sealed, "account 1") },
		"a flipped bit":  func() (secrets.Text, error) { return box.Open(flipped, "account 1") },
		"too short":      func() (secrets.Text, error) { return box.Open(sealed[:5], "account 1") },
		"nothing":        func() (secrets.Text, error) { return box.Open(nil, "account 1") },
	} {
		if got, err := open(); !errors.Is(err, secrets.ErrSealed) || !got.IsEmpty() {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestBox_Fits: one value that opens is proof of the key; damage to others is another matter.
func TestBox_Fits(t *testing.T) {
	t.Parallel()
	box, other := newBox(t), newBox(t)
	own := secrets.Sealed{Value: box.Seal(secrets.NewText("a"), "1"), Record: "1"}
	foreign := secrets.Sealed{Value: other.Seal(secrets.NewText("a"), "2"), Record: "2"}
	for name, c := range map[string]struct {
		values []secrets.Sealed
		want   bool
	}{
		"nothing": {nil, true}, "own": {[]secrets.Sealed{own}, true}, "foreign": {[]secrets.Sealed{foreign}, false},
		"both": {[]secrets.Sealed{foreign, own}, true}, "damaged": {[]secrets.Sealed{{Value: own.Value, Record: "2"}}, false},
	} {
		if got := box.Fits(c.values); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func newBox(t *testing.T) *secrets.Box {
	t.Helper()
	box, err := secrets.NewBox(secrets.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	return box
}

func TestLoadKey_File(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "secret.key")
	if _, err := secrets.LoadKey(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a file: %v", err)
	}
	key, err := secrets.MakeKey(path, false)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := secrets.LoadKey(path); err != nil || again != key {
		t.Errorf("a second load gave another key: %v", err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if _, err := secrets.MakeKey(path, false); err == nil {
		t.Error("a key was replaced")
	}
	short := filepath.Join(t.TempDir(), "short.key")
	if err := os.WriteFile(short, []byte(`{"source": "file", "key": "c2hvcnQ=", "check": ""}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := secrets.LoadKey(short); err == nil || !strings.Contains(err.Error(), "not a key of 32 bytes") {
		t.Errorf("a key of five bytes: %v", err)
	}
	damage(t, path, `"check": "`, `"check": "0`)
	if _, err := secrets.LoadKey(path); err == nil {
		t.Error("a record with a wrong check was accepted")
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := secrets.LoadKey(path); err == nil {
		t.Error("a damaged record was accepted")
	}
}

// TestFound_UnreadKeyIsNotLost: a key that cannot be read for a reason that may pass is neither
// missing nor damaged.
func TestFound_UnreadKeyIsNotLost(t *testing.T) {
	t.Parallel()
	loop := filepath.Join(t.TempDir(), "secret.key")
	if err := os.Symlink(loop, loop); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{loop, t.TempDir()} {
		_, err := secrets.LoadKey(path)
		_, checkErr := secrets.RecordedCheck(path)
		for _, err := range []error{err, checkErr} {
			if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, secrets.ErrRecord) || !strings.Contains(err.Error(), "cannot be read now, and nothing is lost") {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	for content, isDamaged := range map[string]bool{
		"{": true, `{"source": "file", "key": "c2hvcnQ=", "check": ""}`: true, "": true,
	} {
		path := filepath.Join(t.TempDir(), "secret.key")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := secrets.LoadKey(path); errors.Is(err, secrets.ErrRecord) != isDamaged {
			t.Errorf("%q: %v", content, err)
		}
	}
	path := filepath.Join(t.TempDir(), "secret.key")
	key, err := secrets.MakeKey(path, false)
	if err != nil {
		t.Fatal(err)
	}
	damage(t, path, "{", "\ufeff{")
	if again, err := secrets.LoadKey(path); err != nil || again != key {
		t.Errorf("a key that an editor has saved: %v", err)
	}
}

// The mocked keyring is a global of its library, so this test is alone in using one.
func TestLoadKey_Keyring(t *testing.T) { //nolint:paralleltest // See above.
	keyring.MockInit()
	path := filepath.Join(t.TempDir(), "secret.key")
	key, err := secrets.MakeKey(path, true)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := secrets.LoadKey(path); err != nil || again != key {
		t.Errorf("a second load gave another key: %v", err)
	}
	b, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(b), `"key"`) {
		t.Errorf("the key itself is in the folder: %s, %v", b, err)
	}
	keyring.MockInit()
	if _, err := secrets.LoadKey(path); err == nil || !strings.Contains(err.Error(), "keyring") {
		t.Errorf("a lost keyring entry gave %v", err)
	}
	keyring.MockInitWithError(errors.New("no keyring here"))
	fallback := filepath.Join(t.TempDir(), "secret.key")
	if _, err := secrets.MakeKey(fallback, true); err != nil {
		t.Errorf("without a keyring: %v", err)
	}
	if b, err := os.ReadFile(fallback); err != nil || !strings.Contains(string(b), `"key"`) {
		t.Errorf("the fallback holds no key: %s, %v", b, err)
	}
}

func damage(t *testing.T, path, old, replacement string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(b, []byte(old), []byte(replacement), 1), 0o600); err != nil {
		t.Fatal(err)
	}
}
