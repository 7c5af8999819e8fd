package e2e_test

import (
	"slices"
	"strings"
	"testing"

	"crier/e2e"

	"go.uber.org/fx/fxevent"
)

// startHooks records which function registered each start hook, in the order in which they run.
type startHooks struct{ by []string }

func (h *startHooks) LogEvent(event fxevent.Event) {
	if e, ok := event.(*fxevent.OnStartExecuting); ok {
		h.by = append(h.by, e.CallerName)
	}
}

// TestStart_ModulesBeforeTheServer: nobody is answered before every module has started, or a
// request could change what a module has just read to go on with. It boots one App, in the plain
// tier.
func TestStart_ModulesBeforeTheServer(t *testing.T) {
	t.Parallel()
	var hooks startHooks
	e2e.Boot(t, e2e.Observed(&hooks))
	isOf := func(path string) func(string) bool {
		return func(caller string) bool { return strings.HasPrefix(caller, path) }
	}
	served := slices.IndexFunc(hooks.by, isOf("crier/platform/httpapi.serve"))
	if served < 0 || !slices.ContainsFunc(hooks.by, isOf("crier/modules/storyrepost.")) {
		t.Fatalf("the server or story repost does not start: %q", hooks.by)
	}
	for _, late := range hooks.by[served:] {
		// The converter only takes up what waits, which a request may add to.
		if isOf("crier/modules/")(late) && late != "crier/modules/media.startConverter" {
			t.Errorf("%s starts after the server", late)
		}
	}
}
