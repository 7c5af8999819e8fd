// Package attempt is the ledger of attempts: one row for each call that makes something visible at
// the network.
//
// A row is on disk before its call is sent. Whatever happens to the process, the machine or the
// answer, Crier knows afterwards that the call may have taken effect. Only then does the Ledger
// give the permission to make the call (package intent), and the clients of the networks make no
// call without it. A row is never deleted, not even with its post, and what it says about the call
// never changes. Only the verdict is added:
//
//	open        nobody knows whether the call took effect; the network is asked
//	live        it took effect; MediaID is the item, nil while the item is uncertain
//	absent      it certainly took no effect; a new attempt may send the same reference again
//	given up    nobody can find out any more: the account's list has passed beyond the call
//
// How says how the item is known: from the answer to the call, from an item that names the
// reference, or by matching (package match), which is the weakest. Seq is the order of the
// attempts, because instants change when a clock is set.
package attempt

import (
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Channel is a way to make something visible.
type Channel string

const (
	// Feed is the publishing API: pictures, reels, carousels and stories without mentions.
	Feed Channel = "feed"
	// Story is the network's own app API: stories with mentions.
	Story Channel = "story"
	// Page is the share to the linked Page.
	Page Channel = "page"
	// Comment is the first comment below the post.
	Comment Channel = "comment"
)

// Verdict is what became of an attempt, as far as it is known.
type Verdict string

const (
	Open    Verdict = "open"
	Live    Verdict = "live"
	Absent  Verdict = "absent"
	GivenUp Verdict = "given up"
)

// How says how an attempt's item is known.
type How string

// The ways of knowing an item, the strongest first.
const (
	// ByAnswer: the answer to the call named the item.
	ByAnswer How = "told"
	// Read: the item names the attempt's reference.
	Read How = "read"
	// Found: matching left no other item.
	Found How = "found"
)

// Attempt is one visible call.
type Attempt struct {
	bun.BaseModel `bun:"table:attempts,alias:attempt"`

	Seq       int64     `bun:",pk,autoincrement"`
	PostID    wireid.ID `bun:"post_id"`
	AccountID wireid.ID
	Channel   Channel
	// Ref is the network's reference of the prepared post, and of a comment the media that it is
	// below; empty when there is none before the call.
	Ref string
	// Look is what makes posts look alike, as a hash.
	Look string
	// SeenBefore are the ids of the items of this look that were visible before the call.
	SeenBefore IDs
	SentAt     wiretime.Time
	// NetSentAt is SentAt by the network's clock; nil when that was not known.
	NetSentAt *wiretime.Time
	// RanMs is for how long Crier had run when the call was sent, in milliseconds.
	RanMs int64
	// AnsweredAt is when the answer came, and Answer what it said. Answer is nil when the answer
	// was lost. Then AnsweredAt is the end of the call if the call takes as long as its file needs,
	// and nil for any other call.
	AnsweredAt *wiretime.Time
	Answer     *string
	// IsLimited says that the network refused the call for a limit, whose end the post waits for.
	IsLimited bool
	Verdict   Verdict
	// MediaID is the item of the attempt, nil while it is unknown.
	MediaID *string
	How     *How
	// Evidence says in words why the verdict holds.
	Evidence  *string
	DecidedAt *wiretime.Time
	// AskedMs is for how long Crier asked a reachable network about the attempt, in milliseconds.
	AskedMs int64

	// IsUnreadable says that the row is not as Crier writes it. Then only Seq is known, and the
	// columns that cannot be misread: the channel, the verdict, SentAt, RanMs and AskedMs.
	IsUnreadable bool `bun:"-"`
}

// Asked returns for how long Crier has asked a reachable network about the attempt.
func (a Attempt) Asked() time.Duration { return time.Duration(a.AskedMs) * time.Millisecond }

// IsOpen reports whether nobody knows whether the call took effect.
func (a Attempt) IsOpen() bool { return a.Verdict == Open }

// IsAnswered reports whether the call got an answer, whatever it said.
func (a Attempt) IsAnswered() bool { return a.AnsweredAt != nil && a.Answer != nil }
