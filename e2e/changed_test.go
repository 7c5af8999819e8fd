package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
)

// TestChangedNetwork: an unknown answer does not keep a post from being published once, counts
// neither as a success nor as a certain failure, and is named in the post's timeline.
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

// TestChangedNetwork_Native is TestChangedNetwork for stories with mentions, which use the app API:
// an unknown answer is also logged, once.
func TestChangedNetwork_Native(t *testing.T) {
	t.Parallel()
	waited := map[string]int{"an unknown state, four times": 4}
	listed := `{"reel":{"items":[{"pk":"17900000000000077","taken_at":1795253400,"media_type":"FILM"}]},"status":"ok"}`
	for name, c := range map[string]struct {
		fault e2e.Fault
		live  int
		want  string
	}{
		"an unknown status": {
			e2e.Fault{Match: e2e.ConfigureCalls, HTTP: http.StatusOK, Body: `{"media":{"pk":"1"},"status":"done"}`, AfterCommit: true},
			1, "the status done (story)",
		},
		"a renamed member": {
			e2e.Fault{Match: e2e.ConfigureCalls, HTTP: http.StatusOK, Body: `{"story":{"pk":"1"},"status":"ok"}`, AfterCommit: true},
			1, "a story without an id (story)",
		},
		"taken, and no word of a failure": {
			e2e.Fault{Match: e2e.ConfigureCalls, HTTP: http.StatusAccepted, Body: `{"upload_id":"1","status":"ok"}`, AfterCommit: true},
			1, "the success HTTP 202 (story)",
		},
		"words in the place of a status": {
			e2e.Fault{Match: e2e.ConfigureCalls, HTTP: http.StatusOK, Body: `{"message":"it will be live soon"}`, AfterCommit: true},
			1, "the answer it will be live soon (story)",
		},
		"an unknown status of an upload": {
			e2e.Fault{Match: e2e.StoryUploads, HTTP: http.StatusOK, Body: `{"upload_id":"1","status":"processing"}`, AfterCommit: true},
			1, "the status processing (story upload)",
		},
		"an unknown state, four times": {
			e2e.Fault{Match: e2e.ConfigureCalls, HTTP: http.StatusAccepted, Body: `{"message":"media_needs_review","status":"fail"}`, Times: 4},
			1, "the state media_needs_review (story)",
		},
		"an unknown kind of story": {
			e2e.Fault{Match: e2e.OwnStoryReads, HTTP: http.StatusOK, Body: listed}, 1, "a story of the unknown kind FILM (own stories)",
		},
		"an unknown refusal": {
			e2e.Fault{Match: e2e.ConfigureCalls, HTTP: http.StatusBadRequest, Body: `{"message":"glow_required","status":"fail"}`},
			0, "the refusal glow_required (story)",
		},
		"an unknown type of error": {
			e2e.Fault{Match: e2e.ConfigureCalls, HTTP: http.StatusBadRequest, Body: `{"error_type":"glow","status":"fail"}`},
			0, "the type of error glow (story)",
		},
		"an unknown refusal of what is live": {
			e2e.Fault{Match: e2e.ConfigureCalls, HTTP: http.StatusBadRequest, Body: `{"message":"glow_required","status":"fail"}`, AfterCommit: true},
			1, "the refusal glow_required (story)",
		},
		"an unknown type of error of what is live": {
			e2e.Fault{Match: e2e.ConfigureCalls, HTTP: http.StatusBadRequest, Body: `{"error_type":"glow","status":"fail"}`, AfterCommit: true},
			1, "the type of error glow (story)",
		},
		"an unknown refusal of what is live, with the upload hidden": {
			e2e.Fault{Match: e2e.ConfigureCalls, HTTP: http.StatusBadRequest, Body: `{"error_type":"glow","status":"fail"}`, AfterCommit: true},
			1, "the type of error glow (story)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := nativeJourney(t)
			j.network.HideDeviceTimestamp(strings.HasSuffix(name, "with the upload hidden"))
			j.network.Fault(c.fault)
			p := j.ended(j.publish(j.mentioning("ann", "bob")))
			if c.live > 0 {
				j.isNative(p, 0, "ann", "bob")
			} else {
				j.hasFailed(p, "UNKNOWN_ERROR")
			}
			j.wantNatives(c.live)
			if n := j.count("configure_to_story"); n != 1+waited[name] {
				t.Errorf("%d calls", n)
			}
			all, named := j.timeline(p.ID.String()), 0
			for i := range all.Steps {
				if all.Steps[i].Text == "unknown to this version of Crier: "+c.want {
					named++
				}
			}
			if named != 1 {
				t.Errorf("named %d times: %+v", named, all.Steps)
			}
			if n := strings.Count(j.Log.String(), "what this version of Crier does not know"); n != 1 {
				t.Errorf("logged %d times", n)
			}
		})
	}
}
