package crash_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
)

// TestCrash_EveryAcceptedPostIsPublishedOnce kills the service, and now and then the sandbox
// network, at moments that are drawn, while clients upload and publish. CRIER_TEST_CRASHES sets how
// often, and CRIER_TEST_SEED repeats what is drawn.
func TestCrash_EveryAcceptedPostIsPublishedOnce(t *testing.T) {
	t.Parallel()
	rounds := e2e.NumberOf(t, "CRIER_TEST_CRASHES", 12)
	seed := e2e.DrawnSeed(t)
	const services = 2
	for i := range services {
		t.Run(fmt.Sprintf("service %d", i+1), func(t *testing.T) {
			t.Parallel()
			c := startCrashes(t, rand.New(rand.NewPCG(seed, uint64(i))))
			for round := range rounds / services {
				c.round(t, round%3 == 2)
				c.settle(t)
			}
			c.checkLedger(t)
			c.checkFiles(t)
			t.Logf("%d posts were sent and %d accepted, %d files were taken; the kills found %v", c.sent, len(c.accepted), len(c.uploaded), c.found)
		})
	}
}

// TestCrash_DuringTheStart kills services before they have said anything, first on a new folder and
// then on what that left. CRIER_TEST_SEED repeats the moments.
func TestCrash_DuringTheStart(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(e2e.DrawnSeed(t), 0))
	program := e2e.Program(t)
	for range 4 {
		dir := filepath.Join(t.TempDir(), "data")
		settings := []string{"CRIER_PORT=0", "CRIER_KEYRING=off", "CRIER_DATA_DIR=" + dir}
		for range 3 {
			p := program.Start(t, settings, "serve")
			waitDrawn(t, random, 0, 50)
			p.Kill(t)
		}
		program.Serve(t, settings...).Client(t).Get("/api/v1/auth/me").Want(http.StatusOK)
	}
}

// crashes is a service that is killed again and again, and what its clients were told.
type crashes struct {
	sandbox *e2e.SandboxProcess
	state   string
	service *e2e.Service
	key     string
	media   string
	// random draws when the service is killed.
	random *rand.Rand

	mu sync.Mutex
	// unanswered has the body of each post, by its caption, whose request got no answer.
	unanswered map[string][]byte
	// accepted has the caption of each post that was accepted, by id.
	accepted map[string]string
	uploaded map[string]bool
	sent     int
	// found counts the unpublished posts that the kills left behind, by status.
	found map[string]int
}

// waitDrawn waits for a drawn number of milliseconds from least on, below most: any moment will do
// for what comes next. The end of the test ends the wait.
func waitDrawn(t *testing.T, random *rand.Rand, least, most int) {
	t.Helper()
	_ = clock.Sleep(t.Context(), clock.System(), time.Duration(least+random.IntN(most-least))*time.Millisecond)
}

func startCrashes(t *testing.T, random *rand.Rand) *crashes {
	t.Helper()
	program := e2e.Program(t)
	c := &crashes{
		state: filepath.Join(t.TempDir(), "world"), random: random, accepted: map[string]string{}, unanswered: map[string][]byte{}, uploaded: map[string]bool{},
		found: map[string]int{},
	}
	c.sandbox = program.Sandbox(t, strconv.Itoa(freePort(t)), c.state)
	c.service = program.Serve(t, "CRIER_SANDBOX_URL="+c.sandbox.URL(), "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	control := c.sandbox.Control(t)
	// Slow enough to be hit in the middle of things.
	perCall := int64(10)
	control.Latency(e2e.Latency{PerCallMs: &perCall})
	c.key = strings.TrimSpace(c.service.Command(t, "keys", "create", "crash").Stdout)
	var me struct{ Accounts []struct{ SNUserID string } }
	c.client(t).Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	for _, a := range me.Accounts {
		control.Quota(a.SNUserID, 1_000_000, 0)
	}
	c.media = c.client(t).Upload("file", "photo.png", e2e.Picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	c.uploaded[c.media] = true
	return c
}

func (c *crashes) client(t *testing.T) *e2e.Client {
	t.Helper()
	return c.service.Anonymous(t).With("Authorization", "Bearer "+c.key)
}

const postsPerRound = 8

// round lets clients work for a moment, kills the service under them and starts it again.
func (c *crashes) round(t *testing.T, sandboxToo bool) {
	t.Helper()
	var work sync.WaitGroup
	stop := make(chan struct{})
	content := e2e.Picture(t, 640, 640)
	work.Go(func() {
		for range postsPerRound {
			c.publish(t.Context())
		}
	})
	work.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				c.upload(t.Context(), content)
			}
		}
	})
	waitDrawn(t, c.random, 0, 250)
	c.service.Kill(t)
	close(stop)
	work.Wait()
	c.tally(t)
	if sandboxToo {
		port := c.sandbox.Port()
		c.sandbox.Kill(t)
		c.sandbox = e2e.Program(t).Sandbox(t, port, c.state)
	}
	c.service = c.service.Again(t)
	c.client(t).Get("/api/v1/auth/me").Want(http.StatusOK)
	c.repeat(t)
}

