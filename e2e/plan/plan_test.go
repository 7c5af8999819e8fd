package plan_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/media/editing"
	"crier/modules/posts"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/sandbox"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

func TestMain(m *testing.M) {
	if isWorker, code := editing.WorkerMain(); isWorker {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

type body map[string]any

// trial is an App whose posts are planned.
type trial struct {
	*e2e.App
	t       *testing.T
	client  *e2e.Client
	network *e2e.SandboxControl
	posts   []*planned
	// bakery and florist are of the primary login, potter is of the partner's.
	bakery, potter, florist auth.SocialAccount
}

// planned is a post, and what is to be foretold of it and to become of it.
type planned struct {
	name, id string
	at       time.Time
	// code is what keeps it from going out at its time; empty for one that does. warning is what is
	// foretold besides.
	code, warning posts.ForecastCode
	// becomes is the error code that it ends with, LATE for one that goes out hours later, QUEUED
	// for one that is held.
	becomes string
}

func begin(t *testing.T) *trial {
	t.Helper()
	app := e2e.Boot(t, e2e.Configured(func(c *config.Config) { c.RateLimitRPM, c.RateLimitRPH = 1_000_000, 1_000_000 }))
	p := &trial{App: app, t: t, client: app.Client(t), network: app.Control(t)}
	further := sandbox.FurtherAccounts()[0]
	app.Browser(t).Post("/api/accounts/connect", body{"token": further.Token.Reveal()}).Want(http.StatusOK)
	var me struct{ Accounts []auth.SocialAccount }
	p.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	for _, account := range me.Accounts {
		switch account.ID.String() {
		case e2e.DemoAccount:
			p.bakery = account
		case e2e.PotterAccount:
			p.potter = account
		default:
			p.florist = account
		}
	}
	return p
}

// photo stores a picture as an upload would.
func (p *trial) photo() (id wireid.ID, path string) {
	p.t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 320, 320)), nil); err != nil {
		p.t.Fatal(err)
	}
	size := 320
	file := media.MediaFile{ID: wireid.New(), OriginalFilename: "photo.jpg", MimeType: "image/jpeg", FileSize: int64(b.Len()), Width: &size, Height: &size, IsValid: true, CreatedAt: wiretime.Of(p.Clock.Now())}
	file.StoragePath = "images/" + file.ID.String() + ".jpg"
	path = filepath.Join(p.Dir, "uploads", file.StoragePath)
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.DB.NewInsert().Model(&file).Exec(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
	return file.ID, path
}

// schedule schedules a post for a time from now, by v1.
func (p *trial) schedule(account auth.SocialAccount, one planned, after time.Duration, more body) {
	p.t.Helper()
	one.at = p.Clock.Now().Add(after)
	file, _ := p.photo()
	b := body{"accountId": account.ID, "mediaType": "IMAGE", "mediaFileId": file, "caption": one.name, "scheduledFor": one.at}
	for name, value := range more {
		b[name] = value
	}
	one.id = p.client.Post("/api/v1/schedule", b).Want(http.StatusCreated).String("postId")
	p.posts = append(p.posts, &one)
}

func (p *trial) exec(statement string, args ...any) {
	p.t.Helper()
	if _, err := database.Exec(p.t.Context(), p.DB, statement, args...); err != nil {
		p.t.Fatal(err)
	}
}

func (p *trial) post(id string) (post posts.Post) {
	p.t.Helper()
	p.client.Get("/api/v1/posts/" + id).Want(http.StatusOK).JSON(&post)
	return post
}

func (p *trial) plan() (told posts.Forecast) {
	p.t.Helper()
	p.Browser(p.t).Internal("/api/forecast?days=3").Want(http.StatusOK).JSON(&told)
	return told
}

// beat has Crier see that it was off, as it does every 30 seconds.
func (p *trial) beat() {
	p.t.Helper()
	if err := p.Scheduler.RunNow(p.t.Context(), "uptime.beat"); err != nil {
		p.t.Fatal(err)
	}
}

