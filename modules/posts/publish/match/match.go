// Package match decides which visible item of an account belongs to which attempt to publish.
//
// An attempt whose answer was lost may have made an item visible, and any item of an account may
// come from other attempts, or from people who post by hand. So an item is bound to an attempt only
// when the evidence leaves no other explanation:
//
//	the item names the attempt's reference  the item is the attempt's
//	the network calls the reference live    the attempt must have an item. It is bound to the item
//	                                        that it has in every assignment that gives each such
//	                                        attempt an item of its own, unless that item also fits
//	                                        an open attempt
//	the attempt is open: nobody knows       the attempt may have an item. It is bound to the only one
//	whether it took effect                  that fits, and only when the look is distinct, so that
//	                                        nobody else makes such an item by chance
//
// An item fits an attempt when it looks like it, appeared within the attempt's window by the
// network's clock, and was not there before the call. The package decides about one look of one
// account on one channel; its callers leave out what looks different.
//
// The functions are pure. vectors.json has cases with their results, and the cloud worker, which
// has the same rules in JavaScript, is tested with the same file.
package match

import (
	"slices"
	"time"
)

// Attempt is a visible call without a known item. Instants are by the network's clock.
type Attempt struct {
	// Seq tells attempts apart.
	Seq int64 `json:"seq"`
	// Ref is the network's reference of the prepared post.
	Ref string `json:"ref"`
	// IsLive says that the network itself calls the reference published.
	IsLive bool `json:"isLive,omitzero"`
	// IsDistinct says that nobody makes an item of this look by chance.
	IsDistinct bool `json:"isDistinct,omitzero"`
	// From and Until are the first and the last moment at which the call can have taken effect.
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
	// SeenBefore are the ids of items of this look that were visible before the call.
	SeenBefore []string `json:"seenBefore,omitzero"`
}

// Item is something of the look in question that the account shows and that belongs to no known
// post.
type Item struct {
	ID string `json:"id"`
	// Ref is the reference that it was made from, empty where the network does not tell.
	Ref string `json:"ref,omitzero"`
	// At is when it appeared, by the network's clock.
	At time.Time `json:"at"`
}

// Evidence is all that is known about one look of one account on one channel.
type Evidence struct {
	Attempts []Attempt `json:"attempts"`
	Items    []Item    `json:"items"`
	// Since is the instant from which the items are complete, because a long list is read in part.
	Since time.Time `json:"since,omitzero"`
}

// Bind returns the item of each attempt, by the attempts' Seq. For an attempt that is not in the
// result the evidence does not decide.
func Bind(e Evidence) map[int64]string {
	g := newGraph(e)
	bound := g.named()
	for attempt, item := range g.forced() {
		bound[attempt] = item
	}
	for attempt, item := range g.alone() {
		bound[attempt] = item
	}
	result := make(map[int64]string, len(bound))
	for attempt, item := range bound {
		result[e.Attempts[attempt].Seq] = e.Items[item].ID
	}
	return result
}

// IsAbsent reports whether the items show that the attempt has not become visible: the list covers
// its window, and no item can be it.
func IsAbsent(e Evidence, seq int64) bool {
	i := slices.IndexFunc(e.Attempts, func(a Attempt) bool { return a.Seq == seq })
	if i < 0 || e.Attempts[i].IsLive || e.Attempts[i].From.Before(e.Since) {
		return false
	}
	return !slices.ContainsFunc(e.Items, func(item Item) bool {
		return item.Ref == e.Attempts[i].Ref && item.Ref != "" || fits(e.Attempts[i], item)
	})
}

// Fitting returns how many of the items can be the attempt's.
func Fitting(e Evidence, seq int64) (n int) {
	for _, a := range e.Attempts {
		for _, item := range e.Items {
			if a.Seq == seq && fits(a, item) {
				n++
			}
		}
	}
	return n
}

// fits reports whether the attempt can have made the item.
func fits(a Attempt, item Item) bool {
	if item.Ref != "" && item.Ref != a.Ref {
		return false
	}
	return !item.At.Before(a.From) && !item.At.After(a.Until) && !slices.Contains(a.SeenBefore, item.ID)
}

// graph has the attempts and items that are not bound yet, by their places in the evidence, and
// which can belong together.
type graph struct {
	Evidence

	// fitting are the items that fit each attempt.
	fitting [][]int
	// taken are the items that are bound; done the attempts that are.
	taken, done []bool
}

