package world

import (
	"slices"
	"strconv"

	"crier/platform/sandbox/wire"
)

// Faults are the planned failures, in the order in which they were made.
type Faults struct {
	*core

	All []*Fault
}

// Take returns what befalls the call, nil when nothing does, and counts it.
func (s *Faults) Take(c *wire.Call) *Fault {
	for _, f := range s.All {
		if !f.hits(c) {
			continue
		}
		if f.Skip > 0 {
			f.Skip--
			s.Put(f)
			continue
		}
		f.Times--
		taken := *f
		if f.Times > 0 {
			s.Put(f)
		} else {
			s.Drop(f.ID)
		}
		return &taken
	}
	return nil
}

// Put adds a fault, or replaces the one that has its id.
func (s *Faults) Put(f *Fault) {
	s.record().Faults = append(s.record().Faults, f)
	s.set(f)
}

func (s *Faults) set(f *Fault) {
	if i := slices.IndexFunc(s.All, func(old *Fault) bool { return old.ID == f.ID }); i >= 0 {
		s.All[i] = f
		return
	}
	s.All = append(s.All, f)
}

// Drop removes the fault with the id.
func (s *Faults) Drop(id string) {
	s.record().DroppedFaults = append(s.record().DroppedFaults, id)
	s.All = slices.DeleteFunc(s.All, func(f *Fault) bool { return f.ID == id })
}

// NewID returns an id that no fault had.
func (s *Faults) NewID() string { return "fault-" + strconv.FormatInt(s.NextSeq(), 10) }

func (s *Faults) apply(c *change) error {
	for _, f := range c.Faults {
		if f == nil {
			return errNullEntry
		}
		if err := f.compile(); err != nil {
			return err
		}
		s.set(f)
	}
	for _, id := range c.DroppedFaults {
		s.All = slices.DeleteFunc(s.All, func(f *Fault) bool { return f.ID == id })
	}
	return nil
}
