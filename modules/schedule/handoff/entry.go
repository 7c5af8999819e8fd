package handoff

import (
	"fmt"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
	"github.com/uptrace/bun"
)

// desired is the state of a post that the worker is to have.
type desired string

const (
	present desired = "PRESENT"
	absent  desired = "ABSENT"
)

// entry is what the worker is to know of a post.
type entry struct {
	bun.BaseModel `bun:"table:schedule_cloud_jobs,alias:entry"`

	PostID    wireid.ID `bun:",pk"`
	AccountID wireid.ID
	Desired   desired `bun:"wish"`
	// SinceRev is the last revision of earlier lives of the post; Rev the last one that was given
	// out, with Epoch.
	SinceRev, Rev, Epoch int64
	// MayBeDelivered says that the worker may have the post.
	MayBeDelivered bool `bun:"is_exposed"`
	ConfirmedRev   *int64
	TokenMark      string
	PutKeys        string
	Proposal       *string
	ProposalRev    *int64
	// NextAttemptAt is nil when the worker has what it is to have.
	NextAttemptAt *wiretime.Time
	Attempts      int
	LastCode      string
	LastError     string
	// Changes counts what happened to the entry beside the attempts.
	Changes  int64
	FencedAt *wiretime.Time
}

// isProposed reports whether a revision of the worker's is the one of the edit under way.
func (row *entry) isProposed(rev int64) bool {
	return row.ProposalRev != nil && *row.ProposalRev == rev
}

// isUnchanged reports whether the stored entry still has this one's revision and desired state.
func (row *entry) isUnchanged(stored *entry) bool {
	return stored != nil && stored.Rev == row.Rev && stored.Desired == row.Desired
}

// settle notes that the worker has what it is to have, unless that has changed meanwhile.
func (row *entry) settle(stored *entry) {
	stored.Attempts, stored.LastCode, stored.LastError = 0, "", ""
	stored.Proposal, stored.ProposalRev = nil, nil
	stored.FencedAt = nil // The worker answers again.
	if stored.Changes == row.Changes && stored.Desired == present {
		stored.NextAttemptAt = nil
	}
}

// hasEnded reports whether the worker refuses because an earlier life of the post has ended there:
// it never publishes this one.
func (row *entry) hasEnded(failed *cloud.WorkerError) bool {
	return failed != nil && failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil && failed.Job.Rev <= row.SinceRev
}

// mustResend reports whether what the worker has is not what it confirmed, and is to be sent again:
// an older revision, or one that a data folder that was put back does not know.
func (row *entry) mustResend(job cloud.JobState) bool {
	confirmed := value(row.ConfirmedRev)
	return job.Rev < confirmed || job.State == cloud.JobScheduled && job.Rev != confirmed
}

// isStale reports whether what the worker says is of an earlier life of the post, or of before a
// change that the worker has confirmed.
func (row *entry) isStale(job cloud.JobState) bool {
	return job.Rev <= row.SinceRev || row.ConfirmedRev != nil && job.Rev < *row.ConfirmedRev
}

// edit returns the edit under way.
func (row *entry) edit() (edit posts.Edit, err error) {
	if err = json.Unmarshal([]byte(*row.Proposal), &edit); err != nil {
		err = fmt.Errorf("read the edit under way: %w", err)
	}
	return edit, err
}

// waitsBeyond reports whether the entry waits longer than anything does.
func (row *entry) waitsBeyond(now time.Time) bool {
	return row.NextAttemptAt != nil && row.NextAttemptAt.Time().Sub(now) > longestWait
}

func value(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
