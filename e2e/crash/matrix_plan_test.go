package crash_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"crier/platform/failpoint"
)

// plan is what a run does. It follows from the seed alone; how it goes, from the moments too.
type plan struct {
	seed   uint64
	phases []phase
}

// phase is the life of one process.
type phase struct {
	faults []string
	posts  []content
	act    action
	// kill is a point, with :n for the n-th time; randomly or inTheStart for a moment that nothing
	// chose; empty for none.
	kill string
	// healed says that the faults of earlier phases have ended.
	healed bool
	// offline says that the network cannot be reached.
	offline bool
	// later is how much time goes by before the process starts; ahead is by how much its clock is
	// wrong.
	later, ahead time.Duration
}

const (
	randomly   = "randomly"
	inTheStart = "in the start"
)

// action is what a client does with the first post of a phase.
type action string

const (
	nothing    action = ""
	cancelling action = "cancel"
	moving     action = "move"
	deleting   action = "delete"
	retrying   action = "retry"
	// stopping ends the service in order, while it is at work.
	stopping action = "stop"
	// proving has the network answer again once the post has failed, so that the service finds out
	// that it is live.
	proving action = "prove"
	// addressing waits until the service has found where the post is.
	addressing action = "address"
	// naming does that with the network's lists in order again.
	naming action = "name"
	// refreshing waits for a new token, leaving for nothing but the answer to the request.
	refreshing action = "refresh"
	leaving    action = "leave"
)

// content is a post.
type content struct {
	kind   string
	potter bool
	// scheduled is how many seconds ahead of its time the post comes in; 0 is at once.
	scheduled int
	crossPost bool
	// commented says that it has a first comment.
	commented bool
}

func (p plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d:", p.seed)
	for _, ph := range p.phases {
		fmt.Fprintf(&b, "\n  posts %+v, faults %q, healed %t, later %s, ahead %s, then %q, killed %q", ph.posts, ph.faults, ph.healed, ph.later, ph.ahead, ph.act, ph.kill)
	}
	return b.String()
}

// farAhead is a time that does not come in a run.
const farAhead = 1_000_000

var (
	anImage   = content{kind: "IMAGE"}
	aCarousel = content{kind: "CAROUSEL"}
	isPlanned = content{kind: "IMAGE", scheduled: farAhead}
)

// severalSoon returns posts of one account that are due a minute after they come in: they are taken
// also when the first of them has found the account's token dead by then, which publishing at once
// is refused for.
func severalSoon() []content {
	return []content{{kind: "IMAGE", scheduled: 60}, {kind: "CAROUSEL", scheduled: 60}, {kind: "IMAGE", scheduled: 60}}
}

