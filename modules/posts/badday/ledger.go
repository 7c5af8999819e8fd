package badday

import (
	"context"
	"net/http"
	"slices"

	"crier/modules/posts/publish/attempt"
	"crier/platform/wiretime"
)

// Seen is what the sandbox saw of a post.
type Seen struct {
	PublishCalls []PublishCall `json:"publishCalls" doc:"The calls that asked the sandbox to publish the post on the account, in order. A story with mentions goes another way and has none."`
	Items        []Item        `json:"items"        doc:"What became visible of the post."`
}

// PublishCall is a call that was to make a post visible.
type PublishCall struct {
	ContainerID string `json:"containerId" doc:"The prepared post." example:"17889455560051444"`
	Outcome     string `json:"outcome"     doc:"What came of the call in the sandbox, whatever its answer said." example:"published"`
}

// Item is something that became visible.
type Item struct {
	Place       string         `json:"place"       enum:"account,story,page" doc:"Where: on the account, as a story with mentions, or on the linked Page." example:"account"`
	ID          string         `json:"id"          doc:"The network's id of it." example:"18000000000000001"`
	PublishedAt wiretime.Time  `json:"publishedAt" doc:"When, by the sandbox's clock." example:"2026-03-14T09:26:53.000Z"`
	DeletedAt   *wiretime.Time `json:"deletedAt"   doc:"When it was deleted there; null while it is live."`
}

// ledger is as much of the sandbox's ledger as is about posts.
type ledger struct {
	Publications []struct {
		MediaID, ContainerID string
		PublishedAt          wiretime.Time
		DeletedAt            *wiretime.Time
	}
	PartnerPublications []struct {
		PostID, ObjectID string
		PublishedAt      wiretime.Time
	}
	NativeStories []struct {
		MediaID, UploadID string
		PublishedAt       wiretime.Time
	}
	PublishCalls []PublishCall
}

// seen returns what the sandbox saw of the post with the attempts.
func (c *control) seen(ctx context.Context, attempts []attempt.Attempt) (Seen, error) {
	var all ledger
	if err := c.call(ctx, http.MethodGet, "ledger", nil, &all); err != nil {
		return Seen{}, err
	}
	refs := map[attempt.Channel][]string{}
	for _, a := range attempts {
		if a.Ref != "" {
			refs[a.Channel] = append(refs[a.Channel], a.Ref)
		}
	}
	seen := Seen{PublishCalls: []PublishCall{}, Items: []Item{}}
	for _, call := range all.PublishCalls {
		if slices.Contains(refs[attempt.Feed], call.ContainerID) {
			seen.PublishCalls = append(seen.PublishCalls, call)
		}
	}
	for _, p := range all.Publications {
		if slices.Contains(refs[attempt.Feed], p.ContainerID) {
			seen.Items = append(seen.Items, Item{"account", p.MediaID, p.PublishedAt, p.DeletedAt})
		}
	}
	for _, s := range all.NativeStories {
		if slices.Contains(refs[attempt.Story], s.UploadID) {
			seen.Items = append(seen.Items, Item{"story", s.MediaID, s.PublishedAt, nil})
		}
	}
	for _, p := range all.PartnerPublications {
		if slices.Contains(refs[attempt.Page], p.ObjectID) {
			seen.Items = append(seen.Items, Item{"page", p.PostID, p.PublishedAt, nil})
		}
	}
	return seen, nil
}
