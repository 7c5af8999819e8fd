package world

import (
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// The outcomes of publishCalls, which the comment of package control explains.
const (
	outcomePublished  = "published"
	outcomeRepublish  = "republish_refused"
	outcomeNotReady   = "not_ready"
	outcomeErrored    = "container_error"
	outcomeExpired    = "expired"
	OutcomeUnknown    = "unknown_container"
	outcomeItem       = "item_refused"
	outcomeCap        = "cap_reached"
	OutcomeTokenDead  = "token_dead"
	OutcomeNotAllowed = "wrong_account"
	OutcomeFault      = "fault"
	OutcomeRefused    = "refused"
)

// Publish makes the account's container visible if it may be, at most once in its life.
func (w *World) Publish(a *Account, id string) (outcome string, m *Media, gerr *wire.Error) {
	one := w.Containers.ByID[id]
	if one == nil || one.AccountID != a.ID {
		return OutcomeUnknown, nil, wire.ContainerGone(id)
	}
	if one.Item {
		return outcomeItem, nil, wire.BadParameter("The container %s is a carousel item and cannot be published by itself", id)
	}
	if outcome, gerr := one.publishable(w.Now()); gerr != nil {
		return outcome, nil, gerr
	}
	if a.UsedSince(DayBefore(w.Now())) >= a.QuotaTotal {
		return outcomeCap, nil, wire.CapReached(a.QuotaTotal)
	}
	return outcomePublished, w.makePublic(one), nil
}

func (c *Container) publishable(now time.Time) (outcome string, gerr *wire.Error) {
	switch c.StatusAt(now) {
	case StatusFinished:
		return "", nil
	case StatusPublished:
		return outcomeRepublish, wire.NotReady()
	case StatusExpired:
		return outcomeExpired, wire.ContainerGone(c.ID)
	case StatusError:
		return outcomeErrored, wire.NotReady()
	default:
		return outcomeNotReady, wire.NotReady()
	}
}

// makePublic turns the container and those of its items into media.
func (w *World) makePublic(c *Container) *Media {
	m := w.newMedia(c)
	for _, id := range c.Children {
		item := w.Containers.ByID[id]
		if item == nil {
			continue
		}
		child := w.newMedia(item)
		child.ParentID = m.ID
		m.Items = append(m.Items, child.ID)
		w.Containers.markPublished(item)
		w.Media.Put(child)
	}
	w.Containers.markPublished(c)
	w.Media.Put(m)
	return m
}

func (w *World) newMedia(c *Container) *Media {
	seq := w.NextSeq()
	source := c.ImageURL
	if c.IsVideo() {
		source = c.VideoURL
	}
	return &Media{
		ID: MediaID(seq), Seq: seq, AccountID: c.AccountID, ContainerID: c.ID, MediaType: c.MediaType, Video: c.IsVideo(),
		Caption: c.Caption, AltText: c.AltText, SourceURL: source, Children: c.Children, PublishedAt: wiretime.Of(w.Now()),
		Unlisted: w.Settings.ListLag, Look: c.Look,
	}
}

// PublishNative makes the story visible: to the app API, and with an id of its own to the
// publishing API, where it is one of the account whose user this is.
func (w *World) PublishNative(u *NativeUser, m NativeMedia) *NativeMedia {
	at := wiretime.Of(w.Now().Truncate(time.Millisecond))
	seq := w.NextSeq()
	graphSeq := w.NextSeq()
	m.ID, m.Seq, m.OwnerID, m.Owner, m.TakenAt = nativeMediaID(seq), seq, u.Profile.UserID, u.Username, at
	m.GraphID, m.Unlisted = MediaID(graphSeq), w.Settings.ListLag
	w.Natives.PutMedia(&m)
	w.Media.Put(&Media{
		ID: m.GraphID, Seq: graphSeq, AccountID: u.Profile.AccountID, MediaType: MediaStory, Video: m.Video, Native: true, PublishedAt: at,
		Unlisted: w.Settings.ListLag,
	})
	return &m
}
