package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

// fakeService answers as a service that has four posts of the cause does. The second cannot be
// tried again. The third fails in the way of the test.
func fakeService(t *testing.T, ids [4]wireid.ID, fail http.HandlerFunc) *serviceClient {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/auth/me", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"accounts":[]}`) })
	mux.HandleFunc("POST /api/posts/retries", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Cause  string
			DryRun bool
			PostID *wireid.ID
			RunAt  *string
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Cause != "TOKEN_EXPIRED" || in.DryRun == (in.PostID != nil) {
			t.Errorf("asked for %+v, %v", in, err)
		}
		var entries []string
		for i, id := range ids {
			switch {
			case in.DryRun && i == 1:
				entries = append(entries, fmt.Sprintf(`{"postId":%[1]q,"accountId":%[1]q,"runAt":null,"code":"MEDIA_INVALID","error":"a file is gone"}`, id))
			case in.DryRun || *in.PostID == id && i == 0:
				entries = append(entries, fmt.Sprintf(`{"postId":%[1]q,"accountId":%[1]q,"runAt":"2026-11-23T12:0%[2]d:00.000Z","code":null,"error":null}`, id, i))
			case *in.PostID == id && i == 2:
				fail(w, r)
				return
			case *in.PostID == id:
				t.Errorf("post %d is tried again after a failure", i)
			}
		}
		if !in.DryRun && *in.RunAt != "2026-11-23T12:00:00.000Z" {
			t.Errorf("tried again at %s", *in.RunAt)
		}
		_, _ = io.WriteString(w, `{"posts":[`+strings.Join(entries, ",")+`]}`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return newServiceClient(address{origin: server.URL, app: server.URL})
}

// TestRetryAll_BrokenOff: when something goes wrong on the way, what was done is told all the same,
// and then what went wrong.
func TestRetryAll_BrokenOff(t *testing.T) {
	t.Parallel()
	ids := [4]wireid.ID{wireid.New(), wireid.New(), wireid.New(), wireid.New()}
	for name, c := range map[string]struct {
		fail       http.HandlerFunc
		says, code string
	}{
		"connection lost": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "ask the running service: ", codeFailed},
		"a failure of the service": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = io.WriteString(w, `{"error":"something went wrong","code":"INTERNAL_ERROR"}`)
		}, "something went wrong; ", string(apperror.InternalError)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			command := retryPostCommand{Cause: "TOKEN_EXPIRED"}
			err := command.retryAll(t.Context(), fakeService(t, ids, c.fail), &out)
			if err == nil || codeOf(err) != exitFailure || !strings.HasPrefix(err.Error(), c.says) || !strings.Contains(err.Error(), short(ids[2])) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v", err)
			}
			for i, wanted := range []string{"2026-11-23T12:00:00.000Z", "no: a file is gone", "", ""} {
				if strings.Contains(out.String(), ids[i].String()) != (wanted != "") || !strings.Contains(out.String(), wanted) {
					t.Errorf("post %d in\n%s", i, out.String())
				}
			}
			out.Reset()
			command.JSON = true
			if err := command.retryAll(t.Context(), fakeService(t, ids, c.fail), &out); !errors.Is(err, errReported) || codeOf(err) != exitFailure {
				t.Errorf("got %v", err)
			}
			var told struct {
				posts.RetriedPosts
				errorReport
			}
			if err := json.Unmarshal(out.Bytes(), &told); err != nil || len(told.Posts) != 2 || told.Code != c.code || told.ExitCode != exitFailure || !strings.HasPrefix(told.Error, c.says) {
				t.Errorf("got %s, %v", out.String(), err)
			}
		})
	}
}

// TestRetryAll_Stopped: Ctrl-C is told in a sentence too, and nothing else when nothing was done.
func TestRetryAll_Stopped(t *testing.T) {
	t.Parallel()
	ids := [4]wireid.ID{wireid.New(), wireid.New(), wireid.New(), wireid.New()}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	service := fakeService(t, ids, func(_ http.ResponseWriter, r *http.Request) {
		stop()
		<-r.Context().Done()
	})
	var out bytes.Buffer
	command := retryPostCommand{Cause: "TOKEN_EXPIRED"}
	if err := command.retryAll(ctx, service, &out); err == nil || !strings.HasPrefix(err.Error(), "stopped; ") || !strings.Contains(out.String(), ids[0].String()) {
		t.Errorf("got %v after\n%s", err, out.String())
	}
	out.Reset()
	if err := command.retryAll(ctx, service, &out); err == nil || out.Len() != 0 {
		t.Errorf("got %v after\n%s", err, out.String())
	}
}
