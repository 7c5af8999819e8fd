package clients_test

import (
	"testing"
	"time"

	"crier/e2e"
)

// pictures is a folder with rotated.jpg and quarters.png.
const pictures = "../testdata/media"

// begin boots an App for a walk, and returns it with an API key. Its network takes a while for a
// picture, so that a client has to poll.
func begin(t *testing.T) (app *e2e.App, key string) {
	t.Helper()
	app = e2e.Boot(t)
	app.Control(t).Fault(e2e.Fault{Match: e2e.ContainerReads, Times: 3, Body: `{"status_code":"IN_PROGRESS","status":"In Progress"}`})
	_, made, err := app.Keys.Create(t.Context(), "walk")
	if err != nil {
		t.Fatal(err)
	}
	return app, made.Reveal()
}

// pass moves the clock of the App once it has done all that it can do now.
func pass(t *testing.T, app *e2e.App, d time.Duration) {
	t.Helper()
	app.Rest(t)
	app.Clock.Advance(d)
}

// onlyOneIsLive holds a walk against what the network says.
func onlyOneIsLive(t *testing.T, app *e2e.App) {
	t.Helper()
	if live := app.Control(t).Ledger().Publications; len(live) != 1 || live[0].Caption != "" {
		t.Errorf("live are %+v", live)
	}
}
