package attempt

import (
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Channel is a way to make something visible.
type Channel string

// The channels.
const (
	// Feed is the publishing API: pictures, reels, carousels and stories without mentions.
	Feed Channel = "feed"
	// Story is the network's own app API: stories with mentions.
	Story Channel = "story"
	// Page is the share to the linked Page.
	Page Channel = "page"
)

// Verdict is what became of an attempt, as far as it is known.
type Verdict string

// The verdicts.
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
	// Ref is the network's reference of the prepared post; empty when there is none before the
	// call.
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
	// AnsweredAt is when the answer came, and Answer what it said. Where the answer was lost,
	// Answer is nil; then AnsweredAt is when a call ended that takes as long as its file needs, and
	// nil of any other.
	AnsweredAt *wiretime.Time
	Answer     *string
	Verdict    Verdict
	// MediaID is the item of the attempt, nil while it is unknown.
	MediaID *string
	How     *How
	// Evidence says in words why the verdict holds.
	Evidence  *string
	DecidedAt *wiretime.Time
	// AskedMs is for how long Crier asked a reachable network about the attempt, in milliseconds.
	AskedMs int64

	// IsUnreadable says that the row is not as Crier writes it. Then only Seq and what stands in
	// columns that cannot be read wrongly is known: the channel, the verdict, SentAt, RanMs and
	// AskedMs.
	IsUnreadable bool `bun:"-"`
}

// IsOpen reports whether nobody knows whether the call took effect.
func (a Attempt) IsOpen() bool { return a.Verdict == Open }

// IsAnswered reports whether the call got an answer, whatever it said.
func (a Attempt) IsAnswered() bool { return a.AnsweredAt != nil && a.Answer != nil }
