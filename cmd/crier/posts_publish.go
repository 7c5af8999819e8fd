package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/wireid"
)

type publishDraftCommand struct {
	serviceFolder
	moment
	ID   string `arg:"" help:"Id of the draft, as crier posts list shows it, or the beginning of it."`
	At   string `placeholder:"WHEN" help:"Publish it then in place of now: ${whenForms}."`
	Wait bool   `help:"Show each step until the post is PUBLISHED or FAILED. Ctrl-C ends that, and the post goes on. With --start a post that is published now is waited for in any case."`
	JSON bool   `name:"json" help:"Print JSON, as crier publish does."`
}

// publishedDraft is the body of a request that makes a post of a draft.
type publishedDraft struct {
	posts.PublishablePost

	DraftID      wireid.ID `json:"draftId"`
	ScheduledFor string    `json:"scheduledFor,omitempty"`
	Timezone     string    `json:"timezone,omitempty"`
}

// Run publishes the draft as it is. The same call again makes no second post, because only a draft
// becomes one.
func (c *publishDraftCommand) Run(ctx context.Context) error {
	if c.Timezone != "" && c.At == "" {
		return usageError{errors.New("--timezone says how --at is read, and there is no --at")}
	}
	var at time.Time
	var zone string
	if c.At != "" {
		var err error
		if at, zone, err = c.read("--at: ", c.At, clock.System().Now()); err != nil {
			return err
		}
	}
	return c.withOne(ctx, findPost, c.ID, func(service *serviceClient, id wireid.ID) error {
		draft, name, err := readDraft(ctx, service, id)
		if err != nil {
			return err
		}
		path := "/api/v1/posts/publish"
		if !at.IsZero() {
			path, draft.ScheduledFor, draft.Timezone = "/api/v1/schedule", at.Format(time.RFC3339), zone
		}
		outcome, err := draft.submit(ctx, service, path)
		if err != nil {
			return err
		}
		as := publishCommand{Wait: c.Wait, JSON: c.JSON}
		return as.report(ctx, service, outcome, name)
	})
}

func (d publishedDraft) submit(ctx context.Context, service *serviceClient, path string) (outcome published, err error) {
	ctx, end := withGrace(ctx, nil)
	defer end()
	err = service.create(ctx, "crier posts publish "+rand.Text(), path, d, &outcome)
	return outcome, err
}

// readDraft returns what publishes a draft as it is, and the username of its account.
func readDraft(ctx context.Context, service *serviceClient, id wireid.ID) (publishedDraft, string, error) {
	var post posts.Post
	if err := service.get(ctx, "/api/v1/posts/"+url.PathEscape(id.String()), &post); err != nil {
		return publishedDraft{}, "", err
	}
	if post.Status != posts.Draft {
		return publishedDraft{}, "", usageError{fmt.Errorf("the post %s is no draft, it is %s; crier posts list --status draft lists the drafts", id, post.Status)}
	}
	content, err := posts.ContentOf(post)
	if err != nil {
		return publishedDraft{}, "", err
	}
	var me auth.Me
	if err := service.get(ctx, "/api/v1/auth/me", &me); err != nil {
		return publishedDraft{}, "", err
	}
	return publishedDraft{PublishablePost: content, DraftID: id}, usernames(me)[post.SocialAccountID], nil
}
