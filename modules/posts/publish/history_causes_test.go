package publish

import (
	"slices"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/jobs"
	"crier/platform/wireid"
)

// isUnexplained is a post that failed, or was not shared, and nothing in its history is a reason
// for what it says.
const isUnexplained flawKind = "unexplained"

// suffered is what a post, or its share, that came to nothing has met.
type suffered struct {
	*past
	post posts.Post
	way  way
	met  []ordeal
}

// cause is a reason for which a post may end FAILED, or not shared: what it says then, and what
// must have happened.
type cause struct {
	code    apperror.Code
	says    string
	isShown func(suffered) bool
}

// causes are all of them. Whatever else a history does, each post is published, and shared where it
// was to be. An answer that comes slowly, media that take long and a call that is dropped, cut or
// refused for a while are no causes by themselves.
var causes = []cause{
	// The network refuses for good.
	{apperror.TokenExpired, "(code 190/463)", wasAnswered(`"code":190,`)},
	{apperror.TokenExpired, "(code 25/2207050)", wasAnswered(`"code":25,`)},
	{apperror.UnknownError, "Invalid parameter (code 100)", wasAnswered(`"code":100}`)},
	{apperror.UnknownError, "Something new (code 4711)", wasAnswered(`"code":4711}`)},
	{apperror.UnknownError, "the network's app API refused: Something is new", wasAnswered("Something is new")},
	{apperror.LoginFailed, "the network takes this for spam", wasAnswered("feedback_required")},
	{apperror.RateLimited, "the network wants no more calls of its app API", wasAnswered("Please wait a few minutes")},
	// It has refused another post of the account, which nobody has connected again for a day.
	{apperror.TokenExpired, "; the post was held for ", func(s suffered) bool { return s.isAccountRefused() && s.hasWaited() }},
	// What may pass has not.
	{apperror.UnknownError, "the network did not carry out the ", func(s suffered) bool { return s.failures() >= jobs.MaxAttempts }},
	// The user has deleted what it was to be below, or nobody could find that.
	{apperror.UnknownError, "the object is missing", func(s suffered) bool { return s.removed[value(s.post.SNMediaID)] }},
	{apperror.UnknownError, "Crier could not find out which of the account's posts it is", func(s suffered) bool { return s.post.SNMediaID == nil }},
	// Nobody knows whether the call took effect.
	{apperror.UnknownError, "it is not known whether the post was published", suffered.isInDoubt},
	{apperror.UnknownError, "the post was not published: ", suffered.isInDoubt},
	{apperror.UnknownError, "what became of it is not known", suffered.isInDoubt},
	// The machine could not do anything for a day.
	{apperror.UnknownError, "the network cannot be reached since ", func(s suffered) bool { return s.hasMet(isUnreached) && s.wasAway() }},
	{apperror.UnknownError, "the network could not be reached: ", func(s suffered) bool { return s.hasMet(isUnreached) && s.wasAway() }},
	{apperror.InvalidSchedule, "because Crier was not running in this mode at ", suffered.wasAway},
	{apperror.ProcessingFailed, "The container was not published within 24 hours", suffered.wasAway},
	{apperror.VideoProcessingFailed, "The container was not published within 24 hours", suffered.wasAway},
	// The post may be what ends the process.
	{apperror.UnknownError, "Crier ended twice in the middle", func(s suffered) bool { return s.count(isDeath) >= maxInterruptions }},
	{apperror.UnknownError, "Crier ended again and again in the middle", func(s suffered) bool { return s.count(isDeath) >= maxInterruptions }},
	{apperror.UnknownError, "Crier ended again and again while it was finding out", func(s suffered) bool { return s.count(isDeath) >= maxResolveInterruptions }},
}

func wasAnswered(part string) func(suffered) bool {
	return func(s suffered) bool {
		return slices.ContainsFunc(s.met, func(one ordeal) bool { return strings.Contains(one.said, part) })
	}
}

func (s suffered) count(kind ordealKind) (n int) {
	for _, one := range s.met {
		if one.kind == kind {
			n++
		}
	}
	return n
}

