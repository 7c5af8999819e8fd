package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/jobs"
	"crier/platform/sandbox"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// content returns the type of a post of the form, and its files.
func (o *origin) content(f form) (posts.MediaType, []wireid.ID) {
	switch f {
	case isCarousel:
		return posts.Carousel, []wireid.ID{o.photo, o.second}
	case isReel:
		return posts.Reels, []wireid.ID{o.movie}
	case isWideReel:
		return posts.Reels, []wireid.ID{o.wide}
	case isPictureStory:
		return posts.Stories, []wireid.ID{o.photo}
	case isMovieStory:
		return posts.Stories, []wireid.ID{o.movie}
	case isPicture:
	}
	return posts.Image, []wireid.ID{o.photo}
}

// submit makes the post and its job.
func (v *village) submit(p pastPost) wireid.ID {
	v.t.Helper()
	now := wiretime.Of(v.machine.Now())
	post := posts.Post{
		ID: wireid.New(), SocialAccountID: v.origin.bakery.ID, Status: posts.Queued, CreatedAt: now, UpdatedAt: now,
		UserID: v.accounts.UserID(), SourceType: posts.Manual, Timezone: "UTC",
	}
	var files []wireid.ID
	post.MediaType, files = v.origin.content(p.Form)
	switch p.Way {
	case byStory:
		var names []posts.StoryMention
		for name := range strings.FieldsSeq(p.Text) {
			names = append(names, posts.StoryMention{Username: name})
		}
		list, err := json.Marshal(names)
		if err != nil {
			v.t.Fatal(err)
		}
		post.StoryMentions = new(string(list))
		if p.Form != isPictureStory {
			post.MediaType, files = v.origin.content(isMovieStory)
		}
	case byPotter, byPage:
		post.SocialAccountID, post.CrossPostToPartner = v.origin.potter.ID, p.Way == byPage
	case byFeed, byStaging, byRemoval, byComment:
	}
	if post.MediaType != posts.Stories && p.Text != "" {
		post.Caption = &p.Text
	}
	if p.Comment != "" {
		post.FirstComment = &p.Comment
	}
	due := v.right.Now().Add(p.DueIn)
	if p.DueIn == 0 {
		due = v.machine.Now()
	} else {
		post.Status, post.ScheduledFor, post.IsScheduled, post.SourceType = posts.Scheduled, wiretime.Ptr(due), true, posts.FromSchedule
	}
	err := v.db.InTx(v.t.Context(), func(ctx context.Context, tx bun.Tx) error {
		if err := postInsert.Exec(ctx, tx, &post); err != nil {
			return err
		}
		if err := insertLinks(ctx, tx, post.ID, files); err != nil {
			return err
		}
		_, err := v.queue.Enqueue(ctx, tx, jobs.Request{Type: posts.PublishJob, SubjectID: post.ID, Lane: post.SocialAccountID.String(), RunAt: due})
		return err
	})
	if err != nil {
		v.t.Fatal(err)
	}
	return post.ID
}

// postByHand has somebody publish in the network's own app.
func (v *village) postByHand(e pastEvent) {
	v.t.Helper()
	kinds := map[form]string{
		isPicture: "IMAGE", isCarousel: "CAROUSEL", isReel: "REELS", isWideReel: "REELS", isPictureStory: "STORIES", isMovieStory: "STORIES",
	}
	body := map[string]any{"accountId": v.origin.bakery.SNUserID, "caption": e.Text, "mediaType": kinds[e.Form]}
	switch e.Way {
	case byStory:
		body = map[string]any{"accountId": v.origin.bakery.SNUserID, "mediaType": "STORIES", "mentions": append([]string{}, strings.Fields(e.Text)...)}
	case byPotter:
		body["accountId"] = v.origin.potter.SNUserID
	case byPage:
		kind := "IMAGE"
		if e.Form == isReel || e.Form == isWideReel {
			kind = "VIDEO"
		}
		body = map[string]any{"pageId": *v.origin.potter.PartnerPageID, "caption": e.Text, "mediaType": kind}
	case byFeed, byStaging, byRemoval, byComment:
	}
	var shown struct {
		PostID string `json:"postId"`
	}
	v.control(http.MethodPost, "posts", body, &shown)
	if e.Way == byPage {
		v.onPageByHand[shown.PostID] = true
	}
	v.wire.say(fmt.Sprintf("%s: by hand %q", e.Way, e.Text))
}

// latest returns what was made visible last by a channel, other than by hand.
func (v *village) latest(by way) (made, bool) {
	v.t.Helper()
	all := v.ledger()[channelOfWay(by)]
	slices.Reverse(all)
	i := slices.IndexFunc(all, func(m made) bool { return m.ref != "" })
	if i < 0 {
		return made{}, false
	}
	return all[i], true
}

func channelOfWay(by way) attempt.Channel {
	switch by {
	case byStory:
		return attempt.Story
	case byPage:
		return attempt.Page
	case byComment:
		return attempt.Comment
	case byFeed, byPotter, byStaging, byRemoval:
	}
	return attempt.Feed
}

// hasByHand reports whether the user posts by hand in the history. Where it also takes away or
// changes what we made, before we know of that, nothing that the account shows tells the one by
// hand, of the very same text, from ours.
func (p *past) hasByHand() bool {
	return slices.ContainsFunc(p.history.Events, func(e pastEvent) bool { return e.Kind == byHand || e.Kind == isManyByHand })
}

// remove has the user delete at the network what was made visible last. The network lets the potter
// do so.
func (p *past) remove(by way) {
	p.t.Helper()
	if p.hasByHand() {
		return
	}
	item, found := p.latest(by)
	if !found {
		return
	}
	token := sandbox.DemoAccounts()[1].Token.Reveal()
	req := httptest.NewRequestWithContext(p.t.Context(), http.MethodDelete, sandboxURL+"/graph-fb/v25.0/"+item.id+"?access_token="+token, http.NoBody)
	out := httptest.NewRecorder()
	p.wire.handler.ServeHTTP(out, req)
	if out.Code == http.StatusOK {
		p.removed[item.id] = true
		p.wire.say("the user deletes " + item.id)
	}
}

// edit has the user change the caption of what was made visible last.
func (p *past) edit(e pastEvent) {
	p.t.Helper()
	if p.hasByHand() {
		return
	}
	if item, found := p.latest(e.Way); found {
		p.wire.mu.Lock()
		p.wire.edited[item.id] = e.Text + " (changed)"
		p.wire.mu.Unlock()
		p.wire.say("the user changes " + item.id)
	}
}

// sharer returns the post that is being shared: the one whose attempt was written down last.
func (v *village) sharer() (post wireid.ID) {
	err := v.db.Reader().QueryRowContext(v.t.Context(), "SELECT post_id FROM attempts WHERE channel = 'page' ORDER BY seq DESC LIMIT 1").Scan(&post)
	if err != nil {
		v.wire.say("nobody knows whose video it is: " + err.Error())
	}
	return post
}
