package graph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/graph"
	"crier/platform/sandbox"
)

// simulated is the client in front of the sandbox network, which stands on a fake clock and has media to fetch.
type simulated struct {
	t      *testing.T
	clock  *clock.Fake
	client *graph.Client
	url    string
	media  string
}

func newSimulated(t *testing.T, change ...func(*graph.Options)) *simulated {
	t.Helper()
	s := &simulated{t: t, clock: clock.NewFake(newest)}
	network, err := sandbox.Open(sandbox.Options{Clock: s.clock})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(network.Handler())
	s.url = srv.URL
	o := graph.Options{Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(srv.URL) }, Clock: s.clock}
	for _, c := range change {
		c(&o)
	}
	s.client = graph.New(o)
	s.media = newMediaHost(t)
	t.Cleanup(func() {
		if calls := s.ledger().UnexpectedCalls; len(calls) != 0 {
			t.Errorf("calls that the network does not have: %s", calls)
		}
		s.client.CloseIdleConnections()
		// Before the server: it ends the calls that a fault delays.
		if err := network.Close(); err != nil {
			t.Error(err)
		}
		srv.Close()
	})
	return s
}

func newMediaHost(t *testing.T) string {
	t.Helper()
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, 400, 400)), nil); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"/a.jpg": picture.Bytes(), "/a.mp4": movie(10 * time.Second)}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		http.ServeContent(w, r, r.URL.Path, newest, bytes.NewReader(b))
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// movie returns the smallest MP4 file that lasts d.
func movie(d time.Duration) []byte {
	box := func(kind string, content ...[]byte) []byte {
		body := bytes.Join(content, nil)
		n := len(body) + 8
		return append([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n), kind[0], kind[1], kind[2], kind[3]}, body...)
	}
	ms := uint32(d.Milliseconds())
	header := make([]byte, 100)
	copy(header[12:], []byte{0, 0, 3, 0xe8, byte(ms >> 24), byte(ms >> 16), byte(ms >> 8), byte(ms)})
	return bytes.Join([][]byte{
		box("ftyp", []byte("isom\x00\x00\x02\x00isommp42")), box("moov", box("mvhd", header)), box("mdat", make([]byte, 64)),
	}, nil)
}

// accounts are the sandbox's own, one of each login.
func (s *simulated) accounts() []graph.Account {
	var all []graph.Account
	for _, a := range sandbox.DemoAccounts() {
		all = append(all, graph.Account{ID: a.SNUserID, Login: graph.Login(a.LoginMethod), Token: a.Token})
	}
	if len(all) != 2 || all[0].Login != graph.Primary || all[1].Login != graph.Partner {
		s.t.Fatalf("the demo accounts are %+v", all)
	}
	return all
}

type ledger struct {
	Publications []struct {
		MediaID, ContainerID, AccountID, MediaType string
		DeletedAt                                  *string
	}
	PublishCalls    []struct{ ContainerID, Outcome string }
	UnexpectedCalls []json.RawMessage
}

func (s *simulated) ledger() ledger {
	s.t.Helper()
	var l ledger
	if err := json.Unmarshal(s.request(http.MethodGet, "ledger", ""), &l); err != nil {
		s.t.Fatal(err)
	}
	return l
}

// control posts to the sandbox's control API.
func (s *simulated) control(call, body string) {
	s.t.Helper()
	s.request(http.MethodPost, call, body)
}

func (s *simulated) request(method, call, body string) []byte {
	s.t.Helper()
	req, err := http.NewRequest(method, s.url+"/_sandbox/"+call, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		s.t.Fatalf("%s %s: HTTP %d %s, %v", call, body, resp.StatusCode, b, err)
	}
	return b
}

func (s *simulated) image(caption string) graph.Container {
	return graph.Container{Kind: graph.Image, MediaURL: s.media + "/a.jpg", Caption: caption}
}

