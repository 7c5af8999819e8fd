package face_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/e2e/face"
	"crier/platform/clock"
)

// posts makes posts without the interface.
type posts struct {
	t       *testing.T
	client  *e2e.Client
	account string
	made    int
}

func newPosts(t *testing.T, f *face.Face) *posts {
	t.Helper()
	p := &posts{t: t, client: f.Service.Client(t)}
	var me struct{ Accounts []struct{ ID string } }
	p.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	p.account = me.Accounts[0].ID
	return p
}

// picture uploads a picture that differs from the previous ones.
func (p *posts) picture() string {
	p.t.Helper()
	return p.sized(640+16*(p.made+1), 800)
}

// sized uploads a picture of a size.
func (p *posts) sized(width, height int) string {
	p.t.Helper()
	p.made++
	var file struct{ ID string }
	p.client.Upload("file", fmt.Sprintf("photo-%d.png", p.made), e2e.Picture(p.t, width, height)).Want(http.StatusCreated).JSON(&file)
	return file.ID
}

// publish publishes a picture and waits until it is live.
func (p *posts) publish(caption string) {
	p.t.Helper()
	var post struct{ PostID, Status string }
	p.client.Post("/api/v1/posts/publish", map[string]any{"accountId": p.account, "mediaType": "IMAGE", "mediaFileId": p.picture(), "caption": caption}).Want(http.StatusAccepted).JSON(&post)
	for post.Status != "PUBLISHED" {
		if err := clock.Sleep(p.t.Context(), clock.System(), 50*time.Millisecond); err != nil {
			p.t.Fatal(err)
		}
		p.client.Get("/api/v1/posts/" + post.PostID).Want(http.StatusOK).JSON(&post)
		if post.Status == "FAILED" {
			p.t.Fatal("the post failed")
		}
	}
}

// schedule schedules a picture for some days and hours from now.
func (p *posts) schedule(caption string, days int) {
	p.t.Helper()
	at := clock.System().Now().UTC().Truncate(time.Hour).AddDate(0, 0, days).Add(time.Duration(2+days%3) * time.Hour)
	p.client.Post("/api/v1/schedule", map[string]any{
		"accountId": p.account, "mediaType": "IMAGE", "mediaFileId": p.picture(), "caption": caption, "scheduledFor": at.Format(time.RFC3339), "timezone": "UTC",
	}).Want(http.StatusCreated)
}
