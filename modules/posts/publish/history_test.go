package publish

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// history is what happens to a few posts: when they are published, what the network makes of each
// visible call, and what else befalls the account, the machine and its clock.
type history struct {
	Posts []pastPost
	// Calls are what becomes of the visible calls by each way, in their order; further ones are
	// answered.
	Calls map[way][]fate
	// Events are in the order of their instants.
	Events []pastEvent
	// ListLag is how many reads of a list leave out what is new.
	ListLag int
	// Processing is how long the network is at the media of a post before that can be published.
	Processing time.Duration
	// IsUploadHidden says that the app API does not name the upload that a story was made from.
	IsUploadHidden bool
	// HiddenComments are how many comments the network's filters hide, the first ones.
	HiddenComments int
	// IsWhole says that the background search goes on round by round to its end. Else most of the
	// rounds in which nothing else happens are taken for done: they are alike, and there are 144 of
	// them.
	IsWhole bool
	// before sets up what the rest does not say, before Crier is started. spoil plants a mistake
	// before the history is judged. after looks at what was judged.
	before, spoil, after func(*past)
}

// way is the account by whose channel something becomes visible.
type way string

const (
	byFeed   way = "feed of the bakery"
	byPotter way = "feed of the potter"
	byStory  way = "story of the bakery"
	byPage   way = "Page of the potter"
	// byStaging is the call that has the Page take a photo which nobody sees yet.
	byStaging way = "photo for the Page"
	// byRemoval is the call that deletes an item.
	byRemoval way = "deletion"
	// byComment is the call that makes a first comment.
	byComment way = "first comment"
)

// ways are those by which a post can go out, calls those whose calls have fates.
var (
	ways  = []way{byFeed, byPotter, byStory, byPage}
	calls = append(ways[:len(ways):len(ways)], byStaging, byRemoval, byComment)
)

// form is what a post is made of; the zero value is a picture.
type form string

const (
	isPicture      form = ""
	isCarousel     form = "carousel"
	isReel         form = "reel"
	isWideReel     form = "wide reel"
	isPictureStory form = "story of a picture"
	isMovieStory   form = "story of a movie"
)

var forms = []form{isCarousel, isReel, isWideReel, isPictureStory, isMovieStory}

// pastPost is a post of a history.
type pastPost struct {
	// Way is how it goes out; byPage is a post of the potter that is shared.
	Way  way
	Form form
	// Text is the caption, or who is mentioned.
	Text string
	// Comment is its first comment, empty for none.
	Comment string
	// At is when it is submitted, DueIn how much later it is due.
	At, DueIn time.Duration
}

// fate is what becomes of a visible call.
type fate struct {
	Kind fateKind
	// After is how much later the call takes effect, or its answer comes.
	After time.Duration
	// Answer is the number of the refusal.
	Answer int
}

type fateKind string

const (
	isAnswered    fateKind = "answered"
	isDropped     fateKind = "dropped before"
	isUnanswered  fateKind = "takes effect, answer lost"
	isLate        fateKind = "takes effect late"
	isRefused     fateKind = "refused"
	isRefusedLive fateKind = "refused, and live"
	isSlow        fateKind = "answered slowly"
	isUnfinished  fateKind = "not finished"
)

// pastEvent is something that happens beside the calls.
type pastEvent struct {
	At   time.Duration
	Kind eventKind
	// Post is the post that it is about, Way where something is posted by hand or changed, Text its
	// text, Form what it is.
	Post int
	Way  way
	Text string
	Form form
	// Times is how often it is posted, if more than once.
	Times int
	// For is how long it lasts. By is how much the clock is set, which is put right after that.
	For, By time.Duration
	// Call is the how-manyth call of the network from then on ends the process, Delivered whether
	// that arrives.
	Call      int
	Delivered bool
	// Copy says that the copy on the Page is deleted too.
	Copy bool
}

type eventKind string

const (
	byHand       eventKind = "posted by hand"
	isManyByHand eventKind = "many posted by hand"
	// isRemark is a comment that somebody makes by hand below a post.
	isRemark eventKind = "commented by hand"
	// isRemoved and isEdited are what the user does at the network to what was made visible last.
	isRemoved   eventKind = "removed at the network"
	isEdited    eventKind = "edited at the network"
	isDeleted   eventKind = "post deleted"
	isRetried   eventKind = "post retried"
	isRestarted eventKind = "restart"
	isKilled    eventKind = "kill"
	isKilledAt  eventKind = "kill at a call"
	isClockSet  eventKind = "clock set"
	isOffline   eventKind = "offline"
	isPortal    eventKind = "behind a portal"
	isAsleep    eventKind = "asleep"
	// isTokenRefused is a time in which the publishing API refuses the tokens; the user connects
	// the accounts again at its end.
	isTokenRefused eventKind = "tokens refused"
	// isTakenDown is what the user has Crier delete at the network.
	isTakenDown eventKind = "deleted at the network by Crier"
)

