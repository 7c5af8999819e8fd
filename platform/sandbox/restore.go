package sandbox

import (
	"cmp"
	"fmt"
	"slices"
)

// apply takes over one line of the state file.
func (w *world) apply(c *change) error {
	if c.Reset {
		w.clear()
	}
	w.seq = max(w.seq, c.Seq)
	w.port = cmp.Or(c.Port, w.port)
	if c.Settings != nil {
		w.settings = *c.Settings
	}
	for _, a := range c.Accounts {
		if err := w.applyAccount(a); err != nil {
			return err
		}
	}
	if err := w.applyLogins(c); err != nil {
		return err
	}
	for _, u := range c.Natives {
		if err := w.applyNative(u); err != nil {
			return err
		}
	}
	if err := w.applyDirect(c); err != nil {
		return err
	}
	if err := w.applyContent(c); err != nil {
		return err
	}
	if err := w.applyPageItems(c.PageItems); err != nil {
		return err
	}
	if slices.Contains(c.Calls, nil) {
		return errNullEntry
	}
	w.past.forgotten += c.Forgotten
	w.past.publishCalls.add(c.PublishCalls...)
	w.past.unexpected.add(c.Unexpected...)
	w.past.calls.add(c.Calls...)
	trimWhileLoading(w)
	if err := applyLate(w, c); err != nil {
		return err
	}
	return w.applyFaults(c)
}

func (w *world) applyAccount(a *account) error {
	if a == nil {
		return errNullEntry
	}
	known := w.byID[a.ID]
	if known == nil {
		return fmt.Errorf("no account %q", a.ID)
	}
	known.TokenState, known.TokenSince, known.TokenSeq = a.TokenState, a.TokenSince, a.TokenSeq
	known.QuotaTotal, known.QuotaUsed, known.QuotaAt, known.QuotaSeq = a.QuotaTotal, a.QuotaUsed, a.QuotaAt, a.QuotaSeq
	return nil
}

func (w *world) applyContent(c *change) error {
	for _, one := range c.Containers {
		if one == nil {
			return errNullEntry
		}
		if w.byID[one.AccountID] == nil {
			return fmt.Errorf("container %q of no account", one.ID)
		}
		if old := w.containers[one.ID]; old != nil && (old.AccountID != one.AccountID || old.Seq != one.Seq) {
			return fmt.Errorf("container %q is two", one.ID)
		}
		w.setContainer(one)
	}
	for _, one := range c.Media {
		if one == nil {
			return errNullEntry
		}
		if w.byID[one.AccountID] == nil {
			return fmt.Errorf("media %q of no account", one.ID)
		}
		if old := w.media[one.ID]; old != nil && !old.isSameAs(one) {
			return fmt.Errorf("media %q are two", one.ID)
		}
		w.setMedia(one)
	}
	return nil
}

func (w *world) applyFaults(c *change) error {
	for _, f := range c.Faults {
		if f == nil {
			return errNullEntry
		}
		if err := f.compile(); err != nil {
			return err
		}
		w.setFault(f)
	}
	for _, id := range c.DroppedFaults {
		w.faults = slices.DeleteFunc(w.faults, func(f *fault) bool { return f.ID == id })
	}
	return nil
}

// isSameAs reports whether the two are one thing at different times: all else about media can change.
func (m *media) isSameAs(o *media) bool {
	return m.Seq == o.Seq && m.AccountID == o.AccountID && m.ContainerID == o.ContainerID && m.ParentID == o.ParentID &&
		m.MediaType == o.MediaType && m.Native == o.Native && m.PublishedAt == o.PublishedAt && (m.DeletedAt == nil || o.DeletedAt != nil)
}
