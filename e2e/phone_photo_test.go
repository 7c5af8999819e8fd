package e2e_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"crier/e2e"
)

// TestPublish_PhonePhoto: the line of the README publishes the HEIC photo of a phone, which is 3:4,
// as it is. Crier says that not all sources take that shape; a network that refuses it makes the
// post FAILED, with its words and what to do.
func TestPublish_PhonePhoto(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile("(?m)^bin/crier publish photo.jpg .*$").FindString(string(readme))
	if line == "" || strings.Contains(line, "--fit") {
		t.Fatalf("the README publishes a photo with %q", line)
	}
	service := e2e.Program(t).Serve(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "photo.jpg"), tallHEIC(t), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := tryScript(t, service, dir, line)
	if err != nil || !strings.Contains(out, "PUBLISHED") || !strings.Contains(out, "a ratio of 0.75; feed pictures take 0.80 (4:5) to 1.91 (1.91:1) for sure") {
		t.Errorf("%v\n%s", err, out)
	}
	network := service.Control(t)
	ledger := network.Ledger()
	if len(ledger.Publications) != 1 || ledger.Publications[0].MediaType != "IMAGE" {
		t.Errorf("the network has %+v", ledger.Publications)
	}
	network.Fault(e2e.Fault{Match: e2e.CreateCalls, Times: 1, HTTP: 400, Code: 36003, Subcode: 2207009, Message: "The aspect ratio is not supported."})
	out, err = tryScript(t, service, dir, strings.ReplaceAll(line, "Fresh bread", "More bread"))
	if err == nil || !strings.Contains(out, "FAILED") || !strings.Contains(out, "The aspect ratio is not supported.") || !strings.Contains(out, "--fit") {
		t.Errorf("%v\n%s", err, out)
	}
	if n := len(network.Ledger().Publications); n != 1 {
		t.Errorf("%d posts are public", n)
	}
}
