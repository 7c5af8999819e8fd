package sandbox

import (
	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// The outcomes of publishCalls, which doc.go explains.
const (
	outcomePublished   = "published"
	outcomeRepublish   = "republish_refused"
	outcomeNotReady    = "not_ready"
	outcomeErrored     = "container_error"
	outcomeExpired     = "expired"
	outcomeUnknown     = "unknown_container"
	outcomeItem        = "item_refused"
	outcomeCap         = "cap_reached"
	outcomeTokenDead   = "token_dead"
	outcomeNotAllowed  = "wrong_account"
	outcomeFault       = "fault"
	outcomeUnreadable  = "unreadable"
	paramCreation      = "creation_id"
	edgePublish        = "media_publish"
	maxRecordedIDBytes = 64
)

func recordPublish(w *world, c *wire.Call, outcome string) {
	id := c.Params[paramCreation]
	w.past.putPublishCall(publishCall{ContainerID: id[:min(len(id), maxRecordedIDBytes)], Outcome: outcome})
}

// publishOnce makes the container visible if it may be, at most once in its life.
func (w *world) publishOnce(c *wire.Call, id string) (outcome string, m *media, gerr *wire.Error) {
	a, gerr := authorized(w, c)
	switch {
	case gerr != nil && gerr.Code == wire.CodeToken:
		return outcomeTokenDead, nil, gerr
	case gerr != nil:
		return outcomeNotAllowed, nil, gerr
	case id == "":
		return outcomeUnknown, nil, wire.MissingParameter(paramCreation)
	}
	one := w.containers.byID[id]
	if one == nil || one.AccountID != a.ID {
		return outcomeUnknown, nil, wire.ContainerGone(id)
	}
	if one.Item {
		return outcomeItem, nil, wire.BadParameter("The container %s is a carousel item and cannot be published by itself", id)
	}
	if outcome, gerr := one.publishable(w); gerr != nil {
		return outcome, nil, gerr
	}
	if a.quotaUsed(dayBefore(w.now())) >= a.QuotaTotal {
		return outcomeCap, nil, wire.CapReached(a.QuotaTotal)
	}
	return outcomePublished, w.makePublic(one), nil
}

func (c *container) publishable(w *world) (outcome string, gerr *wire.Error) {
	switch c.status(w.now()) {
	case statusFinished:
		return "", nil
	case statusPublished:
		return outcomeRepublish, wire.NotReady()
	case statusExpired:
		return outcomeExpired, wire.ContainerGone(c.ID)
	case statusError:
		return outcomeErrored, wire.NotReady()
	default:
		return outcomeNotReady, wire.NotReady()
	}
}

// makePublic turns the container and those of its items into media.
func (w *world) makePublic(c *container) *media {
	m := w.newMedia(c)
	for _, id := range c.Children {
		item := w.containers.byID[id]
		if item == nil {
			continue
		}
		child := w.newMedia(item)
		child.ParentID = m.ID
		m.Items = append(m.Items, child.ID)
		w.containers.markPublished(item)
		w.media.put(child)
	}
	w.containers.markPublished(c)
	w.media.put(m)
	return m
}

func (w *world) newMedia(c *container) *media {
	seq := w.nextSeq()
	source := c.ImageURL
	if c.isVideo() {
		source = c.VideoURL
	}
	return &media{
		ID: mediaID(seq), Seq: seq, AccountID: c.AccountID, ContainerID: c.ID, MediaType: c.MediaType, Video: c.isVideo(),
		Caption: c.Caption, AltText: c.AltText, SourceURL: source, Children: c.Children, PublishedAt: wiretime.Of(w.now()),
		Unlisted: w.settings.ListLag,
	}
}