// until runs the clock to an instant.
func (p *trial) until(at time.Time) {
	p.t.Helper()
	p.AdvanceUntil(p.t, at.Sub(p.Clock.Now()), func() bool { return !p.Clock.Now().Before(at) })
}

// outcome says what became of a post at its time, in the words of planned.becomes; empty for one
// that went out then.
func (p *trial) outcome(one *planned) string {
	p.t.Helper()
	const punctual = 10 * time.Minute
	post := p.post(one.id)
	switch {
	case post.Status == posts.Published && post.PublishedAt.Time().Sub(one.at) < punctual:
		return ""
	case post.Status == posts.Published:
		return "LATE"
	case post.Status == posts.Failed:
		return e2e.Text(post.ErrorCode)
	}
	return string(post.Status)
}

// TestPlan_ComesTrue: of twelve posts that twelve causes keep from going out, the plan foretells
// each with its cause, and of no other post that it fails. Then the clock runs, and each that was
// foretold to fail does, and each other one goes out at its time.
func TestPlan_ComesTrue(t *testing.T) {
	t.Parallel()
	p := begin(t)
	const hour, night = time.Hour, 10 * time.Hour
	const total = 6
	p.network.Quota(p.bakery.SNUserID, total, 0)
	first := planned{name: "the network says how many it takes"}
	p.schedule(p.bakery, first, hour, nil)
	// Up to it there is nothing to stop for.
	p.schedule(p.bakery, planned{name: "far away"}, 200*hour, nil)
	// The computer is off in two nights.
	for range 2 {
		p.until(p.Clock.Now().Add(12 * hour))
		p.Clock.Sleep(night)
		p.beat()
		p.until(p.Clock.Now().Add(2 * hour))
	}
	p.network.Token(p.florist.SNUserID, "revoke")
	p.schedule(p.florist, planned{name: "the first one that is refused", becomes: "TOKEN_EXPIRED"}, time.Minute, nil)
	p.until(p.Clock.Now().Add(10 * time.Minute))
	if got := p.outcome(p.posts[2]); got == "" {
		t.Fatalf("the network took the revoked access")
	}
	p.posts = nil

	minutes := func(n int) time.Duration { return time.Duration(n) * time.Minute }
	p.exec("UPDATE social_accounts SET token_expires_at = ? WHERE id = ?", wiretime.Of(p.Clock.Now().Add(30*hour)), p.potter.ID)
	p.client.Post("/api/v1/settings/private-api-credentials", body{"accountId": p.bakery.ID, "snUsername": sandbox.DemoNativeUser().Username, "snPassword": sandbox.DemoNativeUser().Password.Reveal()}).Want(http.StatusOK)
	same, _ := p.photo()
	deleted, _ := p.photo()
	_, gone := p.photo()
	_, changed := p.photo()
	invalid, _ := p.photo()
	fileOf := func(path string) string { return strings.TrimSuffix(filepath.Base(path), ".jpg") }

	p.schedule(p.bakery, planned{name: "fine"}, minutes(60), nil)
	p.schedule(p.bakery, planned{name: "close", warning: posts.ForecastClose}, minutes(70), nil)
	p.schedule(p.bakery, planned{name: "deleted", code: posts.ForecastMedia, becomes: "MEDIA_INVALID"}, minutes(120), body{"mediaFileId": deleted})
	p.schedule(p.bakery, planned{name: "gone", code: posts.ForecastMedia, becomes: "MEDIA_INVALID"}, minutes(150), body{"mediaFileId": fileOf(gone)})
	p.schedule(p.bakery, planned{name: "changed", code: posts.ForecastMedia, becomes: "MEDIA_INVALID"}, minutes(180), body{"mediaFileId": fileOf(changed)})
	p.schedule(p.bakery, planned{name: "invalid", code: posts.ForecastMedia, becomes: "MEDIA_INVALID"}, minutes(210), body{"mediaFileId": invalid})
	p.schedule(p.bakery, planned{name: "hashtags", code: posts.ForecastRefused, becomes: "VALIDATION_ERROR"}, minutes(240), body{"caption": strings.Repeat("#bread ", 31)})
	p.schedule(p.bakery, planned{name: "place", code: posts.ForecastRefused, becomes: "UNKNOWN_ERROR"}, minutes(270), body{"locationId": "12ab"})
	p.schedule(p.bakery, planned{name: "mentions", code: posts.ForecastSession, becomes: "PRIVATE_API_REQUIRED"}, minutes(300),
		body{"mediaType": "STORIES", "caption": nil, "storyMentions": []body{{"username": "potter", "x": 0.5, "y": 0.5}}})
	p.schedule(p.bakery, planned{name: "once"}, minutes(360), body{"mediaFileId": same, "caption": "twice"})
	p.schedule(p.bakery, planned{name: "twice", warning: posts.ForecastDuplicate}, minutes(390), body{"mediaFileId": same, "caption": "twice"})
	p.schedule(p.bakery, planned{name: "at night", code: posts.ForecastAsleep, becomes: "LATE"}, 15*hour, nil)
	p.schedule(p.bakery, planned{name: "the last that has room"}, 23*hour, nil)
	p.schedule(p.bakery, planned{name: "one more", code: posts.ForecastCap, becomes: "RATE_LIMITED"}, 23*hour+minutes(30), nil)
	p.schedule(p.bakery, planned{name: "when there is room again"}, 25*hour+minutes(30), nil)
	p.schedule(p.potter, planned{name: "before the access ends"}, 29*hour, nil)
	p.schedule(p.potter, planned{name: "after the access ended", code: posts.ForecastToken, becomes: "TOKEN_EXPIRED"}, 31*hour, nil)
	p.schedule(p.florist, planned{name: "without access", code: posts.ForecastToken, becomes: "QUEUED"}, 31*hour+minutes(50), nil)

	p.exec("DELETE FROM media_files WHERE id = ?", deleted)
	p.exec(`UPDATE media_files SET is_valid = 0, validation_errors = '["It has no pixels."]' WHERE id = ?`, invalid)
	p.client.Delete("/api/v1/settings/private-api-credentials/" + p.bakery.ID.String()).Want(http.StatusOK)
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(changed, []byte("no picture at all"), 0o600); err != nil {
		t.Fatal(err)
	}

	told := p.plan()
	start := p.Clock.Now()
	p.until(start.Add(12 * hour))
	p.Clock.Sleep(night)
	p.Clock.Advance(time.Minute) // The runner looks for what is due.
	p.until(start.Add(32 * hour))

	foretold := map[string]posts.ForecastPost{}
	for _, post := range told.Posts {
		foretold[post.PostID.String()] = post
	}
	causes, failing := map[string]bool{}, 0
	for _, one := range p.posts {
		said, codes := foretold[one.id], []string{}
		for _, of := range said.Findings {
			codes = append(codes, string(of.Code))
		}
		var code posts.ForecastCode
		if said.Fails {
			code, failing = said.Findings[0].Code, failing+1
			causes[one.name] = true
		}
		if code != one.code {
			t.Errorf("%s: %v was foretold, want %q", one.name, codes, one.code)
		}
		if one.warning != "" && (len(said.Findings) != 1 || said.Findings[0].Code != one.warning) {
			t.Errorf("%s: %v was foretold, want the warning %s", one.name, codes, one.warning)
		}
		became := p.outcome(one)
		if said.Fails != (became != "") || became != one.becomes {
			t.Errorf("%s: %v was foretold, and it became %q: %s", one.name, codes, became, e2e.Describe(p.post(one.id)))
		}
	}
	if told.Failing != failing || len(causes) < 10 || !told.Fails() || int(told.Count) < len(p.posts) {
		t.Errorf("%d fail of %d causes, and the plan says %d of %d", failing, len(causes), told.Failing, told.Count)
	}
	if len(told.Whole) > 0 {
		t.Errorf("of the whole was foretold %+v", told.Whole)
	}
}