// finished creates a container and waits until it is finished.
func (s *simulated) finished(a graph.Account, c graph.Container) string {
	s.t.Helper()
	id, err := s.client.CreateContainer(s.t.Context(), a, c)
	if err != nil {
		s.t.Fatalf("%s: %v", c.Kind, err)
	}
	for range 20 {
		status, err := s.client.ContainerStatus(s.t.Context(), a, id)
		if err != nil {
			s.t.Fatalf("%s: %v", c.Kind, err)
		}
		if err := status.Err(); err != nil {
			s.t.Fatalf("%s: %v", c.Kind, err)
		}
		if status.Code == graph.Finished {
			return id
		}
		s.clock.Advance(time.Minute)
	}
	s.t.Fatalf("%s: not finished after 20 minutes", c.Kind)
	return ""
}

func (s *simulated) published(a graph.Account, c graph.Container) string {
	s.t.Helper()
	id, err := s.client.Publish(s.t.Context(), a, s.finished(a, c))
	if err != nil {
		s.t.Fatalf("%s: %v", c.Kind, err)
	}
	return id
}

// posts returns one container of every kind that can be published, and how it reads back.
func (s *simulated) posts(a graph.Account) map[graph.Kind]struct {
	container graph.Container
	mediaType graph.MediaType
	product   graph.ProductType
	permalink string
} {
	s.t.Helper()
	x, y := 0.25, 0.75
	share := true
	tags := []graph.UserTag{{Username: "crier.demo.potter", X: &x, Y: &y}}
	jpg, mp4 := s.media+"/a.jpg", s.media+"/a.mp4"
	children := []string{
		s.finished(a, graph.Container{Kind: graph.CarouselImage, MediaURL: jpg, AltText: "alt", UserTags: tags, Caption: "not sent", Collaborators: []string{"x"}}),
		s.finished(a, graph.Container{Kind: graph.CarouselVideo, MediaURL: mp4, UserTags: tags, AltText: "not sent"}),
	}
	return map[graph.Kind]struct {
		container graph.Container
		mediaType graph.MediaType
		product   graph.ProductType
		permalink string
	}{
		graph.Image: {
			graph.Container{Kind: graph.Image, MediaURL: jpg, Caption: "image é # & +", AltText: "alt", LocationID: "106377336067638", UserTags: tags, Collaborators: []string{"ann"}},
			graph.TypeImage, graph.ProductFeed, "https://www.instagram.com/p/",
		},
		graph.Carousel: {
			graph.Container{Kind: graph.Carousel, Children: children, Caption: "carousel 😀", UserTags: tags, AltText: "not sent"},
			graph.TypeCarousel, graph.ProductFeed, "https://www.instagram.com/p/",
		},
		graph.Reel: {
			graph.Container{Kind: graph.Reel, MediaURL: mp4, Caption: "reel", ShareToFeed: &share, CoverURL: jpg, UserTags: tags, AltText: "not sent"},
			graph.TypeVideo, graph.ProductReels, "https://www.instagram.com/reel/",
		},
		graph.ImageStory: {
			graph.Container{Kind: graph.ImageStory, MediaURL: jpg, Caption: "not sent", UserTags: tags, Collaborators: []string{"x"}, LocationID: "1"},
			graph.TypeImage, graph.ProductStory, "https://www.instagram.com/stories/",
		},
		graph.VideoStory: {
			graph.Container{Kind: graph.VideoStory, MediaURL: mp4, Caption: "not sent", UserTags: tags},
			graph.TypeVideo, graph.ProductStory, "https://www.instagram.com/stories/",
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
			id, err := s.client.Publish(t.Context(), a, container)
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
				!strings.HasPrefix(got.Permalink, p.permalink) || !got.Timestamp.Equal(began) {
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

// checkListed checks that the media is in the list in which it belongs, in no other, and reads there as by itself.
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
		got, err := s.client.Profile(t.Context(), a)
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

func TestSandbox_TokensOfTheOtherHost(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	accounts := s.accounts()
	for i, a := range accounts {
		a.Token = accounts[1-i].Token
		for op, call := range everyCall(s.client, t) {
			if e := asError(t, call(a)); e.Class != graph.TokenDead || e.Code != 190 || e.OutcomeUnknown() || e.TraceID == "" {
				t.Errorf("%s with the other token, %s: got %v", a.Login, op, e)
			}
		}
	}
}

func TestSandbox_DeadTokens(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for _, a := range s.accounts() {
		for action, subcode := range map[string]int{"expire": 463, "revoke": 460} {
			s.control("tokens", `{"accountId":"`+a.ID+`","action":"`+action+`"}`)
			for op, call := range everyCall(s.client, t) {
				if e := asError(t, call(a)); e.Class != graph.TokenDead || e.Code != 190 || e.Subcode != subcode || e.OutcomeUnknown() {
					t.Errorf("%s %s, %s: got %v", a.Login, action, op, e)
				}
			}
		}
		s.control("tokens", `{"accountId":"`+a.ID+`","action":"restore"}`)
		if _, err := s.client.Profile(t.Context(), a); err != nil {
			t.Errorf("%s restored: %v", a.Login, err)
		}
	}
}

// fault plans one failure of media_publish, waits for the client's error and returns it with the container.
func (s *simulated) faultedPublish(a graph.Account, fault string) (*graph.Error, string) {
	s.t.Helper()
	container := s.finished(a, s.image("faulted"))
	s.control("faults", `{"match":{"method":"POST","path":"media_publish$"},"times":1,`+fault+`}`)
	_, err := s.client.Publish(s.t.Context(), a, container)
	return asError(s.t, err), container
}

func TestSandbox_PublishFaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault  string
		class  graph.Class
		unsure bool
		status graph.StatusCode
	}{
		"cut after it took effect":  {`"dropAfterCommit":true`, graph.Retry, true, graph.Published},
		"cut before it took effect": {`"dropBefore":true`, graph.Retry, true, graph.Finished},
		"half an answer":            {`"malformed":true`, graph.Retry, true, graph.Published},
		"success without an id":     {`"http":200,"body":"{}"`, graph.Retry, true, graph.Finished},
		"HTML":                      {`"http":502,"body":"<html>Bad Gateway</html>"`, graph.Retry, true, graph.Finished},
		"server error":              {`"http":500,"code":2,"transient":true`, graph.Retry, true, graph.Finished},
		"unknown error":             {`"code":1`, graph.Retry, true, graph.Finished},
		"blocked":                   {`"code":4,"subcode":2207051,"message":"blocked"`, graph.Wait, true, graph.Finished},
		"app limit":                 {`"code":4,"message":"limit"`, graph.Wait, false, graph.Finished},
		"checkpoint":                {`"code":25,"subcode":2207050`, graph.UserAction, false, graph.Finished},
		"permission":                {`"http":403,"code":10`, graph.NoPermission, false, graph.Finished},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSimulated(t)
			for _, a := range s.accounts() {
				e, container := s.faultedPublish(a, c.fault)
				if e.Class != c.class || e.OutcomeUnknown() != c.unsure || e.NotSent() {
					t.Errorf("%s: got %v, class %q, unknown %v", a.Login, e, e.Class, e.OutcomeUnknown())
				}
				status, err := s.client.ContainerStatus(t.Context(), a, container)
				if err != nil || status.Code != c.status {
					t.Errorf("%s: status %+v, %v", a.Login, status, err)
				}
			}
			// One call each arrived: nothing below the client repeated it.
			if calls := s.ledger().PublishCalls; len(calls) != 2 {
				t.Errorf("%d publish calls arrived: %+v", len(calls), calls)
			}
		})
	}
}