// String is how a history is shown that has failed.
func (h history) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "list lag %d, processing %s, upload hidden %t, whole search %t, hidden comments %d\n", h.ListLag, h.Processing, h.IsUploadHidden, h.IsWhole, h.HiddenComments)
	for i, p := range h.Posts {
		fmt.Fprintf(&b, "  post %d: %+v\n", i, p)
	}
	for _, w := range calls {
		for i, f := range h.Calls[w] {
			fmt.Fprintf(&b, "  call %d by %s: %+v\n", i, w, f)
		}
	}
	for _, e := range h.Events {
		fmt.Fprintf(&b, "  event %+v\n", e)
	}
	return b.String()
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func seconds(r *rand.Rand, most int) time.Duration { return time.Duration(r.IntN(most)) * time.Second }

// drawHistory returns the history of a seed.
func drawHistory(seed uint64) history {
	r := rand.New(rand.NewPCG(seed, 0))
	h := history{Calls: map[way][]fate{}, ListLag: r.IntN(4), IsUploadHidden: r.IntN(2) == 0, IsWhole: r.IntN(4) == 0}
	texts := pick(r, []string{""}, []string{"ann"}, []string{"", "ann"}, []string{"ann", "bob"}, []string{"", "ann", "bob"})
	drawnForms := pick(r, []form{isPicture}, []form{isPicture}, []form{pick(r, forms...)}, append(forms[:len(forms):len(forms)], isPicture))
	drawn := pick(r, ways, []way{byFeed}, []way{byStory}, []way{byPage}, []way{byFeed, byStory}, []way{byPotter, byPage})
	for range 2 + min(r.IntN(7), r.IntN(7)) {
		p := pastPost{Way: pick(r, drawn...), Text: pick(r, texts...), At: seconds(r, pick(r, 1, 10, 120, 600))}
		if p.Way == byStory {
			p.Form = pick(r, isPictureStory, isMovieStory)
			p.Text = cmp.Or(p.Text, "ann")
		} else {
			p.Form = pick(r, drawnForms...)
			if p.Form == isWideReel && p.Way == byFeed {
				p.Form = isReel // It is only a reel of the Page that has a shape of its own.
			}
		}
		if r.IntN(5) == 0 {
			p.DueIn = seconds(r, 1200)
		}
		h.Posts = append(h.Posts, p)
	}
	slices.SortStableFunc(h.Posts, func(a, b pastPost) int { return int(a.At - b.At) })
	for _, p := range h.Posts {
		for range 1 + r.IntN(2) {
			h.Calls[p.Way] = append(h.Calls[p.Way], drawFate(r, p.Way))
		}
		if p.Way == byPage {
			h.Calls[byPotter] = append(h.Calls[byPotter], drawFate(r, byPotter))
			if r.IntN(3) == 0 {
				h.Calls[byStaging] = append(h.Calls[byStaging], drawFate(r, byStaging))
			}
		}
	}
	for range r.IntN(6) {
		h.Events = append(h.Events, drawEvent(r, h, drawn, texts, drawnForms))
	}
	if r.IntN(3) == 0 {
		h.Processing = pick(r, 3*time.Second, 20*time.Second, 90*time.Second)
	}
	if r.IntN(6) == 0 {
		e := pastEvent{At: seconds(r, pick(r, 15, 60, 600, 3600)), Kind: isTokenRefused, For: pick(r, seconds(r, 60), seconds(r, 600), seconds(r, 3*3600))}
		if r.IntN(30) == 0 {
			e.For = seconds(r, 40*3600)
		}
		h.Events = append(h.Events, e)
	}
	h.drawRemovals(r)
	h.drawComments(r)
	slices.SortStableFunc(h.Events, func(a, b pastEvent) int { return int(a.At - b.At) })
	return h
}

