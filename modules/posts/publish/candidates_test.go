package publish

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/graph"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

const container = "17890000000000001"

// made is when the container of the post that is looked for was made, as the database keeps it.
var made = start.Add(123 * time.Millisecond)

// live returns what the network shows of a post, so long after the making of the container.
func live(n int, after time.Duration, change ...func(*graph.Media)) graph.Media {
	m := graph.Media{
		ID: fmt.Sprintf("1800000000000%04d", n), Permalink: fmt.Sprintf("https://example.org/p/%d", n), Caption: "Bread", Type: graph.TypeImage,
		ProductType: graph.ProductFeed, Timestamp: start.Add(after),
	}
	for _, c := range change {
		c(&m)
	}
	return m
}

func captioned(caption string) func(*graph.Media) {
	return func(m *graph.Media) { m.Caption = caption }
}

func shown(typ graph.MediaType, product graph.ProductType) func(*graph.Media) {
	return func(m *graph.Media) { m.Type, m.ProductType = typ, product }
}

// sought returns a post whose publish call was sent and whose outcome is looked for.
func sought(kind posts.MediaType, caption *string) posts.Post {
	return posts.Post{
		Status: posts.Failed, MediaType: kind, Caption: caption, SNContainerID: new(container), ContainerCreatedAt: at(made),
		PublishIntentAt: at(made.Add(10 * time.Second)),
	}
}

