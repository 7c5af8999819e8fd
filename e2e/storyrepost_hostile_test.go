package e2e_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/storyrepost"
)

// mentionItem is a message that mentions the account, with other members in place of those of the
// same name.
func mentionItem(other string) string {
	usual := []string{
		`"item_id":"31000000000000000000000000000000001"`, `"user_id":4200`, fmt.Sprintf(`"timestamp":%d`, e2e.Start.UnixMicro()), `"item_type":"xma_reel_mention"`,
		`"auxiliary_text":"Mentioned you in their story"`,
		`"xma_reel_mention":[{"target_url":"https://www.instagram.com/stories/ann/3100000000000000001/","preview_url":"https://scontent.cdninstagram.com/p.jpg"}]`,
	}
	members := strings.Split(other, "\n")
	for _, u := range usual {
		name, _, _ := strings.Cut(u, ":")
		if !strings.Contains(other, name+":") {
			members = append(members, u)
		}
	}
	return "{" + strings.Trim(strings.Join(members, ","), ",") + "}"
}

// inboxOf is a page of the inbox with one thread, of the author ann, 4200.
func inboxOf(users string, items ...string) string {
	return `{"inbox":{"threads":[17,null,{"thread_id":"t","users":` + users + `,"items":[` + strings.Join(items, ",") + `]}],"has_older":false},"status":"ok"}`
}

const annIn = `[{"pk":4200,"username":"ann","is_private":false},"nobody",{"pk":{}}]`

// TestStoryRepost_HostileItems: whatever a message says, the poll goes on, and what cannot be used
// is SKIPPED with a reason.
func TestStoryRepost_HostileItems(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		users, item string
		status      storyrepost.Status
		reason      string
	}{
		"as usual":                 {annIn, ``, storyrepost.Detected, ""},
		"texts for numbers":        {annIn, `"user_id":"4200"` + "\n" + `"timestamp":"1795253400000000"`, storyrepost.Detected, ""},
		"an id beyond 64 bits":     {annIn, `"original_media_igid":99999999999999999999999999` + "\n" + `"xma_reel_mention":[{"preview_url":"x"}]`, storyrepost.Detected, ""},
		"no id":                    {annIn, `"item_id":null`, storyrepost.Skipped, "no id"},
		"no story":                 {annIn, `"xma_reel_mention":[{"target_url":"https://www.instagram.com/ann/","preview_url":"x"}]`, storyrepost.Skipped, "which story"},
		"a foreign address":        {annIn, `"xma_reel_mention":[{"target_url":"https://evil.example/stories/ann/31/","preview_url":"x"}]`, storyrepost.Skipped, "which story"},
		"an address of no kind":    {annIn, `"xma_reel_mention":[{"target_url":"file:///stories/ann/31","preview_url":"x"}]`, storyrepost.Skipped, "which story"},
		"a number for the mention": {annIn, `"xma_reel_mention":7`, storyrepost.Skipped, "cannot be read"},
		"an empty list":            {annIn, `"xma_reel_mention":[]`, storyrepost.Skipped, "cannot be read"},
		"texts in the list":        {annIn, `"xma_reel_mention":["x"]`, storyrepost.Skipped, "cannot be read"},
		"no author":                {`[]`, `"xma_reel_mention":[{"target_url":"https://www.instagram.com/stories/%3Cb%3E/31/","preview_url":"x"}]`, storyrepost.Skipped, "username"},
		"a private author":         {`[{"pk":4200,"username":"ann","is_private":true}]`, ``, storyrepost.Skipped, "private"},
		"a year that never comes":  {annIn, `"timestamp":99999999999999999`, storyrepost.Detected, ""},
		"a time that is none":      {annIn, `"timestamp":{}`, storyrepost.Detected, ""},
		"long ago":                 {annIn, `"timestamp":1600000000000000`, storyrepost.Expired, "gone"},
		"gone":                     {annIn, `"xma_reel_mention":[{"target_url":"https://www.instagram.com/stories/ann/31/","title_text":"Story unavailable"}]`, storyrepost.Expired, "gone"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bootReposts(t)
			r.clear()
			junk := []string{`17`, `null`, `"x"`, `[]`, `{}`, `{"item_id":"o","item_type":"text","text":"hello"}`}
			r.network.Fault(e2e.Fault{Match: e2e.InboxReads, HTTP: http.StatusOK, Body: inboxOf(c.users, append(junk, mentionItem(c.item))...)})
			later := r.network.Mention(e2e.Mention{Author: "bob", Pending: true})
			found := r.scan()
			if found.Detected != 2 {
				t.Fatalf("found %+v", found)
			}
			r.wantRecord(later, storyrepost.Detected, "")
			record := r.records()[1]
			if record.Status != c.status || !strings.Contains(text(record.Reason), c.reason) {
				t.Errorf("got %s: %s", record.Status, text(record.Reason))
			}
			if record.Status == storyrepost.Detected && record.ExpiresAt.Time().After(r.Clock.Now().Add(24*time.Hour)) {
				t.Errorf("it expires at %s", record.ExpiresAt)
			}
			if cfg := r.config(); cfg.ConsecutiveFailures != 0 || *cfg.LastPollStatus != storyrepost.PollSucceeded {
				t.Errorf("the configuration is %+v", cfg)
			}
		})
	}
}

