package graph_test

import (
	"strings"
	"testing"
	"time"

	"crier/platform/graph"
	"crier/platform/sandbox"
)

// post is a container and how it reads back once it is published.
type post struct {
	container graph.Container
	mediaType graph.MediaType
	product   graph.ProductType
	permalink string
}

// posts returns one container of every kind that can be published.
func (s *simulated) posts(a graph.Account) map[graph.Kind]post {
	s.t.Helper()
	x, y := 0.25, 0.75
	share := true
	tags := []graph.UserTag{{Username: "crier.demo.potter", X: &x, Y: &y}}
	jpg, mp4 := s.media+"/a.jpg", s.media+"/a.mp4"
	children := []string{
		s.finished(a, graph.Container{Kind: graph.CarouselImage, MediaURL: jpg, AltText: "alt", UserTags: tags, Caption: "not sent", Collaborators: []string{"x"}}),
		s.finished(a, graph.Container{Kind: graph.CarouselVideo, MediaURL: mp4, UserTags: tags, AltText: "not sent"}),
	}
	return map[graph.Kind]post{
		graph.Image: {
			graph.Container{Kind: graph.Image, MediaURL: jpg, Caption: "image é # & +", AltText: "alt", LocationID: "106377336067638", UserTags: tags, Collaborators: []string{"ann"}},
			graph.TypeImage, graph.ProductFeed, "/www-ig/p/",
		},
		graph.Carousel: {
			graph.Container{Kind: graph.Carousel, Children: children, Caption: "carousel 😀", UserTags: tags, AltText: "not sent"},
			graph.TypeCarousel, graph.ProductFeed, "/www-ig/p/",
		},
		graph.Reel: {
			graph.Container{Kind: graph.Reel, MediaURL: mp4, Caption: "reel", ShareToFeed: &share, CoverURL: jpg, UserTags: tags, AltText: "not sent"},
			graph.TypeVideo, graph.ProductReels, "/www-ig/reel/",
		},
		graph.ImageStory: {
			graph.Container{Kind: graph.ImageStory, MediaURL: jpg, Caption: "not sent", UserTags: tags, Collaborators: []string{"x"}, LocationID: "1"},
			graph.TypeImage, graph.ProductStory, "/www-ig/stories/",
		},
		graph.VideoStory: {
			graph.Container{Kind: graph.VideoStory, MediaURL: mp4, Caption: "not sent", UserTags: tags},
			graph.TypeVideo, graph.ProductStory, "/www-ig/stories/",
		},
	}
}

func TestSandbox_EveryKindFromCreateToReadBack(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	s.control("latency", `{"imageMs":3000,"videoMs":90000,"pollsUntilFinished":2}`)
	for _, a := range s.accounts() {
		for kind, p := range s.posts(a) {
			container := s.finished(a, p.container)
			began := s.clock.Now()
			id, err := s.client.Publish(t.Context(), permit(), a, container)
			if err != nil {
				t.Fatalf("%s %s: %v", a.Login, kind, err)
			}
			if status, err := s.client.ContainerStatus(t.Context(), a, container); err != nil || status.Code != graph.Published || status.Err() != nil {
				t.Errorf("%s %s: status %+v, %v", a.Login, kind, status, err)
			}
			got, err := s.client.Media(t.Context(), a, id)
			if err != nil {
				t.Fatalf("%s %s: %v", a.Login, kind, err)
			}
			caption := p.container.Caption
			if p.product == graph.ProductStory {
				caption = ""
			}
			if got.ID != id || got.Type != p.mediaType || got.ProductType != p.product || got.Caption != caption ||
				!strings.HasPrefix(got.Permalink, s.url+p.permalink) || !got.Timestamp.Equal(began) {
				t.Errorf("%s %s: read back %+v", a.Login, kind, got)
			}
			s.checkListed(a, got)
			s.clock.Advance(time.Minute)
		}
		limit, err := s.client.PublishingLimit(t.Context(), a)
		if err != nil || limit.Used != 5 || limit.Total <= 0 || limit.Window != 24*time.Hour {
			t.Errorf("%s: limit %+v, %v", a.Login, limit, err)
		}
	}
	if l := s.ledger(); len(l.Publications) != 10 || len(l.PublishCalls) != 10 {
		t.Errorf("%d publications, %d calls", len(l.Publications), len(l.PublishCalls))
	}
}

