package e2e_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
)

// TestAccount_RemovalRacesWithEverything removes an account while posts for it are accepted, moved,
// cancelled, retried and published: none of them waits or fires later.
func TestAccount_RemovalRacesWithEverything(t *testing.T) {
	t.Parallel()
	for round := range 4 {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			removalRace(j, e2e.Start.Add(time.Hour))
		})
	}
}

func removalRace(j *journey, at time.Time) {
	j.t.Helper()
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Code: 352})
	failed := j.publish(j.imagePost("failed"))
	j.ended(failed)
	waiting, moved, cancelled, draft := j.schedule(j.imagePost("a"), at), j.schedule(j.imagePost("b"), at), j.schedule(j.imagePost("c"), at), j.draft(j.imagePost("d"))
	post := j.imagePost("e")
	var all sync.WaitGroup
	for _, act := range []func(){
		func() { j.client.Delete("/api/v1/auth/accounts/" + j.bakery.ID.String()).Want(http.StatusOK) },
		func() { j.client.Post("/api/v1/schedule", post.with("scheduledFor", at)) },
		func() { j.client.Post("/api/v1/posts/publish", post) },
		func() { j.client.Post("/api/v1/posts/publish", post.with("draftId", draft)) },
		func() { j.client.Put(schedulePath+moved, body{"scheduledFor": at.Add(time.Hour)}) },
		func() { j.client.Delete(schedulePath + cancelled) },
		func() { j.client.Post(postsPath+failed+"/retry", nil) },
		func() { j.client.Put("/api/v1/posts/draft/"+draft, body{"caption": "f"}) },
		func() { j.client.Delete(postsPath + waiting) },
	} {
		all.Go(act)
	}
	all.Wait()
	var list struct{ Posts []posts.Post }
	if j.client.Get("/api/v1/schedule?status=SCHEDULED").Want(http.StatusOK).JSON(&list); len(list.Posts) != 0 {
		j.t.Errorf("%s still waits", describe(list.Posts[0]))
	}
	j.pass(3 * time.Hour)
	e2e.WantConsistent(j.t, j.DB)
	j.client.Get("/api/v1/posts?limit=100").Want(http.StatusOK).JSON(&list)
	for _, p := range list.Posts {
		if p.Status != posts.Draft && !p.Status.HasEnded() {
			j.t.Errorf("a post of an account that is gone is %s", describe(p))
		}
	}
	for _, p := range j.network.Ledger().Publications {
		if !p.PublishedAt.Before(at) {
			j.t.Errorf("%q went live after its account was gone", p.Caption)
		}
	}
}
