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

const schedulePath = "/api/v1/schedule/"

// TestReschedule_MovesTheFiring: the post goes out at the new time and not at the old one.
func TestReschedule_MovesTheFiring(t *testing.T) {
	t.Parallel()
	for name, to := range map[string]time.Duration{"earlier": 30 * time.Minute, "later": 3 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			id := j.schedule(j.imagePost("moved"), e2e.Start.Add(time.Hour))
			var p posts.Post
			j.client.Put(schedulePath+id, body{"scheduledFor": e2e.Start.Add(to).In(time.FixedZone("", 19800)), "timezone": "Asia/Kolkata"}).Want(http.StatusOK).JSON(&p)
			if !p.ScheduledFor.Time().Equal(e2e.Start.Add(to)) || p.Timezone != "Asia/Kolkata" || p.Status != posts.Scheduled || len(p.MediaFiles) != 1 {
				t.Errorf("the post is %s", show(p))
			}
			j.pass(to - time.Millisecond)
			if p := j.post(id); p.Status != posts.Scheduled {
				t.Fatalf("before its time the post is %s", describe(p))
			}
			j.Clock.Advance(time.Millisecond)
			p = j.ended(id)
			j.isLive(p, 0)
			if !p.PublishedAt.Time().Equal(e2e.Start.Add(to)) {
				t.Errorf("published at %s", p.PublishedAt)
			}
		})
	}
}

// TestReschedule_Content: everything else can be changed too, and is what goes out.
func TestReschedule_Content(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.schedule(j.full(), e2e.Start.Add(time.Hour))
	before := j.post(id)
	j.client.Put(schedulePath+id, body{}).Want(http.StatusOK)
	var p posts.Post
	j.client.Put(schedulePath+id, body{"caption": "New", "locationName": nil, "collaborators": nil, "unknown": 1}).Want(http.StatusOK).JSON(&p)
	before.Caption, before.LocationName, before.Collaborators = new("New"), nil, nil
	if before.UpdatedAt = p.UpdatedAt; show(p) != show(before) || show(j.post(id)) != show(before) {
		t.Errorf("got %s\nwant %s", show(p), show(before))
	}
	j.pass(time.Hour)
	j.isLive(j.ended(id), 0)
	if live := j.network.Ledger().Publications[0]; live.Caption != "New" {
		t.Errorf("live with the caption %q", live.Caption)
	}
}

// TestReschedule_Refusals: the whole list of checks runs over the post as it would be, and nothing
// changes.
func TestReschedule_Refusals(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.schedule(j.full(), e2e.Start.Add(time.Hour))
	before := show(j.post(id))
	for name, c := range map[string]struct {
		patch any
		code  string
	}{
		"now":                   {body{"scheduledFor": e2e.Start}, "INVALID_SCHEDULE"},
		"the past":              {body{"scheduledFor": e2e.Start.Add(-time.Millisecond)}, "INVALID_SCHEDULE"},
		"no offset":             {body{"scheduledFor": "2026-11-21T12:00:00"}, "VALIDATION_ERROR"},
		"no time":               {body{"scheduledFor": "tomorrow"}, "VALIDATION_ERROR"},
		"no zone":               {body{"timezone": "Mars/Olympus"}, "VALIDATION_ERROR"},
		"mentions on an image":  {body{"storyMentions": []body{{"username": "ann"}}}, "INVALID_MENTIONS"},
		"shared without a Page": {body{"crossPostToPartner": true}, "INVALID_CROSS_POST"},
		"long caption":          {body{"caption": strings.Repeat("é", 2201)}, "VALIDATION_ERROR"},
		"tag beside the image":  {body{"userTags": []body{{"username": "ann", "x": 1.01, "y": 0}}}, "VALIDATION_ERROR"},
		"null for the time":     {body{"scheduledFor": nil}, "VALIDATION_ERROR"},
		"null for the zone":     {body{"timezone": nil}, "VALIDATION_ERROR"},
		"no JSON":               {"", "VALIDATION_ERROR"},
	} {
		j.client.Put(schedulePath+id, c.patch).WantError(http.StatusBadRequest, c.code)
		if after := show(j.post(id)); after != before {
			t.Errorf("%s: the post is %s, and was %s", name, after, before)
		}
	}
	story := j.schedule(body{"accountId": j.bakery.ID, "mediaType": "STORIES", "mediaFileId": j.photo()}, e2e.Start.Add(time.Hour))
	j.client.Put(schedulePath+story, body{"storyMentions": []body{{"username": "ann"}}}).WantError(http.StatusBadRequest, "PRIVATE_API_REQUIRED")
	j.client.Put(schedulePath+story, body{"collaborators": []string{"ann"}}).WantError(http.StatusBadRequest, "INVALID_COLLABORATORS")
	j.client.Put(schedulePath+story, body{"userTags": []body{{"username": "ann", "x": 0, "y": 0}}}).WantError(http.StatusBadRequest, "INVALID_TAGS")
	j.client.Put(schedulePath+wireid.New().String(), body{}).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Put(schedulePath+j.draft(j.imagePost("x")), body{}).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Put(schedulePath+"x", body{}).WantError(http.StatusBadRequest, "INVALID_PARAM")
}

