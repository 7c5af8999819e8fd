package handoff

import "crier/modules/posts"

// Cloud is the queue, and what has the worker give posts up, as posts know them.
type Cloud struct {
	*Queue
	*Withdrawer
}

var _ posts.Cloud = Cloud{}
