package graph_test

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/platform/graph"
)

// newest is when the newest media of a fake account was published; each older one is an hour older.
var newest = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func wireMedia(i int) string {
	at := newest.Add(-time.Duration(i) * time.Hour).Format("2006-01-02T15:04:05-0700")
	return fmt.Sprintf(`{"id":"%d","timestamp":%q,"media_type":"IMAGE","media_product_type":"FEED"}`, 18_000_000_000_000_000+i, at)
}

// listOf serves an account with total media, pages of limit, and a link to the next page as the
// network writes it.
func listOf(total int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		from, _ := strconv.Atoi(r.URL.Query().Get("after"))
		var items []string
		for i := from; i < min(from+limit, total); i++ {
			items = append(items, wireMedia(i))
		}
		paging := ""
		if from+limit < total {
			paging = fmt.Sprintf(`,"paging":{"cursors":{"after":"%[1]d"},"next":"http:\/\/%[2]s%[3]s?access_token=%[4]s&fields=id&limit=1&method=delete&after=%[1]d"}`,
				from+limit, r.Host, r.URL.Path, primaryToken)
		}
		answers(http.StatusOK, `{"data":[`+strings.Join(items, ",")+`]`+paging+`}`)(w, r)
	}
}

func TestRecentMedia_ReadsPagesUntilItIsOldEnough(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		total int
		since time.Time
		want  int
		pages int
	}{
		"none":               {0, newest, 0, 1},
		"one page, all":      {3, time.Time{}, 3, 1},
		"first page only":    {200, newest.Add(-2 * time.Hour), 3, 1},
		"just on the second": {200, newest.Add(-50 * time.Hour), 51, 2},
		"the second":         {200, newest.Add(-99*time.Hour - time.Minute), 100, 3},
		"all of them":        {500, time.Time{}, 500, 10},
		"nothing new":        {200, newest.Add(time.Second), 0, 1},
		"within the second":  {200, newest.Add(999 * time.Millisecond), 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newNetwork(t, listOf(c.total))
			got, err := n.client.RecentMedia(t.Context(), primary, c.since)
			if err != nil || got == nil || len(got) != c.want {
				t.Fatalf("got %d media, %v, want %d", len(got), err, c.want)
			}
			for i, m := range got {
				if want := newest.Add(-time.Duration(i) * time.Hour); !m.Timestamp.Equal(want) {
					t.Fatalf("media %d is of %v", i, m.Timestamp)
				}
			}
			sent := n.sent()
			if len(sent) != c.pages {
				t.Errorf("%d pages were read, want %d", len(sent), c.pages)
			}
			for _, r := range sent {
				if r.method != http.MethodGet || r.path != "/ig/v25.0/"+accountID+"/media" || r.query.Get("limit") != "50" ||
					r.query.Get("fields") != "id,permalink,caption,media_type,media_product_type,timestamp" ||
					r.query.Has("access_token") || r.query.Has("method") {
					t.Errorf("sent %s %s %v", r.method, r.path, r.query)
				}
			}
		})
	}
}

func TestRecentMedia_SaysWhenThereWasMore(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, listOf(501))
	got, err := n.client.RecentMedia(t.Context(), primary, time.Time{})
	if !errors.Is(err, graph.ErrTruncated) || len(got) != 500 || len(n.sent()) != 10 {
		t.Errorf("got %d media in %d pages, %v", len(got), len(n.sent()), err)
	}
	if e := asError(t, err); e.Op != graph.OpRecentMedia || e.HTTPStatus != http.StatusOK {
		t.Errorf("got %+v", e)
	}
}

func TestRecentMedia_OrderAndPins(t *testing.T) {
	t.Parallel()
	body := `{"data":[` + wireMedia(90) + `,` + wireMedia(1) + `,` + wireMedia(0) + `,` + wireMedia(2) + `]}`
	n := newNetwork(t, answers(http.StatusOK, body))
	got, err := n.client.RecentMedia(t.Context(), partner, newest.Add(-5*time.Hour))
	if err != nil || len(got) != 3 {
		t.Fatalf("got %v, %v", got, err)
	}
	for i, want := range []string{"18000000000000000", "18000000000000001", "18000000000000002"} {
		if got[i].ID != want {
			t.Errorf("media %d is %s, want %s", i, got[i].ID, want)
		}
	}
}

