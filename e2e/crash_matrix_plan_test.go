package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"crier/platform/killpoint"
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
	// kill is a point, with :n for the n-th time; randomly or inTheStart for a moment that nothing chose; empty for none.
	kill string
	// healed says that the faults of earlier phases have ended.
	healed bool
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
	// proving has the network answer again once the post has failed, so that the service finds out that it is live.
	proving action = "prove"
	// addressing waits until the service has found where the post is.
	addressing action = "address"
)

// content is a post.
type content struct {
	kind   string
	potter bool
	// scheduled is how many seconds ahead of its time the post comes in; 0 is at once.
	scheduled int
	crossPost bool
}

func (p plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d:", p.seed)
	for _, ph := range p.phases {
		fmt.Fprintf(&b, "\n  posts %+v, faults %q, healed %t, then %q, killed %q", ph.posts, ph.faults, ph.healed, ph.act, ph.kill)
	}
	return b.String()
}

// farAhead is a time that does not come in a run.
const farAhead = 1_000_000

var (
	anImage   = content{kind: "IMAGE"}
	aCarousel = content{kind: "CAROUSEL"}
	aShared   = content{kind: "IMAGE", potter: true, crossPost: true}
	isPlanned = content{kind: "IMAGE", scheduled: farAhead}
)

// killRecipes says how a point is reached that a carousel does not pass on its way.
func killRecipes() map[string][]phase {
	one := func(c content, act action, faults ...string) []phase {
		return []phase{{posts: []content{c}, faults: faults, act: act}}
	}
	return map[string][]phase{
		"jobs.cancelled":         one(isPlanned, cancelling),
		"posts.unscheduled":      one(isPlanned, cancelling),
		"jobs.moved":             one(isPlanned, moving),
		"posts.rescheduled":      one(isPlanned, moving),
		"posts.deleted":          one(isPlanned, deleting),
		"posts.requeued":         one(anImage, retrying, "container: refused for good"),
		"jobs.failed":            one(anImage, nothing, "container: refused for good"),
		"jobs.released":          one(anImage, stopping, "container: slow"),
		"jobs.renewed":           one(anImage, nothing, "container: slow"),
		"jobs.retried":           one(anImage, nothing, "create: passing error"),
		"jobs.snoozed":           one(anImage, nothing, "publish: answer lost", "list: server error"),
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
		"jobs.reclaimed":         {{posts: []content{aCarousel}, kill: "posts.polled"}, {}},
	}
}

// requiredPlans are the plans of the first seeds: together they die at every point and meet every fault.
func requiredPlans() []plan {
	points, faults := killpoint.Names(), matrixFaults()
	plans := make([]plan, max(len(points), len(faults)))
	for i := range plans {
		point, fault := points[i%len(points)], faults[i%len(faults)]
		phases := slices.Clone(killRecipes()[point])
		if phases == nil {
			phases = []phase{{posts: []content{aCarousel}}}
			if strings.Contains(point, "crosspost") || strings.Contains(point, "share") {
				phases[0].posts[0] = aShared
			}
		}
		phases[len(phases)-1].kill = point
		second := phase{posts: []content{fault.content}, faults: fault.with(), healed: true}
		plans[i] = plan{seed: uint64(i), phases: append(phases, second)}
	}
	return plans
}

// planOf returns the plan of a seed.
func planOf(seed uint64) plan {
	if required := requiredPlans(); seed < uint64(len(required)) {
		return required[seed]
	}
	random := rand.New(rand.NewPCG(seed, 0))
	p := plan{seed: seed, phases: make([]phase, 1+random.IntN(3))}
	for i := range p.phases {
		p.phases[i] = drawPhase(random)
	}
	return p
}

func drawPhase(random *rand.Rand) phase {
	ph := phase{healed: random.IntN(2) == 0}
	for range 1 + random.IntN(3) {
		ph.posts = append(ph.posts, drawContent(random))
	}
	all := matrixFaults()
	for range random.IntN(3) {
		ph.faults = append(ph.faults, all[random.IntN(len(all))].with()...)
	}
	switch points := killpoint.Names(); random.IntN(10) {
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

func drawContent(random *rand.Rand) content {
	kinds := []string{"IMAGE", "IMAGE", "CAROUSEL", "REELS", "STORIES", "VIDEO STORIES"}
	c := content{kind: kinds[random.IntN(len(kinds))], potter: random.IntN(2) == 0}
	c.crossPost = c.potter && c.kind != "CAROUSEL" && random.IntN(3) == 0
	if random.IntN(3) == 0 {
		c.scheduled = 5 + random.IntN(60)
	}
	return c
}
