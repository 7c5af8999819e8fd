package publish

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/states"
	"crier/modules/posts/publish/timing"
	"crier/platform/clock"
	"crier/platform/wireid"
)

func clockAt(at time.Time) *clock.Fake { return clock.NewFake(at) }

// flaw is one thing that is wrong with how a history has ended.
type flaw struct {
	kind flawKind
	text string
}

type flawKind string

const (
	isDuplicate     flawKind = "duplicates"
	isLostPost      flawKind = "lost"
	isStuckPost     flawKind = "stuck"
	isMisattributed flawKind = "misattributed"
	isOwnerless     flawKind = "ownerless"
	isIllegal       flawKind = "illegal"
	isWrongRemoval  flawKind = "removed wrongly"
	isAlarming      flawKind = "alarms"
)

type verdicts []flaw

// made is something of ours that became visible, by the ledger of the network.
type made struct {
	id, ref string
	at      time.Time
}

// ledger returns what became visible of ours, by channel.
func (v *village) ledger() map[attempt.Channel][]made {
	v.t.Helper()
	var l struct {
		Publications []struct {
			MediaID     string    `json:"mediaId"`
			ContainerID string    `json:"containerId"`
			PublishedAt time.Time `json:"publishedAt"`
		} `json:"publications"`
		PartnerPublications []struct {
			PostID      string    `json:"postId"`
			ObjectID    string    `json:"objectId"`
			PublishedAt time.Time `json:"publishedAt"`
		} `json:"partnerPublications"`
		NativeStories []struct {
			MediaID     string    `json:"mediaId"`
			UploadID    string    `json:"uploadId"`
			PublishedAt time.Time `json:"publishedAt"`
		} `json:"nativeStories"`
		Comments []struct {
			CommentID   string    `json:"commentId"`
			MediaID     string    `json:"mediaId"`
			AccountID   string    `json:"accountId"`
			PublishedAt time.Time `json:"publishedAt"`
		} `json:"comments"`
		UnexpectedCalls []any `json:"unexpectedCalls"`
	}
	v.control(http.MethodGet, "ledger", nil, &l)
	if len(l.UnexpectedCalls) > 0 {
		v.t.Fatalf("the network has no route for %v", l.UnexpectedCalls)
	}
	all := map[attempt.Channel][]made{}
	for _, p := range l.Publications {
		all[attempt.Feed] = append(all[attempt.Feed], made{p.MediaID, p.ContainerID, p.PublishedAt})
	}
	for _, p := range l.NativeStories {
		all[attempt.Story] = append(all[attempt.Story], made{p.MediaID, p.UploadID, p.PublishedAt})
	}
	for _, p := range l.PartnerPublications {
		all[attempt.Page] = append(all[attempt.Page], made{p.PostID, p.ObjectID, p.PublishedAt})
	}
	for _, c := range l.Comments {
		if c.AccountID != "" {
			all[attempt.Comment] = append(all[attempt.Comment], made{c.CommentID, c.MediaID, c.PublishedAt})
		}
	}
	return all
}