func newGraph(e Evidence) *graph {
	g := &graph{Evidence: e, fitting: make([][]int, len(e.Attempts)), taken: make([]bool, len(e.Items)), done: make([]bool, len(e.Attempts))}
	for a, attempt := range e.Attempts {
		for i, item := range e.Items {
			if fits(attempt, item) {
				g.fitting[a] = append(g.fitting[a], i)
			}
		}
	}
	return g
}

func (g *graph) take(bound map[int]int) map[int]int {
	for attempt, item := range bound {
		g.done[attempt], g.taken[item] = true, true
	}
	for a := range g.fitting {
		g.fitting[a] = slices.DeleteFunc(g.fitting[a], func(i int) bool { return g.taken[i] })
	}
	return bound
}

// named binds items that name the reference of an attempt, whatever the clocks say. A reference
// that several items name tells nothing.
func (g *graph) named() map[int]int {
	bound := map[int]int{}
	for a, attempt := range g.Attempts {
		var found []int
		for i, item := range g.Items {
			if item.Ref != "" && item.Ref == attempt.Ref {
				found = append(found, i)
			}
		}
		if len(found) == 1 {
			bound[a] = found[0]
		}
	}
	return g.take(bound)
}

// forced binds the items that attempts which are live have in every assignment. Where such an
// attempt finds no item, the list does not show everything yet, and nothing is bound that its item
// could be. Nor is an item bound that an open attempt may have made: the user may have changed or
// deleted the item of the live one, which then takes the other's.
func (g *graph) forced() map[int]int {
	bound := map[int]int{}
	for _, live := range g.components() {
		if !g.assignable(live, -1, -1) {
			continue
		}
		for _, a := range live {
			for _, i := range g.fitting[a] {
				if !g.assignable(live, a, i) && !g.mayBeOfOpen(i) {
					bound[a] = i
				}
			}
		}
	}
	return g.take(bound)
}

// mayBeOfOpen reports whether the item fits an open attempt: nobody knows whether that took effect.
func (g *graph) mayBeOfOpen(item int) bool {
	for a, attempt := range g.Attempts {
		if !attempt.IsLive && !g.done[a] && slices.Contains(g.fitting[a], item) {
			return true
		}
	}
	return false
}

// components returns the live attempts in groups that have no fitting item in common. One whose
// window begins before what is shown may have its item there.
func (g *graph) components() (groups [][]int) {
	for a, attempt := range g.Attempts {
		if !attempt.IsLive || g.done[a] || attempt.From.Before(g.Since) {
			continue
		}
		merged := []int{a}
		groups = slices.DeleteFunc(groups, func(group []int) bool {
			shares := slices.ContainsFunc(group, func(b int) bool {
				return slices.ContainsFunc(g.fitting[a], func(i int) bool { return slices.Contains(g.fitting[b], i) })
			})
			if shares {
				merged = append(merged, group...)
			}
			return shares
		})
		groups = append(groups, merged)
	}
	return groups
}

// assignable reports whether each of the attempts can have an item of its own, without the one at
// which attempt without has item.
func (g *graph) assignable(attempts []int, without, item int) bool {
	owner := map[int]int{}
	var assign func(a int, tried map[int]bool) bool
	assign = func(a int, tried map[int]bool) bool {
		for _, i := range g.fitting[a] {
			if tried[i] || a == without && i == item {
				continue
			}
			tried[i] = true
			if other, has := owner[i]; !has || assign(other, tried) {
				owner[i] = a
				return true
			}
		}
		return false
	}
	for _, a := range attempts {
		if !assign(a, map[int]bool{}) {
			return false
		}
	}
	return true
}

// alone binds the only item that fits an attempt of a distinct look, when it fits no other attempt.
func (g *graph) alone() map[int]int {
	bound := map[int]int{}
	for a, attempt := range g.Attempts {
		if g.done[a] || attempt.IsLive || !attempt.IsDistinct || attempt.From.Before(g.Since) || len(g.fitting[a]) != 1 {
			continue
		}
		item := g.fitting[a][0]
		fitsAnother := false
		for b := range g.Attempts {
			fitsAnother = fitsAnother || b != a && !g.done[b] && slices.Contains(g.fitting[b], item)
		}
		if !fitsAnother {
			bound[a] = item
		}
	}
	return g.take(bound)
}
