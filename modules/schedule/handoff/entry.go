package handoff

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/objectstore"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
	"github.com/uptrace/bun"
)

// desired is the state of a post that the worker should have.
type desired string

const (
	present desired = "PRESENT"
	absent  desired = "ABSENT"
)

// entry is what the worker should know of a post.
type entry struct {
	bun.BaseModel `bun:"table:schedule_cloud_jobs,alias:entry"`

	PostID    wireid.ID `bun:",pk"`
	AccountID wireid.ID
	Desired   desired `bun:"wish"`
	// SinceRev is the last revision of earlier lives of the post. Rev is the last one that was
	// given out, with Epoch.
	SinceRev, Rev, Epoch int64
	// MayBeDelivered says that the worker may have the post.
	MayBeDelivered bool `bun:"is_exposed"`
	// CarriesComment says that a job was sent that has the post's first comment.
	CarriesComment bool
	ConfirmedRev   *int64
	TokenMark      string
	// PutKeys are the keys of the files that were put into the bucket for the post. FormerKeys are
	// those before, which the worker may have until it confirms the post with PutKeys.
	PutKeys, FormerKeys string
	// PutBase is the address below which the objects of PutKeys are, empty when that is unknown.
	PutBase     string
	Proposal    *string
	ProposalRev *int64
	// NextAttemptAt is nil when the worker has what it should have.
	NextAttemptAt *wiretime.Time
	Attempts      int
	LastCode      string
	LastError     string
	// Changes counts the changes of the entry other than attempts.
	Changes  int64
	FencedAt *wiretime.Time
}

// isProposed reports whether a revision of the worker is that of the edit in progress.
func (row *entry) isProposed(rev int64) bool {
	return row.ProposalRev != nil && *row.ProposalRev == rev
}

// isUnchanged reports whether the stored entry still has this entry's revision and desired state.
func (row *entry) isUnchanged(stored *entry) bool {
	return stored != nil && stored.Rev == row.Rev && stored.Desired == row.Desired
}

// settle records that the worker has what it should have, unless that has changed meanwhile.
func (row *entry) settle(stored *entry) {
	stored.Attempts, stored.LastCode, stored.LastError = 0, "", ""
	stored.Proposal, stored.ProposalRev = nil, nil
	stored.FencedAt = nil // The worker answers again.
	if stored.Changes == row.Changes && stored.Desired == present {
		stored.NextAttemptAt = nil
	}
}

// hasPut reports whether the files of these keys were put into the bucket with this address.
func (row *entry) hasPut(keys, base string) bool {
	return keys != "" && keys == row.PutKeys && (row.PutBase == "" || row.PutBase == base)
}

// namesPut reports whether a job names the files of PutKeys, and no other ones.
func (row *entry) namesPut(job cloud.Job) bool {
	return slices.EqualFunc(job.Post.Items, strings.Fields(row.PutKeys), func(item cloud.JobItem, key string) bool {
		return objectstore.Leads(item.URL, key)
	})
}

// hasEnded reports whether the worker refuses because an earlier life of the post has ended there.
// It never publishes this one.
func (row *entry) hasEnded(failed *cloud.WorkerError) bool {
	return failed != nil && failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil && row.isEarlier(*failed.Job)
}

// isEarlier reports whether a job is an earlier life of the post, which says nothing about this
// one. A job that may be live is the post itself: a folder that was put back has forgotten it, and
// would publish the post a second time.
func (row *entry) isEarlier(job cloud.JobState) bool {
	mayBeLive := job.State == cloud.JobPublished || job.State == cloud.JobFailed && job.PublishIntentAt != nil
	return job.Rev <= row.SinceRev && !mayBeLive
}

// mustResend reports whether the worker has something else than it confirmed, so that the post is
// to be sent again: an older revision, or one that a restored data folder does not know.
func (row *entry) mustResend(job cloud.JobState) bool {
	confirmed := value(row.ConfirmedRev)
	return job.Rev < confirmed || job.State == cloud.JobScheduled && job.Rev != confirmed
}

// isStale reports whether the worker speaks of an earlier life of the post, or of the time before a
// change that it has confirmed.
func (row *entry) isStale(job cloud.JobState) bool {
	return row.isEarlier(job) || row.ConfirmedRev != nil && job.Rev < *row.ConfirmedRev
}

func (row *entry) edit() (edit posts.Edit, err error) {
	if err = json.Unmarshal([]byte(*row.Proposal), &edit); err != nil {
		err = fmt.Errorf("read the edit under way: %w", err)
	}
	return edit, err
}

// waitsBeyond reports whether the entry waits for longer than any wait can be.
func (row *entry) waitsBeyond(now time.Time) bool {
	return row.NextAttemptAt != nil && row.NextAttemptAt.Time().Sub(now) > longestWait
}

func value(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
