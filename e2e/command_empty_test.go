package e2e_test

import (
	"strings"
	"testing"

	"crier/e2e"
)

// TestCommand_EmptyLists say in a sentence that there is nothing, and as JSON what they always say.
func TestCommand_EmptyLists(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	says := func(want string, args ...string) {
		t.Helper()
		if exit := service.Command(t, args...); exit.Code != 0 || exit.Stdout != want+"\n" || exit.Stderr != "" {
			t.Errorf("%s: %+v", args, exit)
		}
		if exit := service.Command(t, append(args, "--json")...); exit.Code != 0 || !strings.Contains(exit.Stdout, `":[]`) || exit.Stderr != "" {
			t.Errorf("%s as JSON: %+v", args, exit)
		}
	}
	says("There are no posts.", "posts", "list")
	says("No post matches.", "posts", "list", "--status", "FAILED")
	says("No post matches.", "posts", "list", "--account", "crier.demo.potter")
	says("No post is scheduled.", "schedule", "list")
	says("There are no files.", "media", "list")
	says("There are no API keys; crier keys create NAME makes one.", "keys", "list")
	says("There are no mentions.", "reposts", "list")
	for _, name := range []string{"crier.demo.bakery", "crier.demo.potter"} {
		if exit := service.Command(t, "accounts", "disconnect", name); exit.Code != 0 {
			t.Fatalf("got %+v", exit)
		}
	}
	says("No account is connected; crier accounts connect connects one.", "accounts", "list")
}
