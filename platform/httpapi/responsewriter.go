package httpapi

import (
	"errors"
	"io"
	"net/http"
	"time"

	"crier/platform/clock"
)

// responseWriter records the status, and replaces the errors of the standard library by the
// contract's: those of the mux about an unknown path or method, and those of the file server about
// a range that a file does not have, and about a file that is not the one that the request is meant
// for. The mux sets the request's pattern before it calls a handler, so that an answer without a
// pattern is the mux's own.
type responseWriter struct {
	http.ResponseWriter
	request *http.Request
	// refuse writes the contract's error for a status.
	refuse   func(status int)
	status   int
	replaced replacement
	// patience is half of how long the client may pause while it reads the answer; 0 means for
	// ever.
	patience time.Duration
}

type replacement int

const (
	notReplaced replacement = iota
	beingReplaced
	hasBeenReplaced
)

func (w *responseWriter) WriteHeader(status int) {
	if w.replaced == notReplaced && w.status == 0 && w.isLibrarysOwn(status) {
		w.replaced = beingReplaced
		w.refuse(status)
		w.replaced = hasBeenReplaced
		return
	}
	if w.replaced == hasBeenReplaced {
		return
	}
	if w.status == 0 {
		w.status = status
	}
	// The client must accept in time what is written here, and what the server flushes when the
	// handler has returned.
	w.wait()
	w.ResponseWriter.WriteHeader(status)
}

func (w *responseWriter) isLibrarysOwn(status int) bool {
	// An operation that changes something answers an unmet precondition itself.
	isRead := w.request.Method == http.MethodGet || w.request.Method == http.MethodHead
	return status == http.StatusRequestedRangeNotSatisfiable || status == http.StatusPreconditionFailed && isRead ||
		w.request.Pattern == "" && (status == http.StatusNotFound || status == http.StatusMethodNotAllowed)
}

func (w *responseWriter) Write(b []byte) (int, error) {
	if w.replaced == hasBeenReplaced {
		return len(b), nil
	}
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	written := 0
	for {
		w.wait()
		n, err := w.ResponseWriter.Write(b[written:min(len(b), written+writeSize)])
		if written += n; err != nil || written == len(b) {
			return written, err
		}
	}
}

// writeSize is how much of an answer is written at once. A slow client must read that much within
// its patience, however large the answer is.
const writeSize = 32 << 10

// wait sets the deadline of the next write. It is twice the patience, because the server may first
// wait as long for the rest of a body that no handler has read. Recorders in tests have no
// deadlines; the write works all the same.
func (w *responseWriter) wait() {
	if w.patience > 0 {
		_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(socketTime(2 * w.patience))
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// defaultPatience is how long a client may pause while it sends a body, and half of how long while
// it reads an answer.
const defaultPatience = 30 * time.Second

// patientBody gives each read of a body its own deadline, and removes it when the body has been
// read. A deadline that stayed would end the request's context while the handler works. The first
// one is set before anything is read. The last one stays when the client was too slow, because the
// server waits for what no handler has read.
type patientBody struct {
	io.Reader
	control  *http.ResponseController
	patience time.Duration
	// awaited says that the client may wait for a 100 Continue, which the first read sends.
	awaited bool
	// ended says that a read has failed, at the end of the body or before.
	ended bool
}

func newPatientBody(w http.ResponseWriter, r *http.Request, patience time.Duration) *patientBody {
	b := &patientBody{Reader: r.Body, control: http.NewResponseController(w), patience: patience, awaited: r.Header.Get("Expect") != ""}
	b.wait()
	return b
}

func (b *patientBody) Read(p []byte) (int, error) {
	b.wait()
	b.awaited = false
	n, err := b.Reader.Read(p)
	b.ended = b.ended || err != nil
	if errors.Is(err, io.EOF) {
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// Close leaves the body open for drain. The server closes it when the request has been answered.
func (*patientBody) Close() error { return nil }

// maxDrain is how much of a body is read that no handler wanted.
const maxDrain = 256 << 20

// drain reads the rest of the body. The server would close the connection under a client that sends
// everything before it reads, and that client would never see why it was refused.
func (b *patientBody) drain() {
	if !b.ended && !b.awaited {
		_, _ = io.CopyN(io.Discard, b, maxDrain) // The answer is the same however it ends.
	}
}

// wait sets the deadline of the next read. Recorders in tests have no deadlines; the read works all
// the same.
func (b *patientBody) wait() {
	_ = b.control.SetReadDeadline(socketTime(b.patience))
}

// socketTime returns a deadline for a socket. The kernel checks it, so it is by the machine's
// clock, whatever clock the service uses.
func socketTime(d time.Duration) time.Time { return clock.System().Now().Add(d) }