// killRecipes says how a point is reached that a carousel does not pass on its way.
func killRecipes() map[string][]phase {
	one := func(c content, act action, faults ...string) []phase {
		return []phase{{posts: []content{c}, faults: faults, act: act}}
	}
	some := func() []phase {
		return []phase{{posts: severalSoon(), faults: []string{"token: revoked"}}}
	}
	return map[string][]phase{
		"jobs.cancelled":         one(isPlanned, cancelling),
		"posts.unscheduled":      one(isPlanned, cancelling),
		"jobs.moved":             one(isPlanned, moving),
		"posts.rescheduled":      one(isPlanned, moving),
		"posts.deleted":          one(isPlanned, deleting),
		"posts.requeued":         one(anImage, retrying, "container: refused for good"),
		"jobs.failed":            one(anImage, nothing, "container: refused for good"),
		"jobs.released":          one(anImage, stopping, "create: slow"),
		"jobs.renewed":           one(anImage, nothing, "create: slow"),
		"jobs.retried":           one(anImage, nothing, "create: passing error"),
		"jobs.snoozed":           one(anImage, nothing, "container: slow"),
		"posts.child.dropped":    one(aCarousel, nothing, "container: refused"),
		"posts.limit.read":       one(anImage, nothing, "publish: blocked, and live"),
		"posts.permalink.found":  one(anImage, addressing, "media: not found yet"),
		"posts.refused":          one(anImage, nothing, "publish: answer lost"),
		"posts.proof.waited":     one(anImage, nothing, "publish: lost on the way"),
		"posts.resolve.read":     one(anImage, nothing, "publish: answer lost"),
		"posts.resolve.searched": one(anImage, nothing, "publish: answer lost"),
		"posts.resolve.proven":   one(anImage, nothing, "publish: lost on the way"),
		"posts.resolve.intended": one(anImage, nothing, "publish: lost on the way"),
		"posts.verify.proven":    one(anImage, proving, "publish: answer lost", "status: gone for long"),
		"posts.verify.reviving":  one(anImage, proving, "publish: answer lost", "status: gone for long"),
		"posts.adopting":         one(anImage, nothing, "publish: answer lost"),
		"posts.upload.made":      one(anUpload, nothing),
		"posts.upload.read":      one(anUpload, nothing),
		"posts.upload.sent":      one(anUpload, nothing),
		"posts.upload.cut":       one(anUpload, nothing, "upload: cut"),
		"posts.share.staged":     one(aSharedStory, nothing),
		"posts.share.stored":     one(aSharedStory, nothing),
		"posts.native.not-yet":   one(aNative, nothing, "native: not ready"),
		"posts.alike.held":       {{posts: []content{{kind: "STORIES"}, {kind: "STORIES"}}, faults: []string{"publish: lost twice"}}},
		"posts.offline.held":     {{posts: []content{anImage}, act: leaving}, {offline: true}},
		"posts.share.begun":      one(aSharedReel, nothing),
		"posts.share.watched":    one(aSharedReel, nothing),
		"posts.share.refused":    one(aShared, nothing, "page photo: answer lost"),
		"posts.share.sought":     one(aSharedStory, nothing, "page story: answer lost"),
		"posts.share.proven":     one(aSharedReel, nothing, "page reel: lost on the way"),
		"posts.share.failing":    one(aShared, nothing, "page photo: refused"),
		"posts.comment.refused":  one(aCommented, nothing, "comment: answer lost"),
		"posts.comment.sought":   one(aCommented, nothing, "comment: answer lost"),
		"posts.comment.proven":   one(aCommented, nothing, "comment: too many calls"),
		"posts.comment.failing":  one(aCommented, nothing, "comment: refused"),
		"posts.account.dead":     some(),
		"auth.marked":            some(),
		"posts.account.held":     some(),
		"posts.account.revived":  append(some(), phase{healed: true}),
		"auth.revived":           append(some(), phase{healed: true}),
		"posts.clock.held":       {{posts: []content{{kind: "IMAGE", scheduled: 300}}, act: leaving}, {ahead: 10 * time.Minute}},
		"auth.renewed":           {{act: refreshing, later: day}},
		"auth.refreshed":         {{act: refreshing, later: day}},
		"posts.native.refused":   one(aNative, nothing, "native: answer lost"),
		"posts.native.intended":  one(aNative, nothing, "native: not ready"),
		"jobs.reclaimed":         {{posts: []content{aCarousel}, kill: "posts.polled"}, {}},
	}
}

// requiredRuns is how many runs it takes to meet everything: as many as make test has.
const requiredRuns = 60

// requiredPlans are the plans of the first seeds: together they die at every point and meet every
// fault.
func requiredPlans() []plan {
	plans := make([]plan, requiredRuns)
	for i, point := range failpoint.Names() {
		recipe := killing(point)
		p := &plans[i%requiredRuns]
		if p.refreshes() && isTimed(recipe) {
			// The dates of the network's answers do not follow the day that a refreshment lets go
			// by.
			p = &plans[(i+requiredRuns/2)%requiredRuns]
		}
		// What comes later in the alphabet bears less well that a post of an earlier phase is still
		// under way.
		at := 0
		if p.refreshes() {
			at = len(p.phases)
		}
		p.phases = slices.Insert(p.phases, at, recipe...)
	}
	for i, fault := range matrixFaults() {
		p := &plans[i%requiredRuns]
		if p.losesToken() {
			// What comes next is held until the token is found to work again, longer than the fault
			// lasts.
			p = &plans[(i+requiredRuns/4)%requiredRuns]
		}
		p.phases = append(p.phases, phase{posts: []content{fault.content}, faults: fault.with(), healed: true})
	}
	for i := range plans {
		plans[i].seed = uint64(i)
	}
	last := &plans[requiredRuns-1]
	last.phases = append(last.phases,
		phase{posts: severalSoon(), faults: []string{"token: expired"}, healed: true}, phase{later: day})
	return plans
}

