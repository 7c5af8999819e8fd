package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
)

// TestChangedNetwork: an answer that nobody knows yet keeps no post from going live once, is taken neither for a success nor for a certain
// failure, and is named in the post's timeline.
func TestChangedNetwork(t *testing.T) {
	t.Parallel()
	limits := `{"data":[{"quota_usage":0,"config":{"quota_total":50,"quota_duration":86400},"mood":"fine"}]}`
	for name, c := range map[string]struct {
		fault e2e.Fault
		calls []string
		want  string
	}{
		"an unknown member":            {e2e.Fault{Match: e2e.CapReads, HTTP: http.StatusOK, Body: limits}, []string{"published"}, "the member mood"},
		"an unknown state":             {e2e.Fault{Match: e2e.ContainerReads, HTTP: http.StatusOK, Body: `{"status_code":"PONDERING"}`}, []string{"published"}, "the state PONDERING"},
		"a renamed state":              {e2e.Fault{Match: e2e.ContainerReads, HTTP: http.StatusOK, Body: `{"status_code":"LIVE"}`}, []string{"published"}, "the state LIVE"},
		"an unknown code, live":        {e2e.Fault{Match: e2e.PublishCalls, Code: 98765, AfterCommit: true}, []string{"published"}, "the error 98765"},
		"an unknown member, published": {e2e.Fault{Match: e2e.PublishCalls, HTTP: http.StatusOK, Body: `{"media":{"number":"1"}}`, AfterCommit: true}, []string{"published"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(c.fault)
			id := j.publish(j.imagePost("once"))
			j.ended(id)
			j.endsAs(id, ending{calls: c.calls})
			all := j.timeline(id)
			named := 0
			for i := range all.Steps {
				if text := all.Steps[i].Text; strings.Contains(text, "unknown to this version of Crier") && strings.Contains(text, c.want) {
					named++
				}
			}
			if c.want != "" && named != 1 {
				t.Errorf("named %d times: %+v", named, all.Steps)
			}
		})
	}
}
