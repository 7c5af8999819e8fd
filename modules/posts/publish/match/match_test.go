package match_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"crier/modules/posts/publish/match"
)

// TestVectors: the cases that the cloud worker is held against too.
func TestVectors(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Name     string           `json:"name"`
		Evidence match.Evidence   `json:"evidence"`
		Bound    map[int64]string `json:"bound"`
		Absent   []int64          `json:"absent"`
	}
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors) < 20 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			if got := match.Bind(v.Evidence); !maps.Equal(got, v.Bound) {
				t.Errorf("bound are %v, not %v", got, v.Bound)
			}
			for _, a := range v.Evidence.Attempts {
				if got := match.IsAbsent(v.Evidence, a.Seq); got != slices.Contains(v.Absent, a.Seq) {
					t.Errorf("attempt %d is absent: %t", a.Seq, got)
				}
			}
		})
	}
}

var begin = time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)

// drawn returns evidence of up to 4 attempts and 5 items.
func drawn(r *rand.Rand) match.Evidence {
	at := func(seconds int) time.Time { return begin.Add(time.Duration(seconds) * time.Second) }
	var e match.Evidence
	if r.IntN(4) == 0 {
		e.Since = at(r.IntN(10))
	}
	for i := range r.IntN(6) {
		item := match.Item{ID: fmt.Sprint("i", i), At: at(r.IntN(20))}
		if r.IntN(5) == 0 {
			item.Ref = fmt.Sprint("r", r.IntN(5))
		}
		e.Items = append(e.Items, item)
	}
	for i := range r.IntN(4) + 1 {
		from := r.IntN(15)
		a := match.Attempt{
			Seq: int64(i), Ref: fmt.Sprint("r", i), IsLive: r.IntN(2) == 0, IsDistinct: r.IntN(3) == 0, From: at(from), Until: at(from + r.IntN(10)),
		}
		if len(e.Items) > 0 && r.IntN(4) == 0 {
			a.SeenBefore = []string{e.Items[r.IntN(len(e.Items))].ID}
		}
		e.Attempts = append(e.Attempts, a)
	}
	return e
}

// assignments calls visit with every way in which the attempts can own the items: what names a
// reference has one owner, each attempt has at most one item, and the live ones whose whole window
// is shown have one.
func assignments(e match.Evidence, visit func(owned map[int64]string)) {
	owned, used := map[int64]string{}, map[string]bool{}
	var next func(n int)
	next = func(n int) {
		if n == len(e.Attempts) {
			visit(owned)
			return
		}
		a := e.Attempts[n]
		own := slices.IndexFunc(e.Items, func(i match.Item) bool { return i.Ref == a.Ref })
		if own >= 0 {
			owned[a.Seq] = e.Items[own].ID
			next(n + 1)
			delete(owned, a.Seq)
			return
		}
		for _, i := range e.Items {
			if used[i.ID] || !fits(a, i) {
				continue
			}
			owned[a.Seq], used[i.ID] = i.ID, true
			next(n + 1)
			delete(owned, a.Seq)
			delete(used, i.ID)
		}
		if !a.IsLive || a.From.Before(e.Since) {
			next(n + 1)
		}
	}
	next(0)
}

// fits reports whether the attempt can have made the item, which names no reference.
func fits(a match.Attempt, i match.Item) bool {
	return i.Ref == "" && !i.At.Before(a.From) && !i.At.After(a.Until) && !slices.Contains(a.SeenBefore, i.ID)
}

// mayBeOfOpen reports whether an open attempt can have made the item.
func mayBeOfOpen(e match.Evidence, id string) bool {
	item := e.Items[slices.IndexFunc(e.Items, func(i match.Item) bool { return i.ID == id })]
	return slices.ContainsFunc(e.Attempts, func(a match.Attempt) bool {
		isNamed := slices.ContainsFunc(e.Items, func(i match.Item) bool { return i.Ref == a.Ref })
		return !a.IsLive && !isNamed && fits(a, item)
	})
}

