package publish

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"crier/modules/posts"
)

const (
	// leastPosts is of how many posts a share is told. A single history is no measure.
	leastPosts = 100
	// leastPublished and leastShared are how many of a hundred posts by each way are published at
	// least, and how many that are to be shared are. Of 400 histories it is 86 or more and 70: the
	// floors are about half of that, so that no chance falls below them.
	leastPublished, leastShared = 43, 35
	// leastCommented is how many of a hundred first comments of published posts are known to be
	// made at least.
	leastCommented = 35
)

// tally is what the posts of a series came to, by the way by which they go out. A series in which
// hardly anything is published proves nothing, whatever the reason is.
type tally struct {
	mu                     sync.Mutex
	all, published, shared map[way]int
	comments, commented    int
}

// note counts the posts of a history. One that the user has deleted came to nothing by that.
func (y *tally) note(p *past) {
	p.t.Helper()
	for i, id := range p.ids {
		if id.IsZero() || p.deleted[id] {
			continue
		}
		post, err := posts.SelectPost(p.t.Context(), p.db, id)
		if isNotFound(err) {
			continue
		}
		if err != nil {
			p.t.Fatal(err)
		}
		y.add(p.history.Posts[i].Way, post.Status == posts.Published, post.PartnerPostID != nil)
		if post.FirstComment != nil && post.Status == posts.Published {
			y.addComment(post.FirstCommentID != nil)
		}
	}
}

func (y *tally) add(by way, isPublished, isShared bool) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.all == nil {
		y.all, y.published, y.shared = map[way]int{}, map[way]int{}, map[way]int{}
	}
	y.all[by]++
	if isPublished {
		y.published[by]++
	}
	if isShared {
		y.shared[by]++
	}
}

func (y *tally) addComment(isMade bool) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.comments++
	if isMade {
		y.commented++
	}
}

// String says how many posts of each way were published, have failed and were shared.
func (y *tally) String() string {
	var parts []string
	for _, by := range ways {
		parts = append(parts, fmt.Sprintf("%s: %d posts, %d published, %d failed", by, y.all[by], y.published[by], y.all[by]-y.published[by]))
	}
	return strings.Join(parts, "; ") + fmt.Sprintf("; %d shared; %d of %d commented", y.shared[byPage], y.commented, y.comments)
}

// tooFew returns what came to less than the floor.
func (y *tally) tooFew() (found []string) {
	for _, by := range ways {
		if all := y.all[by]; all >= leastPosts && y.published[by]*100 < leastPublished*all {
			found = append(found, fmt.Sprintf("%s: %d of %d are published", by, y.published[by], all))
		}
	}
	if all := y.all[byPage]; all >= leastPosts && y.shared[byPage]*100 < leastShared*all {
		found = append(found, fmt.Sprintf("%s: %d of %d are shared", byPage, y.shared[byPage], all))
	}
	if y.comments >= leastPosts && y.commented*100 < leastCommented*y.comments {
		found = append(found, fmt.Sprintf("%d of %d are commented", y.commented, y.comments))
	}
	return found
}

// TestTally: a series fails in which too few posts of a way are published or shared, and one that
// is too small to tell does not.
func TestTally(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		by                     way
		all, published, shared int
		want                   int
	}{
		"none":            {byStory, 0, 0, 0, 0},
		"a few, all lost": {byFeed, leastPosts - 1, 0, 0, 0},
		"at the floor":    {byStory, 1000, 10 * leastPublished, 0, 0},
		"below the floor": {byStory, 1000, 10*leastPublished - 1, 0, 1},
		"shared":          {byPage, 1000, 1000, 10 * leastShared, 0},
		"hardly shared":   {byPage, 1000, 1000, 10*leastShared - 1, 1},
		"neither":         {byPage, 1000, 0, 0, 2},
		"never published": {byPotter, leastPosts, 0, 0, 1},
	} {
		var y tally
		for i := range c.all {
			y.add(c.by, i < c.published, i < c.shared)
		}
		if found := y.tooFew(); len(found) != c.want {
			t.Errorf("%s: found %v", name, found)
		}
	}
}
