package graph_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/graph"
)

func TestUsageHeaders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		app, cases string
		percent    int
		regain     time.Duration
	}{
		"none":            {},
		"app":             {app: `{"call_count":28,"total_time":25.2,"total_cputime":5}`, percent: 28},
		"rounded up":      {app: `{"call_count":8,"total_time":79.1}`, percent: 80},
		"business":        {cases: `{"1784":[{"type":"instagram","call_count":100,"total_cputime":1,"total_time":2,"estimated_time_to_regain_access":19}]}`, percent: 100, regain: 19 * time.Minute},
		"the longest":     {cases: `{"1":[{"estimated_time_to_regain_access":3},{"estimated_time_to_regain_access":7}],"2":[{"estimated_time_to_regain_access":"5"}]}`, regain: 7 * time.Minute},
		"both":            {app: `{"call_count":90}`, cases: `{"1":[{"call_count":10}]}`, percent: 90},
		"absurd":          {app: `{"call_count":1e300}`, cases: `{"1":[{"estimated_time_to_regain_access":1e300}]}`, percent: 1_000_000, regain: 24 * time.Hour},
		"negative":        {app: `{"call_count":-5}`, cases: `{"1":[{"estimated_time_to_regain_access":-9}]}`},
		"not a number":    {app: `{"call_count":"NaN"}`, cases: `{"1":[{"estimated_time_to_regain_access":"soon"}]}`},
		"not JSON":        {app: `busy`, cases: `[`},
		"another shape":   {app: `[1]`, cases: `{"1":{"call_count":3}}`},
		"one of the two":  {app: `busy`, cases: `{"1":[{"call_count":3}]}`, percent: 3},
		"a null estimate": {cases: `{"1":[{"call_count":3,"estimated_time_to_regain_access":null}]}`},
	} {
		var calls []graph.Call
		n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-App-Usage", c.app)
			w.Header().Set("X-Business-Use-Case-Usage", c.cases)
			answers(http.StatusBadRequest, `{"error":{"code":80002}}`)(w, r)
		}, func(o *graph.Options) { o.Observe = func(c graph.Call) { calls = append(calls, c) } })
		_, err := n.client.Publish(t.Context(), permit(), primary, containerID)
		e := asError(t, err)
		if e.RetryAfter != c.regain || e.Class != graph.Wait || calls[0].Usage != (graph.Usage{Percent: c.percent, Regain: c.regain}) {
			t.Errorf("%s: got %v, %+v", name, e.RetryAfter, calls[0].Usage)
		}
	}
}

func TestObserve(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(newest)
	var calls []graph.Call
	n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
		fake.Advance(3 * time.Second)
		if r.Method == http.MethodGet {
			listOf(60)(w, r)
			return
		}
		answers(http.StatusBadRequest, `{"error":{"code":9,"error_subcode":2207042,"fbtrace_id":"Atrace"}}`)(w, r)
	}, func(o *graph.Options) {
		o.Clock = fake
		o.Observe = func(c graph.Call) { calls = append(calls, c) }
	})
	_, err := n.client.Publish(t.Context(), permit(), primary, containerID)
	if _, err := n.client.RecentMedia(t.Context(), primary, time.Time{}); err != nil {
		t.Fatal(err)
	}
	_, _ = n.client.Publish(t.Context(), permit(), primary, "no id")
	if len(calls) != 3 {
		t.Fatalf("%d calls were told of", len(calls))
	}
	want := graph.Call{
		Op: graph.OpPublish, Method: http.MethodPost, Host: strings.TrimPrefix(n.url, "http://"), Path: "/ig/v25.0/" + accountID + "/media_publish", At: newest,
		Duration: 3 * time.Second, HTTPStatus: 400, Date: time.Date(2026, 11, 22, 10, 11, 12, 0, time.UTC), Code: 9, Subcode: 2207042, TraceID: "Atrace", Err: err,
	}
	if calls[0] != want || !errors.Is(calls[0].Err, err) {
		t.Errorf("got %+v\nwant %+v", calls[0], want)
	}
	if c := calls[1]; c.Answer != "50 media, and more on a further page" {
		t.Errorf("got %+v", c)
	}
	if c := calls[2]; c.Op != graph.OpRecentMedia || c.Answer != "10 media" || c.HTTPStatus != 200 || c.Err != nil || !c.At.Equal(newest.Add(6*time.Second)) {
		t.Errorf("got %+v", c)
	}
}

// TestWithObserver: who made the context is told of what is called under it, and of nothing else.
func TestWithObserver(t *testing.T) {
	t.Parallel()
	var told []string
	note := func(who string) func(graph.Call) {
		return func(c graph.Call) { told = append(told, who+" "+c.Op+": "+c.Answer) }
	}
	n := newNetwork(t, answers(http.StatusOK, `{"id":"17990000000000001","status_code":"ERROR","status":"Error: `+primaryToken+` 2207026"}`),
		func(o *graph.Options) { o.Observe = note("all") })
	outer := graph.WithObserver(t.Context(), note("outer"))
	inner := graph.WithObserver(outer, note("inner"))
	if _, err := n.client.CreateContainer(t.Context(), primary, graph.Container{Kind: graph.Image, MediaURL: "https://example.com/a.jpg"}); err != nil {
		t.Fatal(err)
	}
	if _, err := n.client.ContainerStatus(outer, primary, containerID); err != nil {
		t.Fatal(err)
	}
	if _, err := n.client.Publish(inner, permit(), primary, containerID); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"all create container: id 17990000000000001",
		"all container status: ERROR: Error: [token] 2207026", "outer container status: ERROR: Error: [token] 2207026",
		"all publish: id 17990000000000001", "outer publish: id 17990000000000001", "inner publish: id 17990000000000001",
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
}

// TestObserve_Dates: the network's clock is what its answers say, where they say it.
func TestObserve_Dates(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]time.Time{
		"Sat, 21 Nov 2026 09:30:00 GMT":    time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC),
		"Saturday, 21-Nov-26 09:30:00 GMT": time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC),
		"":                                 {}, "soon": {}, "2026-11-21T09:30:00Z": {},
	} {
		var got graph.Call
		n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header()["Date"] = []string{header}
			answers(http.StatusBadGateway, `{"error":{"message":"down","code":2}}`)(w, r)
		})
		_, err := n.client.Publish(graph.WithObserver(t.Context(), func(c graph.Call) { got = c }), permit(), primary, containerID)
		if !got.Date.Equal(want) || got.HTTPStatus != http.StatusBadGateway || !errors.Is(got.Err, err) {
			t.Errorf("%q is %v, %+v", header, got.Date, got)
		}
	}
}

// TestObserve_StatusWithoutACode: what is told of it is its text.
func TestObserve_StatusWithoutACode(t *testing.T) {
	t.Parallel()
	var told []string
	n := newNetwork(t, answers(http.StatusOK, `{"id":"`+containerID+`","status":"PUBLISHED: all is well"}`), func(o *graph.Options) {
		o.Observe = func(c graph.Call) { told = append(told, c.Answer) }
	})
	if got, err := n.client.ContainerStatus(t.Context(), primary, containerID); err != nil || got.Code != "" || len(told) != 1 || told[0] != "PUBLISHED: all is well" {
		t.Errorf("got %+v, %v, %q", got, err, told)
	}
}
