package world

import (
	"fmt"
	"time"

	"crier/platform/limits"
	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// Containers are the media containers that the network answers for.
type Containers struct {
	*core

	accounts *Accounts
	ByID     map[string]*Container
	// toTrim is how many there must be for it to be worth looking for those that are over.
	toTrim int
}

// Put adds a container, or replaces the one that has its id.
func (s *Containers) Put(c *Container) {
	s.record().Containers = append(s.record().Containers, c)
	s.set(c)
}

func (s *Containers) set(c *Container) {
	old, known := s.ByID[c.ID]
	if known {
		*old = *c
		return
	}
	s.ByID[c.ID] = c
	a := s.accounts.ByID[c.AccountID]
	a.created = insertMark(a.created, Mark{At: c.CreatedAt.UnixMilli(), seq: c.Seq})
}

// Prepare checks d against the world and settles all about it that is known before the fetch: its
// account, its times, and whether its end is forced. A cap on publications that was set higher than
// the one on containers raises that.
func (s *Containers) Prepare(a *Account, d *Container) *wire.Error {
	now := s.Now()
	if countAfter(a.created, DayBefore(now)) >= max(limits.Of(limits.ContainersPerDay).Int(), a.QuotaTotal) {
		return wire.TooManyContainers()
	}
	if gerr := s.checkItems(a, d); gerr != nil {
		return gerr
	}
	latency := time.Duration(s.Settings.Latency.ImageMS) * time.Millisecond
	if d.IsVideo() {
		latency = s.VideoLatency()
	}
	d.AccountID, d.Status, d.CreatedAt = a.ID, StatusInProgress, wiretime.Of(now)
	d.ReadyAt = wiretime.Of(now.Add(latency))
	d.PollsLeft = s.Settings.Latency.PollsUntilFinished
	if next := s.Settings.Next; len(next) > 0 {
		d.Forced, d.Subcode = next[0].Force, next[0].Subcode
		s.Settings.Next = next[1:]
		s.PutSettings()
	}
	return nil
}

// checkItems wants the children of a carousel to be finished items of the same account.
func (s *Containers) checkItems(a *Account, d *Container) *wire.Error {
	for _, id := range d.Children {
		item := s.ByID[id]
		if item == nil || item.AccountID != a.ID {
			return wire.ContainerGone(id)
		}
		if !item.Item {
			return wire.BadParameter("The container %s is not a carousel item", id)
		}
		switch item.StatusAt(s.Now()) {
		case StatusFinished:
		case StatusExpired:
			return wire.ContainerGone(id)
		default:
			return wire.NotReady()
		}
	}
	return nil
}

func (s *Containers) markPublished(c *Container) {
	c.Status = StatusPublished
	s.Put(c)
}

// apply takes over what a line of the state file says of containers.
func (s *Containers) apply(all []*Container) error {
	for _, one := range all {
		if one == nil {
			return errNullEntry
		}
		if s.accounts.ByID[one.AccountID] == nil {
			return fmt.Errorf("container %q of no account", one.ID)
		}
		if old := s.ByID[one.ID]; old != nil && (old.AccountID != one.AccountID || old.Seq != one.Seq) {
			return fmt.Errorf("container %q is two", one.ID)
		}
		s.set(one)
	}
	return nil
}
