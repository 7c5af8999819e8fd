package quarantine

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/modules/posts/publish/channel"
	"crier/platform/wiretime"
)

var taken = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// scene is what an account shows: items, each with its look, which appeared an hour after one
// another, and posts, each with its own, which are due a second after one another.
type scene struct {
	posts, items []string
	// due is by how much the posts are due after the first item.
	due    time.Duration
	isPart bool
	rivals int
	// decided are the looks of posts that somebody has decided about.
	decided []string
	isEarly bool
}

func (s scene) judged() (verdicts []string) {
	all, surveys := make([]posts.Post, len(s.posts)), make([]publish.Survey, len(s.posts))
	for i, look := range s.posts {
		at := wiretime.Of(taken.Add(s.due + time.Duration(i)*time.Second))
		all[i].ScheduledFor = &at
		surveys[i] = publish.Survey{IsWhole: !s.isPart, Look: look, IsDistinct: look != "", Rivals: s.rivals}
		for n, item := range s.items {
			shown := channel.Item{ID: fmt.Sprint(n), At: taken.Add(time.Duration(n) * time.Hour)}
			if item == look {
				surveys[i].Alike = append(surveys[i].Alike, shown)
			} else {
				surveys[i].Others = append(surveys[i].Others, shown)
			}
		}
	}
	decided := map[string]bool{}
	for _, look := range s.decided {
		decided[look] = true
	}
	for _, j := range judge(all, surveys, decided, wiretime.Of(taken), !s.isEarly) {
		said := string(j.verdict)
		if j.item != nil {
			said += " " + j.item.ID
		}
		verdicts = append(verdicts, said)
	}
	return verdicts
}

func TestJudge(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		scene

		want []string
	}{
		"nothing there":                {scene{posts: []string{"a", "b"}}, []string{"ABSENT", "ABSENT"}},
		"nothing there so far":         {scene{posts: []string{"a"}, isEarly: true}, []string{""}},
		"each has its own":             {scene{posts: []string{"a", "b"}, items: []string{"b", "a"}}, []string{"LIVE 1", "LIVE 0"}},
		"one has, early":               {scene{posts: []string{"a", "b"}, items: []string{"a"}, isEarly: true}, []string{"LIVE 0", ""}},
		"what is one's is not other's": {scene{posts: []string{"a", "b"}, items: []string{"a"}}, []string{"LIVE 0", "ABSENT"}},
		"alike, as many":               {scene{posts: []string{"a", "a"}, items: []string{"a", "a"}}, []string{"LIVE 0", "LIVE 1"}},
		"alike, one of two":            {scene{posts: []string{"a", "a"}, items: []string{"a"}}, []string{"UNSURE", "UNSURE"}},
		"alike, one too many":          {scene{posts: []string{"a"}, items: []string{"a", "a"}}, []string{"UNSURE"}},
		"of its type, by hand":         {scene{posts: []string{"a"}, items: []string{"z"}}, []string{"UNSURE"}},
		"without a caption":            {scene{posts: []string{""}, items: []string{""}}, []string{"UNSURE"}},
		"a part of the list":           {scene{posts: []string{"a", "b"}, items: []string{"a"}, isPart: true}, []string{"UNSURE", "UNSURE"}},
		"a rival":                      {scene{posts: []string{"a", "b"}, items: []string{"a"}, rivals: 1}, []string{"UNSURE", "UNSURE"}},
		"due long before":              {scene{posts: []string{"a"}, items: []string{"a"}, due: -48 * time.Hour}, []string{"LIVE 0"}},
		"clocks that differ":           {scene{posts: []string{"a"}, items: []string{"a"}, due: slack}, []string{"LIVE 0"}},
		"due tomorrow":                 {scene{posts: []string{"a", "b"}, items: []string{"a"}, due: 24 * time.Hour}, []string{"UNSURE", "UNSURE"}},
		"alike, one is not due yet":    {scene{posts: []string{"a", "a"}, items: []string{"a", "a"}, due: 30 * time.Minute}, []string{"UNSURE", "UNSURE"}},
		"alike, one was decided about": {scene{posts: []string{"a", "b"}, items: []string{"a", "b"}, decided: []string{"a"}}, []string{"UNSURE", "LIVE 1"}},
		"one was, nothing there":       {scene{posts: []string{"a"}, decided: []string{"a"}}, []string{"ABSENT"}},
	} {
		if got := test.judged(); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, not %q", name, got, test.want)
		}
	}
}
