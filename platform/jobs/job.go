package jobs

import (
	"crypto/rand"
	"encoding/binary"
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Type says what a job does. A module names the types whose handlers it provides, with the words of
// contract 2.
type Type string

// Status is the state of a job.
type Status string

// The statuses of contract 3.
const (
	Pending    Status = "PENDING"
	Processing Status = "PROCESSING"
	Completed  Status = "COMPLETED"
	Failed     Status = "FAILED"
	Cancelled  Status = "CANCELLED"
)

// Wait is why a job waits. A module names those of its own jobs, and the table lists them all.
type Wait string

// The waits of jobs of any type. A job that was not put off has none.
const (
	NoWait Wait = ""
	// BackOff: an attempt has failed, and another follows.
	BackOff Wait = "BACK_OFF"
	// BrokenOff: the work did not come to an end, or could not begin.
	BrokenOff Wait = "BROKEN_OFF"
)

// Reason is why a job waits: Wait is what programs go by, Text is for people.
type Reason struct {
	Wait Wait
	Text string
}

// MaxAttempts is how many attempts a job has.
const MaxAttempts = 4

// ScheduledJob is a row of the local queue (contract 2).
type ScheduledJob struct {
	bun.BaseModel `bun:"table:scheduled_jobs,alias:job" json:"-"`

	ID               wireid.ID      `bun:",pk"              json:"id"`
	Type             Type           `json:"type"`
	Status           Status         `json:"status"`
	RunAt            wiretime.Time  `json:"runAt"`
	RepeatIntervalMs *int64         `json:"repeatIntervalMs"`
	RepeatKey        *string        `json:"repeatKey"`
	Attempts         int            `json:"attempts"`
	MaxAttempts      int            `json:"maxAttempts"`
	LastError        *string        `json:"lastError"`
	CreatedAt        wiretime.Time  `json:"createdAt"`
	UpdatedAt        wiretime.Time  `json:"updatedAt"`
	CompletedAt      *wiretime.Time `json:"completedAt"`

	// SubjectID is the id of what the job is about. A subject has at most one open job of a type.
	SubjectID wireid.ID `json:"-"`
	// Lane names an account or the like that must not have two jobs in work at once.
	Lane       string         `json:"-"`
	LeaseToken *string        `json:"-"`
	LeaseUntil *wiretime.Time `json:"-"`
	// Wait is why the job waits, or waited before it was claimed.
	Wait Wait `json:"-"`
	// NamedInstant says that the job waits for an instant that a user named, which stays the same
	// whatever the clock does.
	NamedInstant bool `json:"-"`
	// Interruptions counts how often in a row the process died, or the handler panicked, before the
	// work on the job got any further. A death counts only against a job that was alone in work.
	Interruptions int `json:"-"`
	// Suspicions counts how often in a row the process died while the job was among those in work,
	// before it got any further. A job with suspicions is a suspect, see suspects.
	Suspicions int `json:"-"`
	// CreatedBoot and CreatedElapsedMs are what the machine counted when the job was created, see
	// Age. CreatedBoot is empty for a job of a version that did not know them.
	CreatedBoot      string `json:"-"`
	CreatedElapsedMs int64  `json:"-"`
}

// LastAttempt reports whether the running attempt is the job's last one.
func (j ScheduledJob) LastAttempt() bool { return j.Attempts+1 >= j.MaxAttempts }

const (
	firstBackoff  = 15 * time.Second
	backoffGrowth = 4
	backoffJitter = 0.2
	// maxBackoffSteps keeps the growth within an hour, whatever the number of attempts.
	maxBackoffSteps = 4
)

// Backoff returns how long to wait after the given number of failed attempts, counted from 1: 15 s,
// 60 s, 240 s, each up to 20 % more or less.
func Backoff(failed int) time.Duration {
	return time.Duration(backoff(failed) * (1 + backoffJitter*(2*chance()-1)))
}

// chance returns a number from 0 up to 1. It comes from where ids come from, so that a test that
// seeds these knows it.
func chance() float64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // It never fails.
	const bits = 53
	return float64(binary.BigEndian.Uint64(b[:])>>(64-bits)) / (1 << bits)
}

// LeastBackoff returns the shortest wait that Backoff can return.
func LeastBackoff(failed int) time.Duration {
	return time.Duration(backoff(failed) * (1 - backoffJitter))
}

func backoff(failed int) float64 {
	d := float64(firstBackoff)
	for range min(failed-1, maxBackoffSteps) {
		d *= backoffGrowth
	}
	return d
}
