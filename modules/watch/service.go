package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/datadir"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// patience is how long somebody who names a folder waits for its disk.
	patience = 10 * time.Second
	// stuck is how long a step takes at which the disk of a folder is said not to answer.
	stuck = 10 * time.Minute
)

// service watches the folders.
type service struct {
	taker

	accounts *auth.Service
	data     string
	list     func(ctx context.Context, path string) (listed, error)

	base    context.Context
	end     context.CancelFunc
	running sync.WaitGroup

	mu sync.Mutex
	// watchers are those of the accounts with a folder that has been looked at.
	watchers map[wireid.ID]*watcher
}

func newService(t taker, accounts *auth.Service, dir *datadir.Dir) *service {
	s := &service{taker: t, accounts: accounts, data: dir.Path(), list: list, watchers: map[wireid.ID]*watcher{}}
	s.room = func() (int64, error) { return datadir.Room(dir.Path()) }
	s.base, s.end = context.WithCancel(context.Background())
	return s
}

// stop ends the looks. It waits for them, though not for a disk that does not answer.
func (s *service) stop(ctx context.Context) error {
	s.end()
	ctx, cancel := clock.Part(ctx, 3)
	defer cancel()
	ended := make(chan struct{})
	go func() {
		s.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
		s.log.Warn("watch: a folder does not answer, and is left")
	}
	return nil
}

// folders returns the folders of the accounts of this network mode, with the names of those.
func (s *service) folders(ctx context.Context) (all []folder, names map[wireid.ID]string, err error) {
	if all, err = selectFolders(ctx, s.db); err != nil || len(all) == 0 {
		return nil, nil, err
	}
	accounts, err := s.accounts.Accounts(ctx)
	if err != nil {
		return nil, nil, err
	}
	names = make(map[wireid.ID]string, len(accounts))
	for i := range accounts {
		names[accounts[i].ID] = accounts[i].Username
	}
	return slices.DeleteFunc(all, func(f folder) bool { return names[f.AccountID] == "" }), names, nil
}

// Look begins a look at each folder that is not being looked at.
func (s *service) Look(ctx context.Context) error {
	all, _, err := s.folders(ctx)
	if err != nil {
		return fmt.Errorf("read which folders are watched: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	former := maps.Clone(s.watchers)
	for _, f := range all {
		delete(former, f.AccountID)
		s.begin(f)
	}
	for account, w := range former {
		w.end()
		delete(s.watchers, account)
	}
	return nil
}

// begin begins a look at the folder, unless there is one. It is called with the lock.
func (s *service) begin(f folder) {
	w := s.watchers[f.AccountID]
	if w == nil || w.folder.Path != f.Path || w.folder.Timezone != f.Timezone {
		if w != nil {
			w.end()
		}
		w = &watcher{service: s, folder: f, stamps: map[string]stamp{}}
		w.base, w.end = context.WithCancel(s.base)
		s.watchers[f.AccountID] = w
	}
	if w.isLooking || s.base.Err() != nil {
		return
	}
	w.isLooking = true
	s.running.Go(func() {
		w.run(w.base)
		s.mu.Lock()
		w.isLooking = false
		s.mu.Unlock()
	})
}

// set has the folder watched for the account, in place of another one.
func (s *service) set(ctx context.Context, account wireid.ID, want WatchSettings) (WatchedFolder, error) {
	if _, err := s.accounts.Account(ctx, s.db, account); err != nil {
		return WatchedFolder{}, err
	}
	if _, err := posts.Zone(want.Timezone); err != nil {
		return WatchedFolder{}, err
	}
	f := folder{AccountID: account, Timezone: want.Timezone, SetAt: wiretime.Of(s.clock.Now())}
	var found listed
	err := s.patiently(ctx, func() (err error) {
		if f.Path, err = s.choose(want.Path); err != nil {
			return err
		}
		if found, err = s.list(ctx, f.Path); err != nil {
			return invalid("%s cannot be watched: %s", f.Path, plainly(err))
		}
		return nil
	})
	if err != nil {
		return WatchedFolder{}, err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := putFolder(ctx, tx, f); err != nil || !want.OnlyNew {
			return err
		}
		return leaveNames(ctx, tx, account, found.files)
	})
	if err != nil {
		return WatchedFolder{}, err
	}
	s.mu.Lock()
	if w := s.watchers[account]; w != nil {
		w.end()
		delete(s.watchers, account)
	}
	s.begin(f)
	s.mu.Unlock()
	return s.one(ctx, account)
}

// remove ends the watching of the account's folder.
func (s *service) remove(ctx context.Context, account wireid.ID) error {
	var was bool
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		was, err = deleteFolder(ctx, tx, account)
		return err
	})
	if err == nil && !was {
		err = apperror.New(apperror.NotFound, "no folder is watched for the account %s", account).InPlain("no folder is watched for this account")
	}
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.watchers[account]; w != nil {
		w.end()
		delete(s.watchers, account)
	}
	return nil
}

func invalid(format string, args ...any) error {
	return apperror.New(apperror.ValidationError, format, args...)
}

// choose returns the folder that somebody has named, once it is known to be one to watch.
func (s *service) choose(path string) (string, error) {
	path = datadir.Spelled(filepath.Clean(strings.TrimSpace(path)))
	switch {
	case !filepath.IsAbs(path):
		return "", invalid("write the whole path of the folder, from the beginning of the disk on")
	case filepath.Dir(path) == path:
		return "", invalid("%s is a whole disk; name a folder on it", path)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", invalid("the folder %s is not there; make it, or connect its disk", path)
	case err != nil:
		return "", invalid("%s cannot be watched: %s", path, plainly(err))
	case !info.IsDir():
		return "", invalid("%s is a file; name a folder", path)
	case datadir.Within(s.data, path):
		return "", invalid("%s is in the data folder, which is Crier's own; name a folder outside of it", path)
	}
	return path, nil
}

// patiently does what asks a disk, and does not wait for one that does not answer.
func (s *service) patiently(ctx context.Context, do func() error) error {
	timer := s.clock.NewTimer(patience)
	defer timer.Stop()
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return invalid("its disk does not answer; look whether it is connected, and try again")
	}
}