func (p *plan) refreshes() bool { return len(p.phases) > 0 && p.phases[0].act == refreshing }

func (p *plan) losesToken() bool {
	return slices.ContainsFunc(p.phases, func(ph phase) bool {
		return slices.ContainsFunc(ph.faults, func(name string) bool { return strings.HasPrefix(name, "token: ") })
	})
}

// isTimed reports whether a post of the phases waits for a time.
func isTimed(phases []phase) bool {
	return slices.ContainsFunc(phases, func(ph phase) bool {
		return slices.ContainsFunc(ph.posts, func(c content) bool { return c.scheduled > 0 })
	})
}

// killing returns phases. The last one reaches the point, and dies there.
func killing(point string) []phase {
	phases := slices.Clone(killRecipes()[point])
	if phases == nil {
		phases = []phase{{posts: []content{aCarousel}}}
		switch {
		case strings.HasPrefix(point, "posts.share."):
			phases[0].posts[0] = aShared
		case strings.HasPrefix(point, "posts.comment."):
			phases[0].posts[0] = aCommented
		case strings.HasPrefix(point, "posts.native."):
			phases[0].posts[0] = aNative
		}
	}
	phases[0].healed = true
	phases[len(phases)-1].kill = point
	return phases
}

// planOf returns the plan of a seed.
func planOf(seed uint64) plan {
	if required := requiredPlans(); seed < uint64(len(required)) {
		return required[seed]
	}
	random := rand.New(rand.NewPCG(seed, 0))
	p := plan{seed: seed}
	for range 1 + random.IntN(3) {
		if random.IntN(5) > 0 {
			p.phases = append(p.phases, drawPhase(random))
			continue
		}
		points := failpoint.Names()
		recipe := killing(points[random.IntN(len(points))])
		if recipe[0].later > 0 {
			// Requests come again for a day only, and the dates of the network's answers do not
			// follow its clock.
			return plan{seed: seed, phases: recipe}
		}
		last := &recipe[len(recipe)-1]
		if last.act != refreshing {
			last.faults = append(slices.Clone(last.faults), drawFaults(random)...)
		}
		p.phases = append(p.phases, recipe...)
	}
	return p
}

func drawPhase(random *rand.Rand) phase {
	ph := phase{healed: random.IntN(2) == 0}
	for range 1 + random.IntN(3) {
		ph.posts = append(ph.posts, drawContent(random))
	}
	ph.faults = drawFaults(random)
	if random.IntN(15) == 0 {
		ph.ahead = 10 * time.Minute
	}
	switch points := failpoint.Names(); random.IntN(10) {
	case 0:
		ph.kill = inTheStart
	case 1, 2, 3:
		ph.kill = randomly
	case 4, 5, 6, 7, 8:
		ph.kill = fmt.Sprintf("%s:%d", points[random.IntN(len(points))], 1+random.IntN(3))
	default:
	}
	return ph
}

func drawFaults(random *rand.Rand) (names []string) {
	all := matrixFaults()
	for range random.IntN(3) {
		names = append(names, all[random.IntN(len(all))].with()...)
	}
	return names
}

func drawContent(random *rand.Rand) content {
	kinds := []string{"IMAGE", "IMAGE", "CAROUSEL", "REELS", "TALL REELS", "STORIES", "VIDEO STORIES", nativeStories}
	c := content{kind: kinds[random.IntN(len(kinds))], potter: random.IntN(2) == 0}
	// The native user is the bakery's.
	c.potter = c.potter && c.kind != nativeStories
	c.crossPost = c.potter && c.kind != "CAROUSEL" && random.IntN(3) == 0
	if random.IntN(3) == 0 {
		c.scheduled = 5 + random.IntN(60)
	}
	c.commented = !strings.HasSuffix(c.kind, "STORIES") && random.IntN(3) == 0
	return c
}
