package clients_test

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/e2e"
)

// pictures is a folder with rotated.jpg and quarters.png.
const pictures = "../testdata/media"

// take runs a walk on a new App. A walk polls on the App's clock: each pause that it announces
// passes here. The App's network takes a while for a picture, so that a walk has to poll.
func take(t *testing.T, walk *exec.Cmd) {
	t.Helper()
	app := e2e.Boot(t)
	app.Control(t).Fault(e2e.Fault{Match: e2e.ContainerReads, Times: 3, Body: `{"status_code":"IN_PROGRESS","status":"In Progress"}`})
	_, key, err := app.Keys.Create(t.Context(), "walk")
	if err != nil {
		t.Fatal(err)
	}
	walk.Env = append(walk.Environ(), "CRIER_URL="+app.Server.URL()+"/api/v1", "CRIER_API_KEY="+key.Reveal(),
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
		t.Fatalf("the walk: %v\n%s", err, &surprise)
	}
	if pauses < 3 {
		t.Errorf("the walk has polled %d times", pauses)
	}
	if live := app.Control(t).Ledger().Publications; len(live) != 1 || live[0].Caption != "" {
		t.Errorf("live are %+v", live)
	}
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
		app.Rest(t)
		app.Clock.Advance(time.Duration(n) * time.Second)
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
