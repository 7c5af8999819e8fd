package bucket_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/objectstore/s3test"
)

// TestPut_Faults: Put survives passing faults and resends only the parts that they hit.
func TestPut_Faults(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	const size = 20 * mib
	for name, fault := range map[string]struct {
		times int
		match func(*http.Request) bool
		harm  http.HandlerFunc
		again int64 // the most bytes that are sent again
	}{
		"cut in a part":      {3, isPart(2), cut(3 * mib), 3 * 8 * mib},
		"cut in the list":    {2, func(r *http.Request) bool { return r.Method == http.MethodGet }, cut(0), 0},
		"slow down":          {3, isPart(1), answer(http.StatusServiceUnavailable, "SlowDown"), 3 * 8 * mib},
		"internal error":     {1, isPart(3), answer(http.StatusInternalServerError, "InternalError"), 8 * mib},
		"too many":           {1, isComplete, answer(http.StatusTooManyRequests, "TooManyRequests"), 0},
		"broken on the way":  {1, isPart(2), answer(http.StatusBadRequest, "BadDigest"), 8 * mib},
		"gateway page":       {1, isPart(1), page(http.StatusBadGateway), 8 * mib},
		"upload thrown away": {1, isComplete, answer(http.StatusNotFound, "NoSuchUpload"), 0},
		"invalid part":       {1, isComplete, answer(http.StatusBadRequest, "InvalidPart"), 0},
		"error in 200":       {1, isComplete, answer(http.StatusOK, "InternalError"), 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProxy(t, server)
			p.harms(fault.times, fault.match, fault.harm)
			store := open(t, p.config(server))
			path, content := file(t, size)
			key := objectstore.NewKey("mp4")
			if err := store.Put(t.Context(), key, path, "video/mp4"); err != nil {
				t.Fatal(err)
			}
			isAt(t, server.PublicURL+"/"+key, content)
			if sent := p.sent.Load(); sent > size+fault.again {
				t.Errorf("%d bytes were sent of %d", sent, size)
			}
		})
	}
	if left := server.Unfinished(t); len(left) != 0 {
		t.Errorf("uploads were left: %v", left)
	}
}

func page(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "<html>"+loose+"</html>")
	}
}

// TestPut_WrongETag: the ETag that the server lists counts, not the one in the answer to a part.
func TestPut_WrongETag(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	p := newProxy(t, server)
	p.change = func(resp *http.Response) {
		if resp.Header.Get("Etag") != "" {
			resp.Header.Set("Etag", `"00000000000000000000000000000000"`)
		}
	}
	store := open(t, p.config(server))
	path, content := file(t, 9*mib)
	key := objectstore.NewKey("mp4")
	if err := store.Put(t.Context(), key, path, "video/mp4"); err != nil {
		t.Fatal(err)
	}
	isAt(t, server.PublicURL+"/"+key, content)
}

// TestPut_NoAnswer: Put gives up on a server that reads a request and never answers.
func TestPut_NoAnswer(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-released
	}))
	t.Cleanup(silent.Close)
	t.Cleanup(func() { close(released) })
	store := openAt(t, silent.URL, impatient)
	path, _ := file(t, 10)
	err := store.Put(t.Context(), objectstore.NewKey("jpg"), path, "image/jpeg")
	if !isKind(err, objectstore.NotReachable) || !strings.Contains(err.Error(), "in time") {
		t.Errorf("got %v", err)
	}
}

// How long a request may take.
const (
	impatient = 50 * time.Millisecond
	patient   = time.Minute
)

// openAt returns a store whose endpoint is not a real bucket.
func openAt(t *testing.T, endpoint string, timeout time.Duration) *bucket.Store {
	t.Helper()
	config := bucket.Config{Endpoint: endpoint, Name: "media", AccessKeyID: "id", SecretAccessKey: secret, PublicURL: "http://127.0.0.1:1"}
	store, err := bucket.New(config, bucket.Options{IsLocal: true, Clock: hasty(), RequestTimeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.CloseIdleConnections)
	return store
}

func isKind(err error, kind objectstore.Kind) bool {
	var failed *objectstore.Error
	return errors.As(err, &failed) && failed.Kind == kind
}

// TestPut_GivesUp: the number of tries and the time are bounded when a server stays busy.
func TestPut_GivesUp(t *testing.T) {
	t.Parallel()
	var asked int
	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		answer(http.StatusServiceUnavailable, "SlowDown")(w, r)
	}))
	t.Cleanup(busy.Close)
	clk := hasty()
	began := clk.Now()
	store, err := bucket.New(bucket.Config{
		Endpoint: busy.URL, Name: "media", AccessKeyID: "id", SecretAccessKey: secret, PublicURL: "http://127.0.0.1:1",
	}, bucket.Options{Clock: clk})
	if err != nil {
		t.Fatal(err)
	}
	path, _ := file(t, 10)
	err = store.Put(t.Context(), objectstore.NewKey("jpg"), path, "image/jpeg")
	var failed *objectstore.Error
	if !errors.As(err, &failed) || failed.Kind != objectstore.Unavailable || !failed.IsTransient() {
		t.Errorf("got %v", err)
	}
	if took := clk.Now().Sub(began); asked < 4 || asked > 8 || took > 2*time.Minute {
		t.Errorf("asked %d times in %s", asked, took)
	}
}

// TestPut_Ended: when the caller's context ends, Put returns its cause at once.
func TestPut_Ended(t *testing.T) {
	t.Parallel()
	why := errors.New("why")
	ctx, cancel := context.WithCancelCause(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request) {
		cancel(why)
		panic(http.ErrAbortHandler)
	}))
	t.Cleanup(server.Close)
	path, _ := file(t, 10)
	if err := openAt(t, server.URL, patient).Put(ctx, objectstore.NewKey("jpg"), path, "image/jpeg"); !errors.Is(err, why) {
		t.Errorf("got %v", err)
	}
}