func TestSandbox_LostAnswerIsFoundByReading(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	began := s.clock.Now()
	_, container := s.faultedPublish(a, `"dropAfterCommit":true`)
	recent, err := s.client.RecentMedia(t.Context(), a, began)
	l := s.ledger()
	if err != nil || len(recent) != 1 || len(l.Publications) != 1 || l.Publications[0].MediaID != recent[0].ID || l.Publications[0].ContainerID != container {
		t.Errorf("recent media %+v, %v; ledger %+v", recent, err, l)
	}
}

func TestSandbox_GivenUpWhileThePublishIsHeldUp(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[1]
	container := s.finished(a, s.image("slow"))
	s.control("faults", `{"match":{"method":"POST","path":"media_publish$"},"times":1,"delayMs":3600000}`)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := s.client.Publish(ctx, a, container)
		done <- err
	}()
	if err := s.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	cancel()
	if e := asError(t, <-done); !e.OutcomeUnknown() || e.NotSent() || e.Class != graph.Retry {
		t.Errorf("got %v", e)
	}
}

func TestSandbox_RateLimitSaysHowLong(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	s.control("faults", `{"match":{"path":"content_publishing_limit"},"times":1,"code":80002,"afterCommit":true}`)
	_, err := s.client.PublishingLimit(t.Context(), a)
	if e := asError(t, err); e.Class != graph.Wait || e.HTTPStatus != http.StatusBadRequest || e.RetryAfter <= 0 {
		t.Errorf("got %+v", e)
	}
}

