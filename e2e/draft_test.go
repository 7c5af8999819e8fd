package e2e_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/wireid"
)

const draftPath = "/api/v1/posts/draft/"

// draft saves a draft and returns its id.
func (j *journey) draft(b body) string {
	j.t.Helper()
	return j.client.Post("/api/v1/posts/draft", b).Want(http.StatusCreated).String("id")
}

// full returns a post of one picture with all possible content.
func (j *journey) full() body {
	j.t.Helper()
	return j.imagePost("Rolls").with("locationId", "123").with("locationName", "Home").with("altText", "Three rolls").
		with("userTags", []body{{"username": "ann", "x": 0.25, "y": 0.5}}).with("collaborators", []string{"ben", "cleo"})
}

// TestDraft_PatchesWhatItNames: members that the patch does not name stay, and null clears.
func TestDraft_PatchesWhatItNames(t *testing.T) {
	t.Parallel()
	j := begin(t)
	for name, c := range map[string]struct {
		patch  body
		change func(*posts.Post)
	}{
		"nothing":         {body{}, func(*posts.Post) {}},
		"unknown members": {body{"caption2": "x", "Caption": "x"}, func(*posts.Post) {}},
		"a caption":       {body{"caption": "Buns"}, func(p *posts.Post) { p.Caption = new("Buns") }},
		"an empty one":    {body{"caption": ""}, func(p *posts.Post) { p.Caption = new("") }},
		"no caption":      {body{"caption": nil}, func(p *posts.Post) { p.Caption = nil }},
		"other tags":      {body{"userTags": []body{{"username": "dora", "x": 0, "y": 1}}}, func(p *posts.Post) { p.UserTags = new(`[{"username":"dora","x":0,"y":1}]`) }},
		"no tags":         {body{"userTags": nil}, func(p *posts.Post) { p.UserTags = nil }},
		"an empty list":   {body{"userTags": []body{}, "collaborators": []string{}}, func(p *posts.Post) { p.UserTags, p.Collaborators = nil, nil }},
		"collaborators":   {body{"collaborators": []string{"eve"}}, func(p *posts.Post) { p.Collaborators = new(`["eve"]`) }},
		"no place":        {body{"locationId": nil, "locationName": nil}, func(p *posts.Post) { p.LocationID, p.LocationName = nil, nil }},
		"no description":  {body{"altText": nil}, func(p *posts.Post) { p.AltText = nil }},
		"another account": {body{"accountId": j.potter.ID, "crossPostToPartner": true}, func(p *posts.Post) { p.SocialAccountID, p.CrossPostToPartner = j.potter.ID, true }},
		"no file":         {body{"mediaFileId": nil}, func(p *posts.Post) { p.MediaFiles = p.MediaFiles[:0] }},
		"as a story": {body{"mediaType": "STORIES", "userTags": nil, "collaborators": nil, "altText": nil}, func(p *posts.Post) {
			p.MediaType, p.UserTags, p.Collaborators, p.AltText = posts.Stories, nil, nil, nil
		}},
		"as a carousel": {body{"mediaType": "CAROUSEL", "altText": nil}, func(p *posts.Post) { p.MediaType, p.AltText, p.MediaFiles = posts.Carousel, nil, p.MediaFiles[:0] }},
	} {
		id := j.draft(j.full())
		want := j.post(id)
		c.change(&want)
		j.Clock.Advance(time.Second)
		var answer, stored posts.Post
		j.client.Put(draftPath+id, c.patch).Want(http.StatusOK).JSON(&answer)
		stored = j.post(id)
		answer.Warnings = nil // What is unusual about a draft is said to who changes it, and kept nowhere.
		if stored.UpdatedAt.Time().Equal(want.UpdatedAt.Time()) {
			t.Errorf("%s: updatedAt stays", name)
		}
		want.UpdatedAt = stored.UpdatedAt
		if got := show(stored); got != show(want) || got != show(answer) {
			t.Errorf("%s:\n got %s\nwant %s\nsaid %s", name, got, show(want), show(answer))
		}
	}
}

