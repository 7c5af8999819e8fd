package sandbox

import (
	"cmp"
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
		if err := w.accounts.apply(a); err != nil {
			return err
		}
	}
	for _, apply := range []func() error{
		func() error { return w.logins.apply(c) },
		func() error { return w.natives.apply(c) },
		func() error { return w.containers.apply(c.Containers) },
		func() error { return w.media.apply(c.Media) },
		func() error { return w.pages.apply(c.PageItems) },
	} {
		if err := apply(); err != nil {
			return err
		}
	}
	if slices.Contains(c.Calls, nil) {
		return errNullEntry
	}
	w.past.forgotten += c.Forgotten
	w.past.publishCalls.add(c.PublishCalls...)
	w.past.unexpected.add(c.Unexpected...)
	w.past.calls.add(c.Calls...)
	trimWhileLoading(w)
	if err := w.late.apply(c); err != nil {
		return err
	}
	return w.faults.apply(c)
}
