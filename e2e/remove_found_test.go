package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
)

// remove deletes a post at the network and returns the answer.
func (j *journey) remove(id, query string) (answer removed) {
	j.t.Helper()
	j.client.Delete(postsPath + id + "/instagram" + query).Want(http.StatusOK).JSON(&answer)
	if !answer.Success || answer.ClearedPostID != id || (answer.DeleteError == nil) != answer.WasDeletedFromNetwork || answer.Warnings == nil {
		j.t.Errorf("got %+v", answer)
	}
	j.isGone(id)
	return answer
}

// deletions returns how often the network was asked to delete the item.
func (j *journey) deletions(item string) (n int) {
	for _, c := range j.network.Calls() {
		if c.Method == http.MethodDelete && strings.HasSuffix(c.Path, "/"+item) {
			n++
		}
	}
	return n
}

// edited has the post say something else than what the network shows, as when somebody has edited
// that there.
func (j *journey) edited(id, caption string) {
	j.t.Helper()
	if _, err := j.DB.ExecContext(j.t.Context(), "UPDATE posts SET caption = ? WHERE id = ?", caption, id); err != nil {
		j.t.Fatal(err)
	}
}

// TestRemove_Found: a post whose media was found by what it looks like is read before it is
// deleted, and kept when it no longer fits.
func TestRemove_Found(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change  func(j *journey, id string)
		deleted bool
		says    string
	}{
		"it fits":                    {func(*journey, string) {}, true, ""},
		"another caption":            {func(j *journey, id string) { j.edited(id, "what the network never had") }, false, "its caption is not the post's"},
		"another kind":               {func(j *journey, _ string) { j.mediaReads(e2e.Fault{Body: anotherKind}) }, false, "another kind of media (VIDEO, REELS)"},
		"it is gone":                 {func(j *journey, _ string) { j.mediaReads(e2e.Fault{Code: 100, Subcode: 33}) }, false, "it is deleted already"},
		"the network cannot be read": {func(j *journey, _ string) { j.mediaReads(e2e.Fault{HTTP: 502, Body: html}) }, false, "it could not be read again"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
			id := j.publish(j.imagePost("found").with("accountId", j.potter.ID))
			p := j.ended(id)
			j.isLive(p, 0)
			var how string
			if err := j.DB.QueryRowContext(t.Context(), "SELECT how FROM attempts WHERE post_id = ?", id).Scan(&how); err != nil || how != "found" {
				t.Fatalf("the media is known as %q, %v", how, err)
			}
			c.change(j, id)
			answer := j.remove(id, "")
			if answer.WasDeletedFromNetwork != c.deleted || !strings.Contains(text(answer.DeleteError), c.says) || text(answer.Permalink) != text(p.SNPermalink) {
				t.Errorf("got %+v, %s", answer, text(answer.DeleteError))
			}
			if asked := j.deletions(text(p.SNMediaID)) != 0; asked != c.deleted {
				t.Errorf("the network was asked to delete it: %t", asked)
			}
			if live := j.network.Ledger().Publications[0]; (live.DeletedAt != nil) != c.deleted {
				t.Errorf("at the network it was deleted at %v", live.DeletedAt)
			}
		})
	}
}

const anotherKind = `{"id":"18000000000000001","media_type":"VIDEO","media_product_type":"REELS","caption":"found"}`

// mediaReads has the reads of single media answer with the fault.
func (j *journey) mediaReads(f e2e.Fault) {
	f.Match, f.Times = e2e.MediaReads, 100
	f.Body = strings.ReplaceAll(f.Body, "18000000000000001", j.network.Ledger().Publications[0].MediaID)
	j.network.Fault(f)
}

// TestRemove_Told: what the answer to the call has named is deleted whatever somebody made of its
// caption, and not read before.
func TestRemove_Told(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.publish(j.imagePost("told").with("accountId", j.potter.ID))
	j.ended(id)
	j.edited(id, "edited")
	j.mediaReads(e2e.Fault{Code: 100, Subcode: 33})
	if answer := j.remove(id, ""); !answer.WasDeletedFromNetwork {
		t.Errorf("got %s", text(answer.DeleteError))
	}
}