// TestDraft_OtherFiles: a draft can get other files with another type in one request.
func TestDraft_OtherFiles(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id, files := j.draft(j.imagePost("x")), []string{j.photo(), j.photo(), j.photo()}
	if got := warningsOf(j.client.Put(draftPath+id, body{"mediaType": "CAROUSEL", "mediaFileIds": files}).Want(http.StatusOK)); len(got) != 0 {
		t.Errorf("a picture that becomes a carousel, with its files, is warned of: %v", got)
	}
	p := j.post(id)
	if len(p.MediaFiles) != 3 || p.MediaFiles[0].ID.String() != files[0] || p.MediaFiles[2].ID.String() != files[2] {
		t.Errorf("the files are %v", p.MediaFiles)
	}
	j.client.Put(draftPath+id, body{"mediaFileIds": files[1:]}).Want(http.StatusOK)
	j.client.Put(draftPath+id, body{"mediaFileIds": files[2:]}).WantError(http.StatusBadRequest, "INVALID_CAROUSEL")
	j.client.Put(draftPath+id, body{"mediaType": "IMAGE", "mediaFileId": files[0]}).Want(http.StatusOK)
	if p := j.post(id); p.MediaType != posts.Image || len(p.MediaFiles) != 1 || p.MediaFiles[0].ID.String() != files[0] {
		t.Errorf("the draft is %s", show(p))
	}
	if got := warningsOf(j.client.Put(draftPath+id, body{"mediaType": "CAROUSEL"}).Want(http.StatusOK)); len(got) != 1 || got[0] != "INVALID_CAROUSEL" {
		t.Errorf("a carousel without files is warned of by %v", got)
	}
	answer := j.client.Put(draftPath+id, body{"mediaFileIds": files, "mediaFileId": files[0]}).Want(http.StatusOK)
	if got := warningsOf(answer); len(got) != 1 || got[0] != "FIELD_IGNORED" {
		t.Errorf("a carousel with a mediaFileId is warned of by %v", got)
	}
}

// TestDraft_Refusals: a draft does not change when a change is refused.
func TestDraft_Refusals(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := j.stock()
	id := j.draft(j.full())
	before := show(j.post(id))
	for name, c := range map[string]struct {
		patch any
		code  string
	}{
		"unknown account":            {body{"accountId": s.nowhere}, "NOT_FOUND"},
		"unknown file":               {body{"mediaFileId": s.nowhere}, "MEDIA_INVALID"},
		"video as an image":          {body{"mediaFileId": s.movie}, "INVALID_MEDIA_TYPE"},
		"image as a reel":            {body{"mediaType": "REELS"}, "INVALID_MEDIA_TYPE"},
		"tags on a story":            {body{"mediaType": "STORIES", "collaborators": nil, "altText": nil}, "INVALID_TAGS"},
		"collaborators on a story":   {body{"mediaType": "STORIES", "userTags": nil, "altText": nil}, "INVALID_COLLABORATORS"},
		"mentions on an image":       {body{"storyMentions": []body{{"username": "ann"}}}, "INVALID_MENTIONS"},
		"shared without a Page":      {body{"crossPostToPartner": true}, "INVALID_CROSS_POST"},
		"carousel of one":            {body{"mediaType": "CAROUSEL", "altText": nil, "mediaFileIds": []string{s.photo}}, "INVALID_CAROUSEL"},
		"several files on an image":  {body{"mediaFileIds": []string{s.photo, s.photo}}, "VALIDATION_ERROR"},
		"long caption":               {body{"caption": strings.Repeat("é", 2201)}, "VALIDATION_ERROR"},
		"a number for a caption":     {body{"caption": 5}, "VALIDATION_ERROR"},
		"many tags":                  {body{"userTags": make([]body, 21)}, "VALIDATION_ERROR"},
		"four collaborators":         {body{"collaborators": []string{"a", "b", "c", "d"}}, "VALIDATION_ERROR"},
		"a collaborator without one": {body{"collaborators": []string{""}}, "VALIDATION_ERROR"},
		"unknown type":               {body{"mediaType": "VIDEO"}, "VALIDATION_ERROR"},
		"no account":                 {body{"accountId": nil}, "VALIDATION_ERROR"},
		"no type":                    {body{"mediaType": nil}, "VALIDATION_ERROR"},
		"no JSON":                    {"{", "VALIDATION_ERROR"},
		"a list":                     {"[]", "VALIDATION_ERROR"},
	} {
		status := refusalStatus(c.code)
		j.client.Put(draftPath+id, c.patch).WantError(status, c.code)
		if after := show(j.post(id)); after != before {
			t.Errorf("%s: the draft is %s, and was %s", name, after, before)
		}
	}
	j.client.Put(draftPath+wireid.New().String(), body{}).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Put(draftPath+"x", body{}).WantError(http.StatusBadRequest, "INVALID_PARAM")
}

