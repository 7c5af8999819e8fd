package publish

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/platform/graph"
)

const container = "17890000000000001"

// live returns what the network shows of a post, so long after the start.
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

// sought returns a FAILED post that may be live.
func sought(kind posts.MediaType, caption *string) posts.Post {
	return posts.Post{Status: posts.Failed, MediaType: kind, Caption: caption, SNContainerID: new(container), ContainerCreatedAt: at(start)}
}

// listed returns what the channel reads of the account for a post, since so long after the start.
func (b *bundle) listed(t *testing.T, post posts.Post, since time.Duration) (channel.Listing, error) {
	t.Helper()
	return b.feed(t, post).Visible(t.Context(), start.Add(since))
}

// TestFeed_Visible: which live media looks like a post, and which could be it.
func TestFeed_Visible(t *testing.T) {
	t.Parallel()
	const another, possible, alike = "another", "possible", "alike"
	b, bread := setup(t), new("Bread")
	story := shown(graph.TypeImage, graph.ProductStory)
	for name, c := range map[string]struct {
		kind    posts.MediaType
		caption *string
		live    graph.Media
		want    string
	}{
		"just so":                              {posts.Image, bread, live(1, 12*time.Second), alike},
		"at the instant":                       {posts.Image, bread, live(1, 0), alike},
		"before the instant":                   {posts.Image, bread, live(1, -time.Second), another},
		"another caption":                      {posts.Image, bread, live(1, 0, captioned("Bread!")), possible},
		"other letters":                        {posts.Image, bread, live(1, 0, captioned("bread")), possible},
		"a caption that begins alike":          {posts.Image, bread, live(1, 0, captioned("Bread and butter")), possible},
		"no caption there":                     {posts.Image, bread, live(1, 0, captioned("")), possible},
		"no caption here":                      {posts.Image, nil, live(1, 0), possible},
		"no caption at all":                    {posts.Image, nil, live(1, 0, captioned("")), alike},
		"an empty caption":                     {posts.Image, new(""), live(1, 0, captioned("")), alike},
		"blanks that the network trims":        {posts.Image, new(" \nBread \n"), live(1, 0), alike},
		"blanks that the network adds":         {posts.Image, bread, live(1, 0, captioned("Bread\n")), alike},
		"blanks within":                        {posts.Image, new("Bread  now"), live(1, 0, captioned("Bread now")), possible},
		"an image in the feed as an ad":        {posts.Image, bread, live(1, 0, shown(graph.TypeImage, graph.ProductAd)), another},
		"a carousel for an image":              {posts.Image, bread, live(1, 0, shown(graph.TypeCarousel, graph.ProductFeed)), another},
		"a reel for an image":                  {posts.Image, bread, live(1, 0, shown(graph.TypeVideo, graph.ProductReels)), another},
		"a reel":                               {posts.Reels, bread, live(1, 0, shown(graph.TypeVideo, graph.ProductReels)), alike},
		"a video in the feed for a reel":       {posts.Reels, bread, live(1, 0, shown(graph.TypeVideo, graph.ProductFeed)), another},
		"a reel of another caption":            {posts.Reels, bread, live(1, 0, shown(graph.TypeVideo, graph.ProductReels), captioned("")), possible},
		"a carousel":                           {posts.Carousel, bread, live(1, 0, shown(graph.TypeCarousel, graph.ProductFeed)), alike},
		"an image for a carousel":              {posts.Carousel, bread, live(1, 0), another},
		"a carousel of another caption":        {posts.Carousel, bread, live(1, 0, shown(graph.TypeCarousel, graph.ProductFeed), captioned("x")), possible},
		"a story":                              {posts.Stories, nil, live(1, 0, story), alike},
		"a story, whose caption shows nowhere": {posts.Stories, bread, live(1, 0, story, captioned("")), alike},
		"a story of before":                    {posts.Stories, nil, live(1, -time.Second, story), another},
		"lines that end in another way":        {posts.Image, new("a\r\nb"), live(1, 0, captioned("a\nb")), alike},
		"lines that are others":                {posts.Image, new("a\nb"), live(1, 0, captioned("a b")), possible},
		"a story that is none":                 {posts.Stories, nil, live(1, 0), another},
	} {
		edge, other := "media", "stories"
		if c.kind == posts.Stories {
			edge, other = other, edge
		}
		b.network.show(b.bakery, edge, c.live)
		b.network.show(b.bakery, other, live(99, 0))
		got, err := b.listed(t, b.insert(t, sought(c.kind, c.caption)), 0)
		if err != nil || len(got.Items) > 1 {
			t.Errorf("%s: %+v, %v", name, got, err)
			continue
		}
		is := another
		for _, one := range got.Items {
			is = map[bool]string{true: alike, false: possible}[one.IsAlike]
			if !one.IsPossible || one.ID != c.live.ID || one.Permalink != c.live.Permalink || !one.At.Equal(c.live.Timestamp) {
				t.Errorf("%s: %+v", name, one)
			}
		}
		if is != c.want {
			t.Errorf("%s: %s", name, is)
		}
	}
}

