package sandbox

import (
	"slices"
	"strconv"

	"crier/platform/sandbox/wire"
)

// faults are the planned failures, in the order in which they were made.
type faults struct {
	*core

	all []*fault
}

// take returns what befalls the call, nil when nothing does, and counts it.
func (s *faults) take(c *wire.Call) *fault {
	for _, f := range s.all {
		if !f.hits(c) {
			continue
		}
		if f.Skip > 0 {
			f.Skip--
			s.put(f)
			continue
		}
		f.Times--
		taken := *f
		if f.Times > 0 {
			s.put(f)
		} else {
			s.drop(f.ID)
		}
		return &taken
	}
	return nil
}

func (s *faults) put(f *fault) {
	s.record().Faults = append(s.record().Faults, f)
	s.set(f)
}

func (s *faults) set(f *fault) {
	if i := slices.IndexFunc(s.all, func(old *fault) bool { return old.ID == f.ID }); i >= 0 {
		s.all[i] = f
		return
	}
	s.all = append(s.all, f)
}

func (s *faults) drop(id string) {
	s.record().DroppedFaults = append(s.record().DroppedFaults, id)
	s.all = slices.DeleteFunc(s.all, func(f *fault) bool { return f.ID == id })
}

// newID returns an id that no fault had.
func (s *faults) newID() string { return "fault-" + strconv.FormatInt(s.nextSeq(), 10) }

func (s *faults) apply(c *change) error {
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
		s.all = slices.DeleteFunc(s.all, func(f *fault) bool { return f.ID == id })
	}
	return nil
}
