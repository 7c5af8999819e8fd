package graph_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/graph"
	"crier/platform/sandbox"
	"crier/platform/video/mp4/mp4test"
)

// simulated is the client in front of the sandbox network, which stands on a fake clock and has
// media to fetch.
type simulated struct {
	t      *testing.T
	clock  *clock.Fake
	client *graph.Client
	url    string
	media  string
}

func newSimulated(t *testing.T, change ...func(*graph.Options)) *simulated {
	t.Helper()
	s := &simulated{t: t, clock: clock.NewFake(newest)}
	network, err := sandbox.Open(sandbox.Options{Clock: s.clock})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(network.Handler())
	s.url = srv.URL
	o := graph.Options{Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(srv.URL) }, Clock: s.clock}
	for _, c := range change {
		c(&o)
	}
	s.client = graph.New(o)
	s.media = newMediaHost(t)
	t.Cleanup(func() {
		if calls := s.ledger().UnexpectedCalls; len(calls) != 0 {
			t.Errorf("calls that the network does not have: %s", calls)
		}
		s.client.CloseIdleConnections()
		// Before the server: it ends the calls that a fault delays.
		if err := network.Close(); err != nil {
			t.Error(err)
		}
		srv.Close()
	})
	return s
}

func newMediaHost(t *testing.T) string {
	t.Helper()
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, 400, 400)), nil); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"/a.jpg": picture.Bytes(), "/a.mp4": mp4test.Movie{}.Bytes()}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		http.ServeContent(w, r, r.URL.Path, newest, bytes.NewReader(b))
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// accounts are the sandbox's own, one of each login.
func (s *simulated) accounts() []graph.Account {
	var all []graph.Account
	for _, a := range sandbox.DemoAccounts() {
		all = append(all, graph.Account{ID: a.SNUserID, Login: graph.Login(a.LoginMethod), Token: a.Token})
	}
	if len(all) != 2 || all[0].Login != graph.Primary || all[1].Login != graph.Partner {
		s.t.Fatalf("the demo accounts are %+v", all)
	}
	return all
}

type ledger struct {
	Publications []struct {
		MediaID, ContainerID, AccountID, MediaType string
		DeletedAt                                  *string
	}
	PublishCalls    []struct{ ContainerID, Outcome string }
	Comments        []struct{ CommentID, MediaID, Text string }
	UnexpectedCalls []json.RawMessage
}

func (s *simulated) ledger() ledger {
	s.t.Helper()
	var l ledger
	if err := json.Unmarshal(s.request(http.MethodGet, "ledger", ""), &l); err != nil {
		s.t.Fatal(err)
	}
	return l
}

// control posts to the sandbox's control API.
func (s *simulated) control(call, body string) {
	s.t.Helper()
	s.request(http.MethodPost, call, body)
}

func (s *simulated) request(method, call, body string) []byte {
	s.t.Helper()
	req, err := http.NewRequest(method, s.url+"/_sandbox/"+call, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		s.t.Fatalf("%s %s: HTTP %d %s, %v", call, body, resp.StatusCode, b, err)
	}
	return b
}

func (s *simulated) image(caption string) graph.Container {
	return graph.Container{Kind: graph.Image, MediaURL: s.media + "/a.jpg", Caption: caption}
}

// finished creates a container and waits until it is finished.
func (s *simulated) finished(a graph.Account, c graph.Container) string {
	s.t.Helper()
	id, err := s.client.CreateContainer(s.t.Context(), a, c)
	if err != nil {
		s.t.Fatalf("%s: %v", c.Kind, err)
	}
	for range 20 {
		status, err := s.client.ContainerStatus(s.t.Context(), a, id)
		if err != nil {
			s.t.Fatalf("%s: %v", c.Kind, err)
		}
		if err := status.Err(); err != nil {
			s.t.Fatalf("%s: %v", c.Kind, err)
		}
		if status.Code == graph.Finished {
			return id
		}
		s.clock.Advance(time.Minute)
	}
	s.t.Fatalf("%s: not finished after 20 minutes", c.Kind)
	return ""
}

func (s *simulated) published(a graph.Account, c graph.Container) string {
	s.t.Helper()
	id, err := s.client.Publish(s.t.Context(), permit(), a, s.finished(a, c))
	if err != nil {
		s.t.Fatalf("%s: %v", c.Kind, err)
	}
	return id
}