// TestFeed_StoriesByKind: of two stories of one time, the picture's is not taken for the video's.
func TestFeed_StoriesByKind(t *testing.T) {
	t.Parallel()
	b := setup(t)
	picture, video := live(1, 0, shown(graph.TypeImage, graph.ProductStory)), live(2, 0, shown(graph.TypeVideo, graph.ProductStory))
	b.network.show(b.bakery, "stories", picture, video)
	for mimeType, want := range map[string][]string{"image/jpeg": {picture.ID}, "video/mp4": {video.ID}, "": {picture.ID, video.ID}} {
		post := b.insert(t, sought(posts.Stories, nil))
		if mimeType != "" {
			post.MediaFiles = []media.MediaFile{{MimeType: mimeType}}
		}
		got, err := b.listed(t, post, 0)
		var ids []string
		for _, one := range got.Items {
			ids = append(ids, one.ID)
		}
		if err != nil || !slices.Equal(ids, want) {
			t.Errorf("%q: got %v, %v", mimeType, ids, err)
		}
	}
}

// TestFeed_Unreadable: a list that cannot be read is no empty list.
func TestFeed_Unreadable(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.insert(t, sought(posts.Image, new("Bread")))
	b.network.refuse(`{"error":{"message":"down","code":2}}`)
	if got, err := b.listed(t, post, 0); err == nil || len(got.Items) > 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestFeed_Status: what each word of the network about a container means.
func TestFeed_Status(t *testing.T) {
	t.Parallel()
	b := setup(t)
	work := b.feed(t, b.insert(t, sought(posts.Image, nil)))
	for code, want := range map[graph.StatusCode]channel.State{
		graph.Published: channel.Visible, graph.Finished: channel.Ready, graph.Failed: channel.Dead, graph.Expired: channel.Dead,
		graph.InProgress: channel.Working, "ARCHIVED": channel.Working,
	} {
		b.network.contain(container, code)
		got, err := work.Status(t.Context(), attempt.Attempt{Ref: container})
		if err != nil || got.State != want || (got.Failure.Code != "") != (want == channel.Dead) {
			t.Errorf("%s: %+v, %v", code, got, err)
		}
	}
	if got, err := work.Status(t.Context(), attempt.Attempt{Ref: "17890000000000404"}); err != nil || got.State != channel.Forgotten {
		t.Errorf("an unknown one: %+v, %v", got, err)
	}
	for _, call := range b.network.heard() {
		if !strings.HasPrefix(call, "GET ") {
			t.Errorf("asked %s", call)
		}
	}
}

// TestVisible_OfAListThatIsCut: others of the second at which the list is cut may be missing. Tier
// race, one database.
func TestVisible_OfAListThatIsCut(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.isEndless = true
	b.network.show(b.bakery, "media", live(2, time.Minute), live(1, 7*time.Second))
	b.network.show(b.bakery, "stories", live(1, 7*time.Second, shown(graph.TypeImage, graph.ProductStory)))
	for _, form := range []posts.MediaType{posts.Image, posts.Stories} {
		post := b.insert(t, posts.Post{Status: posts.Failed, Caption: new("Bread"), MediaType: form})
		listing, err := b.feed(t, post).Visible(t.Context(), start.Add(-time.Hour))
		if err != nil || !listing.Since.Equal(start.Add(8*time.Second)) || len(listing.Items) == 0 {
			t.Errorf("%s: %d items, whole since %s, %v", form, len(listing.Items), listing.Since, err)
		}
	}
}