// checkListed checks that the media is in the list in which it belongs, in no other, and reads
// there as by itself.
func (s *simulated) checkListed(a graph.Account, want graph.Media) {
	s.t.Helper()
	recent, err := s.client.RecentMedia(s.t.Context(), a, want.Timestamp)
	if err != nil {
		s.t.Fatal(err)
	}
	stories, err := s.client.Stories(s.t.Context(), a)
	if err != nil {
		s.t.Fatal(err)
	}
	in := func(list []graph.Media) bool {
		for _, m := range list {
			if m == want {
				return true
			}
		}
		return false
	}
	story := want.ProductType == graph.ProductStory
	if in(recent) == story || in(stories) != story {
		s.t.Errorf("%s: %+v: in recent media %v, in stories %v", a.Login, want, in(recent), in(stories))
	}
}

func TestSandbox_Profile(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for i, a := range s.accounts() {
		demo := sandbox.DemoAccounts()[i]
		want := graph.AccountType(demo.AccountType)
		if a.Login == graph.Partner {
			want = graph.Business
		} else {
			a.ID = ""
		}
		got, err := s.client.Profiles.Profile(t.Context(), a)
		if err != nil || got.ID != demo.SNUserID || got.Username != demo.Username || got.Name != demo.Name ||
			got.AccountType != want || got.PictureURL == "" || got.Followers == nil || *got.Followers != demo.FollowersCount {
			t.Errorf("got %+v, %v", got, err)
		}
	}
}

func TestSandbox_Delete(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	accounts := s.accounts()
	id := s.published(accounts[0], s.image("kept"))
	if e := asError(t, s.client.DeleteMedia(t.Context(), accounts[0], id)); e.Code != 100 || e.Subcode != 33 || e.Class != graph.Permanent || e.OutcomeUnknown() {
		t.Errorf("primary: got %+v", e)
	}
	id = s.published(accounts[1], s.image("deleted"))
	if err := s.client.DeleteMedia(t.Context(), accounts[1], id); err != nil {
		t.Errorf("partner: %v", err)
	}
	if e := asError(t, s.client.DeleteMedia(t.Context(), accounts[1], id)); e.Subcode != 33 || e.Class != graph.Permanent {
		t.Errorf("twice: got %+v", e)
	}
	_, err := s.client.Media(t.Context(), accounts[1], id)
	if e := asError(t, err); e.Subcode != 33 || e.Class != graph.Retry || e.Then != graph.Permanent {
		t.Errorf("read after the delete: got %+v", e)
	}
	if l := s.ledger(); l.Publications[0].DeletedAt != nil || l.Publications[1].DeletedAt == nil {
		t.Errorf("got %+v", l.Publications)
	}
}

func TestSandbox_PagesOfOwnMedia(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[1]
	for range 120 {
		s.control("posts", `{"accountId":"`+a.ID+`","caption":"by hand","mediaType":"IMAGE"}`)
		s.clock.Advance(time.Minute)
	}
	got, err := s.client.RecentMedia(t.Context(), a, newest.Add(10*time.Minute))
	if err != nil || len(got) != 110 || !got[0].Timestamp.Equal(newest.Add(119*time.Minute)) || !got[109].Timestamp.Equal(newest.Add(10*time.Minute)) {
		t.Fatalf("got %d, %v", len(got), err)
	}
	seen := map[string]bool{}
	for _, m := range got {
		seen[m.ID] = true
	}
	if len(seen) != 110 {
		t.Errorf("%d different media", len(seen))
	}
}

