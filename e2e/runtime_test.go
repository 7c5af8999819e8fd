package e2e_test

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"testing"

	"crier/e2e"
	"crier/platform"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// TestServe_RuntimeFileIsThereBeforeHealthAnswers looks while the service starts, and while it
// stops: at the first moment after the server began to answer, and at the last one before it ends.
func TestServe_RuntimeFileIsThereBeforeHealthAnswers(t *testing.T) {
	t.Parallel()
	var dir *datadir.Dir
	looks := 0
	look := func(srv *httpapi.Server) {
		looks++
		if status := statusOf(t, srv.BaseURL()+"/health"); status != http.StatusOK {
			t.Errorf("look %d: /health answered %d", looks, status)
		}
		if r, err := dir.ReadRuntime(); err != nil || r.APIURL != srv.BaseURL() || r.DocsURL != srv.DocsURL() {
			t.Errorf("look %d: /health answers and runtime.json says %+v, %v", looks, r, err)
		}
	}
	// What chores are made with starts after the server and stops before it.
	app := e2e.Boot(t, e2e.With(fx.Provide(scheduler.Provide(func(lc fx.Lifecycle, folder *datadir.Dir, srv *httpapi.Server) scheduler.Chore {
		dir = folder
		lc.Append(fx.StartStopHook(func() { look(srv) }, func() { look(srv) }))
		return scheduler.Chore{Name: "test.look", Spec: "@yearly", Run: func(context.Context) error { return nil }}
	}))))
	app.Stop()
	if _, err := dir.ReadRuntime(); !errors.Is(err, fs.ErrNotExist) || looks != 2 {
		t.Errorf("after %d looks and the stop: %v", looks, err)
	}
}

// TestServe_ForOneCallIsKnownFromTheFirst: a reader who sees that a service answers sees too that
// it ends with a call. What a killed service left is removed before.
func TestServe_ForOneCallIsKnownFromTheFirst(t *testing.T) {
	t.Parallel()
	folder, err := datadir.Open(t.TempDir())
	if err == nil {
		err = folder.WriteRuntime(datadir.Runtime{PID: 1, APIURL: "http://127.0.0.1:1/api/v1"})
	}
	if err != nil {
		t.Fatal(err)
	}
	looks := 0
	app := e2e.Boot(t, e2e.In(folder.Path()), e2e.With(
		fx.Supply(platform.ForOneCall(true)),
		fx.Invoke(func(dir *datadir.Dir) {
			if r, err := dir.ReadRuntime(); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("before the start it says %+v, %v", r, err)
			}
		}),
		fx.Provide(scheduler.Provide(func(lc fx.Lifecycle, dir *datadir.Dir, srv *httpapi.Server) scheduler.Chore {
			lc.Append(fx.StartHook(func() {
				looks++
				if r, err := dir.ReadRuntime(); err != nil || r.APIURL != srv.BaseURL() || !r.IsForOneCall {
					t.Errorf("with the first answer it says %+v, %v", r, err)
				}
			}))
			return scheduler.Chore{Name: "test.look", Spec: "@yearly", Run: func(context.Context) error { return nil }}
		})),
	))
	app.Stop()
	if looks != 1 {
		t.Errorf("%d looks", looks)
	}
}
