package e2e_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/database"

	"github.com/uptrace/bun"
)

// eventBudget is how long an event may take from its request to its reader.
const eventBudget = 300 * time.Millisecond

// draftOf makes a draft without media.
func draftOf(client *e2e.Client) (id string) {
	return client.Post("/api/v1/posts/draft", body{"accountId": demoAccount, "mediaType": "IMAGE", "caption": "secret"}).Want(http.StatusCreated).String("id")
}

// TestEvents_OfAPost: a reader soon gets an event for each change of a post.
func TestEvents_OfAPost(t *testing.T) {
	t.Parallel()
	j := begin(t)
	stream := j.Browser(t).Events("")
	clk := clock.System()
	least := time.Hour
	var id string
	for range 10 {
		began := clk.Now()
		id = draftOf(j.client)
		event := stream.Await("post", id)
		least = min(least, clk.Now().Sub(began))
		if got := j.client.Get("/api/v1/posts/" + id).String("updatedAt"); event.UpdatedAt != got {
			t.Errorf("the event says %s, and the post %s", event.UpdatedAt, got)
		}
	}
	t.Logf("from the request for a draft to its event: %s", least)
	if least > eventBudget {
		t.Errorf("an event takes %s", least)
	}
	media := j.client.Upload("file", "photo.jpg", picture320(t)).Want(http.StatusCreated).String("id")
	stream.Await("media", media)
	j.client.Put(draftPath+id, body{"mediaFileId": media}).Want(http.StatusOK)
	stream.Await("post", id)
	id = j.publish(j.imagePost("secret").with("draftId", id))
	stream.Await("queue", id)
	for done := j.ended(id).UpdatedAt.String(); ; {
		if e := stream.Await("post", id); e.UpdatedAt == done {
			break
		}
	}
	j.client.Delete("/api/v1/posts/" + id).Want(http.StatusOK)
	stream.Await("post", id)
}

// TestEvents_GoOn: a reader that reconnects gets the events that it missed, and from another
// process the news that it missed some.
func TestEvents_GoOn(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client, browser := app.Client(t), app.Browser(t)
	first := browser.Events("")
	last := first.Await("post", draftOf(client))
	first.Close()
	missed := []string{draftOf(client), draftOf(client), draftOf(client)}
	again := browser.Events(last.EventID)
	for _, id := range missed {
		if e, _ := again.Next(); e.Kind != "post" || e.ID != id {
			t.Errorf("got %+v, want the post %s", e, id)
		}
	}
	app.Stop()
	app = e2e.Boot(t, e2e.In(app.Dir))
	reset := app.Browser(t).Events(last.EventID)
	if e, _ := reset.Next(); e.Name != "reset" {
		t.Errorf("after a restart %+v", e)
	}
}

// TestEvents_End: streams end with their session, at once, and with the service, which does not
// wait for them.
func TestEvents_End(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	mine, other := app.Browser(t), app.Browser(t)
	stream, goesOn := mine.Events(""), other.Events("")
	mine.With("Origin", app.Server.AppURL()).Post("/api/v1/auth/logout", nil).Want(http.StatusOK)
	if e, isOpen := stream.Next(); isOpen {
		t.Errorf("after signing out: %+v", e)
	}
	mine.Get("/api/events").WantError(http.StatusUnauthorized, "TOKEN_INVALID")
	id := draftOf(app.Client(t))
	goesOn.Await("post", id)
	app.Stop()
	if e, isOpen := goesOn.Next(); isOpen {
		t.Errorf("after the stop: %+v", e)
	}
	if strings.Contains(app.Log.String(), "cut off") {
		t.Error("the stop waited for a stream")
	}
}

// TestEvents_AReaderThatDoesNotRead: it does not slow down a thousand changes, other readers get
// each event, and the stop does not wait.
func TestEvents_AReaderThatDoesNotRead(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	browser := app.Browser(t)
	id := draftOf(app.Client(t))
	change := func(n int) time.Duration {
		began := clock.System().Now()
		for i := range n {
			if err := app.DB.InRelaxedTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				_, err := tx.ExecContext(ctx, "UPDATE posts SET updated_at = ? WHERE id = ?", i, id)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		return clock.System().Now().Sub(began)
	}
	alone := change(1000)
	reads := browser.Events("")
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(app.Server.URL(), "http://"))
	if err == nil {
		err = conn.(*net.TCPConn).SetReadBuffer(1 << 10)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	host, cookie := browser.Credentials()
	_, _ = fmt.Fprintf(conn, "GET /api/events HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", host, cookie)
	head := make([]byte, 17)
	if _, err := conn.Read(head); err != nil || string(head) != "HTTP/1.1 200 OK\r\n" {
		t.Fatalf("%q, %v", head, err)
	}
	t.Logf("1,000 changes: %s before, %s with a reader that does not read", alone, change(1000))
	for range 1000 {
		reads.Await("post", id)
	}
	app.Stop()
	if strings.Contains(app.Log.String(), "cut off") {
		t.Error("the stop waited for a stream")
	}
}

// untold are the tables without events, each with a reason: no page depends on it, or it changes
// only together with a watched table.
var untold = map[string]string{
	"users": "nothing shows it", "account_tokens": "what a token is good for stands in social_accounts", "former_accounts": "nothing shows it",
	"login_codes": "nothing shows it", "login_apps": "asked for where it is set", "pending_logins": "nothing shows it",
	"api_keys": "asked for where it is set; each request would be an event", "native_version_checks": "asked for where it is shown",
	"schema_migrations": "written before the first request",
	"posts_archive":     "a post goes there as it leaves posts", "post_transitions": "never changes", "post_counts": "changes with posts",
	"idempotent_answers": "nothing shows it", "posts_imports": "made with a post", "post_exposures": "nothing shows it", "media_released_objects": "nothing shows it",
	"schedule_revisions": "nothing shows it", "uptime": "written every 30 seconds", "posts_week": "written by each look at the overview",
	"watch_names": "each draft that is made is told, and the rest asked for where it is shown", "watch_taken": "written with a draft",
	"instance": "counts calls; a quarantine is told with the posts that it holds", "quarantined_posts": "what it says stands in the posts",
	"notify_told": "nothing shows it", "notify_waiting": "what becomes of it stands in notify_places",
}

// TestEvents_OfEachTable: a new table is watched, or untold says why not.
func TestEvents_OfEachTable(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	tables, err := database.Values[string](t.Context(), app.DB, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE 'bun\_%' ESCAPE '\'`)
	if err != nil {
		t.Fatal(err)
	}
	watched := func(table string) bool {
		return slices.ContainsFunc(app.Watched, func(w database.Watched) bool { return w.Table == table })
	}
	for _, table := range tables {
		if watched(table) == (untold[table] != "") {
			t.Errorf("%s is watched: %t, and left out because %q; name it in the module with database.ProvideWatched, or here", table, watched(table), untold[table])
		}
	}
	for table := range untold {
		if !slices.Contains(tables, table) {
			t.Errorf("there is no table %s", table)
		}
	}
}
