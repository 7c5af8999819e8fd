package watch

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"time"

	"crier/platform/clock"
	"crier/platform/datadir"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// settling is how long a file stays as it is before it is taken, and quickLooks how many looks
	// follow each other so soon while one is not.
	settling   = 5 * time.Second
	quickLooks = 12
	// whole is how often the names are read of a folder whose time is the same.
	whole = 30 * time.Minute
	// grain is how coarse the time of a folder may be.
	grain = 3 * time.Second
	// mostRest bounds the rest after a file.
	mostRest = 10 * time.Second
)

// stamp is how a file is, and since when it was seen so.
type stamp struct {
	size, modified int64
	since          time.Time
}

// watcher looks at one folder. Only its own goroutine, of which there is one at a time, changes it;
// what others see is said under the lock of the service.
type watcher struct {
	*service

	folder folder
	base   context.Context
	end    context.CancelFunc
	// isLooking says that there is a look.
	isLooking bool

	// stamps are the files about which nothing is known yet, unsettled how many of them may still
	// be written.
	stamps    map[string]stamp
	unsettled int
	// changed is the time of the folder at the last look that left nothing, looked when that was.
	changed, looked time.Time

	// said is what others see.
	said said
}

// said is how a look has found a folder.
type said struct {
	// at is when it was last looked at; zero before.
	at time.Time
	// step is when the present step began; zero when there is no look.
	step time.Time
	// problem says why nothing is taken; empty when all is well.
	problem string
	// left are the files that will be taken, waiting those that are being written.
	left, waiting int
	isCut         bool
}

func (w *watcher) say(change func(s *said)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.said)
}

// run looks at the folder, again while files settle there.
func (w *watcher) run(ctx context.Context) {
	for range quickLooks {
		var before, after said
		w.say(func(s *said) { s.step, before = w.clock.Now(), *s })
		did, err := w.look(ctx)
		// It runs from before the end of the look is said, by which others count time.
		again := w.clock.NewTimer(settling)
		w.say(func(s *said) {
			s.step, s.at = time.Time{}, w.clock.Now()
			after = *s
		})
		if err == nil && (did || after.problem != before.problem || after.waiting != before.waiting) {
			err = w.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return tell(ctx, tx, w.folder, wiretime.Of(after.at)) })
		}
		if err != nil && ctx.Err() == nil && !errors.Is(err, errUnwatched) {
			w.log.Error("watch: a folder could not be looked at", "folder", w.folder.Path, "error", err)
		}
		if err == nil && w.unsettled > 0 {
			select {
			case <-again.C:
				continue
			case <-ctx.Done():
			}
		}
		again.Stop()
		return
	}
}

// look takes what is new in the folder. did is false when there was nothing.
func (w *watcher) look(ctx context.Context) (did bool, err error) {
	now := w.clock.Now()
	isSame, err := w.isSame(now)
	if err == nil && isSame {
		return false, nil
	}
	w.looked, w.unsettled = time.Time{}, 0
	var found listed
	if err == nil {
		found, err = w.list(ctx, w.folder.Path)
	}
	if err != nil {
		if ctx.Err() == nil {
			w.say(func(s *said) { s.problem = plainly(err) })
		}
		return false, nil // The folder is waited for, and that is said.
	}
	names, err := selectNames(ctx, w.db, w.folder.AccountID)
	if err != nil {
		return false, err
	}
	if did, err = w.forget(ctx, found, names); err != nil {
		return did, err
	}
	work := w.sort(found, names, now)
	w.say(func(s *said) { s.left, s.waiting, s.isCut, s.problem = len(work), w.unsettled, found.isCut, "" })
	err = w.do(ctx, work, found)
	if errors.Is(err, errNoRoom) || errors.Is(err, errAway) {
		w.say(func(s *said) { s.problem = err.Error() })
		return did, nil
	}
	if err != nil {
		return true, err
	}
	if w.unsettled == 0 {
		w.changed, w.looked = found.changed, now
	}
	return did || len(work) > 0, nil
}

