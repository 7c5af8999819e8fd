package graph

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"crier/platform/intent"
)

// Publish publishes a finished container and returns the id of the media that it became. It spends
// the Intent. It is the one call that counts against the cap, and it is not idempotent: after an
// error whose OutcomeUnknown is true, only ContainerStatus and the lists of media can tell whether
// the post is live.
func (c *Publications) Publish(ctx context.Context, i intent.Intent, a Account, containerID string) (string, error) {
	if !isID(containerID) {
		return "", refuse(OpPublish, Permanent, "the container's id is no id of the network")
	}
	if err := spend(OpPublish, i); err != nil {
		return "", err
	}
	return create(ctx, c.caller, OpPublish, a, "media_publish", url.Values{"creation_id": {containerID}})
}

// spend uses the permission for a visible call up, right before that is sent. Without one nothing
// is.
func spend(op string, i intent.Intent) error {
	if err := i.Spend(); err != nil {
		refused := refuse(op, Permanent, "%s", err)
		refused.cause = err
		return refused
	}
	return nil
}

// Limit is the account's publishing cap in a rolling window.
type Limit struct {
	Used, Total int
	Window      time.Duration
}

// PublishingLimit returns how much of the publishing cap is used.
func (c *Publications) PublishingLimit(ctx context.Context, a Account) (Limit, error) {
	if !isID(a.ID) {
		return Limit{}, refuse(OpPublishingLimit, Permanent, "the account's id is no id of the network")
	}
	got, err := call[limitAnswer](ctx, c.caller, request{
		op: OpPublishingLimit, method: http.MethodGet, account: a, path: []string{a.ID, "content_publishing_limit"},
		params: url.Values{"fields": {"quota_usage,config"}}, wrapped: true,
	})
	if err != nil {
		return Limit{}, err
	}
	return Limit{
		Used: int(*got.Used), Total: int(got.Config.Total), Window: time.Duration(got.Config.Seconds) * time.Second,
	}, nil
}

type limitAnswer struct {
	Used   *integer `json:"quota_usage"`
	Config struct {
		Total   integer `json:"quota_total"`
		Seconds integer `json:"quota_duration"`
	} `json:"config"`
}

func (a limitAnswer) flaw(*exchange) string {
	return flawIf(a.Used == nil || *a.Used < 0 || a.Config.Total <= 0 || a.Config.Seconds <= 0, "no usage, or no total and window")
}

// DeleteMedia deletes a post, reel or story. The network offers this to accounts of the partner
// login only; those of the primary login get its refusal.
func (c *Publications) DeleteMedia(ctx context.Context, a Account, mediaID string) error {
	if !isID(mediaID) {
		return refuse(OpDeleteMedia, Permanent, "the media's id is no id of the network")
	}
	got, err := call[deletedAnswer](ctx, c.caller, request{
		op: OpDeleteMedia, method: http.MethodDelete, account: a, path: []string{mediaID}, asked: mediaID,
	})
	if err != nil {
		return err
	}
	if !*got.Success {
		return &Error{Op: OpDeleteMedia, HTTPStatus: http.StatusOK, Class: Permanent, Meaning: "the network did not delete it"}
	}
	return nil
}

type deletedAnswer struct {
	Success *flag `json:"success"`
	ID      id    `json:"deleted_id"`
}

func (a deletedAnswer) flaw(x *exchange) string {
	switch {
	case a.Success == nil:
		return "no word of success"
	case a.ID != "" && string(a.ID) != x.asked:
		return "something else was deleted"
	}
	return ""
}
