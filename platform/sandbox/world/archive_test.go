package world

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestArchive_KeepsTheLatestInOrder(t *testing.T) {
	t.Parallel()
	const most, extra = 5 * packSize, 3*packSize + 17
	a := newArchive[PublishCall](most)
	var want []PublishCall
	for i := range most + extra {
		c := PublishCall{ContainerID: fmt.Sprint(i), Outcome: "Grüße \xff"}
		want = append(want, c)
		a.add(c)
		if got := a.Count() + a.forgotten; got != len(want) {
			t.Fatalf("%d entries were added, %d are there and %d forgotten", len(want), a.Count(), a.forgotten)
		}
	}
	if a.Count() < most || a.Count() >= most+packSize {
		t.Errorf("%d entries are there, and at most %d should be", a.Count(), most)
	}
	got := a.All()
	for i, c := range got {
		got[i].Outcome = strings.ReplaceAll(c.Outcome, "\uFFFD", "\xff")
	}
	if !slices.Equal(got, want[a.forgotten:]) {
		t.Errorf("got %d entries, from %v to %v", len(got), got[0], got[len(got)-1])
	}
}

func TestArchive_Empty(t *testing.T) {
	t.Parallel()
	a := newArchive[int](1)
	if all := a.All(); all == nil || len(all) != 0 {
		t.Errorf("got %v", all)
	}
}

func TestArchive_PacksTight(t *testing.T) {
	t.Parallel()
	a := newArchive[*Media](10_000)
	plain := 0
	for i := range 5000 {
		m := &Media{
			ID: MediaID(int64(i)), Seq: int64(i), AccountID: "17841400000000101", ContainerID: ContainerID(int64(i)), MediaType: MediaImage,
			Caption: fmt.Sprintf("post %d, and what it says", i), SourceURL: fmt.Sprintf("http://127.0.0.1:7171/public/%032x/photo.jpg", i*7919),
		}
		plain += len(m.Caption) + len(m.SourceURL) + 200
		a.add(m)
	}
	size := 0
	for _, p := range a.packed {
		size += len(p.bytes)
	}
	if size*5 > plain {
		t.Errorf("5000 publications of about %d bytes are packed into %d", plain, size)
	}
}
