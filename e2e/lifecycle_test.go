package e2e_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/config"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// journey is an App with what its test needs to publish.
type journey struct {
	*e2e.App
	t       testing.TB
	client  *e2e.Client
	network *e2e.SandboxControl
	// The demo accounts, of the primary and of the partner login.
	bakery, potter auth.SocialAccount
}

// begin boots an App whose client has no limits.
func begin(t testing.TB, options ...e2e.Option) *journey {
	t.Helper()
	app := e2e.Boot(t, append([]e2e.Option{e2e.Configured(func(c *config.Config) {
		c.RateLimitRPM, c.RateLimitRPH = 1_000_000, 1_000_000
	})}, options...)...)
	j := &journey{App: app, t: t, client: app.Client(t), network: app.Control(t)}
	var me struct{ Accounts []auth.SocialAccount }
	j.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	if len(me.Accounts) != 2 {
		t.Fatalf("%d accounts", len(me.Accounts))
	}
	j.bakery, j.potter = me.Accounts[0], me.Accounts[1]
	return j
}

// photo stores a picture as an upload would, and returns its id. An upload starts a process, which
// takes a second with the race detector.
func (j *journey) photo() string {
	j.t.Helper()
	size := 320
	file := media.MediaFile{
		ID: wireid.New(), OriginalFilename: "photo.jpg", MimeType: "image/jpeg", Width: &size, Height: &size, IsValid: true,
		CreatedAt: wiretime.Of(j.Clock.Now()),
	}
	file.StoragePath = "images/" + file.ID.String() + ".jpg"
	content := picture320(j.t)
	file.FileSize = int64(len(content))
	if err := os.WriteFile(filepath.Join(j.Dir, "uploads", file.StoragePath), content, 0o600); err != nil {
		j.t.Fatal(err)
	}
	if _, err := j.DB.NewInsert().Model(&file).Exec(j.t.Context()); err != nil {
		j.t.Fatal(err)
	}
	return file.ID.String()
}

func picture320(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 320, 320)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// movie uploads an MP4 file that lasts ten seconds and returns its id.
func (j *journey) movie() string {
	j.t.Helper()
	return j.client.Upload("file", "movie.mp4", e2e.ShortMovie()).Want(http.StatusCreated).String("id")
}

// body is a request body.
type body map[string]any

// imagePost returns the body of a post of one picture on the bakery's account.
func (j *journey) imagePost(caption string) body {
	j.t.Helper()
	return body{"accountId": j.bakery.ID, "mediaType": "IMAGE", "mediaFileId": j.photo(), "caption": caption}
}

// with returns the body with one more member.
func (b body) with(name string, value any) body {
	other := body{name: value}
	for n, v := range b {
		if n != name {
			other[n] = v
		}
	}
	return other
}

// publish publishes a post and returns its id.
func (j *journey) publish(b body) string {
	j.t.Helper()
	return j.client.Post("/api/v1/posts/publish", b).Want(http.StatusAccepted).String("postId")
}

// schedule schedules a post for a time and returns its id.
func (j *journey) schedule(b body, at time.Time) string {
	j.t.Helper()
	return j.client.Post("/api/v1/schedule", b.with("scheduledFor", at)).Want(http.StatusCreated).String("postId")
}

func (j *journey) retry(id string) {
	j.t.Helper()
	j.client.Post("/api/v1/posts/"+id+"/retry", nil).Want(http.StatusAccepted)
}

func (j *journey) post(id string) posts.Post {
	j.t.Helper()
	var p posts.Post
	j.client.Get("/api/v1/posts/" + id).Want(http.StatusOK).JSON(&p)
	j.WantLegalPost(p.ID)
	return p
}

// ended moves the clock until the post is PUBLISHED or FAILED, at most for an hour, and returns it.
func (j *journey) ended(id string) posts.Post {
	j.t.Helper()
	return j.awaited(id, posts.Status.HasEnded)
}

// awaited moves the clock until the post has the wanted status, at most for an hour, and returns
// it.
func (j *journey) awaited(id string, wanted func(posts.Status) bool) (p posts.Post) {
	j.t.Helper()
	j.AdvanceUntil(j.t, time.Hour, func() bool {
		p = j.post(id)
		return wanted(p.Status)
	})
	return p
}

