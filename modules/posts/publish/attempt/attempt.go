package attempt

import (
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Channel is the way by which something becomes visible.
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

// Verdict is what is known about an attempt.
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
	// Told is by the answer to the call.
	Told How = "told"
	// Read is from an item that names the attempt's reference.
	Read How = "read"
	// Found is by matching: no other item can be it.
	Found How = "found"
)

// Attempt is one visible call.
type Attempt struct {
	bun.BaseModel `bun:"table:attempts,alias:attempt"`

	Seq       int64     `bun:",pk,autoincrement"`
	PostID    wireid.ID `bun:"post_id"`
	AccountID wireid.ID
	Channel   Channel
	// Ref is the network's name of what was to become visible; empty where it has none before the call.
	Ref string
	// Look is what makes posts look alike, as a hash.
	Look string
	// SeenBefore are the ids of the items of this look that were visible before the call.
	SeenBefore IDs
	SentAt     wiretime.Time
	// NetSentAt is SentAt by the network's clock; nil when that was not known.
	NetSentAt *wiretime.Time
	// RanMs is for how long Crier had run by then, in milliseconds.
	RanMs int64
	// AnsweredAt and Answer are nil when no answer came.
	AnsweredAt *wiretime.Time
	Answer     *string
	Verdict    Verdict
	// MediaID is the item that the attempt became, nil as long as that is not known.
	MediaID *string
	How     *How
	// Evidence says in words what the verdict rests on.
	Evidence  *string
	DecidedAt *wiretime.Time
	// AskedMs is for how long the network was asked about it and could be reached, in milliseconds.
	AskedMs int64
}

// IsOpen reports whether nobody knows whether the call took effect.
func (a Attempt) IsOpen() bool { return a.Verdict == Open }

// IsAnswered reports whether an answer to the call came, whatever it said.
func (a Attempt) IsAnswered() bool { return a.AnsweredAt != nil }
