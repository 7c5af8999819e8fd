package httpclient

import (
	"log/slog"
	"net/http"
	"sync"
)

// maxLogged bounds how many kinds of unknown things a process logs.
const maxLogged = 64

// Unknown is what of one answer this version of the program does not know. Nothing is decided by
// it. Its texts are printable and bounded.
type Unknown struct {
	// Op is what the call was for, and What names what is unknown.
	Op, What string
	// Status is the answer's HTTP status, and Path the path that was called.
	Status int
	Path   string
}

// Announcements names what an answer's header announces of an end.
func Announcements(h http.Header) (found []string) {
	for _, name := range []string{"Deprecation", "Sunset"} {
		if value := h.Get(name); value != "" {
			found = append(found, "the header "+name+": "+value)
		}
	}
	return found
}

// LogUnknown returns a function that logs each kind of unknown thing once in a process, and a
// bounded number of them. It is safe for concurrent use, and ignores an Unknown without a What.
func LogUnknown(log *slog.Logger) func(Unknown) {
	var mu sync.Mutex
	seen := make(map[string]bool)
	return func(u Unknown) {
		if u.What == "" {
			return
		}
		kind := u.Op + ": " + u.What
		mu.Lock()
		isNew := !seen[kind] && len(seen) < maxLogged
		if isNew {
			seen[kind] = true
		}
		mu.Unlock()
		if isNew {
			log.Warn("httpclient: an answer has what this version of Crier does not know; this is said once of each",
				"op", u.Op, "unknown", u.What, "status", u.Status, "path", u.Path)
		}
	}
}