func TestSandbox_Cap(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for _, a := range s.accounts() {
		s.control("quota", `{"accountId":"`+a.ID+`","total":25,"used":25}`)
		container := s.finished(a, s.image("the 26th"))
		_, err := s.client.Publish(t.Context(), a, container)
		if e := asError(t, err); e.Class != graph.CapReached || e.Code != 9 || e.Subcode != 2207042 || e.OutcomeUnknown() {
			t.Errorf("%s: got %+v", a.Login, e)
		}
		if limit, err := s.client.PublishingLimit(t.Context(), a); err != nil || limit.Used != 25 || limit.Total != 25 {
			t.Errorf("%s: got %+v, %v", a.Login, limit, err)
		}
	}
}

func TestSandbox_ContainerEnds(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	status := func(id string) graph.Status {
		got, err := s.client.ContainerStatus(t.Context(), a, id)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	create := func() string {
		id, err := s.client.CreateContainer(t.Context(), a, s.image("x"))
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	for subcode, class := range map[string]graph.Class{
		"2207026": graph.Permanent, "2207082": graph.NewContainer, "2207052": graph.NewContainer, "2207069": graph.NewContainer,
	} {
		s.control("containers/next", `{"force":"ERROR","subcode":`+subcode+`}`)
		got := status(create())
		if e := asError(t, got.Err()); got.Code != graph.Failed || e.Class != class || !strings.Contains(e.Error(), subcode) {
			t.Errorf("%s: got %+v, %v", subcode, got, e)
		}
	}
	s.control("containers/next", `{"force":"STUCK"}`)
	stuck := create()
	s.clock.Advance(time.Hour)
	if got := status(stuck); got.Code != graph.InProgress || got.Err() != nil {
		t.Errorf("stuck: got %+v", got)
	}
	_, err := s.client.Publish(t.Context(), a, stuck)
	if e := asError(t, err); e.Class != graph.NotReady || e.OutcomeUnknown() {
		t.Errorf("published while stuck: got %v", e)
	}
	s.clock.Advance(24 * time.Hour)
	if e := asError(t, status(stuck).Err()); e.Class != graph.NewContainer {
		t.Errorf("expired: got %v", e)
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

// Media that cannot be fetched show at the create call or in the status, whichever the network chooses.
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

func TestSandbox_PublishedTwice(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	container := s.finished(a, s.image("once"))
	for i := range 2 {
		_, err := s.client.Publish(t.Context(), a, container)
		if (err == nil) != (i == 0) {
			t.Errorf("publish %d: %v", i, err)
		}
	}
	if l := s.ledger(); len(l.Publications) != 1 || len(l.PublishCalls) != 2 {
		t.Errorf("got %+v", l)
	}
}

func TestSandbox_FreshMediaIsDeniedForAWhile(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	s.control("reads", `{"lag":2}`)
	id := s.published(a, s.image("fresh"))
	var codes []int
	for range 3 {
		_, err := s.client.Media(t.Context(), a, id)
		if err == nil {
			break
		}
		e := asError(t, err)
		codes = append(codes, e.Subcode)
		if e.Class != graph.Retry || e.Tries == 0 {
			t.Errorf("got %+v", e)
		}
	}
	if len(codes) != 2 {
		t.Errorf("denied %v", codes)
	}
	if recent, err := s.client.RecentMedia(t.Context(), a, time.Time{}); err != nil || len(recent) == 0 || recent[0].Permalink == "" {
		t.Errorf("the list: %+v, %v", recent, err)
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