// TestStoryRepost_OlderMessagesOfAPrivateAuthor: the inbox says that the author is private, also
// when the page with the older messages does not.
func TestStoryRepost_OlderMessagesOfAPrivateAuthor(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	latest := fmt.Sprintf(`{"item_id":"o","item_type":"text","user_id":4200,"timestamp":%d}`, e2e.Start.UnixMicro())
	r.network.Fault(e2e.Fault{Match: e2e.InboxReads, HTTP: http.StatusOK, Body: `{"inbox":{"threads":[{"thread_id":"34","users":[{"pk":4200,"username":"ann","is_private":true}],` +
		`"items":[` + latest + `],"has_older":true,"oldest_cursor":"c"}],"has_older":false},"status":"ok"}`})
	r.network.Fault(e2e.Fault{Match: threadReads, HTTP: http.StatusOK, Body: `{"thread":{"thread_id":"34","items":[` + mentionItem("") + `],"has_older":false},"status":"ok"}`})
	if found := r.scan(); found.Detected != 1 || found.Pending != 0 {
		t.Errorf("found %+v", found)
	}
	if record := r.records()[0]; record.Status != storyrepost.Skipped || !strings.Contains(text(record.Reason), "private") || record.ThreadID != "34" {
		t.Errorf("the record is %+v: %s", record, text(record.Reason))
	}
}

// TestStoryRepost_HostileMedia: what the network tells of a story is fetched from the network
// alone, and what is no picture or video is SKIPPED.
func TestStoryRepost_HostileMedia(t *testing.T) {
	t.Parallel()
	var reached atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	t.Cleanup(elsewhere.Close)
	media := func(owner, url string) string {
		return `{"items":[{"pk":MEDIA,"media_type":1,"taken_at":1795250000,"user":{"pk":` + owner + `,"username":"ann"},` +
			`"image_versions2":{"candidates":[{"url":"` + url + `","width":1080,"height":1920}]}}],"status":"ok"}`
	}
	for name, c := range map[string]struct {
		told, reason string
	}{
		"another port":      {media("AUTHOR", elsewhere.URL+"/secret"), "cannot be fetched"},
		"the outside":       {media("AUTHOR", "https://evil.example/x.jpg"), "cannot be fetched"},
		"the inside":        {media("AUTHOR", "http://169.254.169.254/latest"), "cannot be fetched"},
		"a file":            {media("AUTHOR", "file:///etc/passwd"), "cannot be fetched"},
		"somebody else's":   {media("1", "http://127.0.0.1/x.jpg"), "another account"},
		"other media":       {strings.Replace(media("AUTHOR", "http://127.0.0.1/x.jpg"), "MEDIA", "31", 1), "cannot be read"},
		"a list of nothing": {`{"items":[null],"status":"ok"}`, "cannot be read"},
		"no list":           {`{"items":[],"status":"ok"}`, "any more"},
		"a page for a file": {media("AUTHOR", "SANDBOX/_sandbox/ledger"), "not a picture or video"},
		"no such file":      {media("AUTHOR", "SANDBOX/cdn/story/1_1x1.jpg"), "any more"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bootReposts(t)
			r.clear()
			m := r.network.Mention(e2e.Mention{Author: "ann"})
			r.scan()
			told := strings.NewReplacer("MEDIA", m.MediaID, "AUTHOR", m.AuthorID, "SANDBOX", r.Sandbox.URL()).Replace(c.told)
			r.network.Fault(e2e.Fault{Match: e2e.StoryReads, HTTP: http.StatusOK, Body: told})
			r.tryRepost(r.recordOf(m).ID.String()).WantError(http.StatusInternalServerError, "REPOST_FAILED")
			r.wantRecord(m, storyrepost.Skipped, c.reason)
			if c := r.config(); c.ConsecutiveFailures != 0 || c.RepostsToday != 0 {
				t.Errorf("the configuration is %+v", c)
			}
		})
	}
	t.Cleanup(func() {
		if n := reached.Load(); n != 0 {
			t.Errorf("the machine's own net was reached %d times", n)
		}
	})
}
