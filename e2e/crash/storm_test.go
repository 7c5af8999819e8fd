package crash_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/needtest"
)

// TestCrash_StormOfEverything has clients draft, edit, publish, schedule, move, cancel, retry and
// delete the same few posts and their files at once, while the service, and now and then the
// sandbox network, is killed under them. CRIER_TEST_CRASHES sets how often, and
// CRIER_TEST_SEED repeats what is drawn. When what is drawn happens depends on the machine too.
func TestCrash_StormOfEverything(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	kills := e2e.NumberOf(t, "CRIER_TEST_CRASHES", 4)
	seed := e2e.DrawnSeed(t)
	s := startStorm(t, seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for i := range kills {
		waitDrawn(t, random, 200, 600)
		s.crash(t, i%5 == 4)
	}
	s.calm(t)
	s.check(t)
}

// storm is a service that is killed again and again under its clients, and what these were told.
type storm struct {
	sandbox *e2e.SandboxProcess
	state   string
	service *e2e.Service
	key     string
	// url is where the service is now.
	url               atomic.Pointer[string]
	over, done        atomic.Bool
	clients, follower sync.WaitGroup

	mu sync.Mutex
	n  int
	// requests has each creating request by its Idempotency-Key.
	requests map[string]asked
	// posts has the latest posts, by id, and captions all of them.
	posts    []string
	captions map[string]string
	media    []string
	// seen is what following the completions told, in order.
	seen []ended
	// broken are the answers that no request should get.
	broken []string
}

// asked is a creating request and the post that it was told, empty as long as it had no answer.
type asked struct {
	path, caption, post string
	body                []byte
	// refused says that the service did not take it.
	refused bool
}

type ended struct {
	At   time.Time
	Post string
}

func startStorm(t *testing.T, seed uint64) *storm {
	t.Helper()
	program := e2e.Program(t)
	s := &storm{
		state: filepath.Join(t.TempDir(), "world"), requests: map[string]asked{}, captions: map[string]string{},
	}
	s.sandbox = program.Sandbox(t, strconv.Itoa(freePort(t)), s.state)
	s.serve(program.Serve(t, "CRIER_SANDBOX_URL="+s.sandbox.URL(), "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000", "CRIER_LATE_SPACING=1ms"))
	perCall := int64(10)
	s.sandbox.Control(t).Latency(e2e.Latency{PerCallMs: &perCall})
	s.key = strings.TrimSpace(s.service.Command(t, "keys", "create", "storm").Stdout)
	var me struct{ Accounts []struct{ SNUserID string } }
	s.client(t).Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	for _, a := range me.Accounts {
		s.sandbox.Control(t).Quota(a.SNUserID, 1_000_000, 0)
	}
	for range 4 {
		s.addMedia(t)
	}
	for i := range 3 {
		c := &stormClient{s, rand.New(rand.NewPCG(seed, uint64(1+i)))}
		s.clients.Go(func() {
			for !s.over.Load() {
				c.act()
				waitDrawn(t, c.random, 0, 60)
			}
		})
	}
	s.follower.Go(s.follow)
	t.Cleanup(func() {
		// A test that has failed half-way leaves nobody behind.
		s.over.Store(true)
		s.done.Store(true)
		s.clients.Wait()
		s.follower.Wait()
	})
	return s
}

func (s *storm) serve(service *e2e.Service) {
	s.service = service
	base := service.BaseURL()
	s.url.Store(&base)
}

func (s *storm) client(t *testing.T) *e2e.Client {
	t.Helper()
	return s.service.Anonymous(t).With("Authorization", "Bearer "+s.key)
}

func (s *storm) addMedia(t *testing.T) {
	t.Helper()
	id := s.client(t).Upload("file", "photo.png", e2e.Picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.media = append(s.media, id)
}

// crash kills the service and starts it again.
func (s *storm) crash(t *testing.T, sandboxToo bool) {
	t.Helper()
	s.service.Kill(t)
	if sandboxToo {
		port := s.sandbox.Port()
		s.sandbox.Kill(t)
		s.sandbox = e2e.Program(t).Sandbox(t, port, s.state)
	}
	s.serve(s.service.Again(t))
	s.addMedia(t)
}

// stormClient is one of the clients. It draws what it does from a source of its own, because the
// order in which several draw from one differs each time.
type stormClient struct {
	*storm
	random *rand.Rand
}

// act does one thing, to one of the latest posts perhaps.
func (c *stormClient) act() {
	post, caption := c.anyPost()
	switch c.random.IntN(18) {
	case 0, 1, 2:
		c.create("/posts/draft", c.newCaption(), nil)
	case 3:
		c.create("/posts/publish", c.newCaption(), nil)
	case 4:
		c.create("/schedule", c.newCaption(), map[string]any{"scheduledFor": c.soon()})
	case 5, 6:
		c.submit(post, caption, "/posts/publish", map[string]any{"draftId": post})
	case 7, 8:
		c.submit(post, caption, "/schedule", map[string]any{"draftId": post, "scheduledFor": c.soon()})
	case 9:
		c.send(http.MethodPut, "/posts/draft/"+post, "", map[string]any{"locationName": caption}, nil)
	case 10:
		c.send(http.MethodPut, "/schedule/"+post, "", map[string]any{"scheduledFor": c.soon(), "locationName": caption}, nil)
	case 11, 12:
		c.send(http.MethodDelete, "/schedule/"+post, "", nil, nil)
	case 13:
		if c.random.IntN(3) == 0 && c.send(http.MethodDelete, "/posts/"+post, "", nil, nil) == 200 {
			c.drop(post)
		}
	case 14:
		if c.random.IntN(3) == 0 && c.send(http.MethodDelete, "/posts/"+post+"/instagram", "", nil, nil) == 200 {
			c.drop(post)
		}
	default:
		c.send(http.MethodPost, "/posts/"+post+"/retry", "", nil, nil)
		if c.random.IntN(40) == 0 {
			c.send(http.MethodDelete, "/media/"+c.anyMedia(), "", nil, nil)
		}
	}
}

func (s *storm) drop(post string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.posts = slices.DeleteFunc(slices.Clone(s.posts), func(p string) bool { return p == post })
}

func (c *stormClient) soon() time.Time {
	return clock.System().Now().Add(time.Duration(c.random.IntN(2000)) * time.Millisecond)
}

func (s *storm) newCaption() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	return fmt.Sprintf("post %d.", s.n)
}

func (c *stormClient) anyPost() (post, caption string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.posts) == 0 {
		return e2e.DemoAccount, ""
	}
	post = c.posts[c.random.IntN(len(c.posts))]
	return post, c.captions[post]
}