func drawFate(r *rand.Rand, by way) fate {
	kinds := []fateKind{isAnswered, isAnswered, isDropped, isUnanswered, isUnanswered, isLate, isRefused, isRefusedLive, isSlow}
	if by == byStory {
		kinds = append(kinds, isUnfinished, isUnfinished)
	}
	f := fate{Kind: pick(r, kinds...)}
	switch f.Kind {
	case isLate:
		f.After = 100*time.Millisecond + time.Duration(r.IntN(60_000-200))*time.Millisecond
	case isSlow, isUnfinished:
		f.After = seconds(r, 29)
	case isRefused, isRefusedLive:
		f.Answer = r.IntN(1000)
	case isAnswered, isDropped, isUnanswered:
	}
	return f
}

func drawEvent(r *rand.Rand, h history, drawn []way, texts []string, drawnForms []form) pastEvent {
	e := pastEvent{
		At: seconds(r, pick(r, 15, 60, 600, 3600)),
		Kind: pick(r, byHand, byHand, byHand, isDeleted, isRetried, isRetried, isRestarted, isKilled, isKilledAt, isKilledAt, isClockSet, isOffline, isPortal, isAsleep,
			isRemoved, isEdited, isManyByHand),
		Post: r.IntN(len(h.Posts)),
	}
	switch e.Kind {
	case byHand, isRemoved, isEdited:
		e.Way, e.Text, e.Form = pick(r, drawn...), pick(r, texts...), pick(r, drawnForms...)
	case isManyByHand:
		e.Way, e.Text, e.Form = pick(r, drawn...), pick(r, texts...), pick(r, drawnForms...)
		e.Times = pick(r, 2, 5, 60)
	case isKilledAt:
		e.Call, e.Delivered = r.IntN(25), r.IntN(2) == 0
	case isClockSet:
		e.For = pick(r, seconds(r, 30), seconds(r, 600), seconds(r, 3*3600))
		e.By = pick[time.Duration](r, 1, -1) * pick(r, time.Minute, 3*time.Minute, 10*time.Minute, time.Hour, 26*time.Hour, 30*24*time.Hour, 365*24*time.Hour)
	case isOffline, isPortal:
		e.For = pick(r, seconds(r, 60), seconds(r, 600))
		// The way to the network is looked for each minute, so that this costs as much as a hundred
		// other histories.
		if r.IntN(300) == 0 {
			e.For = seconds(r, 40*3600)
		}
	case isAsleep:
		e.For = pick(r, seconds(r, 90), seconds(r, 3600), seconds(r, 60*3600))
	case isDeleted, isRetried, isRestarted, isKilled, isTokenRefused, isTakenDown, isRemark:
	}
	return e
}

// smaller calls try with histories that have one thing less.
func (h history) smaller(try func(history) bool) {
	for i := range h.Events {
		less := h
		less.Events = slices.Delete(slices.Clone(h.Events), i, i+1)
		if try(less) {
			return
		}
	}
	for i := range h.Posts {
		less := h
		less.Posts = slices.Delete(slices.Clone(h.Posts), i, i+1)
		less.Events = nil
		for _, e := range h.Events {
			isAbout := e.Kind == isDeleted || e.Kind == isRetried || e.Kind == isTakenDown || e.Kind == isRemark
			if isAbout && e.Post == i {
				continue
			}
			if isAbout && e.Post > i {
				e.Post--
			}
			less.Events = append(less.Events, e)
		}
		if len(less.Posts) > 0 && try(less) {
			return
		}
	}
	for _, w := range calls {
		for i := range h.Calls[w] {
			for _, to := range [][]fate{nil, {{Kind: isAnswered}}} {
				if to != nil && h.Calls[w][i].Kind == isAnswered {
					continue
				}
				less := h
				less.Calls = map[way][]fate{}
				for other, calls := range h.Calls {
					less.Calls[other] = calls
				}
				less.Calls[w] = slices.Concat(h.Calls[w][:i], to, h.Calls[w][i+1:])
				if try(less) {
					return
				}
			}
		}
	}
	if h.ListLag > 0 {
		less := h
		less.ListLag = 0
		if try(less) {
			return
		}
	}
	if h.Processing > 0 {
		less := h
		less.Processing = 0
		if try(less) {
			return
		}
	}
	if h.IsUploadHidden {
		less := h
		less.IsUploadHidden = false
		if try(less) {
			return
		}
	}
	if h.HiddenComments > 0 {
		less := h
		less.HiddenComments = 0
		try(less)
	}
}
