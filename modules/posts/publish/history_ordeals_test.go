package publish

import (
	"context"
	"net/http"
	"slices"
	"sync"

	"crier/platform/jobs"
	"crier/platform/wireid"
)

// ordeal is one thing that the work on a post has met, other than an answer that took effect.
type ordeal struct {
	// by is the way of the call that met it; empty where that was no call with a fate.
	by   way
	kind ordealKind
	// said is how the network refused.
	said string
}

// ordealKind is the fate of a call, or one of these.
type ordealKind string

const (
	// isCut is a call whose process ended before the answer came.
	isCut ordealKind = "cut by the end of the process"
	// isUnreached is a call that did not leave the machine.
	isUnreached ordealKind = "not reached"
	// isUntaken is a call whose token the network does not take.
	isUntaken ordealKind = "token refused"
	// isDeath is a death of the process while it worked on the post.
	isDeath ordealKind = "death of the process"
)

// ordeals are what the posts of a history have met.
type ordeals struct {
	mu     sync.Mutex
	of     map[wireid.ID][]ordeal
	atWork map[wireid.ID]int
}

func (o *ordeals) add(post wireid.ID, one ordeal) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.of == nil {
		o.of = map[wireid.ID][]ordeal{}
	}
	// What a post meets at each look counts once.
	if one.by == "" && one.kind != isDeath && slices.Contains(o.of[post], one) {
		return
	}
	o.of[post] = append(o.of[post], one)
}

// meet notes what becomes of a call.
func (o *ordeals) meet(req *http.Request, by way, f fate) {
	one := ordeal{by: by, kind: ordealKind(f.Kind)}
	switch f.Kind {
	case isAnswered, isSlow:
		return
	case isRefused, isRefusedLive:
		one.said = refusalOf(by, f.Answer).body
	case isDropped, isUnanswered, isLate, isUnfinished:
	}
	o.add(workedOn(req.Context()), one)
}

// cut notes that nobody gets the answer to a call any more.
func (o *ordeals) cut(req *http.Request, by way) {
	o.add(workedOn(req.Context()), ordeal{by: by, kind: isCut})
}

// work notes that the work on a post begins. What it returns notes the end of that.
func (o *ordeals) work(post wireid.ID) (end func()) {
	count := func(n int) {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.atWork == nil {
			o.atWork = map[wireid.ID]int{}
		}
		o.atWork[post] += n
	}
	count(1)
	return func() { count(-1) }
}

// die notes that the process dies under the posts that it works on.
func (o *ordeals) die() {
	o.mu.Lock()
	var posts []wireid.ID
	for post, n := range o.atWork {
		if n > 0 {
			posts = append(posts, post)
		}
	}
	o.mu.Unlock()
	for _, post := range posts {
		o.add(post, ordeal{kind: isDeath})
	}
}

// all returns what a post has met by the ways, and by no way.
func (o *ordeals) all(post wireid.ID, by ...way) (met []ordeal) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, one := range o.of[post] {
		if one.by == "" || slices.Contains(by, one.by) {
			met = append(met, one)
		}
	}
	return met
}

// workman is the engine of a village, at whose jobs a mistake can be planted.
type workman struct {
	*Engine
	village *village
}

type workKey struct{}

// Run has the calls of the job tell which post they are for.
func (w workman) Run(ctx context.Context, claim *jobs.Claim) error {
	post := claim.Job.SubjectID
	ctx = context.WithValue(ctx, workKey{}, post)
	defer w.village.met.work(post)()
	if w.village.instead != nil {
		return w.village.instead(ctx, w.Engine, claim)
	}
	return w.Engine.Run(ctx, claim)
}

// workedOn returns the post that the work is for; zero for that of a chore.
func workedOn(ctx context.Context) wireid.ID {
	post, _ := ctx.Value(workKey{}).(wireid.ID)
	return post
}
