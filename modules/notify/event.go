package notify

import (
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Event is what is told, as the program of --on-event gets it on its standard input.
type Event struct {
	// Event is "post.failed", "post.held", "plan", "test", or the first part of the id of one of
	// Health's parts, such as "account", "backup" or "worker".
	Event string `json:"event"`
	// Cause tells one trouble from others. It is told once a day at most.
	Cause   string        `json:"cause"`
	At      wiretime.Time `json:"at"`
	Network string        `json:"network"`
	Title   string        `json:"title"`
	Text    string        `json:"text"`
	// AccountID and Account are empty where it is about no account.
	AccountID *wireid.ID `json:"accountId"`
	Account   string     `json:"account"`
	// Code is the errorCode of the posts, and Count how many posts it is about.
	Code  string `json:"code"`
	Count int64  `json:"count"`
	// Page is where it is looked into.
	Page string `json:"page"`
}

// trouble is an Event and, of something that has happened, when that was last. What it explains is
// told with it.
type trouble struct {
	Event

	last     *wiretime.Time
	explains []trouble
}
