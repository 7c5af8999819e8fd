package main

import (
	"strings"
	"testing"

	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/platform/wireid"
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

// TestDeletePost_InDoubt: who deletes the record of a post that may be live is told to look for it.
func TestDeletePost_InDoubt(t *testing.T) {
	t.Parallel()
	for doubt, want := range map[posts.Doubt]string{
		posts.NoDoubt: "crier posts show", posts.MayBeLive: "It may be live, and Crier does not look for it any more", posts.MayBeOnPage: "It may be on the Page too",
	} {
		if got := afterDeletion(wireid.New(), doubt); !strings.Contains(got, want) || strings.Contains(got, "may be") != (doubt != posts.NoDoubt) {
			t.Errorf("%s: %q", doubt, got)
		}
	}
}
