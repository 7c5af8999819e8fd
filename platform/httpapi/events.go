package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/httpapi/events"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

const (
	eventStreamType = "text/event-stream"
	// pingEvery is how often a stream sends a ping and checks that its session is still valid.
	pingEvery = 20 * time.Second
	// streamPatience is how long a client may take to accept what is written to a stream.
	streamPatience = 10 * time.Second
	// endPatience is the same for the end of a stream, which delays a stop.
	endPatience = time.Second
)

// eventStreams serves the events of the hub as streams.
type eventStreams struct {
	hub   *events.Hub
	auth  *authenticator
	clock clock.Clock
}

// eventsInput holds the request, which the stream answers.
type eventsInput struct {
	LastID string `header:"Last-Event-ID" maxLength:"64" doc:"The id of the last event that the reader had; browsers send it when they connect again. The events after it come first, or an event called reset where they are not kept." example:"K7QX2MPA-41"`
	After  string `query:"after" maxLength:"64" doc:"The same, for a page that takes over from another and so cannot set the header, which counts where both are there." example:"K7QX2MPA-41"`

	w http.ResponseWriter
	r *http.Request
}

// Resolve takes the request from huma.
func (in *eventsInput) Resolve(ctx huma.Context) []error {
	r, w := humago.Unwrap(ctx)
	in.r, in.w = r.WithContext(ctx.Context()), w
	return nil
}

func (s *eventStreams) routes() Routes {
	return Routes{Module: "events", Register: func(api *Operations) {
		Register(api, huma.Operation{
			OperationID: "streamEvents", Method: http.MethodGet, Path: "/events", Tags: []string{"Service"},
			Summary: "What changes, as it changes",
			Description: "A stream of server-sent events for as long as the session is good and the service runs. Each says which post, file, account, place in the queue, " +
				"mention or part of the service has changed, and not what it is now. Ask for everything that is shown once the stream is open, and again after an " +
				"event called reset, which comes when events were missed. A comment comes every 20 seconds. Pages of other origins get no stream.",
			Security: CookieOnly(),
			Metadata: WithResponse(nil, http.StatusOK, func(schemas huma.Registry) *huma.Response {
				return &huma.Response{
					Description: "A stream of events; the schema is that of the data of each. The data of a reset is {}.",
					Content:     map[string]*huma.MediaType{eventStreamType: {Schema: schemas.Schema(reflect.TypeFor[events.Event](), true, "Event")}},
				}
			}),
		}, s.open)
	}}
}

func (s *eventStreams) open(ctx context.Context, in *eventsInput) (*huma.StreamResponse, error) {
	// A page of another program on this machine could not read the stream, but it could use up all
	// streams.
	if from := in.r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" && from != "none" || !isOwnOrigin(in.r) {
		return nil, apperror.New(apperror.AuthRequired, "the request comes from a page of another origin")
	}
	session := IdentityOf(ctx).Session
	stream, err := s.hub.Subscribe(ctx, session.ID, cmp.Or(in.LastID, in.After))
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(huma.Context) { s.serve(in, stream, *session) }}, nil
}

// serve answers with the stream.
func (s *eventStreams) serve(in *eventsInput, stream *events.Stream, session Session) {
	defer stream.Close()
	if w, isOurs := in.w.(*responseWriter); isOurs {
		w.patience = min(w.patience, streamPatience/2)
	}
	in.w.Header().Set("Content-Type", eventStreamType)
	in.w.WriteHeader(http.StatusOK)
	if in.r.Method == http.MethodHead {
		return // Nobody reads, so that nothing would end the stream.
	}
	var ending sync.WaitGroup
	ending.Go(func() {
		<-stream.Ended()
		waitUntil(in.w, 0) // The end waits for no reader.
	})
	isRead := s.send(in.w, in.r, stream, session)
	stream.Close()
	ending.Wait()
	if isRead {
		waitUntil(in.w, endPatience) // The server has the end of the answer to write.
	}
}

// waitUntil sets the deadline of what is written to the client.
func waitUntil(w http.ResponseWriter, d time.Duration) {
	_ = http.NewResponseController(w).SetWriteDeadline(socketTime(d))
}

// send writes the events of a stream until it ends, and reports whether the client accepted all
// that it wrote. A client that takes too long ends the stream too.
func (s *eventStreams) send(w http.ResponseWriter, r *http.Request, stream *events.Stream, session Session) bool {
	out := http.NewResponseController(w)
	var text bytes.Buffer
	text.WriteString("retry: 1000\n\n")
	ping := s.clock.NewTimer(s.untilPing(session))
	defer func() { ping.Stop() }()
	for ends := -1; ; {
		batch := stream.Read()
		// A session may have ended between its check and the beginning of the stream, or together
		// with all others.
		if batch.Ends != ends && !s.isGood(r, session) {
			return true
		}
		ends = batch.Ends
		appendEvents(&text, batch)
		if text.Len() > 0 {
			_, err := text.WriteTo(w)
			if err == nil {
				err = out.Flush()
			}
			if err != nil {
				return false
			}
		}
		if batch.Missed || len(batch.Events) > 0 {
			select {
			case <-stream.Ended():
				return true
			default:
				continue // There may be more than one batch takes.
			}
		}
		select {
		case <-batch.More:
		case <-ping.C:
			if !s.isGood(r, session) { // It ends with the secret that signed it, too.
				return true
			}
			text.WriteString(": ping\n\n")
			ping = s.clock.NewTimer(s.untilPing(session))
		case <-stream.Ended():
			return true
		case <-r.Context().Done():
			return true
		}
	}
}

// isGood reports whether the session of the request has not ended.
func (s *eventStreams) isGood(r *http.Request, session Session) bool {
	now := s.auth.identify(r).Session
	return now != nil && now.ID == session.ID
}

func (s *eventStreams) untilPing(session Session) time.Duration {
	if session.ExpiresAt.IsZero() {
		return pingEvery
	}
	return min(pingEvery, max(session.ExpiresAt.Sub(s.clock.Now()), time.Millisecond))
}

func appendEvents(text *bytes.Buffer, batch events.Batch) {
	if batch.Missed {
		text.WriteString("event: reset\nid: " + batch.ID(-1) + "\ndata: {}\n\n")
	}
	for i, e := range batch.Events {
		b, err := json.Marshal(e)
		if err != nil {
			continue // No event has what cannot be written.
		}
		text.WriteString("id: " + batch.ID(i) + "\ndata: ")
		text.Write(b)
		text.WriteString("\n\n")
	}
}
