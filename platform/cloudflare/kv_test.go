package cloudflare_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
)

func TestEnsureNamespace_MakesAndFinds(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for i := range 60 {
		must(b.first(b.account.EnsureNamespace(t.Context(), fmt.Sprintf("other %d", i))))(t)
	}
	n, made, err := b.account.EnsureNamespace(t.Context(), "crier")
	if err != nil || !made || n.Title != "crier" {
		t.Fatalf("got %+v, %v, %v", n, made, err)
	}
	again, made, err := b.account.EnsureNamespace(t.Context(), "crier")
	if err != nil || made || again != n {
		t.Errorf("got %+v, %v, %v", again, made, err)
	}
	if all := must(b.account.Namespaces(t.Context()))(t); len(all) != 61 {
		t.Errorf("%d namespaces", len(all))
	}
}

func TestEnsureNamespace_UnderRaces(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ids := make([]string, 8)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			n, _, err := b.account.EnsureNamespace(t.Context(), "crier")
			if err != nil {
				t.Error(err)
			}
			ids[i] = n.ID
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Errorf("different namespaces: %v", ids)
		}
	}
}

func TestEnsureNamespace_LostAnswers(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	// All tries lose their answer, but the first one made it.
	b.Fault(cloudflaretest.Fault{Method: "POST", Path: "/namespaces", Commit: true, Lose: true, Times: 3})
	n, _, err := b.account.EnsureNamespace(t.Context(), "crier")
	if err != nil || n.ID == "" {
		t.Fatalf("got %+v, %v", n, err)
	}
	// Nothing was made: the failure is told.
	b.Fault(cloudflaretest.Fault{Method: "POST", Path: "/namespaces", Lose: true, Times: 3})
	_, _, err = b.account.EnsureNamespace(t.Context(), "second")
	if e := ofKind(t, err, cloudflare.Unreachable); !e.OutcomeUnknown() {
		t.Error("nobody knows whether it was made")
	}
}

func TestEnsureNamespace_TheListLags(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, id := b.kv(t)
	empty := `{"success":true,"errors":[],"messages":[],"result":[],"result_info":{"page":1,"total_count":0}}`
	b.Fault(cloudflaretest.Fault{Method: "GET", Path: "/namespaces", Body: []byte(empty), Times: 2})
	n, made, err := b.account.EnsureNamespace(t.Context(), "crier")
	if err != nil || made || n.ID != id {
		t.Errorf("got %+v, %v, %v", n, made, err)
	}
	b.Fault(cloudflaretest.Fault{Method: "GET", Path: "/namespaces", Body: []byte(empty), Times: 3})
	_, _, err = b.account.EnsureNamespace(t.Context(), "crier")
	wantKind(t, err, cloudflare.Taken)
}

