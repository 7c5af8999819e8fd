package cloudflare

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Tail is where Cloudflare tells, by a WebSocket of the protocol trace-v1, what a script does.
type Tail struct {
	ID string `json:"id"`
	// URL is the socket's address. Anybody who has it can listen.
	URL       string    `json:"url"`
	ExpiresAt time.Time `json:"expires_at"`
}

func (t *Tail) flaw() string {
	u, err := url.Parse(t.URL)
	if t.ID == "" || err != nil || u.Host == "" || u.Scheme != "wss" && u.Scheme != "ws" {
		return "the tail has no id or no address of a socket"
	}
	return ""
}

// StartTail has Cloudflare tell what the script does from now on, until EndTail or for some hours.
func (a Workers) StartTail(ctx context.Context, script string) (Tail, error) {
	tail, _, err := call[Tail](ctx, a.account.client, request{
		op: OpStartTail, method: http.MethodPost, path: a.account.path("workers", "scripts", script, "tails"), body: jsonBody(map[string]any{"filters": []any{}}),
	})
	return tail, err
}

// EndTail ends a tail. One that has ended already is no error.
func (a Workers) EndTail(ctx context.Context, script, id string) error {
	err := a.account.client.send(ctx, request{
		op: OpEndTail, method: http.MethodDelete, path: a.account.path("workers", "scripts", script, "tails", id),
	})
	if Is(err, NotFound) {
		return nil
	}
	return err
}
