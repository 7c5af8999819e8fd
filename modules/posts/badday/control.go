// Package badday makes the sandbox fail in a way that a person picks, so that they can see what
// becomes of a publication. It then reads in the sandbox's ledger how often the sandbox was asked
// and what became visible. It uses the sandbox's control API, as anybody can, and does nothing in
// live mode.
package badday

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/platform/wiretime"
)

const (
	// controlTimeout is how long the sandbox, which is on this machine, may take to answer.
	controlTimeout = 10 * time.Second
	// maxAnswer bounds the size of an answer: the ledger has at most 20,000 entries of each kind.
	maxAnswer = 64 << 20
)

// errRefused says that the sandbox does not know what it is asked about.
var errRefused = errors.New("it refuses")

// control calls the sandbox's control API.
type control struct {
	// url returns where the sandbox answers.
	url  func() string
	http *http.Client
}

// call sends a control call and reads its answer.
func (c *control) call(ctx context.Context, method, path string, body, answer any) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("the sandbox, %s %s: %w", method, path, err)
		}
	}()
	var sent io.Reader = http.NoBody
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(b)
	}
	ctx, cancel := context.WithTimeout(ctx, controlTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, c.url()+"/_sandbox/"+path, sent)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	if resp.StatusCode == http.StatusBadRequest {
		return errRefused
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("it answers %s", resp.Status)
	}
	return json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(answer)
}

// nothing is an empty answer.
type nothing struct{}

func (c *control) post(ctx context.Context, path string, body any) error {
	return c.call(ctx, http.MethodPost, path, body, &nothing{})
}

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