// isSame reports whether no name has come or gone since the last look that left nothing.
func (w *watcher) isSame(now time.Time) (bool, error) {
	info, err := os.Stat(w.folder.Path)
	if err != nil {
		return false, err
	}
	// A link may lead elsewhere by now.
	if datadir.Within(w.data, w.folder.Path) {
		return false, &unfit{why: "it leads into the data folder, which is Crier's own"}
	}
	since := now.Sub(w.looked)
	return !w.looked.IsZero() && info.ModTime().Equal(w.changed) && since >= 0 && since < whole && w.looked.Sub(w.changed) > grain, nil
}

// forget removes what was said of files that are gone. did is false when there were none.
func (w *watcher) forget(ctx context.Context, found listed, names map[string]known) (did bool, err error) {
	gone := maps.Clone(names)
	maps.DeleteFunc(gone, func(_ string, n known) bool { return n.Problem == "" })
	for _, e := range found.files {
		delete(gone, e.key())
	}
	if len(gone) == 0 || found.isCut {
		return false, nil
	}
	return true, w.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, n := range gone {
			if err := deleteName(ctx, tx, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// sort returns the files that are new, have changed or may be of use by now, and have settled.
func (w *watcher) sort(found listed, names map[string]known, now time.Time) (work []entry) {
	stamps := map[string]stamp{}
	// Of each picture whether it is to be taken: its draft has no caption yet.
	pictures := map[string]bool{}
	for _, e := range found.files {
		isFresh, hasPicture := pictures[stem(e.name)]
		isText := isCaption(e.name)
		if isText && !hasPicture {
			continue
		}
		if !isText {
			pictures[stem(e.name)] = isFresh
		}
		n, isKnown := names[e.key()]
		if isKnown && e.isAs(n) {
			if n.Problem != "" && n.Hash == "" || isText && isFresh {
				work = append(work, e)
			}
			continue
		}
		before, isSeen := w.stamps[e.name]
		// A clock that was set back begins again.
		if !isSeen || before.size != e.size || before.modified != e.modified || now.Before(before.since) {
			before = stamp{e.size, e.modified, now}
		}
		stamps[e.name] = before
		if now.Sub(before.since) >= settling {
			work = append(work, e)
			pictures[stem(e.name)] = isFresh || !isText
		} else {
			w.unsettled++
		}
	}
	w.stamps = stamps
	return work
}

// do takes the files, one after the other.
func (w *watcher) do(ctx context.Context, work []entry, found listed) (err error) {
	for i, e := range work {
		began, since := w.clock.Now(), clock.System().Now()
		w.say(func(s *said) { s.left, s.step = len(work)-i, began })
		if isCaption(e.name) {
			err = w.describe(ctx, e, found)
		} else {
			err = w.take(ctx, w.folder, e)
		}
		switch {
		case err == nil, errors.Is(err, fs.ErrNotExist):
		case errors.Is(err, errChanging):
			w.stamps[e.name] = stamp{since: began}
			w.unsettled++
		default:
			return err
		}
		// Half of the time, on the clock of the machine, is left to everything else.
		if err := clock.Sleep(ctx, clock.System(), min(clock.System().Now().Sub(since), mostRest)); err != nil {
			return err
		}
	}
	w.say(func(s *said) { s.left, s.waiting = 0, w.unsettled })
	return nil
}

// describe gives a caption to the drafts of the pictures with its name. One whose pictures were not
// taken stays new.
func (w *watcher) describe(ctx context.Context, e entry, found listed) error {
	var pictures []string
	for _, p := range found.files {
		if !isCaption(p.name) && stem(p.name) == stem(e.name) {
			pictures = append(pictures, p.key())
		}
	}
	of, err := selectDrafted(ctx, w.db, w.folder.AccountID, pictures)
	if err != nil || len(of) == 0 {
		return err
	}
	return w.caption(ctx, w.folder, e, of)
}