// TestReschedule_FileGone: a post whose file was deleted cannot be published, at whatever time.
func TestReschedule_FileGone(t *testing.T) {
	t.Parallel()
	j := begin(t)
	one, three := j.photo(), []string{j.photo(), j.photo(), j.photo()}
	ids := []string{
		j.schedule(body{"accountId": j.bakery.ID, "mediaType": "IMAGE", "mediaFileId": one}, e2e.Start.Add(time.Hour)),
		j.schedule(body{"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": three}, e2e.Start.Add(time.Hour)),
	}
	for _, file := range []string{one, three[1]} {
		j.client.Delete("/api/v1/media/" + file).Want(http.StatusOK)
	}
	for _, id := range ids {
		j.client.Put(schedulePath+id, body{"scheduledFor": e2e.Start.Add(2 * time.Hour)}).WantError(http.StatusBadRequest, "MEDIA_INVALID")
	}
}

// TestReschedule_TooLate: once a worker has claimed the post, and after it has ended.
func TestReschedule_TooLate(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, DelayMs: (10 * time.Minute).Milliseconds()})
	id := j.schedule(j.imagePost("x"), e2e.Start.Add(time.Hour))
	j.pass(time.Hour)
	j.client.Put(schedulePath+id, body{"scheduledFor": e2e.Start.Add(2 * time.Hour)}).WantError(http.StatusBadRequest, "INVALID_STATUS")
	j.network.ClearFaults()
	j.isLive(j.ended(id), 0)
	j.client.Put(schedulePath+id, body{"caption": "y"}).WantError(http.StatusBadRequest, "INVALID_STATUS")
}

// TestReschedule_RacesWithFiring: of an edit and the firing, exactly one wins.
func TestReschedule_RacesWithFiring(t *testing.T) {
	t.Parallel()
	j := begin(t)
	for range 10 {
		at := j.Clock.Now().Add(time.Minute)
		id := j.schedule(j.imagePost("old"), at)
		var edit e2e.Response
		var both sync.WaitGroup
		both.Go(func() { j.Clock.Advance(time.Minute) })
		both.Go(func() {
			edit = j.client.Put(schedulePath+id, body{"caption": "new", "scheduledFor": at.Add(time.Hour)})
		})
		both.Wait()
		j.Rest(t)
		switch p := j.post(id); {
		case edit.Status == http.StatusOK && (p.Status != posts.Scheduled || text(p.Caption) != "new"):
			t.Fatalf("the edit was accepted, and the post is %s", show(p))
		case edit.Status != http.StatusOK && (edit.String("code") != "INVALID_STATUS" || text(j.ended(id).Caption) != "old"):
			t.Fatalf("the edit got %s, and the post is %s", edit.Body, show(p))
		}
		j.client.Delete("/api/v1/posts/" + id).Want(http.StatusOK)
	}
}
