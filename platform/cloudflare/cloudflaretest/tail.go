package cloudflaretest

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// Tails are the listeners to the scripts.
type Tails struct{ server *Server }

// tail is one listener to a script.
type tail struct {
	script string
	// told has what the listener has not heard yet.
	told chan []byte
}

const (
	tailProtocol = "trace-v1"
	tailsPath    = "/tails/"
	tailLifetime = 6 * time.Hour
	mostTold     = 100
)

func postTail(r *request, sc *script) answer {
	id := r.server.newID()
	r.server.tails[id] = &tail{script: sc.Name, told: make(chan []byte, mostTold)}
	return result(map[string]any{
		"id": id, "url": strings.Replace(r.server.http.URL, "http", "ws", 1) + tailsPath + id, "expires_at": r.server.clock.Now().UTC().Add(tailLifetime),
	})
}

func deleteTail(r *request) answer {
	id := r.value("tail")
	if r.server.tails[id] == nil {
		return refusal(http.StatusNotFound, 10007, "This tail does not exist.")
	}
	close(r.server.tails[id].told)
	delete(r.server.tails, id)
	return result(nil)
}

// Tell has those who listen to the script hear of an event, and returns how many they are.
func (l Tails) Tell(script string, event any) int {
	s := l.server
	text, err := json.Marshal(event)
	if err != nil {
		panic(err) // what a test made
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, t := range s.tails {
		if t.script == script {
			t.told <- text
			n++
		}
	}
	return n
}

// End closes the socket of every listener, as Cloudflare does with old ones.
func (l Tails) End() {
	s := l.server
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, t := range s.tails {
		close(t.told)
		delete(s.tails, id)
	}
}

// listen serves the socket of a tail.
func (l Tails) listen(w http.ResponseWriter, r *http.Request) {
	s := l.server
	s.mu.Lock()
	t := s.tails[strings.TrimPrefix(r.URL.Path, tailsPath)]
	s.mu.Unlock()
	if t == nil || r.Header.Get("Sec-WebSocket-Protocol") != tailProtocol {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{tailProtocol}})
	if err != nil {
		return
	}
	defer func() { _ = socket.CloseNow() }()
	// Cloudflare tells nothing before the listener has said how.
	ctx := r.Context()
	if _, _, err := socket.Read(ctx); err != nil {
		return
	}
	forward(socket.CloseRead(ctx), socket, t)
}

func forward(ctx context.Context, socket *websocket.Conn, t *tail) {
	for {
		select {
		case text, goesOn := <-t.told:
			if !goesOn || socket.Write(ctx, websocket.MessageBinary, text) != nil {
				_ = socket.Close(websocket.StatusNormalClosure, "")
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
