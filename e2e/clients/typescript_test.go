package clients_test

import (
	"bufio"
	"bytes"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/e2e"
)

// TestTypeScriptClient compiles typescript/walk.ts against the generated types and runs it. The
// program polls on the App's clock: each pause that it announces passes here.
func TestTypeScriptClient(t *testing.T) {
	t.Parallel()
	compiled := t.TempDir()
	if out, err := node(t, "typescript/node_modules/@typescript/native/bin/tsc", "--project", "typescript", "--outDir", compiled).CombinedOutput(); err != nil {
		t.Fatalf("tsc: %v\n%s", err, out)
	}
	app, key := begin(t)
	walk := node(t, filepath.Join(compiled, "walk.js"))
	walk.Env = append(walk.Env, "CRIER_URL="+app.Server.URL()+"/api/v1", "CRIER_API_KEY="+key,
		"CRIER_PICTURES="+pictures, "CRIER_PAUSE=stdin")
	var surprise bytes.Buffer
	walk.Stderr = &surprise
	in, inErr := walk.StdinPipe()
	out, outErr := walk.StdoutPipe()
	if inErr != nil || outErr != nil {
		t.Fatal(inErr, outErr)
	}
	if err := walk.Start(); err != nil {
		t.Fatal(err)
	}
	pauses := accompany(t, app, in, out)
	if err := walk.Wait(); err != nil {
		t.Fatalf("walk.ts: %v\n%s", err, &surprise)
	}
	if pauses < 3 {
		t.Errorf("the walk has polled %d times", pauses)
	}
	onlyOneIsLive(t, app)
}

// accompany lets the pauses pass that a walk announces, until it ends, and returns how many there
// were.
func accompany(t *testing.T, app *e2e.App, in io.Writer, out io.Reader) (pauses int) {
	t.Helper()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		seconds, ok := strings.CutPrefix(lines.Text(), "pause ")
		if !ok {
			t.Log(lines.Text())
			continue
		}
		n, err := strconv.Atoi(seconds)
		if err != nil {
			t.Fatal(err)
		}
		pass(t, app, time.Duration(n)*time.Second)
		pauses++
		if _, err := io.WriteString(in, "\n"); err != nil {
			t.Fatal(err)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return pauses
}
