package quarantine

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/modules/posts/publish/channel"
	"crier/platform/wiretime"
)

// slack is how far apart this machine's clock and the network's may be. The accounts are read by so
// much further back than the folder's last sign of life.
const slack = 2 * time.Minute

// Verdict is what reads prove about a post.
type Verdict string

const (
	Live   Verdict = "LIVE"
	Absent Verdict = "ABSENT"
	Unsure Verdict = "UNSURE"
	Cloud  Verdict = "CLOUD"
)

// judgement is a verdict with its evidence. The zero judgement says that it is too early to tell.
type judgement struct {
	verdict Verdict
	says    string
	item    *channel.Item
}

func unsure(format string, args ...any) judgement {
	return judgement{verdict: Unsure, says: fmt.Sprintf(format, args...)}
}

// judge says of the posts of one list of an account what its survey says of each. An item of a look
// in rivals may belong to a post that nobody has to decide about any more, so that it proves of no
// other post that this is live. A list that was read too soon after the folder was started may lack
// what a call has just made visible, and proves that nothing is there only once it isSettled.
func judge(all []posts.Post, surveys []publish.Survey, rivals map[string]bool, since wiretime.Time, isSettled bool) []judgement {
	judged := make([]judgement, len(all))
	taken := map[string]bool{}
	for _, alike := range byLook(all, surveys) {
		first := surveys[alike[0]]
		if !first.IsWhole || !first.IsDistinct || first.Rivals > 0 || rivals[first.Look] || len(first.Alike) != len(alike) {
			continue
		}
		items := slices.SortedFunc(slices.Values(first.Alike), func(a, b channel.Item) int { return a.At.Compare(b.At) })
		if isAnyEarly(all, alike, items) {
			continue
		}
		for n, i := range alike {
			taken[items[n].ID] = true
			judged[i] = judgement{Live, "the account shows it, and as many items of its look as there are posts of it", &items[n]}
		}
	}
	for i, survey := range surveys {
		if judged[i].verdict == "" {
			judged[i] = judgeOne(survey, taken, since, isSettled)
		}
	}
	return judged
}

func judgeOne(survey publish.Survey, taken map[string]bool, since wiretime.Time, isSettled bool) judgement {
	free := func(items []channel.Item) int {
		return len(slices.DeleteFunc(slices.Clone(items), func(i channel.Item) bool { return taken[i.ID] }))
	}
	alike, others := free(survey.Alike), free(survey.Others)
	switch {
	case alike > 0:
		return unsure("%s of the account could be it, and Crier cannot tell whether one of them is", items(alike))
	case survey.Rivals > 0:
		return unsure("the account shows such a post, and it may be another post of Crier that looks the same")
	case !survey.IsWhole:
		return unsure("the account does not show everything that appeared since %s; stories are gone after 24 hours", since)
	case others > 0:
		return unsure("%s of its type appeared since %s that belong to no post here; this post may have been changed before it was published", items(others), since)
	case !isSettled:
		return judgement{says: "it is not on the account so far; the network's lists lag, so Crier reads the account again for some minutes"}
	}
	return judgement{verdict: Absent, says: fmt.Sprintf("the account shows everything since %s, and not this post", since)}
}

func items(n int) string {
	if n == 1 {
		return "1 item"
	}
	return fmt.Sprintf("%d items", n)
}

// byLook groups the posts by their look. Within a group they are in the order in which they were
// due.
func byLook(all []posts.Post, surveys []publish.Survey) (groups [][]int) {
	of := map[string]int{}
	for i, survey := range surveys {
		n, ok := of[survey.Look]
		if !ok {
			n = len(groups)
			of[survey.Look], groups = n, append(groups, nil)
		}
		groups[n] = append(groups[n], i)
	}
	for _, group := range groups {
		slices.SortStableFunc(group, func(a, b int) int { return cmp.Compare(dueAt(all[a]), dueAt(all[b])) })
	}
	return groups
}

// isAnyEarly reports whether one of the items appeared before its post was due. Crier publishes
// nothing early, so that another post must have become such an item, or this one after somebody had
// given it another time.
func isAnyEarly(all []posts.Post, alike []int, items []channel.Item) bool {
	for n, i := range alike {
		if items[n].At.Add(slack).UnixMilli() < dueAt(all[i]) {
			return true
		}
	}
	return false
}

func dueAt(post posts.Post) int64 {
	if post.ScheduledFor != nil {
		return post.ScheduledFor.Time().UnixMilli()
	}
	return post.CreatedAt.Time().UnixMilli()
}
