package cloud

import (
	"context"
	"errors"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/objectstore"
	"crier/platform/objectstore/workerstore"
	"crier/platform/publicurl"
	"crier/platform/wiretime"
)

// mediaEvery is how often the store of files is checked in the background.
const mediaEvery = 24 * time.Hour

// undatedNeed is for how long after now a post may need a file at the worker whose key names no
// month: the worker deletes such a file a week after it came.
const undatedNeed = 3 * 24 * time.Hour

// mediaHost is the worker as the place from which the network fetches files. What is configured by
// hand comes first: a bucket, unless the user wants the worker.
type mediaHost struct {
	stack   *stack
	buckets *Buckets
	options workerstore.Options

	// mu protects store, which is nil while the worker is not known to serve files.
	mu    sync.Mutex
	store *workerstore.Store
}

// refresh makes what is stored about the worker take effect.
func (m *mediaHost) refresh() {
	st := m.stack.get()
	m.mu.Lock()
	if m.store = m.keep(st); st.row.MediaCheckedAt == nil {
		m.store = nil
	}
	store := m.store
	m.mu.Unlock()
	m.buckets.serveFrom(store, st.row.IsMediaWanted)
}

// keep returns the store of the worker, which is the same for as long as the worker is, and nil
// when the worker cannot be asked.
func (m *mediaHost) keep(st state) *workerstore.Store {
	if m.stack.refusal != "" || st.usable() != nil {
		return nil
	}
	to := st.target()
	wanted := workerstore.Target{URL: to.url, Key: to.key}
	if m.store != nil && m.store.Target() == wanted {
		return m.store
	}
	options := m.options
	options.Public = m.buckets.Public
	store, err := workerstore.New(wanted, options)
	if err != nil {
		m.stack.log.Error("cloud: the worker cannot keep files", "error", err)
		return nil
	}
	return store
}

// serves reports whether the network fetches files from the worker.
func (m *mediaHost) serves() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.store != nil && m.buckets.Objects.Target() == objectstore.Store(m.store)
}

// hasPlace reports whether there is a place from which the network fetches files: a bucket, or the
// worker.
func (m *mediaHost) hasPlace() bool { return m.buckets.inUse() != nil || m.serves() }

// base returns the beginning of the addresses of files at the worker, and an empty text while it
// serves none.
func (m *mediaHost) base() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.store == nil {
		return ""
	}
	return m.store.Base()
}

// check finds out whether the place from which the network fetches works. Where it is the worker,
// or there is none, that is stored.
func (m *mediaHost) check(ctx context.Context) error {
	if m.buckets.inUse() != nil && !m.stack.get().row.IsMediaWanted {
		return m.buckets.Check(ctx)
	}
	return m.prove(ctx)
}

// MediaCheck is what came of a test of the place from which the network fetches files.
type MediaCheck struct {
	From  string           `json:"from"  enum:"worker,bucket" doc:"Which place was tested." example:"worker"`
	Steps []MediaCheckStep `json:"steps" doc:"The steps in their order; after the one that failed, none was tried."`
	Works bool             `json:"works" doc:"Whether all of them went well." example:"true"`
}

// MediaCheckStep is a step of a MediaCheck.
type MediaCheckStep struct {
	Name  string  `json:"name"  enum:"put,fetch,delete" doc:"The step: a small file is put there, fetched from its public address, and deleted." example:"fetch"`
	State string  `json:"state" enum:"DONE,FAILED,PENDING" doc:"What came of it." example:"DONE"`
	Text  *string `json:"text"  doc:"Why it failed, and what helps; null otherwise."`
}

// Test is check with what came of each step. An error says that nothing could be tested.
func (m *mediaHost) Test(ctx context.Context) (MediaCheck, error) {
	release, err := m.stack.take(ctx)
	if err != nil {
		return MediaCheck{}, err
	}
	defer release()
	done := MediaCheck{From: "worker", Steps: []MediaCheckStep{}}
	if m.buckets.inUse() != nil && !m.stack.get().row.IsMediaWanted {
		done.From = "bucket"
	}
	err = m.check(ctx)
	failed, isFailed := errors.AsType[*objectstore.CheckError](err)
	if err != nil && !isFailed {
		return MediaCheck{}, err
	}
	done.Works = err == nil
	state := StepDone
	for _, name := range []objectstore.Step{objectstore.StepPut, objectstore.StepFetch, objectstore.StepDelete} {
		step := MediaCheckStep{Name: string(name), State: string(state)}
		if isFailed && failed.Step == name {
			step.State, step.Text = string(StepFailed), new(failed.Error())
			state = StepPending
		}
		done.Steps = append(done.Steps, step)
	}
	return done, nil
}

// prove puts a small file, fetches it from its public address as the network would, and deletes it.
func (m *mediaHost) prove(ctx context.Context) error {
	m.mu.Lock()
	store := m.keep(m.stack.get())
	if m.store == nil {
		// It serves once it is proved; until then it is kept for its connections alone.
		defer func() {
			if store != nil && !m.isIn(store) {
				store.CloseIdleConnections()
			}
		}()
	}
	m.mu.Unlock()
	if store == nil {
		return errNotSetUp(m.stack.refusal)
	}
	if err := store.Check(ctx); err != nil {
		if failed, ok := errors.AsType[*objectstore.CheckError](err); ok {
			return apperror.Wrap(apperror.CloudError, err, "%s", failed.Error())
		}
		return err
	}
	if _, err := m.stack.update(ctx, func(row *storedWorker) { row.MediaCheckedAt = new(m.stack.now()) }); err != nil {
		return err
	}
	m.refresh()
	return nil
}