// judged compares what became visible with the rows, one to one.
func (p *past) judged() (wrong verdicts) {
	p.t.Helper()
	add := func(kind flawKind, format string, args ...any) {
		wrong = append(wrong, flaw{kind, fmt.Sprintf(format, args...)})
	}
	p.noteIllegal(states.Illegal(p.t.Context(), p.db.Reader()))
	for one := range p.illegal {
		add(isIllegal, "%s", one)
	}
	attempts, err := ledgerOfAll.All(p.t.Context(), p.db)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, a := range attempts {
		p.wire.say(fmt.Sprintf("attempt %d of %s by %s for %s, sent %s (network %v), answered %q: %s as %q (%q)",
			a.Seq, a.PostID, a.Channel, a.Ref, a.SentAt, a.NetSentAt, value(a.Answer), a.Verdict, value(a.MediaID), value(a.Evidence)))
	}
	owner, isOpen := map[string]wireid.ID{}, map[string]bool{}
	for _, a := range attempts {
		owner[string(a.Channel)+a.Ref] = a.PostID
		if a.IsOpen() || a.Verdict == attempt.GivenUp {
			isOpen[string(a.Channel)+a.PostID.String()] = true
		}
	}
	live, items := map[attempt.Channel]map[wireid.ID]made{}, map[string]ours{}
	for channel, all := range p.ledger() {
		live[channel] = map[wireid.ID]made{}
		for _, item := range all {
			post, isOurs := owner[string(channel)+item.ref]
			if !isOurs && channel == attempt.Page {
				post, isOurs = p.wire.owners[item.id]
			}
			if isOurs {
				items[item.id] = ours{post, channel}
				if channel == attempt.Page {
					items[item.ref] = ours{post, channel}
				}
			}
			before := live[channel][post]
			switch {
			case !isOurs && channel == attempt.Feed && item.ref != "", !isOurs && channel == attempt.Story && item.ref != "":
				add(isOwnerless, "%s %s, made from %s, is of no attempt", channel, item.id, item.ref)
			case !isOurs && channel == attempt.Page && !p.onPageByHand[item.id], !isOurs && channel == attempt.Comment:
				add(isOwnerless, "%s %s, made from %s, is of no attempt", channel, item.id, item.ref)
			case !isOurs && channel == attempt.Story:
				p.handMade = append(p.handMade, item)
			case !isOurs:
			case before != made{} && !p.removed[before.id]:
				add(isDuplicate, "%s: %s is live as %s and as %s", channel, post, before.id, item.id)
			default:
				live[channel][post] = item
			}
		}
	}
	for i, id := range p.ids {
		if id.IsZero() {
			add(isStuckPost, "post %d was never submitted", i)
			continue
		}
		if p.deleted[id] {
			continue
		}
		post, err := posts.SelectPost(p.t.Context(), p.db, id)
		if p.removals.areOf(id) && isNotFound(err) {
			continue
		}
		if err != nil {
			p.t.Fatal(err)
		}
		p.judge(post, i, live, isOpen, add)
		p.judgeComment(post, i, live[attempt.Comment], add)
		p.judgeCauses(post, i, live, add)
	}
	p.judgeRemovals(items, live, add)
	if p.isStuck && len(wrong) == 0 {
		add(isStuckPost, "the work does not end")
	}
	return wrong
}

// hasExpiredUnseen reports whether a story's day was over before anybody could look for it: then
// nothing on the network tells that it was there. Whether it is live is looked for in the first
// half hour at the latest.
func (p *past) hasExpiredUnseen(post posts.Post, item made) bool {
	const firstLooks = 30 * time.Minute
	return post.MediaType == posts.Stories && slices.ContainsFunc(p.spells(), func(a away) bool {
		return a.from.Sub(item.at) < firstLooks && a.to.Sub(item.at) >= p.engine.channels.byName(attempt.Story).Rules().ListedFor
	})
}

// spells returns the times in which nobody could ask the network, with those that follow each other
// without a pause as one.
func (p *past) spells() (spells []away) {
	for _, a := range p.aways {
		if last := len(spells) - 1; last >= 0 && !a.from.After(spells[last].to.Add(time.Second)) {
			spells[last].to = a.to
			continue
		}
		spells = append(spells, a)
	}
	return spells
}

// isBesideByHand reports whether the item, or the story of nobody with the id, is a native one that
// cannot be told from one that somebody posted by hand with the same mentions, in the minute in
// which a call for the post could take effect: the network names the upload of neither. A post that
// fails for that keeps its attempt; an id that it gets is that of a story with the same mentions,
// of the same minute.
func (p *past) isBesideByHand(post posts.Post, id string) bool {
	if !p.history.IsUploadHidden || !post.IsNative() {
		return false
	}
	attempts, err := attempt.OfPost(p.t.Context(), p.db, post.ID)
	if err != nil {
		p.t.Fatal(err)
	}
	return slices.ContainsFunc(p.handMade, func(m made) bool {
		return (id == "" || id == m.id) && slices.ContainsFunc(attempts, func(a attempt.Attempt) bool {
			from, until := timing.Window(a, timing.DateSlack)
			return !m.at.Before(from) && !m.at.After(until)
		})
	})
}