func (c *stormClient) anyMedia() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.media[max(0, len(c.media)-4)+c.random.IntN(min(4, len(c.media)))]
}

// submit asks once that a draft be published: what is cancelled after that, nobody asks for again.
func (c *stormClient) submit(post, caption, path string, more map[string]any) {
	key := "submission of " + caption
	c.mu.Lock()
	_, known := c.requests[key]
	c.mu.Unlock()
	if caption == "" || known {
		return
	}
	c.createAs(key, path, caption, more)
}

func (c *stormClient) create(path, caption string, more map[string]any) {
	c.createAs(caption, path, caption, more)
}

func (c *stormClient) createAs(key, path, caption string, more map[string]any) {
	body := map[string]any{
		"accountId": []string{e2e.DemoAccount, e2e.PotterAccount}[c.random.IntN(2)], "mediaType": "IMAGE", "mediaFileId": c.anyMedia(), "caption": caption,
	}
	maps.Copy(body, more)
	b, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	c.mu.Lock()
	if _, known := c.requests[key]; known {
		c.mu.Unlock()
		return
	}
	c.requests[key] = asked{path: path, caption: caption, body: b}
	c.mu.Unlock()
	for !c.ask(key) && !c.over.Load() {
		time.Sleep(20 * time.Millisecond) //nolint:forbidigo // The program has a clock of its own.
	}
}

// ask sends a creating request, perhaps again, and notes the answer. It reports false when there
// was none.
func (s *storm) ask(key string) bool {
	s.mu.Lock()
	c := s.requests[key]
	s.mu.Unlock()
	var answer struct{ ID, PostID string }
	status := s.send(http.MethodPost, c.path, key, c.body, &answer)
	if status == 0 {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if status >= http.StatusBadRequest {
		c.refused = true
		s.requests[key] = c
		return true
	}
	c.post, c.refused = answer.PostID+answer.ID, false
	s.requests[key] = c
	if _, known := s.captions[c.post]; !known {
		s.captions[c.post] = c.caption
		s.posts = append(s.posts, c.post)
		s.posts = s.posts[max(0, len(s.posts)-6):]
	}
	return true
}

// send returns the status of the answer, 0 when there was no whole one.
func (s *storm) send(method, path, key string, body, answer any) int {
	b, isBytes := body.([]byte)
	if !isBytes && body != nil {
		b, _ = json.Marshal(body)
	}
	req, err := http.NewRequest(method, *s.url.Load()+path, bytes.NewReader(b))
	if err != nil {
		panic(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Authorization", "Bearer "+s.key)
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	client := http.Client{Timeout: time.Minute}
	resp, err := client.Do(req)
	if err != nil {
		time.Sleep(5 * time.Millisecond) //nolint:forbidigo // The program has a clock of its own.
		return 0
	}
	defer func() { _ = resp.Body.Close() }()
	var raw json.RawMessage
	if json.NewDecoder(resp.Body).Decode(&raw) != nil || (answer != nil && json.Unmarshal(raw, answer) != nil) {
		return 0
	}
	if resp.StatusCode >= http.StatusInternalServerError {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.broken = append(s.broken, fmt.Sprintf("%s %s: %d %s", method, path, resp.StatusCode, raw))
	}
	return resp.StatusCode
}

// follow reads the completions one by one, as a client does that keeps the cursor.
func (s *storm) follow() {
	since := "2020-01-01T00:00:00Z"
	for {
		last := s.done.Load()
		var page struct {
			Posts     []struct{ ID string }
			NextSince string
		}
		if s.send(http.MethodGet, "/posts/recent-completions?limit=1&since="+url.QueryEscape(since), "", nil, &page) != http.StatusOK {
			if last {
				return
			}
			continue
		}
		if len(page.Posts) == 0 {
			if last {
				return
			}
			time.Sleep(10 * time.Millisecond) //nolint:forbidigo // The program has a clock of its own.
			continue
		}
		at, err := time.Parse(time.RFC3339Nano, page.NextSince)
		if err != nil {
			panic(err)
		}
		s.seen = append(s.seen, ended{at.UTC(), page.Posts[0].ID})
		since = page.NextSince
	}
}
