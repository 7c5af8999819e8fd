package workertest

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestFront_KeepsNoConnection: the runtime closes a connection that has been idle for a while, also
// when a request is on its way there. No request is lost by that.
func TestFront_KeepsNoConnection(t *testing.T) {
	t.Parallel()
	type usedKey struct{}
	runtime := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		used := r.Context().Value(usedKey{}).(*bool)
		if *used {
			panic(http.ErrAbortHandler)
		}
		*used = true
	}))
	runtime.Config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context {
		return context.WithValue(ctx, usedKey{}, new(bool))
	}
	runtime.Start()
	t.Cleanup(runtime.Close)
	f := newFront(func(string) (string, bool) { return runtime.URL, true })
	t.Cleanup(f.close)
	for i := range 3 {
		if got, ok := f.carry(t.Context(), received{method: http.MethodDelete, path: "/v1/jobs/1"}); !ok || got.status != http.StatusOK {
			t.Errorf("request %d: %t, %+v", i+1, ok, got)
		}
	}
}
