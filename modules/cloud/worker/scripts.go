package worker

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
)

const (
	// MainModule is the module with which the worker begins.
	MainModule = "worker.js"
	// CompatibilityDate is the behaviour of the runtime that the scripts were tested with.
	CompatibilityDate = "2026-04-01"
	// Class is the class of the object that has the posts, and MediaClass that of the one with the
	// files.
	Class      = "Scheduler"
	MediaClass = "Media"
	// Schema is the version of the worker's tables: scripts that find a later one publish nothing.
	Schema = 5
	// SchemaOfComments is from which version of the tables on the scripts make first comments.
	SchemaOfComments = 5
	// Farthest is how far an epoch or a revision may be above the highest known one.
	Farthest = 1 << 30
)

// Names of what a deployment binds. The first three are secrets.
const (
	BindingWorkerKey     = "WORKER_KEY"
	BindingEncryptionKey = "ENCRYPTION_KEY"
	BindingNotifyURL     = "NOTIFY_URL"
	BindingNotifyKind    = "NOTIFY_KIND"
	BindingNotifyMark    = "NOTIFY_MARK"
	BindingVersion       = "VERSION"
	BindingRelease       = "CRIER_VERSION"
	BindingObject        = "SCHED"
	BindingMedia         = "MEDIA"
	BindingMirror        = "POSTS"
	BindingInstagram     = "GRAPH_INSTAGRAM"
	BindingFacebook      = "GRAPH_FACEBOOK"
	BindingFence         = "FENCE_EPOCH"
	// BindingPace is how many times faster than life the worker waits. Tests alone set it.
	BindingPace = "PACE"
)

// Keys of the mirror.
const (
	KeyPrefix  = "post:"
	KeyLastRun = "meta:lastCronRun"
	KeyFence   = "meta:fence"
)

// Module is one ES module. Others import it by its name.
type Module struct {
	Name   string
	Source []byte
}

// Modules returns the modules by name.
func Modules() ([]Module, error) {
	entries, err := fs.ReadDir(scripts, "script")
	if err != nil {
		return nil, fmt.Errorf("list the worker's scripts: %w", err)
	}
	modules := make([]Module, len(entries))
	for i, entry := range entries {
		source, err := fs.ReadFile(scripts, "script/"+entry.Name())
		if err != nil {
			return nil, fmt.Errorf("read the worker's script %s: %w", entry.Name(), err)
		}
		modules[i] = Module{Name: entry.Name(), Source: source}
	}
	return modules, nil
}

// Version returns a fingerprint of the scripts, which the worker reports in its diagnostics when it
// is bound.
func Version() (string, error) {
	modules, err := Modules()
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, m := range modules {
		_, _ = fmt.Fprintf(sum, "%s %d\n", m.Name, len(m.Source))
		_, _ = sum.Write(m.Source)
	}
	const digits = 12
	return hex.EncodeToString(sum.Sum(nil))[:digits], nil
}