// tally counts the posts by the status in which the kill found them.
func (c *crashes) tally(t *testing.T) {
	t.Helper()
	var found []struct {
		Status string
		N      int
	}
	err := e2e.OpenDB(t, c.service.Dir()).NewRaw("SELECT status, count(*) AS n FROM posts WHERE status <> 'PUBLISHED' GROUP BY status").Scan(t.Context(), &found)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		c.found[f.Status] += f.N
	}
}

// publish sends a post and notes it if it was accepted.
func (c *crashes) publish(ctx context.Context) {
	c.mu.Lock()
	c.sent++
	caption := fmt.Sprintf("post %d.", c.sent)
	media := c.media
	c.mu.Unlock()
	body, err := json.Marshal(map[string]string{"accountId": e2e.DemoAccount, "mediaType": "IMAGE", "mediaFileId": media, "caption": caption})
	if err != nil {
		panic(err)
	}
	c.offer(ctx, caption, body)
}

// offer sends a post, under its caption as Idempotency-Key, and notes whether it was accepted.
func (c *crashes) offer(ctx context.Context, caption string, body []byte) {
	var answer struct{ PostID string }
	status := c.send(ctx, "/posts/publish", "application/json", caption, bytes.NewReader(body), &answer)
	c.mu.Lock()
	defer c.mu.Unlock()
	if status != http.StatusAccepted {
		c.unanswered[caption] = body
		return
	}
	delete(c.unanswered, caption)
	c.accepted[answer.PostID] = caption
}

// repeat sends once more what had no answer, as a client does that lost the connection.
func (c *crashes) repeat(t *testing.T) {
	t.Helper()
	for caption, body := range maps.Clone(c.unanswered) {
		c.offer(t.Context(), caption, body)
	}
	if len(c.unanswered) > 0 {
		t.Errorf("no answer to %d repeated posts", len(c.unanswered))
	}
}

// upload sends a picture and notes it if it was taken. What is published from then on uses it.
func (c *crashes) upload(ctx context.Context, content []byte) {
	form, contentType := e2e.Form("file", "photo.png", content)
	var answer struct{ ID string }
	if c.send(ctx, "/media/upload", contentType, "", bytes.NewReader(form), &answer) == http.StatusCreated {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.uploaded[answer.ID] = true
		c.media = answer.ID
	}
}

// send returns the status of the answer, 0 when there was no whole one.
func (c *crashes) send(ctx context.Context, path, contentType, key string, body io.Reader, answer any) int {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.service.BaseURL()+path, body)
	if err != nil {
		panic(err)
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Authorization", "Bearer "+c.key)
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer func() { _ = resp.Body.Close() }()
	if json.NewDecoder(resp.Body).Decode(answer) != nil {
		return 0
	}
	return resp.StatusCode
}

// settle waits until no post is under way any more. As none has seen two crashes, there is no
// reason to fail.
func (c *crashes) settle(t *testing.T) {
	t.Helper()
	client := c.client(t)
	for post := range c.accepted {
		e2e.AwaitPublished(t, client, post)
	}
}

// checkLedger holds that each post that was sent, however often, is live once: scenario 27 among
// the crashes.
func (c *crashes) checkLedger(t *testing.T) {
	t.Helper()
	live := map[string]int{}
	for _, p := range c.sandbox.Control(t).Ledger().Publications {
		live[p.Caption]++
	}
	if len(live) != c.sent || len(c.accepted) != c.sent {
		t.Errorf("%d posts were sent, %d accepted, %d are live", c.sent, len(c.accepted), len(live))
	}
	for caption, n := range live {
		if n != 1 {
			t.Errorf("%q was published %d times", caption, n)
		}
	}
	for _, caption := range c.accepted {
		if live[caption] != 1 {
			t.Errorf("%q is PUBLISHED, and it is live %d times", caption, live[caption])
		}
	}
}

// checkFiles holds that every file has its record and every record its files, and that what was
// answered is kept.
func (c *crashes) checkFiles(t *testing.T) {
	t.Helper()
	recorded := e2e.RecordedFiles(t, c.client(t))
	for id := range c.uploaded {
		if recorded["/images/"+id+".jpg"] == 0 {
			t.Errorf("the upload %s was answered and is gone", id)
		}
	}
	if stored := e2e.StoredFiles(t, c.service.Dir()); fmt.Sprint(stored) != fmt.Sprint(recorded) {
		t.Errorf("stored:   %v\nrecorded: %v", stored, recorded)
	}
	if left, err := os.ReadDir(filepath.Join(c.service.Dir(), "staging")); err != nil || len(left) != 0 {
		t.Errorf("left in staging: %v, %v", left, err)
	}
}
