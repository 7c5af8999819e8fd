package e2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

const accountsPath = "/api/v1/auth/accounts/"

// TestAccount_Disconnect is scenario 38: the tokens are deleted, the posts stay with the reason,
// and nothing of the account fires any more.
func TestAccount_Disconnect(t *testing.T) {
	t.Parallel()
	j := begin(t)
	published, draft := j.publish(j.imagePost("live")), j.draft(j.imagePost("draft"))
	j.isLive(j.ended(published), 0)
	var scheduled []string
	for i := range 12 {
		scheduled = append(scheduled, j.schedule(j.imagePost("x"), e2e.Start.Add(time.Duration(i+1)*time.Hour)))
	}
	other := j.schedule(j.imagePost("y").with("accountId", j.potter.ID), e2e.Start.Add(time.Hour))
	j.client.Delete(accountsPath + j.bakery.ID.String()).Want(http.StatusOK)
	for _, id := range scheduled {
		p := j.post(id)
		j.hasFailed(p, "NOT_FOUND")
		if text(p.ErrorMessage) != "account disconnected" || p.SocialAccountID != j.bakery.ID {
			t.Errorf("the post is %s", show(p))
		}
		j.client.Post(postsPath+id+"/retry", nil).WantError(http.StatusNotFound, "NOT_FOUND")
	}
	if c := j.counts(); c != (jobs.Counts{Delayed: 1, Total: 1}) {
		t.Errorf("the counts are %+v", c)
	}
	if page := j.completions(j.post(published).PublishedAt.String(), 100); len(page.Posts) != 12 {
		t.Errorf("%d completions", len(page.Posts))
	}
	if p := j.post(draft); p.Status != posts.Draft {
		t.Errorf("the draft is %s", show(p))
	}
	var me struct{ Accounts []auth.SocialAccount }
	if j.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me); len(me.Accounts) != 1 || me.Accounts[0].ID != j.potter.ID {
		t.Errorf("the accounts are %+v", me.Accounts)
	}
	var tokens int
	if err := j.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM account_tokens").Scan(&tokens); err != nil || tokens != 1 {
		t.Errorf("%d tokens, %v", tokens, err)
	}
	j.client.Delete(accountsPath+j.bakery.ID.String()).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Post("/api/v1/posts/publish", j.imagePost("no")).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Put(draftPath+draft, body{"caption": "y"}).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Put(draftPath+draft, body{"accountId": j.potter.ID}).Want(http.StatusOK)
	j.pass(24 * time.Hour)
	j.isLive(j.post(other), 1)
	// A restart does not bring a demo account back.
	j.Stop()
	app := e2e.Boot(t, e2e.In(j.Dir), e2e.At(j.Clock))
	if app.Client(t).Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me); len(me.Accounts) != 1 {
		t.Errorf("after a restart there are %+v", me.Accounts)
	}
}