func TestDeleteNamespace(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, id := b.kv(t)
	for range 2 {
		if err := b.account.DeleteNamespace(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if all := must(b.account.Namespaces(t.Context()))(t); len(all) != 0 {
		t.Errorf("left: %v", all)
	}
	wantKind(t, second(b.account.Namespace(id).Keys(t.Context(), "", "", 0)), cloudflare.NotFound)
}

func TestValues_KeepEveryByte(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	kv, id := b.kv(t)
	binary := bytes.Repeat([]byte{0, 255, '\r', '\n', '-', '-'}, 1000)
	keys := []string{"post:1", "slash/ü:%", "a//b", "../up", "a b+c&d=e?f#g", "%2F", strings.Repeat("k", 512), "…"}
	for i, key := range keys {
		e := cloudflare.Entry{Key: key, Value: append([]byte(key), binary...)}
		if i%2 == 0 {
			e.Metadata = []byte(`{"state":"SCHEDULED","name":"ü"}`)
		}
		if err := kv.Put(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		if got := must(kv.Get(t.Context(), key))(t); !bytes.Equal(got, e.Value) {
			t.Errorf("%q: %d bytes came back of %d", key, len(got), len(e.Value))
		}
		if got := string(b.KV(b.id, id).Values()[key].Metadata); got != string(e.Metadata) {
			t.Errorf("%q: metadata %q", key, got)
		}
	}
	for _, key := range keys {
		if err := kv.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
		wantKind(t, second(kv.Get(t.Context(), key)), cloudflare.NotFound)
		if err := kv.Delete(t.Context(), key); err != nil {
			t.Errorf("deleting twice: %v", err)
		}
	}
	if err := kv.Put(t.Context(), cloudflare.Entry{Key: "empty"}); err != nil {
		t.Fatal(err)
	}
	if got := must(kv.Get(t.Context(), "empty"))(t); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}

func TestValues_TimeToLive(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	kv, _ := b.kv(t)
	for _, e := range []cloudflare.Entry{{Key: "plain", TTL: time.Minute}, {Key: "told", TTL: 90*time.Second - time.Millisecond, Metadata: []byte("1")}} {
		if err := kv.Put(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	page := must(kv.Keys(t.Context(), "", "", 0))(t)
	if len(page.Keys) != 2 || !page.Keys[0].Expires.Equal(start.Add(time.Minute)) || !page.Keys[1].Expires.Equal(start.Add(90*time.Second)) {
		t.Errorf("got %+v", page)
	}
	b.clock.Advance(time.Minute)
	wantKind(t, second(kv.Get(t.Context(), "plain")), cloudflare.NotFound)
}

func TestValues_RefusedBeforeTheyAreSent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	kv, _ := b.kv(t)
	before := len(b.Calls())
	for _, e := range []cloudflare.Entry{
		{Key: ""},
		{Key: "."},
		{Key: ".."},
		{Key: strings.Repeat("k", 513)},
		{Key: "\xff"},
		{Key: "k", Metadata: []byte("{")},
		{Key: "k", Metadata: []byte(`"` + strings.Repeat("m", 1023) + `"`)},
		{Key: "k", TTL: 59 * time.Second},
		{Key: "k", TTL: -time.Hour},
		{Key: "k", Value: make([]byte, 25<<20+1)},
	} {
		wantKind(t, kv.Put(t.Context(), e), cloudflare.Refused)
	}
	wantKind(t, second(kv.Get(t.Context(), "..")), cloudflare.Refused)
	wantKind(t, kv.Delete(t.Context(), ""), cloudflare.Refused)
	if n := len(b.Calls()) - before; n != 0 {
		t.Errorf("%d calls went out", n)
	}
}

func TestKeys_ByPrefixAndCursor(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	kv, id := b.kv(t)
	for i := range 26 {
		b.KV(b.id, id).Set(fmt.Sprintf("post:%02d", i), cloudflaretest.Entry{Metadata: []byte(fmt.Sprint(i))})
	}
	b.KV(b.id, id).Set("meta:lastCronRun", cloudflaretest.Entry{})
	var names []string
	cursor, pages := "", 0
	for {
		page := must(kv.Keys(t.Context(), "post:", cursor, 10))(t)
		pages++
		for _, key := range page.Keys {
			names = append(names, key.Name)
			if string(key.Metadata) != fmt.Sprint(len(names)-1) {
				t.Errorf("%s has metadata %q", key.Name, key.Metadata)
			}
		}
		if cursor = page.Cursor; cursor == "" {
			break
		}
	}
	if len(names) != 26 || pages != 3 || names[0] != "post:00" || names[25] != "post:25" {
		t.Errorf("%d pages: %v", pages, names)
	}
	if page := must(kv.Keys(t.Context(), "", "", 0))(t); len(page.Keys) != 27 || page.Keys[0].Metadata != nil {
		t.Errorf("got %+v", page)
	}
	wantKind(t, second(kv.Keys(t.Context(), "", "", 9)), cloudflare.Refused)
	same := `{"success":true,"errors":[],"result":[],"result_info":{"count":0,"cursor":"abc"}}`
	b.Fault(cloudflaretest.Fault{Path: "/keys", Body: []byte(same)})
	wantKind(t, second(kv.Keys(t.Context(), "", "abc", 10)), cloudflare.NotCloudflare)
}

func TestBulk(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.SetPlan(b.id, cloudflaretest.Plan{KVWrites: 1 << 20, KVReads: 1 << 20, KVDeletes: 1 << 20})
	kv, _ := b.kv(t)
	var keys []string
	for i := range 200 {
		keys = append(keys, fmt.Sprintf("k%05d", i))
		if err := kv.Put(t.Context(), cloudflare.Entry{Key: keys[i], Value: []byte(keys[i])}); err != nil {
			t.Fatal(err)
		}
	}
	got := must(kv.GetAll(t.Context(), append([]string{"missing"}, keys...)))(t)
	if len(got) != 200 || got["k00003"] != "k00003" || b.Count("POST", "/bulk/get") != 3 {
		t.Errorf("got %d", len(got))
	}
}

func TestKV_LimitsAndStaleReads(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	plan := cloudflaretest.FreePlan()
	plan.KVWrites, plan.KVLists, plan.KVDeletes, plan.KVReads = 2, 1, 0, 4
	b.SetPlan(b.id, plan)
	kv, id := b.kv(t)
	put := func(key, value string) error {
		return kv.Put(t.Context(), cloudflare.Entry{Key: key, Value: []byte(value)})
	}
	if err := put("k", "old"); err != nil {
		t.Fatal(err)
	}
	b.KV(b.id, id).FreezeReads()
	// The second write within a second is put off until it is let in.
	if err := put("k", "new"); err != nil || b.Count("PUT", "/values/k") < 3 {
		t.Fatalf("%d calls, %v", b.Count("PUT", "/values/k"), err)
	}
	if got := string(must(kv.Get(t.Context(), "k"))(t)); got != "old" {
		t.Errorf("a stale read gives %q", got)
	}
	b.KV(b.id, id).ThawReads()
	if got := string(must(kv.Get(t.Context(), "k"))(t)); got != "new" {
		t.Errorf("got %q", got)
	}
	before := b.Count("PUT", "/values/")
	e := ofKind(t, put("other", "x"), cloudflare.Quota)
	if e.OutcomeUnknown() || b.Count("PUT", "/values/") != before+1 || !contains(e.Sentence(), "midnight") {
		t.Errorf("%v after %d calls: %s", e, b.Count("PUT", "/values/")-before, e.Sentence())
	}
	must(kv.Keys(t.Context(), "", "", 0))(t)
	wantKind(t, second(kv.Keys(t.Context(), "", "", 0)), cloudflare.Quota)
	wantKind(t, kv.Delete(t.Context(), "k"), cloudflare.Quota)
	if b.Used(b.id, "writes") != 2 || b.Used(b.id, "lists") != 1 {
		t.Error("the budget is counted wrongly")
	}
	b.clock.Advance(12 * time.Hour)
	if err := put("other", "x"); err != nil || b.Used(b.id, "writes") != 1 {
		t.Errorf("on the next day: %v", err)
	}
}
