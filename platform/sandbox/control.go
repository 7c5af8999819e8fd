package sandbox

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const maxControlBody = 1 << 20

// refusal is what a control call that is wrong is answered with.
type refusal struct {
	Error string `json:"error"`
}

// controlRoutes returns the control API, which the tests and the people who try things out hold the world by.
func (n *Network) controlRoutes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /_sandbox/ledger", n.getLedger)
	mux.HandleFunc("GET /_sandbox/log", n.getLog)
	mux.HandleFunc("POST /_sandbox/faults", control(n, fault{Times: 1}, n.postFault))
	mux.HandleFunc("DELETE /_sandbox/faults", n.deleteFaults)
	mux.HandleFunc("POST /_sandbox/latency", control(n, latencyRequest{}, n.postLatency))
	mux.HandleFunc("POST /_sandbox/containers/next", control(n, forcedContainer{}, n.postNext))
	mux.HandleFunc("POST /_sandbox/quota", control(n, quotaRequest{}, n.postQuota))
	mux.HandleFunc("POST /_sandbox/tokens", control(n, tokenRequest{}, n.postTokens))
	mux.HandleFunc("POST /_sandbox/clock", control(n, clockRequest{}, n.postClock))
	mux.HandleFunc("POST /_sandbox/reads", control(n, readsRequest{}, n.postReads))
	mux.HandleFunc("POST /_sandbox/native", control(n, nativeRequest{}, n.postNative))
	mux.HandleFunc("POST /_sandbox/mentions", control(n, mentionRequest{Kind: kindPhoto, Variant: variantXMA}, n.postMentions))
	mux.HandleFunc("POST /_sandbox/posts", control(n, postRequest{}, n.postPosts))
	mux.HandleFunc("POST /_sandbox/reset", n.postReset)
	mux.HandleFunc("/_sandbox/", func(w http.ResponseWriter, r *http.Request) {
		reply(w, http.StatusNotFound, refusal{Error: "the control API has no " + r.Method + " " + r.URL.Path})
	})
	return mux
}

// control returns a handler that reads a body of the type of preset, whose values stand for what the body leaves out,
// has do work on the world, and answers with what do returns.
func control[In any](n *Network, preset In, do func(*world, In) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		in := preset
		if err := readControl(w, r, &in); err != nil {
			reply(w, http.StatusBadRequest, refusal{Error: err.Error()})
			return
		}
		var out any
		var refused error
		err := n.update(func(w *world) { out, refused = do(w, in) })
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

// readControl reads the JSON body into in. A member that in does not have is an error: a misspelt fault that passed
// would be a test that tests nothing.
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
	// A client that hung up has nobody to tell.
	_, _ = w.Write(append(b, '\n'))
}
