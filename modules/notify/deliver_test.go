package notify

import (
	"context"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"

	"crier/platform/database"

	"github.com/uptrace/bun"
)

// TestDeliver_OwnPace: a place that does not answer delays no other, also of what comes later.
func TestDeliver_OwnPace(t *testing.T) {
	t.Parallel()
	f := setup(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	if _, err := f.Add(t.Context(), NotifyAddress{Address: "smtp://" + listener.Addr().String() + "/?from=a@example.com&to=b@example.com"}); err != nil {
		t.Fatal(err)
	}
	f.add()
	f.running.Go(f.deliver)
	defer f.Stop()
	for _, code := range []string{"MEDIA_INVALID", "NETWORK_ERROR"} {
		f.clock.Advance(time.Minute)
		f.fail(f.bakery, "FAILED", code, 1)
		f.look()
		f.arrives()
	}
	places, err := f.Places(t.Context())
	if i := slices.IndexFunc(places.Places, func(p NotifyPlace) bool { return p.Name == "smtp" }); err != nil || places.Places[i].Problem != "" {
		t.Errorf("it came only when the other had failed: %+v, %v", places, err)
	}
}

// TestDeliver_Removed: an address that is removed while something is told is told nothing more.
func TestDeliver_Removed(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.add()
	f.clock.Advance(time.Minute)
	f.fail(f.bakery, "FAILED", "MEDIA_INVALID", 1)
	f.fail(f.bakery, "FAILED", "NETWORK_ERROR", 1)
	next := f.ntfy.Config.Handler
	f.ntfy.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := f.Remove(r.Context(), "ntfy"); err != nil {
			t.Error(err)
		}
		next.ServeHTTP(w, r)
	})
	if got := f.told(); len(got) != 1 {
		t.Errorf("told %q", got)
	}
}

// TestDeliver_NotNoted: what a place has taken is not told again because that cannot be noted, such
// as on a full disk.
func TestDeliver_NotNoted(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.add()
	f.clock.Advance(time.Minute)
	f.fail(f.bakery, "FAILED", "MEDIA_INVALID", 1)
	f.look()
	f.sql("CREATE TRIGGER kept BEFORE DELETE ON notify_waiting BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
	f.running.Go(f.deliver)
	for range 3 {
		if err := f.clock.BlockUntil(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		f.clock.Advance(pauses[0])
	}
	if err := f.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	f.sql("DROP TRIGGER kept")
	f.clock.Advance(pauses[0])
	f.fail(f.bakery, "FAILED", "NETWORK_ERROR", 1)
	f.look()
	f.arrives()
	f.arrives()
	f.Stop()
	if len(f.got) != 2 {
		t.Errorf("told %q", f.got)
	}
}

func (f *fixture) look() {
	f.t.Helper()
	if err := f.Look(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) sql(statement string) {
	f.t.Helper()
	if err := f.DB.InTx(f.t.Context(), func(ctx context.Context, tx bun.Tx) error {
		_, err := database.Exec(ctx, tx, statement)
		return err
	}); err != nil {
		f.t.Fatal(err)
	}
}