func (s suffered) hasMet(kind ordealKind) bool { return s.count(kind) > 0 }

// failures returns how many calls for the post have come to nothing.
func (s suffered) failures() (n int) {
	for _, one := range s.met {
		if one.by != "" {
			n++
		}
	}
	return n
}

// isInDoubt reports whether the call that makes it visible may have taken effect without an answer
// that says so, or no effect.
func (s suffered) isInDoubt() bool {
	return slices.ContainsFunc(s.met, func(one ordeal) bool { return one.by == s.way })
}

// isAccountRefused reports whether the network has refused anybody of the post's account its token,
// or has asked for a confirmation.
func (s suffered) isAccountRefused() bool {
	isMarking := suffered{met: s.village.met.all(wireid.ID{})}
	for i, id := range s.ids {
		if accountOf(s.history.Posts[i].Way) == accountOf(s.way) {
			isMarking.met = append(isMarking.met, s.village.met.all(id, calls...)...)
		}
	}
	return wasAnswered(`"code":190,`)(isMarking) || wasAnswered(`"code":25,`)(isMarking)
}

// accountOf returns the way by which the account is told whose posts go out by a way.
func accountOf(by way) way {
	if by == byFeed || by == byStory {
		return byFeed
	}
	return byPotter
}

// hasWaited reports whether the post ended as late as the grace allows, as far as the machine's
// clock tells.
func (s suffered) hasWaited() bool {
	isSet := slices.ContainsFunc(s.history.Events, func(e pastEvent) bool { return e.Kind == isClockSet })
	return isSet || s.post.CompletedAt.Time().Sub(s.post.CreatedAt.Time()) >= lateness.Grace
}

// wasAway reports whether the network could not be asked for about as long as the grace is.
func (s suffered) wasAway() bool {
	var all time.Duration
	for _, a := range s.aways {
		all += a.to.Sub(a.from)
	}
	return all >= lateness.Grace-time.Hour
}

// explain says what is wrong with a post, or with its share, that came to nothing without a cause;
// nothing if there is one.
func (p *past) explain(post posts.Post, by way, add func(flawKind, string, ...any), ways ...way) {
	s := suffered{past: p, post: post, way: by, met: p.met.all(post.ID, ways...)}
	for _, c := range causes {
		if post.ErrorCode != nil && *post.ErrorCode == string(c.code) && strings.Contains(value(post.ErrorMessage), c.says) && c.isShown(s) {
			return
		}
	}
	add(isUnexplained, "%s, %s, came to nothing for no reason (%s): %s; it has met %+v", by, post.ID, value(post.ErrorCode), value(post.ErrorMessage), s.met)
}

// judgeCauses holds what a post came to against what it has met: it is published, its item is
// known, and it is shared, unless something is the cause that it is not.
func (p *past) judgeCauses(post posts.Post, i int, live map[attempt.Channel]map[wireid.ID]made, add func(flawKind, string, ...any)) {
	p.t.Helper()
	by := p.history.Posts[i].Way
	isShared := by == byPage
	if isShared {
		by = byPotter
	}
	_, isLive := live[p.engine.channels.forPost(post).Name()][post.ID]
	_, isOnPage := live[attempt.Page][post.ID]
	switch {
	case post.Status == posts.Failed && !isLive:
		p.explain(post, by, add, by)
	case post.Status != posts.Published:
	case post.SNMediaID == nil && len(p.met.all(post.ID, by)) == 0:
		add(isUnexplained, "post %d, %s, is live, and nobody knows as what, although nothing kept the answer", i, post.ID)
	case isShared && post.PartnerPostID == nil && !isOnPage && !strings.HasPrefix(value(post.ShareMessage), notShared):
		add(isUnexplained, "post %d, %s, is not shared, and does not say why: %s", i, post.ID, value(post.ErrorMessage))
	case isShared && post.PartnerPostID == nil && !isOnPage:
		post.ErrorMessage = post.ShareMessage
		p.explain(post, byPage, add, byPage, byStaging)
	}
}
