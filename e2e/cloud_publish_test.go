package e2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
)

// TestScenario24_CloudPublishesWhileClosed: posts of all kinds are handed over, Crier is closed,
// they are published at their time, and Crier learns that by itself when it is opened again. An
// unknown answer that the worker got is named in the timeline of its post.
func TestScenario24_CloudPublishesWhileClosed(t *testing.T) {
	t.Parallel()
	c, d := newCloud(t)
	movie := d.client.Upload("file", "movie.mp4", e2e.ShortMovie()).Want(http.StatusCreated).String("id")
	reel := body{"accountId": demoAccount, "mediaType": "REELS", "mediaFileId": movie}
	ids, bodies := map[string]string{}, map[string]body{
		"image": d.image("image").with("altText", "a picture").with("userTags", []body{{"username": "ann", "x": 0.25, "y": 0.5}}).with("firstComment", "below the image"),
		"story": {"accountId": demoAccount, "mediaType": "STORIES", "mediaFileId": d.photo(), "peopleTagged": []string{"ann"}},
		"carousel": {
			"accountId": demoAccount, "mediaType": "CAROUSEL", "mediaFileIds": []string{d.photo(), movie, d.photo()}, "caption": "carousel",
			"altTexts": []string{"a loaf", "", "the oven"}, "isAiGenerated": true, "firstComment": "below the carousel",
		},
		"reel": reel.with("caption", "reel").with("shareToFeed", false).with("coverMediaFileId", d.photo()).with("peopleTagged", []string{"@potter", "ann"}).
			with("isAiGenerated", true).with("trial", "performance"),
		"moment":  reel.with("caption", "moment").with("thumbOffsetMs", 1500).with("shareToFeed", true).with("firstComment", "below the moment"),
		"partner": d.image("partner").with("accountId", e2e.PotterAccount),
	}
	c.FailKVReads(http.StatusInternalServerError) // Without them the worker begins nothing, however long it takes to look.
	for kind, b := range bodies {
		ids[kind] = d.schedule(b, 8*time.Second)
		if p := d.post(ids[kind]); p.Status != posts.Scheduled || p.BucketMediaKey == nil || p.ErrorCode != nil {
			t.Errorf("%s is %s", kind, describe(p))
		}
	}
	if keys := c.Bucket.Keys(t); len(keys) < len(ids) {
		t.Errorf("the bucket has %v", keys)
	}
	if n := d.diagnostics().ScheduledCount; n != len(ids) {
		t.Errorf("the worker has %d posts", n)
	}
	if n := len(c.Ledger(t).Publications); n != 0 {
		t.Errorf("%d posts went out early", n)
	}
	d.shut()
	c.Control.Fault(e2e.Fault{Match: e2e.ContainerReads, HTTP: http.StatusOK, Body: `{"status_code":"PONDERING"}`})
	c.Control.Fault(e2e.Fault{Match: e2e.CommentCalls, DropAfterCommit: true}) // The answer to one of them is lost.
	c.Heal()
	e2e.Until(t, func() bool { return len(c.Ledger(t).Publications) >= len(ids) })
	if n := len(c.Ledger(t).Publications); n != len(ids) {
		t.Errorf("%d publications of %d posts", n, len(ids))
	}
	e2e.Until(t, func() bool { return len(c.Ledger(t).Comments) >= 3 })
	c.wantSent(t)
	d = c.open(t)
	d.knows(ids)
	for _, kind := range []string{"image", "carousel", "moment"} {
		d.isCommented(ids[kind], "below the "+kind)
	}
	if all := c.Ledger(t).Comments; len(all) != 3 {
		t.Errorf("comments: %+v", all)
	}
	named := 0
	for _, id := range ids {
		if d.tells(id, "unknown to this version of Crier: the state PONDERING (container status, at the cloud worker)") {
			named++
		}
	}
	if named != 1 {
		t.Errorf("the answer that is unknown is named in %d timelines", named)
	}
	e2e.Until(t, func() bool { return len(c.Bucket.Keys(t)) == 0 })
	for _, id := range ids {
		e2e.Until(t, func() bool { return c.Mirrored(t, id) == "PUBLISHED" })
	}
	d.inside().Delete("/api/cloud/setup").Want(http.StatusOK)
}

