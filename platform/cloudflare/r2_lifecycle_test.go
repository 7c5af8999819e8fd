package cloudflare_test

import (
	"encoding/json"
	"testing"
	"time"

	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
)

// TestLifecycle: a rule is set beside those of others, which stay to the byte whatever they have,
// and is read as it was set.
func TestLifecycle(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	r2 := b.account.R2()
	wantKind(t, second(r2.Lifecycle(t.Context(), "media")), cloudflare.NotFound)
	if _, _, err := r2.EnsureBucket(t.Context(), "media"); err != nil {
		t.Fatal(err)
	}
	const theirs = `{"id":"Theirs","conditions":{"prefix":"x/"},"enabled":true,"storageClassTransitions":[{"condition":{"maxAge":1,"type":"Age"},"storageClass":"InfrequentAccess"}],` +
		`"deleteObjectsTransition":{"condition":{"maxAge":86400,"type":"Age"}},"new":{"in":[1,2]}}`
	before := b.R2(b.id).Lifecycle("media")
	b.Fault(cloudflaretest.Fault{Method: "GET", Path: "/lifecycle", Body: []byte(`{"success":true,"errors":[],"result":{"rules":[` + string(before[0]) + `,` + theirs + `]}}`)})
	rules := must(r2.Lifecycle(t.Context(), "media"))(t)
	if len(rules) != 2 || rules[1].ID != "Theirs" || !rules[1].DeleteOn.IsZero() {
		t.Fatalf("got %+v", rules)
	}
	day := time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC)
	if err := r2.SetLifecycle(t.Context(), "media", append(rules, cloudflare.LifecycleRule{ID: "ours", Prefix: "p-", DeleteOn: day})); err != nil {
		t.Fatal(err)
	}
	stored := b.R2(b.id).Lifecycle("media")
	var want, got any
	_, _ = json.Unmarshal([]byte(theirs), &want), json.Unmarshal(stored[1], &got)
	if len(stored) != 3 || string(stored[0]) != string(before[0]) || string(must(json.Marshal(want))(t)) != string(must(json.Marshal(got))(t)) {
		t.Errorf("stored are %s", stored)
	}
	again := must(r2.Lifecycle(t.Context(), "media"))(t)
	if ours := again[2]; ours.ID != "ours" || ours.Prefix != "p-" || !ours.DeleteOn.Equal(day) {
		t.Errorf("got %+v", ours)
	}
	for _, odd := range []string{`[]`, `{"rules":7}`} {
		b.Fault(cloudflaretest.Fault{Method: "GET", Path: "/lifecycle", Body: []byte(`{"success":true,"errors":[],"result":` + odd + `}`)})
		wantKind(t, second(r2.Lifecycle(t.Context(), "media")), cloudflare.NotCloudflare)
	}
	b.Fault(cloudflaretest.Fault{Method: "GET", Path: "/lifecycle", Body: []byte(`{"success":true,"errors":[],"result":{"rules":[{"id":7}]}}`)})
	if odd := must(r2.Lifecycle(t.Context(), "media"))(t); len(odd) != 1 || odd[0].ID != "" {
		t.Errorf("got %+v", odd)
	}
}
