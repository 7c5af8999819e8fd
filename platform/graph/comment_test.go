package graph_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/platform/graph"
	"crier/platform/intent"
	"crier/platform/secrets"
)

const commentPath = "/v25.0/" + mediaID + "/comments"

func TestPublishComment(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":17870913679156914}`))
	for _, a := range []graph.Account{primary, partner} {
		if got, err := n.client.PublishComment(t.Context(), permit(), a, mediaID, "é #a\n@b & c"); err != nil || got != "17870913679156914" {
			t.Errorf("got %q, %v", got, err)
		}
	}
	for i, base := range []string{"/ig", "/fb"} {
		r := n.sent()[i]
		if r.method != http.MethodPost || r.path != base+commentPath || r.form.Get("message") != "é #a\n@b & c" || len(r.form) != 1 || len(r.query) != 0 {
			t.Errorf("sent %+v", r)
		}
	}
}

// TestPublishComment_NeedsAnIntent: without one, with one that is spent and without a text nothing
// is sent, and what has no text leaves the Intent as it is.
func TestPublishComment_NeedsAnIntent(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":"1"}`))
	one := permit()
	for _, text := range []string{"", " \n\t"} {
		_, err := n.client.PublishComment(t.Context(), one, primary, mediaID, text)
		if e := asError(t, err); !e.NotSent() || e.Class != graph.Permanent {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := n.client.PublishComment(t.Context(), one, primary, mediaID, "text"); err != nil {
		t.Fatal(err)
	}
	for i, want := range map[intent.Intent]error{one: intent.ErrSpent, {}: intent.ErrNone} {
		if _, err := n.client.PublishComment(t.Context(), i, primary, mediaID, "text"); !errors.Is(err, want) || !asError(t, err).NotSent() {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	if len(n.sent()) != 1 {
		t.Errorf("sent %d times", len(n.sent()))
	}
}

// commentsOf serves a media with total comments, oldest first, in pages of limit.
func commentsOf(total int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		from, _ := strconv.Atoi(r.URL.Query().Get("after"))
		var items []string
		for i := from; i < min(from+limit, total); i++ {
			at := newest.Add(time.Duration(i-total) * time.Minute).Format("2006-01-02T15:04:05-0700")
			items = append(items, fmt.Sprintf(`{"id":"%d","timestamp":%q,"text":"t%d","username":"ann"}`, i+1, at, i+1))
		}
		next := ""
		if from+limit < total {
			next = fmt.Sprintf(`,"paging":{"next":"http://%s%s?access_token=%s&after=%d"}`, r.Host, r.URL.Path, primaryToken, from+limit)
		}
		answers(http.StatusOK, `{"data":[`+strings.Join(items, ",")+`]`+next+`}`)(w, r)
	}
}

// TestComments: newest first, in whatever order the network has them, over all its pages.
func TestComments(t *testing.T) {
	t.Parallel()
	for total, pages := range map[int]int{0: 1, 2: 1, 51: 2, 500: 10} {
		n := newNetwork(t, commentsOf(total))
		got, err := n.client.Comments(t.Context(), partner, mediaID)
		if err != nil || got == nil || len(got) != total || len(n.sent()) != pages {
			t.Fatalf("%d of %d comments in %d pages, %v", len(got), total, len(n.sent()), err)
		}
		for i, one := range got {
			if want := strconv.Itoa(total - i); one.ID != want || one.Text != "t"+want || one.Username != "ann" || !one.Time.Equal(newest.Add(-time.Duration(i+1)*time.Minute)) {
				t.Fatalf("comment %d is %+v", i, one)
			}
		}
		r := n.sent()[0]
		if r.method != http.MethodGet || r.path != "/fb"+commentPath || r.query.Encode() != "fields=id%2Ctext%2Ctimestamp%2Cusername&limit=50" {
			t.Errorf("sent %s %s %v", r.method, r.path, r.query)
		}
	}
	n := newNetwork(t, commentsOf(501))
	if got, err := n.client.Comments(t.Context(), partner, mediaID); !errors.Is(err, graph.ErrTruncated) || len(got) != 500 || asError(t, err).Op != graph.OpComments {
		t.Errorf("%d comments, %v", len(got), err)
	}
	n = newNetwork(t, answers(http.StatusOK, `{"data":[{"id":7,"timestamp":"2026-11-21T12:00:00+0200"}]}`))
	if got, err := n.client.Comments(t.Context(), primary, mediaID); err != nil || !slices.Equal(got, []graph.Comment{{ID: "7", Time: newest.Add(-2 * time.Hour)}}) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestComments_RefusesAPartlyBadList: by the text and the time of a comment is told which call made
// it, so a list with one that cannot be told counts as none.
func TestComments_RefusesAPartlyBadList(t *testing.T) {
	t.Parallel()
	const good = `{"id":"1","text":"t","timestamp":"2026-11-21T09:30:00+0000"}`
	for name, body := range map[string]string{
		"without an id":   `{"data":[` + good + `,{"text":"t","timestamp":"2026-11-21T09:30:00+0000"}]}`,
		"without a time":  `{"data":[` + good + `,{"id":"2","text":"t"}]}`,
		"a time to come":  `{"data":[` + good + `,{"id":"2","timestamp":"2126-11-21T09:30:00+0000"}]}`,
		"text an object":  `{"data":[{"id":"1","text":{},"timestamp":"2026-11-21T09:30:00+0000"}]}`,
		"name an array":   `{"data":[{"id":"1","username":[],"timestamp":"2026-11-21T09:30:00+0000"}]}`,
		"null":            `{"data":[null]}`,
		"too many":        `{"data":[` + strings.Repeat(good+",", 500) + good + `]}`,
		"a link back":     `{"data":[` + good + `],"paging":{"next":"http://{host}/x?fields=id"}}`,
		"a link to away":  `{"data":[` + good + `],"paging":{"next":"http://evil.example/x?after=1"}}`,
		"no list of data": `{"comments":[` + good + `]}`,
	} {
		n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Date", today)
			answers(http.StatusOK, strings.ReplaceAll(body, "{host}", r.Host))(w, r)
		})
		got, err := n.client.Comments(t.Context(), primary, mediaID)
		checkMalformed(t, name, err, false)
		if got != nil || len(n.sent()) != 1 {
			t.Errorf("%s: %v, %d requests", name, got, len(n.sent()))
		}
	}
}

// TestSandbox_Comments: a lost answer leaves open what became of the call, and the list tells.
func TestSandbox_Comments(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for _, a := range s.accounts() {
		media := s.published(a, s.image("bread"))
		id, err := s.client.PublishComment(t.Context(), permit(), a, media, "é #a\n@b")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.client.Comments(t.Context(), a, media)
		if err != nil || len(got) != 1 || got[0].ID != id || got[0].Text != "é #a\n@b" || !strings.HasPrefix(got[0].Username, "crier.demo.") || !got[0].Time.Equal(s.clock.Now().Truncate(time.Second)) {
			t.Errorf("%s: %+v, %v", a.Login, got, err)
		}
		for fault, isMade := range map[string]bool{`"dropAfterCommit":true`: true, `"dropBefore":true`: false, `"http":502,"body":"<html>"`: false} {
			before := len(s.ledger().Comments)
			s.control("faults", `{"match":{"method":"POST","path":"comments$"},`+fault+`}`)
			_, err := s.client.PublishComment(t.Context(), permit(), a, media, "again")
			if e := asError(t, err); !e.OutcomeUnknown() || e.NotSent() || e.Class != graph.Retry {
				t.Errorf("%s, %s: %v", a.Login, fault, e)
			}
			if made := len(s.ledger().Comments) - before; made > 1 || (made == 1) != isMade {
				t.Errorf("%s, %s: made %d comments", a.Login, fault, made)
			}
		}
		if got, err := s.client.Comments(t.Context(), a, media); err != nil || len(got) != 2 || got[0].Text != "again" && got[1].Text != "again" {
			t.Errorf("%s: %+v, %v", a.Login, got, err)
		}
	}
}

// TestSandbox_CommentsRefused: what cannot be commented on is gone, and a token without the
// permission says so.
func TestSandbox_CommentsRefused(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[1]
	gone, story := s.published(a, s.image("gone")), s.published(a, graph.Container{Kind: graph.ImageStory, MediaURL: s.media + "/a.jpg"})
	if err := s.client.DeleteMedia(t.Context(), a, gone); err != nil {
		t.Fatal(err)
	}
	for _, media := range []string{gone, story, "1"} {
		_, made := s.client.PublishComment(t.Context(), permit(), a, media, "text")
		_, read := s.client.Comments(t.Context(), a, media)
		if !graph.IsGone(made) || asError(t, made).Class != graph.Permanent || asError(t, made).OutcomeUnknown() || !graph.IsGone(read) {
			t.Errorf("%s: %v, %v", media, made, read)
		}
	}
	a.Token = secrets.NewText("SANDBOX-UNIFIED-NO-COMMENTS")
	_, made := s.client.PublishComment(t.Context(), permit(), a, gone, "text")
	_, read := s.client.Comments(t.Context(), a, gone)
	for _, err := range []error{made, read} {
		if e := asError(t, err); e.Class != graph.NoPermission || e.OutcomeUnknown() {
			t.Errorf("got %v", e)
		}
	}
}