func (m *mediaHost) isIn(store *workerstore.Store) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.store == store
}

// checked returns the error of a failed check as clients see it: CLOUD_ERROR when it may pass by
// itself, BUCKET_NOT_CONFIGURED when the user has to correct something.
func checked(err error) error {
	failed, ok := errors.AsType[*objectstore.CheckError](err)
	if !ok {
		return err
	}
	code := apperror.BucketNotConfigured
	store, isStore := errors.AsType[*objectstore.Error](err)
	address, isAddress := errors.AsType[*publicurl.Error](err)
	if isStore && store.IsTransient() || isAddress && !address.Permanent && address.Unwrap() != nil {
		code = apperror.CloudError
	}
	return apperror.Wrap(code, err, "%s", failed.Error())
}

// look is check in the background, once a day; a worker that was never found to serve files, and is
// needed for it, is tried at each look. It returns an error when the store refuses. An address that
// does not work from here proves nothing, because the network fetches from elsewhere.
func (m *mediaHost) look(ctx context.Context) error {
	checkedAt := m.stack.get().row.MediaCheckedAt
	if c := m.buckets.inUse(); c != nil && !m.stack.get().row.IsMediaWanted {
		checkedAt = c.checkedAt
		if checkedAt == nil {
			checkedAt = new(wiretime.Time)
		}
	}
	if checkedAt != nil && waits(m.stack.clock.Now(), checkedAt.Time().Add(mediaEvery), mediaEvery) {
		return nil
	}
	err := m.check(ctx)
	if store, isStore := errors.AsType[*objectstore.Error](err); isStore && !store.IsTransient() {
		return err
	}
	return nil
}

// leave gives up what is public at the worker, before the worker is deleted with all its files. It
// returns INVALID_STATUS while a post needs one.
func (m *mediaHost) leave(ctx context.Context) error {
	if !m.serves() {
		return nil
	}
	return m.buckets.Objects.Leave(ctx)
}

// keepUntil reports whether the worker keeps objects as long as a post needs them that is due then:
// nil, or ErrEndsEarlier.
func (m *mediaHost) keepUntil(keys []string, due time.Time) error {
	needed := due.AddDate(0, 0, spareDays)
	for _, key := range keys {
		end := m.stack.clock.Now().Add(undatedNeed)
		if month, isDated := objectstore.DueMonth(key); isDated {
			end = objectstore.EndOf(month)
		}
		if !end.After(needed) {
			return ErrEndsEarlier
		}
	}
	return nil
}

// MediaRequest is the body of PUT /api/cloud/media.
type MediaRequest struct {
	From string `json:"from" enum:"worker,bucket" doc:"From where the network fetches the files of posts." example:"worker"`
}

// Move has the network fetch files from the worker, or from the bucket that is set, after that was
// found to work. Posts that wait at the worker are sent again with the new addresses of their files
// (crier cloud sync does it at once); the files stay in the former place as long as a post needs
// them.
func (m *mediaHost) Move(ctx context.Context, in MediaRequest) error {
	release, err := m.stack.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	isWanted := in.From == "worker"
	switch {
	case m.stack.get().row.ClaimedAt == nil:
		return errNotSetUp(m.stack.refusal)
	case m.buckets.Fixed != nil && isWanted:
		return errFixed()
	case isWanted:
		err = m.prove(ctx)
	default:
		err = m.buckets.Check(ctx)
	}
	if err != nil {
		return err
	}
	_, err = m.stack.update(ctx, func(row *storedWorker) { row.IsMediaWanted = isWanted && m.buckets.inUse() != nil })
	m.refresh()
	return err
}

// MediaStatus is from where the network fetches files, and what the worker has of them.
type MediaStatus struct {
	From      *string        `json:"from"      enum:"worker,bucket" nullable:"true" doc:"From where the network fetches the files of posts; null while there is no place." example:"worker"`
	CheckedAt *wiretime.Time `json:"checkedAt" doc:"When the worker was last found to serve files; null when it never was."`
	Files     int64          `json:"files"     doc:"How many files the worker has, as of usageReadAt." example:"12"`
	Bytes     int64          `json:"bytes"     doc:"How many bytes they have." example:"48000000"`
	MaxBytes  int64          `json:"maxBytes"  doc:"How many they may have; 0 while the worker has not said." example:"4800000000"`
}

func (m *mediaHost) status(last workerFacts) MediaStatus {
	s := MediaStatus{CheckedAt: m.stack.get().row.MediaCheckedAt, Files: last.Media.Files, Bytes: last.Media.Bytes, MaxBytes: last.Media.Most}
	switch {
	case m.serves():
		s.From = new("worker")
	case m.buckets.inUse() != nil:
		s.From = new("bucket")
	}
	return s
}
