package cloud

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/wiretime"
)

const (
	// workerPatience is how long a worker that was just deployed is waited for. A new address may take longer.
	workerPatience = time.Minute
	workerPause    = 2 * time.Second
	// mostSilent is how many looks in a row may find nobody before the worker counts as not working: a machine that wakes up has
	// no network for a moment.
	mostSilent = 3
	// keptFresh is how old the stored copy of what the worker last said may be.
	keptFresh = 10 * time.Minute
)

// workerFacts is what the worker says of itself.
type workerFacts struct {
	Version            *string          `json:"version"`
	HasEncryptionKey   bool             `json:"hasEncryptionKey"`
	KeyCheckValue      *string          `json:"keyCheckValue"`
	LastCronRun        *wiretime.Time   `json:"lastCronRun"`
	ScheduledCount     int64            `json:"scheduledCount"`
	ActiveCount        int64            `json:"activeCount"`
	CompletedCount     int64            `json:"completedCount"`
	FailedCount        int64            `json:"failedCount"`
	RepostConfigCount  int64            `json:"repostConfigCount"`
	PendingRepostCount int64            `json:"pendingRepostCount"`
	Fence              int64            `json:"fence"`
	HighestRev         int64            `json:"highestRev"`
	Schema             int64            `json:"schema"`
	SchemaBy           string           `json:"schemaBy"`
	RecentJobs         []map[string]any `json:"recentJobs"`
	Timestamp          wiretime.Time    `json:"timestamp"`
	Usage              struct {
		Days []UsageDay `json:"days"`
	} `json:"usage"`
}

func (f *workerFacts) flaw() string {
	if f.Version == nil || f.Timestamp.IsZero() {
		return "it does not say which worker it is"
	}
	return ""
}

// facts asks the worker for what it says of itself, and remembers that. Its error is a *WorkerError.
func (s *Stack) facts(ctx context.Context) (workerFacts, error) {
	var got workerFacts
	if err := s.ask(ctx, workerCall{op: "read its diagnostics", method: http.MethodGet, path: "/v1/diagnostics"}, &got); err != nil {
		return workerFacts{}, err
	}
	s.mu.Lock()
	s.last = &got
	s.mu.Unlock()
	st := s.get()
	if at := st.row.ReachedAt; at != nil && s.Clock.Now().Sub(at.Time()) < keptFresh {
		return got, nil
	}
	if err := s.keep(ctx, got); err != nil {
		s.Log.Error("cloud: what the worker says could not be stored", "error", err)
	}
	return got, nil
}

// keep stores what the worker said.
func (s *Stack) keep(ctx context.Context, got workerFacts) error {
	text, err := json.Marshal(got)
	if err != nil {
		return err
	}
	_, err = s.update(ctx, func(row *storedWorker) {
		now := s.now()
		row.Diagnostics, row.ReachedAt = string(text), &now
	})
	return err
}

// lastFacts returns what the worker last said, and false when it never did.
func (s *Stack) lastFacts() (workerFacts, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.last != nil {
		return *s.last, true
	}
	var kept workerFacts
	if s.state.row.Diagnostics == "" || json.Unmarshal([]byte(s.state.row.Diagnostics), &kept) != nil {
		return workerFacts{}, false
	}
	return kept, true
}

// check finds out whether the worker that answers is the one that was deployed. The error is what a client is told.
func (s *Stack) check(ctx context.Context) error {
	got, err := s.facts(ctx)
	if err != nil {
		return told(err)
	}
	st := s.get()
	switch {
	case got.KeyCheckValue == nil || *got.KeyCheckValue != st.keyCheck():
		return apperror.New(apperror.EncryptionKeyMismatch, "the cloud worker has another encryption key than Crier, so that it cannot open what it is sent; deploy it again (crier cloud deploy)")
	case *got.Version != st.row.DeployedVersion:
		return apperror.New(apperror.WorkerDeployFailed, "another version of the cloud worker answers (%s) than the one that was deployed (%s); deploy it again (crier cloud deploy)",
			printable(*got.Version, ""), st.row.DeployedVersion)
	}
	if !s.copies.isGreeted() && s.copies.refusal("") == nil {
		if err := s.copies.greet(ctx); err != nil {
			return told(err)
		}
	}
	return s.raise(ctx, got.Fence)
}