// TestRemove_CopyOnThePage: it stays, and the answer says where, unless the request deletes it,
// too.
func TestRemove_CopyOnThePage(t *testing.T) {
	t.Parallel()
	ofPage := e2e.FaultMatch{Method: http.MethodDelete, Path: "/[0-9]+_[0-9]+$"}
	for name, c := range map[string]struct {
		kind, query string
		fault       e2e.Fault
		found       bool
		change      func(*journey, posts.Post)
		asked       int
		kept        bool
		says        string
	}{
		"it stays":                    {kept: true, says: "; ?partner=true deletes it too"},
		"partner=false":               {query: "?partner=false", kept: true, says: "; ?partner=true deletes it too"},
		"it is deleted":               {query: "?partner=true", asked: 1},
		"a reel":                      {kind: "reel", query: "?partner=true", asked: 1},
		"a video":                     {kind: "wide video", query: "?partner=true", asked: 1},
		"the answer is lost":          {query: "?partner=true", fault: e2e.Fault{DropAfterCommit: true}, asked: 2},
		"the call is lost":            {query: "?partner=true", fault: e2e.Fault{DropBefore: true}, asked: 2},
		"the Page refuses":            {query: "?partner=true", fault: e2e.Fault{Code: 200}, asked: 1, kept: true, says: "was not deleted: a permission is missing. The network says: "},
		"the network is down":         {query: "?partner=true", fault: e2e.Fault{HTTP: 502, Body: html, Times: 9}, asked: 2, kept: true, says: "was not deleted: "},
		"it is gone":                  {query: "?partner=true", fault: e2e.Fault{Code: 100, Subcode: 33}, asked: 1, kept: true, says: "it is deleted already"},
		"the account is disconnected": {query: "?partner=true", change: (*journey).disconnectPotter, kept: true, says: "was not deleted: account disconnected"},
		"found":                       {query: "?partner=true", found: true, asked: 1},
		"found, with another text":    {query: "?partner=true", found: true, change: func(j *journey, p posts.Post) { j.edited(p.ID.String(), "edited") }, kept: true, says: "its text is not the post's"},
		"a video, found":              {kind: "wide video", query: "?partner=true", found: true, asked: 1},
		"a video, found, of anybody":  {kind: "wide video", query: "?partner=true", found: true, change: (*journey).unmarked, kept: true, says: "nothing of it says that it is the post's"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			if c.kind == "" {
				c.kind = "image"
			}
			shared := sharedKinds()[c.kind]
			if c.found {
				j.network.Fault(e2e.Fault{Match: shared.visible, Skip: shared.skip, DropAfterCommit: true})
			}
			p := j.sharedOr(j.publish(shared.body(j)))
			j.isShared(p, shared)
			id, where := p.ID.String(), "page="+text(p.PartnerPermalink)
			if c.found {
				// The network names the photo of a post; one that was shared before photos were
				// sent ahead has none.
				j.foundOnPage(id)
			}
			if c.fault != (e2e.Fault{}) {
				c.fault.Match = ofPage
				j.network.Fault(c.fault)
			}
			if c.change != nil {
				c.change(j, p)
			}
			answer := j.remove(id, c.query)
			if answer.WasDeletedFromNetwork != (c.change == nil || c.found) {
				t.Errorf("got %+v, %s", answer, text(answer.DeleteError))
			}
			live := j.record(id).Live
			onPage := slices.ContainsFunc(live, func(l posts.Live) bool { return "page="+text(l.Permalink) == where })
			if got := j.deletions(text(p.PartnerPostID)); onPage != c.kept || got != c.asked {
				t.Errorf("asked %d times; live at %+v", got, live)
			}
			if !c.kept {
				if len(answer.Warnings) != 0 {
					t.Errorf("warned of %+v", answer.Warnings)
				}
				return
			}
			if len(answer.Warnings) != 1 || answer.Warnings[0].Code != "PARTNER_COPY" || !strings.Contains(answer.Warnings[0].Message, " at "+text(p.PartnerPermalink)) ||
				!strings.Contains(answer.Warnings[0].Message, c.says) {
				t.Errorf("warned of %+v", answer.Warnings)
			}
		})
	}
}

func (j *journey) disconnectPotter(posts.Post) {
	j.client.Delete(accountsPath + j.potter.ID.String()).Want(http.StatusOK)
}

// unmarked has the Page list the post's video as one that an earlier version shared: with its text,
// and without what names the post.
func (j *journey) unmarked(p posts.Post) {
	body := `{"data":[{"id":"` + text(p.PartnerPostID) + `","description":"to both","created_time":"` + p.PublishedAt.Time().Format("2006-01-02T15:04:05-0700") + `"}]}`
	j.network.Fault(e2e.Fault{Match: e2e.FaultMatch{Method: http.MethodGet, Path: "/videos$"}, Body: body})
}

// foundOnPage has the post's share be known by what it looks like alone.
func (j *journey) foundOnPage(id string) {
	j.t.Helper()
	if _, err := j.DB.ExecContext(j.t.Context(), "UPDATE attempts SET how = 'found' WHERE post_id = ? AND channel = 'page'", id); err != nil {
		j.t.Fatal(err)
	}
}

// TestRemove_CopyThatMayBe: a share whose outcome nobody knows.
func TestRemove_CopyThatMayBe(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"", "?partner=true"} {
		j := begin(t)
		shared := sharedKinds()["image"]
		j.network.Fault(e2e.Fault{Match: shared.visible, DropAfterCommit: true})
		j.network.Fault(e2e.Fault{Match: e2e.FaultMatch{Method: http.MethodGet, Path: "/(feed|published_posts|posts)$"}, Times: 100_000, HTTP: 503, Code: 2})
		p := j.sharedOr(j.publish(shared.body(j)))
		j.pass(time.Hour)
		answer := j.remove(p.ID.String(), query)
		if !answer.WasDeletedFromNetwork || len(answer.Warnings) != 1 || !strings.Contains(answer.Warnings[0].Message, "it is not known whether it is live there") {
			t.Errorf("%s: got %+v", query, answer)
		}
	}
}

// TestRemove_NotShared: there is nothing to delete on the Page, and nothing to warn of.
func TestRemove_NotShared(t *testing.T) {
	t.Parallel()
	j := begin(t)
	for _, account := range []any{j.bakery.ID, j.potter.ID} {
		id := j.publish(j.imagePost("here alone").with("accountId", account))
		j.ended(id)
		if answer := j.remove(id, "?partner=true"); len(answer.Warnings) != 0 {
			t.Errorf("warned of %+v", answer.Warnings)
		}
	}
	id := j.publish(j.imagePost("x").with("accountId", j.potter.ID))
	j.ended(id)
	j.client.Delete(postsPath+id+"/instagram?partner=perhaps").WantError(http.StatusBadRequest, "INVALID_PARAM")
	j.client.Get(postsPath + id).Want(http.StatusOK)
}
