package e2e_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/media"
	network "crier/platform/limits"
)

// TestLimits_File: a value of limits.json holds for the rules, the sandbox, the command line and
// the documentation alike. A line that cannot hold leaves Crier's own value, and is told of.
func TestLimits_File(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, network.FileName), []byte(`{"feed-picture-tallest": 0.6, "hashtags": "many"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	service := e2e.Program(t).Serve(t, "CRIER_DATA_DIR="+dir)
	tall := filepath.Join(t.TempDir(), "tall.png")
	if err := os.WriteFile(tall, picture(t, 300, 450), 0o600); err != nil {
		t.Fatal(err)
	}
	published := service.Command(t, "publish", tall, "--account", "crier.demo.bakery", "--caption", "Tall", "--wait")
	if published.Code != 0 || !strings.Contains(published.Stdout, "PUBLISHED") {
		t.Errorf("a picture of 2:3: %+v", published)
	}
	const attention = 3
	var table media.NetworkLimits
	exit := service.Command(t, "limits", "--json")
	if err := json.NewDecoder(strings.NewReader(exit.Stdout)).Decode(&table); err != nil || exit.Code != attention {
		t.Fatalf("%+v, %v", exit, err)
	}
	at := slices.IndexFunc(table.Limits, func(l network.Limit) bool { return l.Name == network.TallestPicture })
	if at < 0 || table.Limits[at].Value != 0.6 || len(table.Problems) != 1 || !strings.Contains(table.Problems[0], `"hashtags" is "many", which is no number`) {
		t.Errorf("%+v", table)
	}
	if text := service.Command(t, "limits").Stdout; !strings.Contains(text, "set by limits.json; Crier brings 0.75") || !strings.Contains(text, `"hashtags" is "many"`) {
		t.Error(text)
	}
	if page := service.Anonymous(t).Get("/docs/limits").Want(http.StatusOK).Body; !bytes.Contains(page, []byte("(limits.json)")) {
		t.Error("the page of the limits does not say which value is the file's")
	}
	if log, err := os.ReadFile(filepath.Join(dir, "crier.log")); err != nil || !bytes.Contains(log, []byte("limits.json has what cannot hold")) {
		t.Errorf("%v\n%s", err, log)
	}
	if examined := service.Command(t, "doctor", "--live"); !strings.Contains(examined.Stdout, `is "many", which is no number`) || !strings.Contains(examined.Stdout, "v25.0, which ends on 29 July 2028") {
		t.Errorf("%+v", examined)
	}
	service.Stop(t)
	if alone := service.Command(t, "limits"); alone.Code != attention || !strings.Contains(alone.Stdout, "set by limits.json; Crier brings 0.75") {
		t.Errorf("without a service: %+v", alone)
	}
}
