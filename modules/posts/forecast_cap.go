package posts

import (
	"slices"
	"time"

	"crier/platform/limits"
)

// roll is the network's cap of an account, rolled over the time to come.
type roll struct {
	cap int
	// out has, in Unix milliseconds, in order, when posts go out: those that were published within
	// the window before now, and those to come that have room.
	out []int64
	// from is the first of them within the window of the post that came last.
	from int
	// freed is the last instant that was found to be free. As what is taken only grows, none that
	// is asked for later is before it.
	freed int64
}

// take reports whether there is room for a post at an instant, and takes it. Posts come in the
// order of their instants.
func (r *roll) take(at int64) bool {
	for r.from < len(r.out) && at-r.out[r.from] >= CapWindow.Milliseconds() {
		r.from++
	}
	if len(r.out)-r.from >= r.cap {
		return false
	}
	r.out = append(r.out, at)
	return true
}

// free returns the first instant after another at which there is room for one more post beside all
// others, as far from each as the network prefers, and takes it. Call it once every post has come,
// for those that take has refused, in their order.
// It returns false for an account for which there is never room.
func (r *roll) free(after int64) (int64, bool) {
	if r.cap < 1 {
		return 0, false
	}
	const minute = int64(time.Minute / time.Millisecond)
	at := max(after, r.freed)
	for {
		moved := r.pastNear(r.pastFull((at + minute - 1) / minute * minute))
		if moved == at {
			break
		}
		at = moved
	}
	i, _ := slices.BinarySearch(r.out, at)
	r.out, r.freed = slices.Insert(r.out, i, at), at
	return at, true
}

// pastFull returns the first instant, not before another, that has room in each window that holds
// it. As many posts as the cap, within less than a window, leave no room from a window before the
// last of them until a window after the first.
func (r *roll) pastFull(at int64) int64 {
	window := CapWindow.Milliseconds()
	first, _ := slices.BinarySearch(r.out, at-window+1)
	for ; first+r.cap <= len(r.out); first++ {
		last := r.out[first+r.cap-1]
		if last-r.out[first] >= window {
			continue
		}
		if last-window >= at {
			break
		}
		at = max(at, r.out[first]+window)
	}
	return at
}

// pastNear returns the first instant, not before another, with no post near it.
func (r *roll) pastNear(at int64) int64 {
	spacing := limits.Of(limits.PostSpacing).Duration().Milliseconds()
	i, _ := slices.BinarySearch(r.out, at-spacing+1)
	for ; i < len(r.out) && r.out[i]-at < spacing; i++ {
		at = r.out[i] + spacing
	}
	return at
}