// isLive fails the test unless the post is PUBLISHED as the ledger's publication at the index.
func (j *journey) isLive(p posts.Post, index int) {
	j.t.Helper()
	l := j.network.Ledger()
	if len(l.Publications) <= index {
		j.t.Fatalf("%d publications; the post is %s", len(l.Publications), describe(p))
	}
	live := l.Publications[index]
	if p.Status != posts.Published || text(p.SNMediaID) != live.MediaID || text(p.SNContainerID) != live.ContainerID ||
		e2e.PathOf(p.SNPermalink) != e2e.PathOf(live.Permalink) || p.PublishedAt == nil || p.ErrorCode != nil || p.ErrorMessage != nil {
		j.t.Errorf("the post is %s; live is %+v", describe(p), live)
	}
}

// hasFailed fails the test unless the post is FAILED with the code and a reason.
func (j *journey) hasFailed(p posts.Post, code string) {
	j.t.Helper()
	if p.Status != posts.Failed || text(p.ErrorCode) != code || text(p.ErrorMessage) == "" {
		j.t.Errorf("the post is %s, not FAILED with %s", describe(p), code)
	}
}

// wantCalls fails the test unless the publish calls had these outcomes, and as many posts are live
// as were published.
func (j *journey) wantCalls(outcomes ...string) {
	j.t.Helper()
	l := j.network.Ledger()
	published := 0
	for _, o := range outcomes {
		if o == "published" {
			published++
		}
	}
	live := slices.DeleteFunc(l.Publications, func(p e2e.Publication) bool { return p.ContainerID == "" })
	if !slices.Equal(l.Outcomes(), outcomes) || len(live) != published {
		j.t.Errorf("the publish calls were %v, not %v; live are %+v", l.Outcomes(), outcomes, live)
	}
}

// show writes the whole post as text.
func show(p posts.Post) string {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// TestLifecycle_EachTypeIsPublished follows each kind of post from the request to the ledger.
func TestLifecycle_EachTypeIsPublished(t *testing.T) {
	t.Parallel()
	j := begin(t)
	photo := j.client.Upload("file", "photo.jpg", picture320(t)).Want(http.StatusCreated).String("id")
	movie := j.movie()
	for _, c := range []struct {
		name    string
		account auth.SocialAccount
		body    body
		link    string
	}{
		{"image", j.bakery, body{"mediaType": "IMAGE", "mediaFileId": photo, "caption": "image"}, "/p/"},
		{"carousel", j.bakery, body{"mediaType": "CAROUSEL", "mediaFileIds": []string{photo, photo, movie}, "caption": "carousel"}, "/p/"},
		{"story", j.bakery, body{"mediaType": "STORIES", "mediaFileId": photo}, "/stories/"},
		{"video story", j.bakery, body{"mediaType": "STORIES", "mediaFileId": movie}, "/stories/"},
		{"reel", j.bakery, body{"mediaType": "REELS", "mediaFileId": movie, "caption": "reel"}, "/reel/"},
		{"partner image", j.potter, body{"mediaType": "IMAGE", "mediaFileId": photo, "caption": "image"}, "/p/"},
		{"partner carousel", j.potter, body{"mediaType": "CAROUSEL", "mediaFileIds": []string{photo, photo}, "caption": "carousel"}, "/p/"},
		{"partner story", j.potter, body{"mediaType": "STORIES", "mediaFileId": photo}, "/stories/"},
		{"partner reel", j.potter, body{"mediaType": "REELS", "mediaFileId": movie, "caption": "reel"}, "/reel/"},
	} {
		before := len(j.network.Ledger().Publications)
		p := j.ended(j.publish(c.body.with("accountId", c.account.ID)))
		j.isLive(p, before)
		live := j.network.Ledger().Publications[before]
		caption, _ := c.body["caption"].(string)
		if live.AccountID != c.account.SNUserID || live.MediaType != c.body["mediaType"] || live.Caption != caption || !bytes.Contains([]byte(text(p.SNPermalink)), []byte(c.link)) {
			t.Errorf("%s: live is %+v", c.name, live)
		}
		if p.SourceType != posts.Manual || p.RetryCount != 0 || p.LastAttemptAt == nil || p.IsScheduled {
			t.Errorf("%s: the post is %+v", c.name, p)
		}
	}
	j.wantCalls(slices.Repeat([]string{"published"}, 9)...)
}

// removeUploads deletes the files of all media without their records.
func (j *journey) removeUploads() {
	j.t.Helper()
	for _, folder := range []string{"images", "videos"} {
		if err := os.RemoveAll(filepath.Join(j.Dir, "uploads", folder)); err != nil {
			j.t.Fatal(err)
		}
	}
}
