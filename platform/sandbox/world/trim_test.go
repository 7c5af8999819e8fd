package world

import (
	"strconv"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/wiretime"
)

// TestTrim_Containers: those that are over go, the oldest first, and none that can still be
// published.
func TestTrim_Containers(t *testing.T) {
	t.Parallel()
	c := clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	w := New(c)
	const waiting, over = 700, 2 * (KeptLive + liveSlack)
	for i := range int64(waiting + over) {
		one := &Container{
			ID: ContainerID(i), Seq: i, AccountID: w.Accounts.all[0].ID, MediaType: MediaImage, Status: StatusFinished, CreatedAt: wiretime.Of(c.Now()),
		}
		if i >= waiting {
			one.Status = []string{StatusPublished, StatusError}[i%2]
		}
		w.Containers.Put(one)
		trim(w)
	}
	if n := len(w.Containers.ByID); n > waiting+KeptLive+2*liveSlack {
		t.Errorf("%d containers are left", n)
	}
	for i := range int64(waiting) {
		if w.Containers.ByID[ContainerID(i)] == nil {
			t.Fatalf("container %d could be published", i)
		}
	}
	for i := int64(waiting + over - KeptLive); i < waiting+over; i++ {
		if w.Containers.ByID[ContainerID(i)] == nil {
			t.Fatalf("container %d is one of the latest", i)
		}
	}
	c.Advance(containerLife)
	for i := range int64(2 * liveSlack) {
		w.Containers.Put(&Container{ID: ContainerID(10_000 + i), Seq: 10_000 + i, AccountID: w.Accounts.all[0].ID, Status: StatusError, CreatedAt: wiretime.Of(c.Now())})
		trim(w)
	}
	if w.Containers.ByID[ContainerID(0)] != nil {
		t.Error("a container that has expired is left")
	}
}

// TestTrim_PageItems: what is on a Page moves to the past, and what was never shown is forgotten.
func TestTrim_PageItems(t *testing.T) {
	t.Parallel()
	c := clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	w := New(c)
	a := w.Accounts.all[1]
	const many = 2 * KeptLive
	for i := range many {
		p := w.Pages.NewItem(a, KindPhoto, PageUnpublished)
		if i%2 == 0 {
			w.Pages.Show(p)
		} else {
			w.Pages.Put(p)
		}
		trim(w)
	}
	if n := len(w.Pages.ByID); n > KeptLive+liveSlack {
		t.Errorf("%d things are left on the Page", n)
	}
	if n := len(pageLedger(w)); n != many/2 {
		t.Errorf("%d things of the Page are in the ledger", n)
	}
}

// TestTrim_Comments: the oldest move to the past, and the ledger still has them in their order.
func TestTrim_Comments(t *testing.T) {
	t.Parallel()
	w := New(clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)))
	m := &Media{ID: "1", AccountID: w.Accounts.all[0].ID}
	const many = 2 * KeptLive
	for range many {
		w.Comments.Make(m, m.AccountID, "ann", "text")
		trim(w)
	}
	if n := len(w.Comments.latest); n > KeptLive+liveSlack || n != len(w.Comments.byID) {
		t.Errorf("%d comments are left", n)
	}
	all := w.Ledger().Comments
	if len(all) != many {
		t.Fatalf("%d comments are in the ledger", len(all))
	}
	for i, one := range all {
		if want := commentIDs + int64(i) + 1; one.CommentID != strconv.FormatInt(want, 10) {
			t.Fatalf("comment %d is %s", i, one.CommentID)
		}
	}
}
