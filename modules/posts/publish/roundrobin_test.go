package publish

import (
	"slices"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/wireid"
)

// TestWithoutPermalink: published posts with an id and no address, oldest first.
func TestWithoutPermalink(t *testing.T) {
	t.Parallel()
	b := setup(t)
	add := func(n byte, status posts.Status, media, link *string, published time.Duration) {
		post := in(status)
		post.ID, post.SNMediaID, post.SNPermalink, post.PublishedAt = numbered(n), media, link, at(start.Add(published))
		b.insert(t, post)
	}
	id := new("18000000000000001")
	add(1, posts.Published, id, nil, 2*time.Second)
	add(2, posts.Published, id, nil, time.Second)
	add(3, posts.Published, id, new("https://example.org/p"), time.Second)
	add(4, posts.Published, nil, nil, time.Second)
	add(5, posts.Publishing, id, nil, time.Second)
	found, err := selectWithoutPermalink(t.Context(), b.db, mark{}, 10)
	if err != nil || !slices.Equal(ids(found), []wireid.ID{numbered(2), numbered(1)}) {
		t.Errorf("got %v, %v", ids(found), err)
	}
	found, err = selectWithoutPermalink(t.Context(), b.db, mark{*at(start.Add(time.Second)), numbered(2)}, 10)
	if err != nil || !slices.Equal(ids(found), []wireid.ID{numbered(1)}) {
		t.Errorf("got %v, %v", ids(found), err)
	}
}

// TestRounds: a full round goes on after its last row, and a short one leads to the beginning.
func TestRounds(t *testing.T) {
	t.Parallel()
	list := make([]int, 2*batchSize+1)
	for i := range list {
		list[i] = i + 1
	}
	var r roundRobin[int, int]
	for _, want := range [][]int{list[:batchSize], list[batchSize : 2*batchSize], list[2*batchSize:], list[:batchSize]} {
		var visited []int
		read := func(after int) ([]int, error) { return list[after:min(after+batchSize, len(list))], nil }
		visit := func(n int) error {
			visited = append(visited, n)
			return nil
		}
		if err := r.walk(read, visit, func(n int) int { return n }); err != nil || !slices.Equal(visited, want) {
			t.Errorf("visited %v, %v; want %v", visited, err, want)
		}
	}
}