// TestDraft_LeftDraft: a scheduled or published post is no draft, and a cancelled one is a draft
// again.
func TestDraft_LeftDraft(t *testing.T) {
	t.Parallel()
	j := begin(t)
	published := j.publish(j.imagePost("x"))
	j.ended(published)
	scheduled := j.schedule(j.imagePost("y"), e2e.Start.Add(time.Hour))
	for _, id := range []string{published, scheduled} {
		j.client.Put(draftPath+id, body{"caption": "z"}).WantError(http.StatusBadRequest, "INVALID_STATUS")
	}
	j.client.Delete("/api/v1/schedule/" + scheduled).Want(http.StatusOK)
	j.client.Put(draftPath+scheduled, body{"caption": "z"}).Want(http.StatusOK)
}

// TestDraft_KeepsAfterItsFileIsGone: the text of a draft whose file was deleted can be edited.
func TestDraft_KeepsAfterItsFileIsGone(t *testing.T) {
	t.Parallel()
	j := begin(t)
	files := []string{j.photo(), j.photo()}
	id := j.draft(body{"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": files})
	j.client.Delete("/api/v1/media/" + files[0]).Want(http.StatusOK)
	r := j.client.Put(draftPath+id, body{"caption": "still here"}).Want(http.StatusOK)
	if got := warningsOf(r); len(got) != 1 || got[0] != "INVALID_CAROUSEL" {
		t.Errorf("the warnings are %v", got)
	}
	if p := j.post(id); text(p.Caption) != "still here" || len(p.MediaFiles) != 1 {
		t.Errorf("the draft is %s", show(p))
	}
}

// TestDraft_EditRacesWithPublish: whichever comes first, the content of the publishing request is
// published.
func TestDraft_EditRacesWithPublish(t *testing.T) {
	t.Parallel()
	j := begin(t)
	for range 10 {
		b := j.imagePost("published")
		id := j.draft(b)
		var both sync.WaitGroup
		both.Go(func() { j.publish(b.with("draftId", id)) })
		both.Go(func() {
			if r := j.client.Put(draftPath+id, body{"caption": "edited"}); r.Status != http.StatusOK && r.String("code") != "INVALID_STATUS" {
				t.Errorf("the edit got %d %s", r.Status, r.Body)
			}
		})
		both.Wait()
		if p := j.ended(id); text(p.Caption) != "published" {
			t.Errorf("the post is %s", show(p))
		}
	}
}

// warningsOf returns the codes of an answer's warnings.
func warningsOf(r e2e.Response) []string {
	var answer struct{ Warnings []posts.Warning }
	r.JSON(&answer)
	codes := make([]string, len(answer.Warnings))
	for i, w := range answer.Warnings {
		codes[i] = w.Code
	}
	return codes
}

// TestDraft_WarnsOfWhatPublishingWouldRefuse: the draft is saved all the same.
func TestDraft_WarnsOfWhatPublishingWouldRefuse(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := j.stock()
	for code, b := range map[string]body{
		"":                     s.plain(j, "IMAGE"),
		"MEDIA_INVALID":        {"accountId": j.bakery.ID, "mediaType": "IMAGE"},
		"INVALID_CAROUSEL":     {"accountId": j.bakery.ID, "mediaType": "CAROUSEL"},
		"PRIVATE_API_REQUIRED": s.plain(j, "STORIES").with("storyMentions", []body{{"username": "ann"}}),
	} {
		got := warningsOf(j.client.Post("/api/v1/posts/draft", b).Want(http.StatusCreated))
		if code == "" && len(got) != 0 || code != "" && (len(got) != 1 || got[0] != code) {
			t.Errorf("%s: the warnings are %v", code, got)
		}
	}
}
