package main

import (
	"strings"
	"testing"

	"crier/modules/posts/publish"
)

// TestDeletePost_RefusedByTheNetwork says where the post still is, and why.
func TestDeletePost_RefusedByTheNetwork(t *testing.T) {
	t.Parallel()
	for permalink, want := range map[string]string{
		"": "but not at the network: not yours", "https://n/p/1": "but not at the network, where it is live at https://n/p/1: not yours",
	} {
		deleted := publish.NetworkDeletion{DeleteError: new("not yours"), Permalink: filled(permalink)}
		if err := new(deletePostCommand).report(deleted); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v", permalink, err)
		}
	}
}
