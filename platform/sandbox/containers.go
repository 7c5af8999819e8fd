package sandbox

import (
	"fmt"
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// containers are the media containers that the network answers for.
type containers struct {
	*core

	accounts *accounts
	byID     map[string]*container
	// toTrim is how many there must be for it to be worth looking for those that are over.
	toTrim int
}

func (s *containers) put(c *container) {
	s.record().Containers = append(s.record().Containers, c)
	s.set(c)
}

func (s *containers) set(c *container) {
	old, known := s.byID[c.ID]
	if known {
		*old = *c
		return
	}
	s.byID[c.ID] = c
	a := s.accounts.byID[c.AccountID]
	a.created = insertMark(a.created, mark{at: c.CreatedAt.UnixMilli(), seq: c.Seq})
}

// prepare checks d against the world and settles all about it that is known before the fetch: its account, its times,
// and whether its end is forced.
func (s *containers) prepare(a *account, d *container) *wire.Error {
	now := s.now()
	if countAfter(a.created, dayBefore(now)) >= max(maxContainers, a.QuotaTotal) {
		return wire.TooManyContainers()
	}
	if gerr := s.checkItems(a, d); gerr != nil {
		return gerr
	}
	latency := time.Duration(s.settings.Latency.ImageMS) * time.Millisecond
	if d.isVideo() {
		latency = s.videoLatency()
	}
	d.AccountID, d.Status, d.CreatedAt = a.ID, statusInProgress, wiretime.Of(now)
	d.ReadyAt = wiretime.Of(now.Add(latency))
	d.PollsLeft = s.settings.Latency.PollsUntilFinished
	if next := s.settings.Next; len(next) > 0 {
		d.Forced, d.Subcode = next[0].Force, next[0].Subcode
		s.settings.Next = next[1:]
		s.putSettings()
	}
	return nil
}

// checkItems wants the children of a carousel to be finished items of the same account.
func (s *containers) checkItems(a *account, d *container) *wire.Error {
	for _, id := range d.Children {
		item := s.byID[id]
		if item == nil || item.AccountID != a.ID {
			return wire.ContainerGone(id)
		}
		if !item.Item {
			return wire.BadParameter("The container %s is not a carousel item", id)
		}
		switch item.status(s.now()) {
		case statusFinished:
		case statusExpired:
			return wire.ContainerGone(id)
		default:
			return wire.NotReady()
		}
	}
	return nil
}

func (s *containers) markPublished(c *container) {
	c.Status = statusPublished
	s.put(c)
}

// apply takes over what a line of the state file says of containers.
func (s *containers) apply(all []*container) error {
	for _, one := range all {
		if one == nil {
			return errNullEntry
		}
		if s.accounts.byID[one.AccountID] == nil {
			return fmt.Errorf("container %q of no account", one.ID)
		}
		if old := s.byID[one.ID]; old != nil && (old.AccountID != one.AccountID || old.Seq != one.Seq) {
			return fmt.Errorf("container %q is two", one.ID)
		}
		s.set(one)
	}
	return nil
}
