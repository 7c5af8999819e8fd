package graph_test

import (
	"errors"
	"net/http"
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
		_, err := n.client.Publish(t.Context(), primary, containerID)
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
	_, err := n.client.Publish(t.Context(), primary, containerID)
	if _, err := n.client.RecentMedia(t.Context(), primary, time.Time{}); err != nil {
		t.Fatal(err)
	}
	_, _ = n.client.Publish(t.Context(), primary, "no id")
	if len(calls) != 3 {
		t.Fatalf("%d calls were told of", len(calls))
	}
	want := graph.Call{
		Op: graph.OpPublish, Method: http.MethodPost, Path: "/ig/v25.0/" + accountID + "/media_publish", At: newest,
		Duration: 3 * time.Second, HTTPStatus: 400, Code: 9, Subcode: 2207042, TraceID: "Atrace", Err: err,
	}
	if calls[0] != want || !errors.Is(calls[0].Err, err) {
		t.Errorf("got %+v\nwant %+v", calls[0], want)
	}
	if c := calls[2]; c.Op != graph.OpRecentMedia || c.HTTPStatus != 200 || c.Err != nil || !c.At.Equal(newest.Add(6*time.Second)) {
		t.Errorf("got %+v", c)
	}
}
