package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"crier/modules/storyrepost"
	"crier/platform/clock"
	"crier/platform/wiretime"
)

// TestShowTime shows the seconds that a request takes, and takes them away once it has ended.
func TestShowTime(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC))
	var out bytes.Buffer
	hide := showTime(t.Context(), clk, &out, "Reading")
	for range 2 {
		if err := clk.BlockUntil(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		clk.Advance(time.Second)
	}
	if err := clk.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	hide()
	if got, want := out.String(), "\rReading: 1 s\rReading: 2 s\r\x1b[K"; got != want {
		t.Errorf("it shows %q", got)
	}
	showTime(t.Context(), clk, nil, "Reading")() // Without a terminal.
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestSlowly_StopsWaiting: when the command is stopped, or has waited for too long, it says what
// becomes of the request. An answer and a refusal are those of the service.
func TestSlowly_StopsWaiting(t *testing.T) {
	t.Parallel()
	begun, release := make(chan struct{}, 1), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/slow":
			begun <- struct{}{}
			<-release
		case "/refused":
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = w.Write([]byte(`{"error":"too soon","code":"LOGIN_RATE_LIMITED","status":429}`))
		default:
			_, _ = w.Write([]byte(`{"detected":7}`))
		}
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(release) })
	ask := func(ctx context.Context, path string) (detected int64, err error) {
		service := newServiceClient(address{origin: server.URL, app: server.URL})
		transport := new(http.Transport)
		defer transport.CloseIdleConnections()
		service.http.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
			if service.http.Timeout != time.Hour {
				t.Errorf("it waits for %s", service.http.Timeout)
			}
			if r.URL.Path == "/late" {
				return nil, context.DeadlineExceeded // As after that time.
			}
			return transport.RoundTrip(r)
		})
		var found struct{ Detected int64 }
		err = slowly(ctx, service, slowRequest{stopped: "it goes on"}, path, &found)
		if service.http.Timeout != answerPatience {
			t.Errorf("the next request waits for %s", service.http.Timeout)
		}
		return found.Detected, err
	}
	stopped, stop := context.WithCancel(t.Context())
	go func() {
		<-begun
		stop()
	}()
	if _, err := ask(stopped, "/slow"); err == nil || err.Error() != "it goes on" {
		t.Errorf("stopped: %v", err)
	}
	if _, err := ask(t.Context(), "/late"); err == nil || err.Error() != "it goes on" {
		t.Errorf("too long: %v", err)
	}
	if _, err := ask(t.Context(), "/refused"); err == nil || readable(err).Error() != "too soon" {
		t.Errorf("refused: %v", err)
	}
	if detected, err := ask(t.Context(), "/done"); err != nil || detected != 7 {
		t.Errorf("answered: %d, %v", detected, err)
	}
}

// TestUnread: of the accounts of a scan those are named that were not read for a reason, and not
// those that were read, or had been read minutes before.
func TestUnread(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 11, 21, 9, 30, 0, 1_500, time.UTC)
	before, during := wiretime.Ptr(began.Add(-time.Minute)), wiretime.Ptr(began)
	failed, done, why := storyrepost.PollFailed, storyrepost.PollSucceeded, "the session has ended"
	for name, c := range map[string]struct {
		config *storyrepost.StoryRepostConfig
		want   string
	}{
		"never configured":        {nil, ""},
		"read":                    {&storyrepost.StoryRepostConfig{LastPollAt: during, LastPollStatus: &done}, ""},
		"refused":                 {&storyrepost.StoryRepostConfig{LastPollAt: during, LastPollStatus: &failed, LastPollError: &why}, why},
		"refused a minute before": {&storyrepost.StoryRepostConfig{LastPollAt: before, LastPollStatus: &failed, LastPollError: &why}, ""},
		"in a pause": {
			&storyrepost.StoryRepostConfig{LastPollAt: before, ChallengePauseUntil: wiretime.Ptr(began.Add(time.Hour))},
			"the network has challenged this account; Crier leaves it alone until 2026-11-21T10:30:00.000Z",
		},
	} {
		if got := unread(c.config, began); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