// isSilence reports that nobody answered, or that the answer says nothing about the worker itself.
func isSilence(err error) bool {
	e := AsWorkerError(err)
	return e != nil && e.told == "" && (e.NotSent || e.Unsure)
}

// awaitAnswer waits for the worker that was uploaded. For a while the one before, or nobody, may answer.
func (u *setup) awaitAnswer(ctx context.Context) (string, bool, error) {
	end := u.Clock.Now().Add(workerPatience)
	for {
		err := u.check(ctx)
		if err == nil {
			return "The worker answers, and has the right key.", false, u.verified(ctx)
		}
		if ctx.Err() != nil || !u.Clock.Now().Before(end) {
			return "", false, u.unverified(context.WithoutCancel(ctx), notYet(err))
		}
		if clock.Sleep(ctx, u.Clock, workerPause) != nil {
			return "", false, u.unverified(context.WithoutCancel(ctx), notYet(err))
		}
	}
}

// notYet tells of patience where that may help.
func notYet(err error) error {
	if !isSilence(err) {
		return err
	}
	return apperror.Wrap(apperror.WorkerUnreachable, err,
		"%s; a new address takes a few minutes until it is known everywhere: Crier goes on looking (crier cloud status)", sentence(err))
}

// verified stores that the whole works.
func (s *Stack) verified(ctx context.Context) error {
	_, err := s.update(ctx, func(row *storedWorker) {
		now := s.now()
		row.IsVerified, row.VerifiedAt, row.ProblemCode, row.Problem = true, &now, "", ""
	})
	return err
}

// unverified stores that the whole does not work, and returns why.
func (s *Stack) unverified(ctx context.Context, why error) error {
	_, err := s.update(ctx, func(row *storedWorker) {
		row.IsVerified, row.ProblemCode, row.Problem = false, apperror.CodeOf(why), sentence(why)
	})
	if err != nil {
		return err
	}
	return why
}

// Verify finds out whether the token, the bucket and the worker work, and stores that. It changes nothing at Cloudflare.
func (s *Stack) Verify(ctx context.Context) error {
	release, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	st := s.get()
	if st.row.ClaimedAt == nil {
		return errNotSetUp(s.Refusal)
	}
	if err := s.checkAll(ctx, st); err != nil {
		return s.unverified(context.WithoutCancel(ctx), err)
	}
	return s.verified(ctx)
}

func (s *Stack) checkAll(ctx context.Context, st state) error {
	if err := s.checkToken(ctx, st); err != nil {
		return err
	}
	if err := s.Buckets.Check(ctx); err != nil {
		return err
	}
	return s.check(ctx)
}

func (s *Stack) checkToken(ctx context.Context, st state) error {
	if _, err := s.account(st); err != nil {
		return err
	}
	_, err := s.verifyToken(ctx, st.token, st.row.AccountID)
	return err
}

// look is what Verify is from time to time: what may pass by itself changes nothing at first, and the bucket is left alone.
func (s *Stack) look(ctx context.Context) error {
	release, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	st := s.get()
	err = s.check(ctx)
	if err == nil {
		// Without Cloudflare's API the worker works all the same; without a token that it accepts nobody could stop it.
		if err = s.checkToken(ctx, st); isPassing(err) {
			err = nil
		}
	}
	silent := s.looked(apperror.CodeOf(err) == apperror.WorkerUnreachable)
	if err == nil {
		return s.verified(ctx)
	}
	if silent > 0 && silent < mostSilent && st.row.IsVerified {
		return nil
	}
	if st.row.IsVerified {
		s.Log.Warn("cloud: the worker is not used for new posts until it works again", "error", err)
	}
	if why := s.unverified(ctx, err); apperror.From(why) == nil {
		return why
	}
	return nil
}

// looked notes a look, and returns how many in a row have found nobody.
func (s *Stack) looked(nobody bool) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lookedAt = s.Clock.Now()
	if !nobody {
		s.silent = 0
		return 0
	}
	s.silent++
	return s.silent
}

// lastLook returns when the worker was last looked at, the zero time for never.
func (s *Stack) lastLook() time.Time {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.lookedAt
}

// isPassing reports an error of Cloudflare's API that says nothing about the token.
func isPassing(err error) bool {
	return cloudflare.Is(err, cloudflare.Unreachable) || cloudflare.Is(err, cloudflare.RateLimited) || cloudflare.Is(err, cloudflare.NotCloudflare)
}
