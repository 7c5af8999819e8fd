package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/wireid"
)

// record returns what is known of a post, deleted here or not.
func (j *journey) record(id string) (r posts.Record) {
	j.t.Helper()
	j.Browser(j.t).Internal("/api/posts/" + id + "/record").Want(http.StatusOK).JSON(&r)
	if r.Post.ID.String() != id {
		j.t.Errorf("the record is %+v", r)
	}
	return r
}

// isLiveAt holds where a post is live, as place=address.
func (j *journey) isLiveAt(id string, archived bool, want ...string) {
	j.t.Helper()
	r := j.record(id)
	var got []string
	for _, live := range r.Live {
		got = append(got, string(live.Place)+"="+text(live.Permalink))
	}
	if strings.Join(got, " ") != strings.Join(want, " ") || (r.ArchivedAt != nil) != archived || r.Live == nil {
		j.t.Errorf("live is %v, archived %v; want %v, %t", got, r.ArchivedAt, want, archived)
	}
}

// TestRecord_WhatIsLeft: a post that was deleted here is found with the addresses of what is still
// live.
func TestRecord_WhatIsLeft(t *testing.T) {
	t.Parallel()
	j := begin(t)
	shared := j.publish(j.imagePost("to both").with("accountId", j.potter.ID).with("crossPostToPartner", true))
	p := j.sharedOr(shared)
	page, own := "page="+text(p.PartnerPermalink), "instagram="+text(p.SNPermalink)
	j.isLiveAt(shared, false, own, page)
	before := j.Clock.Now()
	j.client.Delete(postsPath + shared + "/instagram").Want(http.StatusOK)
	j.isLiveAt(shared, true, page)
	if r := j.record(shared); !r.ArchivedAt.Time().Equal(before) || r.Post.Status != posts.Published || text(r.Post.Caption) != "to both" || len(r.Post.MediaFiles) != 1 {
		t.Errorf("the record is %+v", r)
	}

	kept := j.publish(j.imagePost("the network keeps it"))
	own = "instagram=" + text(j.ended(kept).SNPermalink)
	j.client.Delete(postsPath + kept + "/instagram").Want(http.StatusOK)
	j.isLiveAt(kept, true, own)

	cleared := j.publish(j.imagePost("from the history alone"))
	own = "instagram=" + text(j.ended(cleared).SNPermalink)
	j.client.Delete(postsPath + cleared).Want(http.StatusOK)
	j.isLiveAt(cleared, true, own)

	draft := j.draft(j.imagePost("x"))
	j.isLiveAt(draft, false)
	j.client.Delete(postsPath + draft).Want(http.StatusOK)
	j.isLiveAt(draft, true)

	story := j.publish(j.imagePost("").with("mediaType", "STORIES").with("caption", nil))
	own = "instagram=" + text(j.ended(story).SNPermalink)
	j.client.Delete(postsPath + story).Want(http.StatusOK)
	j.isLiveAt(story, true, own)
	j.Clock.Advance(24 * time.Hour)
	j.isLiveAt(story, true)
}

// TestRecord_WhoMaySeeIt: the signed-in browser and the command line, but no API key, and v1 not at
// all.
func TestRecord_WhoMaySeeIt(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.draft(j.imagePost("x"))
	j.client.Delete(postsPath + id).Want(http.StatusOK)
	path := "/api/posts/" + id + "/record"
	j.record(id)
	j.client.Get(path).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
	j.Anonymous(t).Get(path).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
	j.client.Get("/api/v1/posts/"+id+"/record").WantError(http.StatusNotFound, "NOT_FOUND")
	j.Browser(t).Internal("/api/posts/"+wireid.New().String()+"/record").WantError(http.StatusNotFound, "NOT_FOUND")
	j.isGone(id)
}

// TestCommand_PostsShowOfADeletedPost tells when it was deleted and where it is live.
func TestCommand_PostsShowOfADeletedPost(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	client := service.Client(t)
	media := client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	id := publish(client, media, "hello")
	e2e.AwaitPublished(t, client, id)
	var before, after struct {
		Post       posts.Post
		Steps      []any
		ArchivedAt *string
		Live       []posts.Live
	}
	jsonOf(t, service.Command(t, "posts", "show", "--json", id), &before)
	if len(before.Steps) == 0 || before.ArchivedAt != nil || len(before.Live) != 1 {
		t.Errorf("before it is %+v", before)
	}
	client.Delete(postsPath + id).Want(http.StatusOK)
	shown := service.Command(t, "posts", "show", id)
	for _, want := range []string{"Post        " + id + ", IMAGE\n", "Status      PUBLISHED\n", "Deleted     20", "Still live  at the network: http://127.0.0.1:"} {
		if !strings.Contains(shown.Stdout, want) {
			t.Errorf("%q is not in\n%s%s", want, shown.Stdout, shown.Stderr)
		}
	}
	jsonOf(t, service.Command(t, "posts", "show", "--json", id), &after)
	if len(after.Steps) != 0 || after.Steps == nil || after.ArchivedAt == nil || len(after.Live) != 1 || after.Live[0].Permalink == nil || after.Post.ID.String() != id {
		t.Errorf("after it is %+v", after)
	}
}