// knows waits until the desktop has the posts as PUBLISHED, with the ids of what went out at their
// time and is live, and lists them as completions.
func (d *desk) knows(ids map[string]string) {
	d.t.Helper()
	for kind, id := range ids {
		var p posts.Post
		e2e.Until(d.t, func() bool {
			p = d.post(id)
			return p.Status.HasEnded()
		})
		live := d.world.Ledger(d.t).Publications
		at := slices.IndexFunc(live, func(l e2e.Publication) bool { return l.MediaID == text(p.SNMediaID) })
		if p.Status != posts.Published || at < 0 || e2e.PathOf(p.SNPermalink) != e2e.PathOf(live[at].Permalink) || live[at].MediaType != string(p.MediaType) || p.PublishedAt == nil {
			d.t.Errorf("%s is %s; live is %+v", kind, describe(p), live)
		}
		if at >= 0 && live[at].PublishedAt.Before(p.ScheduledFor.Time().Add(-time.Second)) {
			d.t.Errorf("%s went out at %s, due at %s", kind, live[at].PublishedAt, p.ScheduledFor)
		}
		if text(p.CloudJobID) != id || p.BucketMediaKey == nil || p.SourceType != posts.FromSchedule || p.LastAttemptAt == nil {
			d.t.Errorf("%s is %+v", kind, p)
		}
	}
	var page posts.RecentCompletions
	d.client.Get("/api/v1/posts/recent-completions?since=2020-01-01T00:00:00Z&limit=100").Want(http.StatusOK).JSON(&page)
	if len(page.Posts) != len(ids) {
		d.t.Errorf("%d completions of %d posts", len(page.Posts), len(ids))
	}
}

// wantSent compares what the worker has sent of the posts' covers, people, labels and descriptions
// with what the desktop sends. The files have their addresses in the bucket, the cover too.
func (c *cloudWorld) wantSent(t *testing.T) {
	t.Helper()
	base := c.Bucket.Config().PublicURL
	var got []string
	for _, call := range e2e.NewSandboxControl(t, c.Network.URL()).Calls() {
		if call.Method != http.MethodPost || !strings.HasSuffix(call.Path, "/media") {
			continue
		}
		for _, name := range []string{"image_url", "video_url", "cover_url"} {
			if url, is := call.Params[name]; is && !strings.HasPrefix(url, base) {
				t.Errorf("%s is %s, which is not in the bucket at %s", name, url, base)
			}
			delete(call.Params, name)
		}
		if _, isCarousel := call.Params["children"]; isCarousel {
			call.Params["children"] = ""
		}
		got = append(got, fmt.Sprint(call.Params))
	}
	for _, want := range []map[string]string{
		{"caption": "image", "alt_text": "a picture", "user_tags": `[{"username":"ann","x":0.25,"y":0.5}]`},
		{"media_type": "STORIES", "user_tags": `[{"username":"ann"}]`},
		{"is_carousel_item": "true", "alt_text": "a loaf"},
		{"is_carousel_item": "true", "media_type": "VIDEO"},
		{"is_carousel_item": "true", "alt_text": "the oven"},
		{"media_type": "CAROUSEL", "children": "", "caption": "carousel", "is_ai_generated": "true"},
		{
			"media_type": "REELS", "caption": "reel", "share_to_feed": "false", "user_tags": `[{"username":"potter"},{"username":"ann"}]`,
			"is_ai_generated": "true", "trial_params": `{"graduation_strategy":"SS_PERFORMANCE"}`,
		},
		{"media_type": "REELS", "caption": "moment", "share_to_feed": "true", "thumb_offset": "1500"},
		{"caption": "partner"},
	} {
		i := slices.Index(got, fmt.Sprint(want))
		if i < 0 {
			t.Errorf("nothing was sent as %v; sent was %s", want, got)
			continue
		}
		got = slices.Delete(got, i, i+1)
	}
	if len(got) > 0 {
		t.Errorf("sent was besides: %s", got)
	}
}

// isCommented waits until a post says that its first comment is made, and compares it with what is
// below the post.
func (d *desk) isCommented(id, said string) {
	d.t.Helper()
	var p posts.Post
	e2e.Until(d.t, func() bool {
		p = d.post(id)
		return p.FirstCommentState != nil && *p.FirstCommentState != posts.CommentPending
	})
	all := d.world.Ledger(d.t).Comments
	i := slices.IndexFunc(all, func(c e2e.Comment) bool { return c.Text == said })
	if *p.FirstCommentState != posts.CommentMade || p.ErrorMessage != nil || i < 0 || all[i].CommentID != text(p.FirstCommentID) || all[i].MediaID != text(p.SNMediaID) {
		d.t.Errorf("its comment is %s, %s; it is %s; there is %+v", *p.FirstCommentState, text(p.FirstCommentID), describe(p), all)
	}
}