// candidatesOf returns the ids of the media that could be the post.
func (b *bundle) candidatesOf(t *testing.T, post posts.Post) (ids []string) {
	t.Helper()
	w := &work{Engine: b.engine, post: post}
	if err := w.identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	found, err := w.candidates(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range found {
		ids = append(ids, m.ID)
	}
	return ids
}

// TestCandidates: which live media is taken for a post, by time, type and caption.
func TestCandidates(t *testing.T) {
	t.Parallel()
	b, bread := setup(t), new("Bread")
	for name, c := range map[string]struct {
		kind    posts.MediaType
		caption *string
		live    graph.Media
		taken   bool
	}{
		"just so":                              {posts.Image, bread, live(1, 12*time.Second), true},
		"long after":                           {posts.Image, bread, live(1, 48*time.Hour), true},
		"at the second of the container":       {posts.Image, bread, live(1, 0), true},
		"within the tolerance of clocks":       {posts.Image, bread, live(1, -59*time.Second), true},
		"before the tolerance of clocks":       {posts.Image, bread, live(1, -60*time.Second), false},
		"long before":                          {posts.Image, bread, live(1, -time.Hour), false},
		"at no known time":                     {posts.Image, bread, live(1, 0, func(m *graph.Media) { m.Timestamp = time.Time{} }), false},
		"another caption":                      {posts.Image, bread, live(1, 0, captioned("Bread!")), false},
		"other letters":                        {posts.Image, bread, live(1, 0, captioned("bread")), false},
		"a caption that begins alike":          {posts.Image, bread, live(1, 0, captioned("Bread and butter")), false},
		"no caption there":                     {posts.Image, bread, live(1, 0, captioned("")), false},
		"no caption here":                      {posts.Image, nil, live(1, 0), false},
		"no caption at all":                    {posts.Image, nil, live(1, 0, captioned("")), true},
		"an empty caption":                     {posts.Image, new(""), live(1, 0, captioned("")), true},
		"blanks that the network trims":        {posts.Image, new(" \nBread \n"), live(1, 0), true},
		"blanks that the network adds":         {posts.Image, bread, live(1, 0, captioned("Bread\n")), true},
		"blanks within":                        {posts.Image, new("Bread  now"), live(1, 0, captioned("Bread now")), false},
		"an image in the feed as an ad":        {posts.Image, bread, live(1, 0, shown(graph.TypeImage, graph.ProductAd)), false},
		"a carousel for an image":              {posts.Image, bread, live(1, 0, shown(graph.TypeCarousel, graph.ProductFeed)), false},
		"a reel for an image":                  {posts.Image, bread, live(1, 0, shown(graph.TypeVideo, graph.ProductReels)), false},
		"a reel":                               {posts.Reels, bread, live(1, 0, shown(graph.TypeVideo, graph.ProductReels)), true},
		"a video in the feed for a reel":       {posts.Reels, bread, live(1, 0, shown(graph.TypeVideo, graph.ProductFeed)), false},
		"a reel of another caption":            {posts.Reels, bread, live(1, 0, shown(graph.TypeVideo, graph.ProductReels), captioned("")), false},
		"a carousel":                           {posts.Carousel, bread, live(1, 0, shown(graph.TypeCarousel, graph.ProductFeed)), true},
		"an image for a carousel":              {posts.Carousel, bread, live(1, 0), false},
		"a carousel of another caption":        {posts.Carousel, bread, live(1, 0, shown(graph.TypeCarousel, graph.ProductFeed), captioned("x")), false},
		"a story":                              {posts.Stories, nil, live(1, 0, shown(graph.TypeImage, graph.ProductStory)), true},
		"a story, whose caption shows nowhere": {posts.Stories, bread, live(1, 0, shown(graph.TypeImage, graph.ProductStory), captioned("")), true},
		"a story of before":                    {posts.Stories, nil, live(1, -2*time.Minute, shown(graph.TypeImage, graph.ProductStory)), false},
		"lines that end in another way":        {posts.Image, new("a\r\nb"), live(1, 0, captioned("a\nb")), true},
		"lines that are others":                {posts.Image, new("a\nb"), live(1, 0, captioned("a b")), false},
		"a story that is none":                 {posts.Stories, nil, live(1, 0), false},
	} {
		edge, other := "media", "stories"
		if c.kind == posts.Stories {
			edge, other = other, edge
		}
		b.network.show(b.bakery, edge, c.live)
		b.network.show(b.bakery, other, live(99, 0))
		var want []string
		if c.taken {
			want = []string{c.live.ID}
		}
		if got := b.candidatesOf(t, b.insert(t, sought(c.kind, c.caption))); !slices.Equal(got, want) {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// TestCandidates_EdgeOfTheTolerance: the instant itself still counts, for what the network lists by time and for stories.
func TestCandidates_EdgeOfTheTolerance(t *testing.T) {
	t.Parallel()
	b := setup(t)
	story := shown(graph.TypeImage, graph.ProductStory)
	b.network.show(b.bakery, "media", live(1, -clockTolerance), live(2, -clockTolerance-time.Second))
	b.network.show(b.bakery, "stories", live(3, -clockTolerance, story), live(4, -clockTolerance-time.Second, story))
	for kind, want := range map[posts.MediaType]string{posts.Image: live(1, 0).ID, posts.Stories: live(3, 0).ID} {
		post := sought(kind, new("Bread"))
		post.ContainerCreatedAt = at(start)
		if got := b.candidatesOf(t, b.insert(t, post)); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: got %v", kind, got)
		}
	}
}

// TestCandidates_StoriesByKind: of two stories of one time, the picture's is not taken for the video's.
func TestCandidates_StoriesByKind(t *testing.T) {
	t.Parallel()
	b := setup(t)
	picture, video := live(1, 0, shown(graph.TypeImage, graph.ProductStory)), live(2, 0, shown(graph.TypeVideo, graph.ProductStory))
	b.network.show(b.bakery, "stories", picture, video)
	for mimeType, want := range map[string][]string{"image/jpeg": {picture.ID}, "video/mp4": {video.ID}, "": {picture.ID, video.ID}} {
		post := b.insert(t, sought(posts.Stories, nil))
		if mimeType != "" {
			post.MediaFiles = []media.MediaFile{{MimeType: mimeType}}
		}
		if got := b.candidatesOf(t, post); !slices.Equal(got, want) {
			t.Errorf("%q: got %v", mimeType, got)
		}
	}
}

// TestCandidates_Owned: what another post of ours is live as is not taken, whatever became of that post.
func TestCandidates_Owned(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.show(b.bakery, "media", live(3, 30*time.Second), live(2, 20*time.Second), live(1, 10*time.Second))
	b.network.show(b.potter, "media", live(7, 10*time.Second))
	post := b.insert(t, sought(posts.Image, new("Bread")))
	if got := b.candidatesOf(t, post); !slices.Equal(got, []string{live(3, 0).ID, live(2, 0).ID, live(1, 0).ID}) {
		t.Errorf("got %v", got)
	}
	for n, status := range map[int]posts.Status{2: posts.Published, 1: posts.Publishing} {
		owner := in(status)
		owner.SNMediaID = new(live(n, 0).ID)
		b.insert(t, owner)
	}
	if got := b.candidatesOf(t, post); !slices.Equal(got, []string{live(3, 0).ID}) {
		t.Errorf("got %v", got)
	}
	post.SocialAccountID = b.potter.ID
	if got := b.candidatesOf(t, post); !slices.Equal(got, []string{live(7, 0).ID}) {
		t.Errorf("of the other account: got %v", got)
	}
	for _, call := range b.network.heard() {
		if !strings.HasSuffix(call, "/media") || !strings.HasPrefix(call, "GET ") {
			t.Errorf("asked %s", call)
		}
	}
}

// TestCandidates_Unreadable: a list that cannot be read is no empty list.
func TestCandidates_Unreadable(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := &work{Engine: b.engine, post: b.insert(t, sought(posts.Image, new("Bread")))}
	if err := w.identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.network.refuse(`{"error":{"message":"down","code":2}}`)
	if got, err := w.candidates(t.Context()); err == nil || got != nil {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestVerify: which FAILED posts the background check moves to PUBLISHED, and as what.
func TestVerify(t *testing.T) {
	t.Parallel()
	one := live(1, 12*time.Second)
	for name, c := range map[string]struct {
		status graph.StatusCode
		live   []graph.Media
		want   posts.Status
		media  string
		// published is when the post counts as published, after the making of its container's second.
		published time.Time
	}{
		"proof and one media":          {graph.Published, []graph.Media{one}, posts.Published, one.ID, one.Timestamp},
		"proof and two alike":          {graph.Published, []graph.Media{live(2, 13*time.Second), one}, posts.Published, "", made.Add(10 * time.Second)},
		"proof and no media":           {graph.Published, nil, posts.Published, "", made.Add(10 * time.Second)},
		"one alike, but not ours":      {graph.Finished, []graph.Media{one}, posts.Failed, "", time.Time{}},
		"expired":                      {graph.Expired, []graph.Media{one}, posts.Failed, "", time.Time{}},
		"in error":                     {graph.Failed, []graph.Media{one}, posts.Failed, "", time.Time{}},
		"still at work":                {graph.InProgress, []graph.Media{one}, posts.Failed, "", time.Time{}},
		"in a state that is not known": {"ARCHIVED", []graph.Media{one}, posts.Failed, "", time.Time{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := sought(posts.Image, new("Bread"))
			post.CompletedAt = at(made.Add(time.Hour))
			post.ErrorCode, post.ErrorMessage = new("UNKNOWN_ERROR"), new("it may be live")
			post = b.insert(t, post)
			b.clock.Advance(2 * time.Hour)
			b.network.show(b.bakery, "media", c.live...)
			b.network.contain(container, c.status)
			if err := b.engine.Verify(t.Context()); err != nil {
				t.Fatal(err)
			}
			got := b.read(t, post.ID)
			if got.Status != c.want || value(got.SNMediaID) != c.media {
				t.Fatalf("got %s as %q", got.Status, value(got.SNMediaID))
			}
			if c.want == posts.Failed {
				if got.UpdatedAt != post.UpdatedAt || got.ErrorCode == nil || *got.CompletedAt != *post.CompletedAt {
					t.Errorf("the row is %+v", got)
				}
				return
			}
			if got.ErrorCode != nil || got.ErrorMessage != nil || !got.PublishedAt.Time().Equal(c.published) || !got.CompletedAt.Time().Equal(start.Add(2*time.Hour)) {
				t.Errorf("the row is %+v", got)
			}
			if (got.SNPermalink != nil) != (c.media != "") {
				t.Errorf("the address is %q", value(got.SNPermalink))
			}
		})
	}
}

// TestVerify_WhichPosts: those that failed within the last day after their call was sent, and no others.
func TestVerify_WhichPosts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(48 * time.Hour)
	b.network.show(b.bakery, "media")
	add := func(n int, change func(*posts.Post)) wireid.ID {
		post := sought(posts.Image, new("Bread"))
		post.SNContainerID, post.CompletedAt = new(fmt.Sprintf("1789000000000%04d", n)), at(b.clock.Now().Add(-time.Duration(n)*time.Minute))
		change(&post)
		b.network.contain(*post.SNContainerID, graph.Published)
		return b.insert(t, post).ID
	}
	proven := map[wireid.ID]bool{
		add(1, func(*posts.Post) {}): true,
		add(2, func(p *posts.Post) { p.CompletedAt = at(b.clock.Now().Add(-verifySearch)) }):                    true,
		add(3, func(p *posts.Post) { p.CompletedAt = at(b.clock.Now().Add(-verifySearch - time.Millisecond)) }): false,
		add(4, func(p *posts.Post) { p.PublishIntentAt = nil }):                                                 false,
		add(5, func(p *posts.Post) { p.SocialAccountID = wireid.New() }):                                        false,
		add(6, func(p *posts.Post) { p.Status = posts.Queued }):                                                 false,
	}
	if err := b.engine.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	completions := map[wiretime.Time]bool{}
	for id, want := range proven {
		got := b.read(t, id)
		if (got.Status == posts.Published) != want {
			t.Errorf("%s is %s", value(got.SNContainerID), got.Status)
		}
		if completions[*got.CompletedAt] {
			t.Errorf("two posts completed at %s", got.CompletedAt)
		}
		completions[*got.CompletedAt] = true
	}
	for _, call := range b.network.heard() {
		if !strings.HasPrefix(call, "GET ") {
			t.Errorf("the check made the call %s", call)
		}
	}
}

// TestVerify_NetworkAway: nothing is concluded, and there is no error to be logged.
func TestVerify_NetworkAway(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := sought(posts.Image, nil)
	post.CompletedAt = at(made)
	post = b.insert(t, post)
	b.network.refuse(`{"error":{"message":"down","code":2}}`)
	if err := b.engine.Verify(t.Context()); err != nil || b.read(t, post.ID).Status != posts.Failed {
		t.Errorf("%v; the post is %s", err, b.read(t, post.ID).Status)
	}
}

// TestRevive_LostRace: a retry that was quicker keeps the post.
func TestRevive_LostRace(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := sought(posts.Image, nil)
	stored := sought(posts.Image, nil)
	stored.Status = posts.Queued
	post.ID = b.insert(t, stored).ID
	if err := b.engine.revive(t.Context(), post, new(live(1, 0))); err != nil {
		t.Fatal(err)
	}
	if got := b.read(t, post.ID); got.Status != posts.Queued || got.SNMediaID != nil || got.CompletedAt != nil {
		t.Errorf("the row is %+v", got)
	}
}

// TestRevive_SharedToAPage: a post that turns out to be live is shared from then on, if it was to be.
func TestRevive_SharedToAPage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := sought(posts.Image, nil)
	post.CrossPostToPartner = true
	post = b.insert(t, post)
	if err := b.engine.revive(t.Context(), post, nil); err != nil {
		t.Fatal(err)
	}
	if got := b.read(t, post.ID); got.Status != posts.Published || got.ErrorCode != nil || got.ShareState == nil || *got.ShareState != posts.SharePending || got.SNMediaID != nil {
		t.Errorf("the row is %+v", got)
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts.Waiting != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
}

// TestCapReached: the hint is drawn from the account's own posts of the last day.
func TestCapReached(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(48 * time.Hour)
	now := b.clock.Now()
	w := &work{Engine: b.engine, post: posts.Post{SocialAccountID: b.bakery.ID}}
	says := func(part string) {
		t.Helper()
		if v := w.capReached(t.Context(), verdict{message: "full"}); v.message != "full; a place frees "+part {
			t.Errorf("got %q, want %q", v.message, part)
		}
	}
	add := func(account wireid.ID, ago time.Duration) {
		post := in(posts.Published)
		post.SocialAccountID, post.PublishedAt, post.PublishIntentAt = account, at(now.Add(-ago)), at(now.Add(-ago-time.Minute))
		b.insert(t, post)
	}
	add(b.potter.ID, time.Hour)
	add(b.bakery.ID, posts.CapWindow+time.Millisecond)
	says("within 24 hours")
	add(b.bakery.ID, time.Hour)
	says("at " + wiretime.Of(now.Add(23*time.Hour)).String() + " at the latest")
	add(b.bakery.ID, posts.CapWindow)
	add(b.bakery.ID, 2*time.Hour)
	says("at " + wiretime.Of(now).String() + " at the latest")
}
