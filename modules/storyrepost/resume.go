package storyrepost

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// busyRecords are the records that this process works on. A record that is PROCESSING in the
// database and not among them belonged to a process that died.
type busyRecords struct {
	mu  sync.Mutex
	ids map[wireid.ID]bool
}

func newBusyRecords() *busyRecords { return &busyRecords{ids: make(map[wireid.ID]bool)} }

// take marks the record as busy until leave is called, and reports false when it is busy already.
func (w *busyRecords) take(id wireid.ID) (leave func(), ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ids[id] {
		return nil, false
	}
	w.ids[id] = true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.ids, id)
	}, true
}

// Resume follows the posts, and resumes what waits for a video or was
// interrupted after the download.
func (s *reposter) Resume(ctx context.Context) error {
	if err := s.putBack(ctx); err != nil {
		return err
	}
	left, err := selectUnposted(ctx, s.db)
	if err != nil {
		return fmt.Errorf("resume reposts: %w", err)
	}
	var errs []error
	for _, r := range left {
		if r.MediaFileID != nil {
			errs = append(errs, s.resume(ctx, r.ID, r.SocialAccountID))
		}
	}
	return errors.Join(append(errs, s.records.Follow(ctx))...)
}

// resume continues with a record whose file is stored already, without a call to the network.
func (s *reposter) resume(ctx context.Context, id, account wireid.ID) error {
	config, err := s.configs.orDefault(ctx, account)
	if err != nil {
		return err
	}
	err = s.carryOn(ctx, id, task{caller: s.network.atOnce(account), config: config, isResumed: true})
	if isExplained(err) {
		return nil
	}
	return err
}

// putBack makes records that were interrupted before they had a file wait again as before.
func (s *reposter) putBack(ctx context.Context) error {
	left, err := selectUnposted(ctx, s.db)
	if err != nil {
		return fmt.Errorf("find interrupted reposts: %w", err)
	}
	for i := range left {
		leave, free := s.busy.take(left[i].ID)
		if !free || left[i].MediaFileID != nil {
			if free {
				leave()
			}
			continue
		}
		to := Detected
		if left[i].IsAutomatic {
			to = Pending
		}
		err := s.records.move(ctx, &left[i], to, func(u *bun.UpdateQuery) { u.Where("media_file_id IS NULL").Set("reason = ?", "interrupted") })
		leave()
		if err != nil {
			return err
		}
	}
	return nil
}
