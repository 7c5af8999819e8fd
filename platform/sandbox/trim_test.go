package sandbox

import (
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/wiretime"
)

// TestTrim_Containers: those that are over go, the oldest first, and none that can still be published.
func TestTrim_Containers(t *testing.T) {
	t.Parallel()
	c := clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	w := newWorld(c)
	const waiting, over = 700, 2 * (keptLive + liveSlack)
	for i := range int64(waiting + over) {
		one := &container{
			ID: containerID(i), Seq: i, AccountID: w.accounts.all[0].ID, MediaType: mediaImage, Status: statusFinished, CreatedAt: wiretime.Of(c.Now()),
		}
		if i >= waiting {
			one.Status = []string{statusPublished, statusError}[i%2]
		}
		w.containers.put(one)
		trim(w)
	}
	if n := len(w.containers.byID); n > waiting+keptLive+2*liveSlack {
		t.Errorf("%d containers are left", n)
	}
	for i := range int64(waiting) {
		if w.containers.byID[containerID(i)] == nil {
			t.Fatalf("container %d could be published", i)
		}
	}
	for i := int64(waiting + over - keptLive); i < waiting+over; i++ {
		if w.containers.byID[containerID(i)] == nil {
			t.Fatalf("container %d is one of the latest", i)
		}
	}
	c.Advance(containerLife)
	for i := range int64(2 * liveSlack) {
		w.containers.put(&container{ID: containerID(10_000 + i), Seq: 10_000 + i, AccountID: w.accounts.all[0].ID, Status: statusError, CreatedAt: wiretime.Of(c.Now())})
		trim(w)
	}
	if w.containers.byID[containerID(0)] != nil {
		t.Error("a container that has expired is left")
	}
}

// TestTrim_PageItems: what is on a Page moves to the past, and what was never shown is forgotten.
func TestTrim_PageItems(t *testing.T) {
	t.Parallel()
	c := clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	w := newWorld(c)
	a := w.accounts.all[1]
	const many = 2 * keptLive
	for i := range many {
		p := w.pages.newItem(a, kindPhoto, pageUnpublished)
		if i%2 == 0 {
			w.pages.show(p)
		} else {
			w.pages.put(p)
		}
		trim(w)
	}
	if n := len(w.pages.byID); n > keptLive+liveSlack {
		t.Errorf("%d things are left on the Page", n)
	}
	if n := len(w.pageLedger()); n != many/2 {
		t.Errorf("%d things of the Page are in the ledger", n)
	}
}