// TestScenario38_ReconnectOffersToRestore: of an account that was disconnected with 12 scheduled
// posts no post can be retried. Once it is connected again, the command names the call that
// restores all of them, and says that each goes out at its own time.
//
// It is a journey of the real program in the plain tier, and takes 2 s.
func TestScenario38_ReconnectOffersToRestore(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	token := florist().Token.Reveal() + "\n"
	first := typed(t, s, token, "accounts", "connect")
	if first.Code != 0 || strings.Contains(first.Stdout, "crier posts retry") {
		t.Errorf("at first: %+v", first)
	}
	client := s.Client(t)
	media := client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	var me struct{ Accounts []auth.SocialAccount }
	client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	i := slices.IndexFunc(me.Accounts, func(a auth.SocialAccount) bool { return a.Username == florist().Username })
	for n := range 12 {
		client.Post("/api/v1/schedule", body{
			"accountId": me.Accounts[i].ID, "mediaType": "IMAGE", "mediaFileId": media, "caption": fmt.Sprint("post ", n),
			"scheduledFor": clock.System().Now().Add(time.Duration(n+1) * time.Hour),
		}).Want(http.StatusCreated)
	}
	client.Delete(accountsPath + me.Accounts[i].ID.String()).Want(http.StatusOK)
	var lost posts.PostList
	client.Get("/api/v1/posts?status=FAILED").Want(http.StatusOK).JSON(&lost)
	times := map[wireid.ID]wiretime.Time{}
	for _, p := range lost.Posts {
		times[p.ID] = *p.ScheduledFor
	}
	retry := []string{"posts", "retry", "--cause", "NOT_FOUND", "--json"}
	if got := s.Command(t, append(retry, "--dry-run")...); got.Code == 0 || strings.Count(got.Stdout, `"code":"NOT_FOUND"`) != 12 {
		t.Errorf("disconnected: %+v", got)
	}
	again := typed(t, s, token, "accounts", "connect")
	offer := "12 posts failed because it was disconnected; crier posts retry --cause NOT_FOUND --account " + florist().Username + " restores them"
	if again.Code != 0 || !strings.Contains(again.Stdout, offer) {
		t.Errorf("the offer is %+v", again)
	}
	retry = append(retry, "--account", florist().Username)
	var planned, restored posts.RetriedPosts
	jsonOf(t, s.Command(t, append(retry, "--dry-run")...), &planned)
	jsonOf(t, s.Command(t, retry...), &restored)
	if len(planned.Posts) != 12 || len(restored.Posts) != 12 {
		t.Fatalf("%d posts are planned, %d restored", len(planned.Posts), len(restored.Posts))
	}
	for n, p := range planned.Posts {
		if p.Code != nil || *p.RunAt != times[p.PostID] {
			t.Errorf("post %d is planned as %+v", n, p)
		}
		if got := restored.Posts[n]; got.PostID != p.PostID || got.Code != nil || *got.RunAt != times[p.PostID] {
			t.Errorf("post %d is %+v", n, got)
		}
	}
}

// TestAccount_DisconnectUnderWay: running work for the account ends with the reason. A post whose
// call was sent says so.
func TestAccount_DisconnectUnderWay(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Times: 2, HTTP: 503, Code: 2})
	id := j.publish(j.imagePost("x"))
	j.Rest(t)
	if p := j.post(id); p.Status != posts.Queued || p.RetryCount != 1 {
		t.Fatalf("the post is %s", show(p))
	}
	j.client.Delete(accountsPath + j.bakery.ID.String()).Want(http.StatusOK)
	p := j.ended(id)
	j.hasFailed(p, "NOT_FOUND")
	j.wantCalls()
}

// TestAccount_DisconnectWhileProcessed disconnects the account while the network processes the
// media: nothing is published any more.
func TestAccount_DisconnectWhileProcessed(t *testing.T) {
	t.Parallel()
	j := begin(t)
	minute := time.Minute.Milliseconds()
	j.network.Latency(e2e.Latency{ImageMs: &minute})
	id := j.publish(j.imagePost("x"))
	j.Rest(t)
	if p := j.post(id); p.Status != posts.Processing {
		t.Fatalf("the post is %s", show(p))
	}
	j.client.Delete(accountsPath + j.bakery.ID.String()).Want(http.StatusOK)
	p := j.ended(id)
	j.hasFailed(p, "NOT_FOUND")
	if text(p.ErrorMessage) != "account disconnected" {
		t.Errorf("the post says %s", text(p.ErrorMessage))
	}
	j.wantCalls()
}

// TestAccount_RemoveAfterDisconnect: a published post of a disconnected account can leave the
// history, and stays at the network.
func TestAccount_RemoveAfterDisconnect(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.publish(j.imagePost("x").with("accountId", j.potter.ID))
	j.ended(id)
	j.client.Delete(accountsPath + j.potter.ID.String()).Want(http.StatusOK)
	var answer removed
	j.client.Delete(postsPath + id + "/instagram").Want(http.StatusOK).JSON(&answer)
	if answer.WasDeletedFromNetwork || text(answer.DeleteError) != "account disconnected" {
		t.Errorf("got %+v", answer)
	}
	j.isGone(id)
}

// TestAccount_Unknown accounts of whatever form.
func TestAccount_Unknown(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.client.Delete(accountsPath+wireid.New().String()).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Delete(accountsPath+"x").WantError(http.StatusBadRequest, "INVALID_PARAM")
}
