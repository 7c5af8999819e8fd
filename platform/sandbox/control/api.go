package control

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/world"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const maxControlBody = 1 << 20

// API is the control API, with which tests and users who try things out change the world.
type API struct {
	*world.Store

	spool *files.Spool
	album *files.Album
	// isMortal says that a fault may kill the process.
	isMortal bool
}

// New returns the control API of the world that the store keeps. isMortal says that a fault may
// kill the process.
func New(s *world.Store, sp *files.Spool, a *files.Album, isMortal bool) *API {
	return &API{Store: s, spool: sp, album: a, isMortal: isMortal}
}

// refusal is the answer to an invalid control call.
type refusal struct {
	Error string `json:"error"`
}

// control returns a handler that decodes a body of the type of preset, with preset's values as
// defaults, runs do on the world, and answers with the result of do. That must not refer to what
// another call can change, as it is written after the world was let go.
func control[In any](api *API, preset In, do func(*world.World, In) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		in := preset
		if err := readControl(w, r, &in); err != nil {
			reply(w, http.StatusBadRequest, refusal{Error: err.Error()})
			return
		}
		var out any
		var refused error
		err := api.Update(func(w *world.World) { out, refused = do(w, in) })
		switch {
		case err != nil:
			reply(w, http.StatusInternalServerError, refusal{Error: err.Error()})
		case refused != nil:
			reply(w, http.StatusBadRequest, refusal{Error: refused.Error()})
		default:
			reply(w, http.StatusOK, out)
		}
	}
}

// readControl decodes the JSON body into in. An unknown member is an error, because a misspelt
// fault that was accepted would be a test that tests nothing.
func readControl(w http.ResponseWriter, r *http.Request, in any) error {
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxControlBody))
	if err != nil {
		return fmt.Errorf("read the body: %w", err)
	}
	if len(b) == 0 {
		return errors.New("the body must be a JSON object")
	}
	if jsontext.Value(b).Kind() != '{' {
		return errors.New("the body must be a JSON object")
	}
	return json.Unmarshal(b, in, json.RejectUnknownMembers(true))
}

func reply(w http.ResponseWriter, status int, body any) {
	b, err := json.Marshal(body, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		http.Error(w, "the answer cannot be written", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// The write fails only when the client has hung up.
	_, _ = w.Write(append(b, '\n'))
}

func (api *API) getLedger(w http.ResponseWriter, _ *http.Request) {
	var l world.Ledger
	if err := api.Update(func(w *world.World) { l = w.Ledger() }); err != nil {
		reply(w, http.StatusInternalServerError, refusal{Error: err.Error()})
		return
	}
	reply(w, http.StatusOK, l)
}

func (api *API) getLog(w http.ResponseWriter, _ *http.Request) {
	var body struct {
		Calls []*world.LoggedCall `json:"calls"`
	}
	err := api.Update(func(w *world.World) { body.Calls = w.Past.Calls.All() })
	if err != nil {
		reply(w, http.StatusInternalServerError, refusal{Error: err.Error()})
		return
	}
	reply(w, http.StatusOK, body)
}