func TestSandbox_StoriesEndAfterADay(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	id := s.published(a, graph.Container{Kind: graph.ImageStory, MediaURL: s.media + "/a.jpg"})
	s.clock.Advance(24*time.Hour + time.Second)
	if got, err := s.client.Stories(t.Context(), a); err != nil || len(got) != 0 {
		t.Errorf("got %+v, %v", got, err)
	}
	_, err := s.client.Media(t.Context(), a, id)
	if e := asError(t, err); e.Subcode != 33 {
		t.Errorf("got %+v", e)
	}
}

func TestSandbox_RefusedContainers(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[1]
	for name, c := range map[string]struct {
		container graph.Container
		class     graph.Class
		subcode   int
	}{
		"long caption": {s.image(strings.Repeat("é", 2201)), graph.Permanent, 2207010},
		"one child":    {graph.Container{Kind: graph.Carousel, Children: []string{s.finished(a, graph.Container{Kind: graph.CarouselImage, MediaURL: s.media + "/a.jpg"})}}, graph.Permanent, 2207028},
		"bad place":    {graph.Container{Kind: graph.Image, MediaURL: s.media + "/a.jpg", LocationID: "nowhere"}, graph.Permanent, 0},
	} {
		_, err := s.client.CreateContainer(t.Context(), a, c.container)
		if e := asError(t, err); e.Class != c.class || e.Subcode != c.subcode || e.OutcomeUnknown() {
			t.Errorf("%s: got %+v", name, e)
		}
	}
}

// Media that cannot be fetched show at the create call or in the status, whichever the network
// chooses.
func TestSandbox_UnreachableMedia(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	id, err := s.client.CreateContainer(t.Context(), a, graph.Container{Kind: graph.Image, MediaURL: s.media + "/none.jpg"})
	if err != nil {
		if e := asError(t, err); e.Class != graph.Retry || e.Code != 9004 || e.Subcode != 2207052 {
			t.Errorf("got %+v", e)
		}
		return
	}
	got, err := s.client.ContainerStatus(t.Context(), a, id)
	if err != nil {
		t.Fatal(err)
	}
	if e := asError(t, got.Err()); e.Class != graph.NewContainer || e.Subcode != 2207052 {
		t.Errorf("got %+v", e)
	}
}

// TestSandbox_PagePhotoInTwoCalls: nobody sees the photo before the second, which publishes it
// once; the list names it.
func TestSandbox_PagePhotoInTwoCalls(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	demo := sandbox.DemoAccounts()[1]
	onPage := graph.Account{ID: demo.PageID, Login: graph.Partner, Token: demo.Token}
	photo, err := s.client.StagePagePhoto(t.Context(), onPage, graph.PagePhoto{URL: s.media + "/a.jpg", AltText: "alt"})
	if err != nil {
		t.Fatal(err)
	}
	if posts, err := s.client.PagePosts(t.Context(), onPage); err != nil || len(posts) != 0 {
		t.Errorf("before: %+v, %v", posts, err)
	}
	id, err := s.client.PublishPagePost(t.Context(), permit(), onPage, graph.PagePhotoPost{PhotoID: photo, Text: "hello é #"})
	if err != nil || !strings.HasPrefix(id, onPage.ID+"_") {
		t.Fatal(id, err)
	}
	if _, err := s.client.PublishPagePost(t.Context(), permit(), onPage, graph.PagePhotoPost{PhotoID: photo}); asError(t, err).Code != 100 || graph.IsGone(err) {
		t.Errorf("twice: %v", err)
	}
	if _, err := s.client.PublishPagePost(t.Context(), permit(), onPage, graph.PagePhotoPost{PhotoID: "1"}); !graph.IsGone(err) {
		t.Errorf("of no photo: %v", err)
	}
	posts, err := s.client.PagePosts(t.Context(), onPage)
	if err != nil || len(posts) != 1 || posts[0].ID != id || posts[0].Text != "hello é #" || len(posts[0].AttachedIDs) != 1 || posts[0].AttachedIDs[0] != photo {
		t.Errorf("after: %+v, %v", posts, err)
	}
}
