package publish

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crier/platform/needtest"
)

// maxTries is how often a history is tried again that is made smaller: a pause that is drawn by
// chance may hide what is wrong with it.
const maxTries = 2

// isWrong reports whether the history ends wrongly.
func (h history) isWrong(t *testing.T, o *origin) bool {
	t.Helper()
	for range maxTries {
		if wrong, _ := h.live(t, o); len(wrong) > 0 {
			return true
		}
	}
	return false
}

// smallest returns the history without all that does not matter.
func (h history) smallest(t *testing.T, o *origin) history {
	t.Helper()
	for found := true; found; {
		found = false
		h.smaller(func(less history) bool {
			if !less.isWrong(t, o) {
				return false
			}
			h, found = less, true
			return true
		})
	}
	return h
}

func fromEnvironment(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// TestHistories: whatever becomes of the calls, nothing is published twice, no live post is lost,
// none is taken for another one, none is in a state that is not legal, and all comes to an end.
// By day 150 are tried, by night 2,000. CRIER_TEST_HISTORIES says how many, CRIER_HISTORY_SEED from
// which seed on, which is then the only one if nothing else is said.
func TestHistories(t *testing.T) {
	t.Parallel()
	first, many := uint64(0), uint64(150)
	if needtest.IsNight() {
		many = 2000
	}
	if os.Getenv("CRIER_HISTORY_SEED") != "" {
		first, many = fromEnvironment(t, "CRIER_HISTORY_SEED", 0), 1
	}
	many = fromEnvironment(t, "CRIER_TEST_HISTORIES", many)
	s := &series{counts: map[flawKind]int{}}
	s.next.Store(first)
	t.Run("known", func(t *testing.T) {
		t.Parallel()
		o := newOrigin(t)
		for name, h := range knownHistories() {
			if wrong, said := h.live(t, o); len(wrong) > 0 {
				t.Errorf("%s: %v\n%s%s", name, wrong, h, strings.Join(said, "\n"))
			}
		}
	})
	for i := range runtime.GOMAXPROCS(0) {
		t.Run(fmt.Sprint("drawn ", i), func(t *testing.T) {
			t.Parallel()
			o := newOrigin(t)
			for seed := s.next.Add(1) - 1; seed < first+many; seed = s.next.Add(1) - 1 {
				s.tried.Add(1)
				s.try(t, o, seed)
			}
		})
	}
	t.Cleanup(func() {
		t.Logf("histories %d, duplicates %d, lost %d, stuck %d, misattributed %d, ownerless %d, illegal %d, removed wrongly %d, alarms %d, unexplained %d", s.tried.Load(),
			s.counts[isDuplicate], s.counts[isLostPost], s.counts[isStuckPost], s.counts[isMisattributed], s.counts[isOwnerless], s.counts[isIllegal], s.counts[isWrongRemoval], s.counts[isAlarming], s.counts[isUnexplained])
		t.Log(s.ends.String())
		for _, few := range s.ends.tooFew() {
			t.Errorf("too few posts come to anything: %s", few)
		}
	})
}

// series is the histories of a test, which are shared among the cores.
type series struct {
	next, tried atomic.Uint64

	mu     sync.Mutex
	counts map[flawKind]int
	shown  int
	ends   tally
}

// note counts what is wrong with a history, and returns how many were wrong before.
func (s *series) note(wrong verdicts) (before int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range wrong {
		s.counts[one.kind]++
	}
	s.shown++
	return s.shown - 1
}

// try has the history of a seed happen, and shows it made smaller if it ends wrongly.
func (s *series) try(t *testing.T, o *origin, seed uint64) {
	t.Helper()
	const maxShown, maxMadeSmaller = 30, 3
	h := drawHistory(seed)
	h.after = s.ends.note
	wrong, said := h.live(t, o)
	h.after = nil // Those that are tried again are not of the series.
	if len(wrong) == 0 {
		return
	}
	before := s.note(wrong)
	if before >= maxShown {
		return
	}
	text := fmt.Sprint(wrong, "\n", h, strings.Join(said, "\n"))
	if before < maxMadeSmaller && h.isWrong(t, o) {
		h = h.smallest(t, o)
		for range maxTries {
			if wrong, said := h.live(t, o); len(wrong) > 0 {
				text = fmt.Sprint(wrong, "\n", h, strings.Join(said, "\n"))
				break
			}
		}
	}
	t.Errorf("seed %d: %s", seed, text)
}

// knownHistories are those that have shown a flaw of the engine, by what was wrong.
func knownHistories() map[string]history {
	return map[string]history{
		// The date of a slow answer was taken for the time of its end: the next call seemed to be
		// sent 21 seconds before it was, the item that it made late lay outside of its window, and
		// the story was sent again.
		"answered slowly, and the next call takes effect late": {
			Posts:          []pastPost{{Way: byStory, Form: isMovieStory, Text: "ann", At: 7*time.Minute + 11*time.Second}},
			Calls:          map[way][]fate{byStory: {{Kind: isSlow, After: 21 * time.Second}, {Kind: isLate, After: 45 * time.Second}}},
			Processing:     20 * time.Second,
			IsUploadHidden: true,
			IsWhole:        true,
		},
		// The chore's one read of a list that lags was taken for a proof that a refused story is
		// not live.
		"refused, live and not listed yet": {
			Posts:   []pastPost{{Way: byStory, Text: "ann", At: 9*time.Minute + 13*time.Second}},
			Calls:   map[way][]fate{byStory: {{Kind: isRefusedLive}}},
			ListLag: 3,
		},
		// The retry read the list four times within seconds, which was taken for a proof that the
		// refused story is not there.
		"story refused and live, not listed for minutes, and retried": {
			Posts:   []pastPost{{Way: byStory, Text: "ann"}},
			Calls:   map[way][]fate{byStory: {{Kind: isRefusedLive}}},
			Events:  []pastEvent{{At: 20 * time.Second, Kind: isRetried}},
			ListLag: 9,
		},
		// The second was sent while an item of the first could still appear, and nobody could tell
		// which of the two was whose.
		"refused and live, and then one alike": {
			Posts:          []pastPost{{Way: byStory, Text: "ann", At: 5 * time.Second}, {Way: byStory, Text: "ann", At: 19 * time.Second}},
			Calls:          map[way][]fate{byStory: {{Kind: isRefusedLive}, {Kind: isUnanswered}}},
			IsUploadHidden: true,
		},
		// The search gave up on it after a day in which the network had answered nothing but that
		// it takes no token.
		"tokens refused after a lost answer": {
			Posts:   []pastPost{{Way: byFeed, Text: "ann"}, {Way: byFeed, Text: "bob", At: 2 * time.Second}},
			Calls:   map[way][]fate{byFeed: {{Kind: isUnanswered}, {Kind: isUnanswered}}},
			Events:  []pastEvent{{At: time.Second, Kind: isTokenRefused, For: 40 * time.Hour}},
			IsWhole: true,
		},
		// A share that was refused, and carried out, was made once more after the limit of the
		// network had passed.
		"share refused and live, and asleep until its photo is too old": {
			Posts:  []pastPost{{Way: byPage, Text: "ann", At: 4 * time.Second}},
			Calls:  map[way][]fate{byPage: {{Kind: isRefusedLive, Answer: 2}}},
			Events: []pastEvent{{At: 342 * time.Second, Kind: isAsleep, For: 39 * time.Hour}},
		},
		// The user changed the item of the first before anybody had found it. The first was then
		// given the item of the second, whose outcome nobody knew yet.
		"changed before it was found, and then one alike": {
			Posts:  []pastPost{{Way: byPotter, Text: "ann"}, {Way: byPage, Text: "ann"}},
			Calls:  map[way][]fate{byPotter: {{Kind: isUnanswered}, {Kind: isRefusedLive, Answer: 501}}},
			Events: []pastEvent{{At: 4 * time.Second, Kind: isEdited, Post: 2, Way: byPotter, Text: "ann"}},
		},
		// The network did not list the story that went out by the native way just before. It was
		// given the story of this post all the same, and this post the one that somebody posted by
		// hand.
		"beside a native story that is not listed, and one by hand": {
			Posts: []pastPost{
				{Way: byFeed, Form: isPictureStory, Text: "bob", At: 3 * time.Minute, DueIn: 445 * time.Second},
				{Way: byStory, Text: "bob", At: 573 * time.Second},
			},
			Calls:  map[way][]fate{byFeed: {{Kind: isUnanswered}}},
			Events: []pastEvent{{At: 677 * time.Second, Kind: byHand, Post: 3, Way: byStory, Text: "bob", Form: isCarousel}},
		},
		// The item that somebody posted by hand was taken for the first, whose call was still on
		// its way, and the first's own item, which came later, for the second, which was never
		// carried out.
		"late, beside one by hand, and then one alike that is dropped": {
			Posts: []pastPost{
				{Way: byStory, Form: isPictureStory, Text: "ann"}, {Way: byStory, Form: isPictureStory, Text: "ann", At: time.Second},
			},
			Calls:          map[way][]fate{byStory: {{Kind: isLate, After: 53840 * time.Millisecond}, {Kind: isDropped}}},
			Events:         []pastEvent{{At: 8 * time.Second, Kind: byHand, Post: 1, Way: byStory, Text: "ann"}},
			IsUploadHidden: true,
		},
		// The list was read from the second's window on. Of the items of the first it showed the
		// second's alone, which seemed to be the first's therefore, so that the second was given
		// the one that somebody posted by hand.
		"one that is live, whose items are older than the second's window": {
			Posts: []pastPost{{Way: byFeed, Form: isPictureStory, Text: "bob"}, {Way: byFeed, Form: isPictureStory, At: 6 * time.Second}},
			Calls: map[way][]fate{byFeed: {{Kind: isUnanswered}, {Kind: isLate, After: 20294 * time.Millisecond}}},
			Events: []pastEvent{
				{At: 2 * time.Second, Kind: byHand, Post: 3, Way: byFeed, Text: "ann", Form: isPictureStory},
				{At: 7 * time.Second, Kind: isAsleep, For: 57 * time.Second},
				{At: 13 * time.Second, Kind: byHand, Post: 5, Way: byFeed, Form: isPictureStory},
			},
		},
		// The video that a colleague posted with the very text of the share, whose call had been
		// dropped, was taken for it.
		"a video by hand with the text of a share that was dropped": {
			Posts:  []pastPost{{Way: byPage, Form: isWideReel, Text: "ann"}},
			Calls:  map[way][]fate{byPage: {{Kind: isDropped}}},
			Events: []pastEvent{{At: 20 * time.Second, Kind: byHand, Way: byPage, Text: "ann", Form: isWideReel}},
		},
		// Nothing told a video without a text, so that its share ended without anybody knowing
		// where it was.
		"a video without a text, beside one by hand": {
			Posts:  []pastPost{{Way: byPage, Form: isWideReel}},
			Calls:  map[way][]fate{byPage: {{Kind: isUnanswered}}},
			Events: []pastEvent{{At: 20 * time.Second, Kind: byHand, Way: byPage, Form: isWideReel}},
		},
		// The clock was a month ahead when the job was put off, and put right when it was in work
		// again: what the stop left was due a month later.
		"a stop after the clock was put right": {
			Posts: []pastPost{{Way: byStory, Form: isMovieStory, Text: "ann", At: 25 * time.Second}},
			Calls: map[way][]fate{byStory: {{Kind: isRefused, Answer: 788}}},
			Events: []pastEvent{
				{At: 29 * time.Second, Kind: isClockSet, Post: 1, For: 25 * time.Second, By: 720 * time.Hour},
				{At: 55 * time.Second, Kind: isRestarted},
			},
		},
		// The list lacked what somebody had posted by hand a second before the call, and then the
		// item of the call, which had been refused. The chore's one read took the other for it.
		"refused and live, beside one by hand of the same second": {
			Posts: []pastPost{
				{Way: byFeed, Text: "ann", At: 165 * time.Second, DueIn: 390 * time.Second},
				{Way: byFeed, Text: "ann", At: 543 * time.Second},
			},
			Calls:   map[way][]fate{byFeed: {{Kind: isAnswered}, {Kind: isRefusedLive, Answer: 627}}},
			Events:  []pastEvent{{At: 554 * time.Second, Kind: byHand, Way: byFeed, Text: "ann"}},
			ListLag: 1,
		},
		// The clock was put right between the call and its refusal: it seemed to have taken a day,
		// and each later story that looks the same could have been its own.
		"refused while the clock is put right, and then one alike": {
			Posts: []pastPost{
				{Way: byStory, Form: isPictureStory, Text: "ann"}, {Way: byStory, Form: isPictureStory, Text: "ann", At: 17 * time.Second},
			},
			Calls:          map[way][]fate{byStory: {{Kind: isRefused, Answer: 156}, {Kind: isUnanswered}}},
			Events:         []pastEvent{{Kind: isClockSet, Post: 2, For: 9 * time.Second, By: -26 * time.Hour}},
			IsUploadHidden: true,
			IsWhole:        true,
		},
		// The post waited for the network, and failed as 365 days late.
		"the clock is set back and put right while the network is away": {
			Posts: []pastPost{{Way: byPotter, Form: isCarousel, At: 4 * time.Second}},
			Events: []pastEvent{
				{At: 4 * time.Second, Kind: isOffline, For: 46 * time.Second},
				{At: 13 * time.Second, Kind: isClockSet, For: 6 * time.Second, By: -365 * 24 * time.Hour},
			},
			Processing: 20 * time.Second,
		},
	}
}
