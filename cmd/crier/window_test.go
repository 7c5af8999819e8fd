package main

import "testing"

// TestChromiumID has the id that Chromium 156 gave to an installation of the interface.
func TestChromiumID(t *testing.T) {
	t.Parallel()
	if got := chromiumID("http://crier-medg4g6d.localhost:7391/app/"); got != "lhlndbnlgbgnpnadkbphjapnmkdigpoo" {
		t.Errorf("got %s", got)
	}
}
