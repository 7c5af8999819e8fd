package page

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/match"
	"crier/modules/posts/publish/timing"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database/databasetest"
	"crier/platform/graph"
	"crier/platform/secrets"
	"crier/platform/uptime"
)

// TestFinding03_APhotoNamesItsPost: of two shares of photos that look alike the first one's call
// never arrived, and the second one's took effect without an answer; a colleague posted the same by
// hand. What the Page shows is bound by the photo that it is made of, whatever its text is. The
// journey of the same name in e2e cannot have both of them open at once.
func TestFinding03_APhotoNamesItsPost(t *testing.T) {
	t.Parallel()
	const page, first, second = "100000000000506", "9001", "9002"
	start := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	for name, text := range map[string]string{"without a caption": "", "of one caption": "Bread"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown := func(id, photo string) string {
				return `{"id":"` + id + `","message":"` + text + `","created_time":"2026-11-21T09:30:10+0000","attachments":{"data":[{"target":{"id":"` + photo + `"}}]}}`
			}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, `{"data":[`+shown(page+"_9", "9009")+`,`+shown(page+"_2", second)+`]}`)
			}))
			clk := clock.NewFake(start.Add(time.Minute))
			client := graph.New(graph.Options{Clock: clk, Endpoints: func() graph.Endpoints { return graph.Endpoints{Facebook: server.URL} }})
			t.Cleanup(func() {
				client.CloseIdleConnections()
				server.Close()
			})
			ch := New(Deps{Network: client, Clock: timing.New(clk, new(networkclock.Clock), uptime.New(databasetest.New(t), clk, config.Sandbox), slog.New(slog.DiscardHandler))})
			post := posts.Post{Caption: &text, ShareKind: new(posts.SharePhoto)}
			_, isDistinct := ch.Look(post)
			if isDistinct != (text != "") {
				t.Errorf("distinct: %t", isDistinct)
			}
			evidence := func(sent ...string) (e match.Evidence) {
				for i, ref := range sent {
					e.Attempts = append(e.Attempts, match.Attempt{Seq: int64(i + 1), Ref: ref, IsDistinct: isDistinct, From: start, Until: start.Add(time.Minute)})
				}
				work := &Work{Channel: ch, run: &channel.Run{Post: post, Last: attempt.Attempt{Ref: sent[0]}}, account: graph.Account{ID: page, Login: graph.Partner, Token: secrets.NewText("a")}}
				list, err := work.Visible(t.Context(), start)
				if err != nil || len(list.Items) != 2 {
					t.Fatalf("%+v, %v", list, err)
				}
				for _, item := range list.Items {
					if !item.IsAlike {
						t.Errorf("%s does not look alike", item.ID)
					}
					e.Items = append(e.Items, match.Item{ID: item.ID, Ref: item.Ref, At: item.At})
				}
				return e
			}
			both := evidence(first, second)
			if bound := match.Bind(both); len(bound) != 1 || bound[2] != page+"_2" {
				t.Errorf("of both %v", bound)
			}
			if !match.IsAbsent(both, 1) || match.IsAbsent(both, 2) {
				t.Errorf("absent: the first %t, the second %t", match.IsAbsent(both, 1), match.IsAbsent(both, 2))
			}
			// Of the first alone, nothing is left but what a colleague may have posted.
			alone := evidence(first)
			alone.Items = alone.Items[:1]
			if bound := match.Bind(alone); len(bound) != 0 {
				t.Errorf("of the first %v", bound)
			}
		})
	}
}