// pageOfList is how many entries a page of a list has.
const pageOfList = 50

// cannotBeTold reports whether nothing that the Page shows may tell the post that a share became:
// of the lists only the first page is read. Then the attempt stays open and its post says that it
// may be there.
func (p *past) cannotBeTold() bool {
	return slices.ContainsFunc(p.history.Events, func(e pastEvent) bool {
		return e.Way == byPage && e.Times >= pageOfList
	})
}

func (p *past) judge(post posts.Post, i int, live map[attempt.Channel]map[wireid.ID]made, isOpen map[string]bool, add func(flawKind, string, ...any)) {
	p.t.Helper()
	channel := p.engine.channels.forPost(post).Name()
	item, isLive := live[channel][post.ID]
	switch {
	case post.Status != posts.Published && post.Status != posts.Failed:
		add(isStuckPost, "post %d, %s, is %s: %s", i, post.ID, post.Status, value(post.ErrorMessage))
	case post.Status == posts.Failed && isLive && (p.hasExpiredUnseen(post, item) || p.removed[item.id]):
	case post.Status == posts.Failed && isLive && isOpen[string(channel)+post.ID.String()] && p.isBesideByHand(post, ""):
	case post.Status == posts.Published && !isLive && post.SNMediaID != nil && p.isBesideByHand(post, *post.SNMediaID):
	case post.Status == posts.Failed && isLive:
		add(isLostPost, "post %d, %s, is live as %s and FAILED (open: %t): %s", i, post.ID, item.id, isOpen[string(channel)+post.ID.String()], value(post.ErrorMessage))
	case post.Status == posts.Published && !isLive:
		add(isMisattributed, "post %d, %s, is PUBLISHED as %q and not live", i, post.ID, value(post.SNMediaID))
	case post.Status == posts.Published && post.SNMediaID != nil && *post.SNMediaID != item.id:
		add(isMisattributed, "post %d, %s, is PUBLISHED as %s and is %s", i, post.ID, *post.SNMediaID, item.id)
	}
	if post.ShareState != nil && post.Status == posts.Published {
		add(isStuckPost, "post %d, %s, is still being shared (%s): %s", i, post.ID, *post.ShareState, value(post.ErrorMessage))
	}
	shared, isShared := live[attempt.Page][post.ID]
	switch {
	case post.PartnerPostID == nil && isShared && isOpen[string(attempt.Page)+post.ID.String()] && p.cannotBeTold():
	case post.PartnerPostID == nil && isShared && (p.hasExpiredUnseen(post, shared) || p.removed[shared.id]):
	case post.PartnerPostID == nil && isShared:
		add(isLostPost, "post %d, %s, is on the Page as %s and nobody knows (open: %t): %s", i, post.ID, shared.id, isOpen[string(attempt.Page)+post.ID.String()], value(post.ErrorMessage))
	case post.PartnerPostID != nil && isShared && *post.PartnerPostID == shared.ref && isUpload(post):
		// Where the Page does not show the post, its video stands for it.
	case post.PartnerPostID != nil && *post.PartnerPostID != shared.id:
		add(isMisattributed, "post %d, %s, is on the Page as %s and is %s", i, post.ID, *post.PartnerPostID, shared.id)
	}
}

// isUpload reports whether the share of a post is a video that is sent ahead.
func isUpload(post posts.Post) bool {
	return post.ShareKind != nil && (*post.ShareKind == posts.ShareReel || *post.ShareKind == posts.ShareVideoStory)
}

// lookAtOne looks whether the state of a post is a legal one: of another one at each step, for to
// look costs as much as a step.
func (p *past) lookAtOne() {
	p.t.Helper()
	p.steps++
	found, err := states.IllegalPost(p.t.Context(), p.db.Reader(), p.ids[p.steps%len(p.ids)])
	p.noteIllegal(found, err)
}

func (p *past) noteIllegal(found []states.Post, err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
	for _, one := range found {
		p.wire.say("illegal: " + one.String())
		p.illegal[one.String()] = true
	}
}
