package sandbox_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

func TestPublish_Outcomes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	refused := func(got answer, code string) {
		t.Helper()
		if got.status != http.StatusBadRequest || got.code() != code || got.text("id") != "" {
			t.Errorf("got %d %s, want %s", got.status, got.raw, code)
		}
	}
	old := w.createImage(primary(), "old")
	w.clock.Advance(24 * time.Hour)
	refused(w.tryPublish(primary(), old), "24/2207008")
	published := w.createImage(primary(), "published")
	w.publish(primary(), published)
	refused(w.tryPublish(primary(), published), "9007/2207027")
	w.control("POST latency", `{"imageMs":3000}`)
	early := w.createImage(primary(), "early")
	refused(w.tryPublish(primary(), early), "9007/2207027")
	w.clock.Advance(3 * time.Second)
	w.publish(primary(), early)
	w.control("POST latency", `{"imageMs":0}`)
	w.control("POST containers/next", `{"force":"ERROR","subcode":2207026}`)
	refused(w.tryPublish(primary(), w.createImage(primary(), "error")), "9007/2207027")
	refused(w.tryPublish(primary(), "17999999999999999"), "24/2207008")
	refused(w.tryPublish(primary(), ""), "100/0")
	refused(w.tryPublish(primary(), w.createImage(partner(), "theirs")), "24/2207008")
	refused(w.tryPublish(primary(), w.create(primary(), "image_url", w.media.url("/image.jpg"), "is_carousel_item", "1")), "100/0")
	w.control("POST quota", `{"accountId":"`+primary().SNUserID+`","total":2}`)
	last := w.createImage(primary(), "over the cap")
	refused(w.tryPublish(primary(), last), "9/2207042")
	refused(w.post(primary(), partner().SNUserID+"/media_publish", "creation_id", last), "100/33")
	w.control("POST tokens", `{"accountId":"`+primary().SNUserID+`","action":"expire"}`)
	refused(w.tryPublish(primary(), last), "190/463")
	w.control("POST faults", `{"match":{"path":"/media_publish$"},"code":2}`)
	refused(w.tryPublish(primary(), last), "2/0")
	want := []string{
		"expired", "published", "republish_refused", "not_ready", "published", "container_error", "unknown_container",
		"unknown_container", "unknown_container", "item_refused", "cap_reached", "wrong_account", "token_dead", "fault",
	}
	if got := w.outcomes(); !slices.Equal(got, want) {
		t.Errorf("outcomes\n%v, want\n%v", got, want)
	}
	if got := len(w.ledger().Publications); got != 2 {
		t.Errorf("%d publications", got)
	}
}

func TestPublish_ManyAtOnceGiveOneMedia(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.control("POST latency", `{"imageMs":1000}`)
	id := w.createImage(primary(), "once")
	w.clock.Advance(time.Second)
	const callers = 16
	ok := make(chan string, callers)
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			if got := w.tryPublish(primary(), id); got.status == http.StatusOK {
				ok <- got.text("id")
			}
		})
	}
	all.Wait()
	if len(ok) != 1 || len(w.ledger().Publications) != 1 || len(w.ledger().PublishCalls) != callers {
		t.Errorf("%d answers say published, ledger %+v", len(ok), w.ledger())
	}
	if got := len(w.media.asked); got != 1 {
		t.Errorf("the media were fetched %d times", got)
	}
}

func TestPublish_DifferentContainersAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 5 {
				w.publish(partner(), w.createImage(partner(), "one of many"))
			}
		})
	}
	all.Wait()
	ids := map[string]bool{}
	for _, p := range w.ledger().Publications {
		ids[p.MediaID] = true
	}
	if len(ids) != 40 {
		t.Errorf("%d different media", len(ids))
	}
}

func TestPublish_CapIsARollingWindowOnPublishOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	usage := func(query string) (used, total any) {
		t.Helper()
		got := w.read(a, a.SNUserID+"/content_publishing_limit?fields=quota_usage,config"+query)
		data := got.list("data")
		if len(data) != 1 {
			t.Fatalf("got %s", got.raw)
		}
		one := answer{body: data[0].(map[string]any)}
		return one.get("quota_usage"), one.get("config.quota_total")
	}
	if used, total := usage(""); used != 0.0 || total != 50.0 {
		t.Errorf("at first %v of %v", used, total)
	}
	w.control("POST quota", `{"accountId":"`+a.SNUserID+`","total":3,"used":1}`)
	w.clock.Advance(time.Hour)
	w.publish(a, w.createImage(a, "second"))
	w.clock.Advance(time.Hour)
	w.publish(a, w.createImage(a, "third"))
	next := w.createImage(a, "creating is not capped")
	if got := w.tryPublish(a, next); got.code() != "9/2207042" {
		t.Errorf("over the cap: %s", got.raw)
	}
	if used, _ := usage(""); used != 3.0 {
		t.Errorf("used %v, want 3", used)
	}
	if used, _ := usage("&since=1795269600"); used != 1.0 {
		t.Errorf("since 14:00 used %v, want 1", used)
	}
	w.clock.Advance(22*time.Hour - time.Millisecond)
	if got := w.tryPublish(a, next); got.code() != "9/2207042" {
		t.Errorf("a millisecond early: %s", got.raw)
	}
	w.clock.Advance(time.Millisecond)
	if used, _ := usage(""); used != 2.0 {
		t.Errorf("a day after the first %v", used)
	}
	w.publish(a, next)
	if used, _ := usage(""); used != 3.0 {
		t.Errorf("used %v, want 3", used)
	}
	if got := w.read(a, a.SNUserID+"/content_publishing_limit"); got.raw != `{"data":[{"quota_usage":3}]}` {
		t.Errorf("without fields: %s", got.raw)
	}
	for query, code := range map[string]string{"?since=1": "100/0", "?since=soon": "100/0", "?fields=quota": "100/0"} {
		if got := w.read(a, a.SNUserID+"/content_publishing_limit"+query); got.code() != code {
			t.Errorf("%s: %s", query, got.raw)
		}
	}
}

func TestPublish_HandPostsAndDeletionsLeaveTheCapAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := partner()
	w.control("POST quota", `{"accountId":"`+a.SNUserID+`","total":1}`)
	w.control("POST posts", `{"accountId":"`+a.SNUserID+`","caption":"by hand","mediaType":"REELS"}`)
	media := w.publish(a, w.createImage(a, "by the API"))
	if got := w.remove(a, media); got.raw != `{"success":true,"deleted_id":"`+media+`"}` {
		t.Errorf("got %s", got.raw)
	}
	if got := w.tryPublish(a, w.createImage(a, "again")); got.code() != "9/2207042" {
		t.Errorf("got %s", got.raw)
	}
}

// TestPublish_RefusedCallsAreRecorded: the ledger has every publish call, also one that is refused
// for its form.
func TestPublish_RefusedCallsAreRecorded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	id := w.createImage(a, "")
	token := []string{"Authorization", "Bearer " + a.Token.Reveal()}
	w.must(http.MethodPost, w.target(a, a.SNUserID+"/media_publish"), `{`, append(token, "Content-Type", "application/json")...)
	w.post(a, a.SNUserID+"/media_publish", "creation_id", id, "really", "1")
	w.must(http.MethodPost, w.target(a, a.SNUserID+"/media"), `{`, append(token, "Content-Type", "application/json")...)
	if got := w.ledger().PublishCalls; len(got) != 2 || got[0].Outcome != "refused" || got[1].Outcome != "refused" || got[1].ContainerID != id {
		t.Errorf("recorded are %+v", got)
	}
}
