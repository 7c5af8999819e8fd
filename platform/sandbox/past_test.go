package sandbox_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/clock"
	"crier/platform/sandbox"
)

// TestPast_TheLedgerIsWholeAndTheWorldStaysSmall publishes more than the network keeps at hand.
func TestPast_TheLedgerIsWholeAndTheWorldStaysSmall(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	a, b := primary(), partner()
	w.control("POST quota", `{"accountId":"`+b.SNUserID+`","total":100000}`)
	item := w.create(b, "image_url", w.media.url("/image.jpg"), "is_carousel_item", "true")
	carousel := w.publish(b, w.create(b, "media_type", "CAROUSEL", "children", item+","+w.create(b, "image_url", w.media.url("/image.jpg"), "is_carousel_item", "true")))
	deleted := w.publish(b, w.createImage(b, "deleted"))
	w.remove(b, deleted)
	pending := w.createImage(b, "never published")
	published := w.createImage(b, "published")
	first := w.publish(b, published)
	const many = sandbox.KeptLive + sandbox.KeptLive/2
	for i := range many {
		w.control("POST posts", fmt.Sprintf(`{"accountId":%q,"caption":"post %d"}`, b.SNUserID, i))
	}
	for range 3 {
		w.tryPublish(a, "1")
	}
	if n := sandbox.LiveEntities(w.network); n > sandbox.KeptLive+sandbox.KeptLive/4+10 {
		t.Errorf("the network keeps %d things at hand", n)
	}
	check := func(when string, l ledger) {
		t.Helper()
		if len(l.Publications) != many+3 || len(l.PublishCalls) != 6 {
			t.Fatalf("%s: %d publications, %d publish calls", when, len(l.Publications), len(l.PublishCalls))
		}
		if l.Publications[0].MediaID != carousel || l.Publications[1].DeletedAt == nil || l.Publications[2].MediaID != first {
			t.Errorf("%s: it begins with %+v", when, l.Publications[:3])
		}
		for i, p := range l.Publications[3:] {
			if p.Caption != fmt.Sprintf("post %d", i) {
				t.Fatalf("%s: publication %d is %+v", when, i, p)
			}
		}
	}
	check("as it was", w.ledger())
	if got := w.read(b, b.SNUserID+"?fields=media_count"); !strings.Contains(got.raw, fmt.Sprintf(`"media_count":%d`, many+2)) {
		t.Errorf("the count of posts: %s", got.raw)
	}
	if got := w.status(b, pending); got != "FINISHED" {
		t.Errorf("a container that can still be published is %s", got)
	}
	if got := w.tryPublish(b, published); got.code() != "9007/2207027" {
		t.Errorf("a container was published again: %s", got.raw)
	}
	if got := w.read(b, first); got.code() != "100/33" {
		t.Errorf("a post of the past: %s", got.raw)
	}
	before := w.rawLedger()
	for range 2 {
		w = w.reopen()
		if after := w.rawLedger(); after != before {
			t.Errorf("the ledger has %d bytes and had %d", len(after), len(before))
		}
	}
	if got := w.read(b, b.SNUserID+"?fields=media_count"); !strings.Contains(got.raw, fmt.Sprintf(`"media_count":%d`, many+2)) {
		t.Errorf("the count of posts: %s", got.raw)
	}
	w.publish(b, pending)
}

// TestPast_ForgetsTheOldestAndSaysSo: what is more than the ledger shows is counted, across
// restarts too.
func TestPast_ForgetsTheOldestAndSaysSo(t *testing.T) {
	t.Parallel()
	const many = sandbox.MaxPast + 3*sandbox.KeptLive
	var state strings.Builder
	state.WriteString(sandbox.StateHeader + "\n")
	for i := range many {
		fmt.Fprintf(&state, `{"seq":%d,"media":[{"id":"%d","seq":%d,"accountId":%q,"mediaType":"IMAGE","caption":"post %d","publishedAt":"2026-11-21T12:00:00.000Z"}]}`+"\n",
			i+1, 18_000_000_000_000_001+i, i+1, primary().SNUserID, i)
	}
	path := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(path, []byte(state.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	c := clock.NewFake(start)
	w := openWorld(t, sandbox.Options{StateFile: path, Clock: c})
	w.clock, w.path = c, path
	for range 2 {
		l := w.ledger()
		if l.Forgotten == 0 || l.Forgotten+len(l.Publications) != many || len(l.Publications) < sandbox.MaxPast {
			t.Fatalf("%d publications of %d are there, %d forgotten", len(l.Publications), many, l.Forgotten)
		}
		if got := l.Publications[0].Caption; got != fmt.Sprintf("post %d", l.Forgotten) {
			t.Errorf("the first that is there is %q", got)
		}
		w = w.reopen()
	}
}