// TestBind_AgreesWithEveryAssignment: what is bound to a live attempt is its in every assignment
// that the evidence allows, and what is its in every one is bound.
func TestBind_AgreesWithEveryAssignment(t *testing.T) {
	t.Parallel()
	const runs = 20_000
	bound, doubtful := 0, 0
	for seed := range uint64(runs) {
		e := drawn(rand.New(rand.NewPCG(seed, 0)))
		if namedTwice(e) {
			continue
		}
		got := match.Bind(e)
		possible, ways := map[int64]map[string]bool{}, 0
		assignments(e, func(owned map[int64]string) {
			ways++
			for _, a := range e.Attempts {
				if possible[a.Seq] == nil {
					possible[a.Seq] = map[string]bool{}
				}
				possible[a.Seq][owned[a.Seq]] = true
			}
		})
		for _, a := range e.Attempts {
			item, ok := got[a.Seq]
			switch {
			case ok && ways > 0 && !possible[a.Seq][item]:
				t.Fatalf("seed %d: attempt %d cannot have %s: %+v", seed, a.Seq, item, e)
			case ok && a.IsLive && ways > 0 && len(possible[a.Seq]) != 1:
				t.Fatalf("seed %d: attempt %d may also have another item than %s: %+v", seed, a.Seq, item, e)
			case ok && a.IsLive && ways > 0 && mayBeOfOpen(e, item):
				t.Fatalf("seed %d: attempt %d has %s, which an open one may have made: %+v", seed, a.Seq, item, e)
			case !ok && a.IsLive && ways > 0 && len(possible[a.Seq]) == 1 && !possible[a.Seq][""] && !mayBeOfOpen(e, slices.Collect(maps.Keys(possible[a.Seq]))[0]):
				t.Fatalf("seed %d: attempt %d must have %v: %+v", seed, a.Seq, possible[a.Seq], e)
			case ok:
				bound++
			case a.IsLive:
				doubtful++
			}
		}
		twice(t, seed, got)
	}
	if bound < runs/10 || doubtful < runs/10 {
		t.Errorf("%d were bound and %d were not: the draw shows too little", bound, doubtful)
	}
}

func namedTwice(e match.Evidence) bool {
	seen := map[string]bool{}
	for _, i := range e.Items {
		if i.Ref != "" && seen[i.Ref] {
			return true
		}
		seen[i.Ref] = true
	}
	return false
}

func twice(t *testing.T, seed uint64, bound map[int64]string) {
	t.Helper()
	seen := map[string]bool{}
	for _, item := range bound {
		if seen[item] {
			t.Fatalf("seed %d: %s is bound twice", seed, item)
		}
		seen[item] = true
	}
}

// TestBind_MoreEvidenceByHand: an item that somebody posts by hand takes no attempt its item away
// in favour of another one.
func TestBind_MoreEvidenceByHand(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5_000) {
		r := rand.New(rand.NewPCG(seed, 1))
		e := drawn(r)
		before := match.Bind(e)
		e.Items = append(slices.Clone(e.Items), match.Item{ID: "by hand", At: begin.Add(time.Duration(r.IntN(20)) * time.Second)})
		for seq, item := range match.Bind(e) {
			if was, ok := before[seq]; ok && was != item {
				t.Fatalf("seed %d: attempt %d goes from %s to %s: %+v", seed, seq, was, item, e)
			}
		}
	}
}

func BenchmarkBind(b *testing.B) {
	var e match.Evidence
	for i := range 200 {
		at := begin.Add(time.Duration(i) * 10 * time.Second)
		e.Attempts = append(e.Attempts, match.Attempt{Seq: int64(i), Ref: fmt.Sprint(i), IsLive: true, From: at, Until: at.Add(time.Minute)})
		e.Items = append(e.Items, match.Item{ID: fmt.Sprint(i), At: at.Add(time.Second)})
	}
	for b.Loop() {
		match.Bind(e)
	}
}