func TestRecentMedia_FollowsOnlyTheNetworksOwnLinks(t *testing.T) {
	t.Parallel()
	evil := newNetwork(t, answers(http.StatusOK, `{"data":[]}`))
	for name, next := range map[string]string{
		"another host":     evil.url + "/ig/v25.0/" + accountID + "/media?after=1",
		"another scheme":   "https://{host}/x?after=1",
		"a relative link":  "/x?after=1",
		"no position":      "http://{host}/x?limit=1",
		"an empty one":     "http://{host}/x?after=",
		"no link":          "::::",
		"user information": "http://{host}@evil.example/x?after=1",
		"a script":         "javascript:after=1",
	} {
		n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
			answers(http.StatusOK, `{"data":[`+wireMedia(0)+`],"paging":{"next":"`+strings.ReplaceAll(next, "{host}", r.Host)+`"}}`)(w, r)
		})
		got, err := n.client.RecentMedia(t.Context(), primary, time.Time{})
		checkMalformed(t, name, err, false)
		if got != nil || len(n.sent()) != 1 || len(evil.sent()) != 0 {
			t.Errorf("%s: got %v, %d and %d requests", name, got, len(n.sent()), len(evil.sent()))
		}
	}
}

func TestRecentMedia_EndsALoop(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
		answers(http.StatusOK, `{"data":[`+wireMedia(0)+`],"paging":{"next":"http://`+r.Host+`/?after=same"}}`)(w, r)
	})
	_, err := n.client.RecentMedia(t.Context(), primary, time.Time{})
	checkMalformed(t, "loop", err, false)
	if len(n.sent()) != 2 {
		t.Errorf("%d requests", len(n.sent()))
	}
}

func TestList_RefusesAPartlyBadPage(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"item without id":    `{"data":[` + wireMedia(0) + `,{"caption":"x"}]}`,
		"null item":          `{"data":[null]}`,
		"timestamp of 3339":  `{"data":[{"id":"1","timestamp":"2019-09-26T22:36:43Z"}]}`,
		"timestamp a number": `{"data":[{"id":"1","timestamp":1569537403}]}`,
		"no timestamp":       `{"data":[` + wireMedia(0) + `,{"id":"1"}]}`,
		"timestamp null":     `{"data":[{"id":"1","timestamp":null}]}`,
		"a time to come":     `{"data":[` + wireMedia(0) + `,{"id":"1","timestamp":"2126-11-21T09:30:00+0000"}]}`,
		"caption an object":  `{"data":[{"id":"1","caption":{}}]}`,
		"no such day":        `{"data":[{"id":"1","timestamp":"2019-02-30T22:36:43+0000"}]}`,
		"too many":           `{"data":[{"id":"1"}` + strings.Repeat(`,{"id":"1"}`, 500) + `]}`,
	} {
		n := newNetwork(t, answers(http.StatusOK, body))
		_, err := n.client.Stories(t.Context(), primary)
		checkMalformed(t, name, err, false)
	}
}

func TestStories(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, listOf(60))
	got, err := n.client.Stories(t.Context(), partner)
	if err != nil || len(got) != 60 || len(n.sent()) != 2 {
		t.Errorf("got %d, %v", len(got), err)
	}
	if r := n.sent()[0]; r.path != "/fb/v25.0/"+accountID+"/stories" {
		t.Errorf("sent %s", r.path)
	}
}

// An error on a later page leaves nothing half read.
func TestRecentMedia_ErrorOnALaterPage(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("after") {
			answers(http.StatusBadRequest, `{"error":{"code":4}}`)(w, r)
			return
		}
		listOf(80)(w, r)
	})
	got, err := n.client.RecentMedia(t.Context(), primary, time.Time{})
	if e := asError(t, err); e.Class != graph.Wait || got != nil {
		t.Errorf("got %v, %v", got, e)
	}
}
