// Package channel is what a way to make posts visible offers the engine. There are four: package
// feed, the network's publishing API; package story, its own app's API, for stories with mentions;
// package page, the share to the linked Page; package comment, the first comment below the post.
// Package publish describes what a further one takes.
package channel

import (
	"context"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/match"
	"crier/platform/intent"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Channel is one way to make a post visible. It is safe for concurrent use.
type Channel interface {
	Name() attempt.Channel
	Rules() Rules
	// Takes reports whether the post goes out by the channel, also when it has done so. A share is
	// no post of its own: its channel takes none.
	Takes(post posts.Post) bool
	// Look returns what makes posts look alike on the channel, and whether nobody makes an item of
	// that look by chance.
	Look(post posts.Post) (look string, isDistinct bool)
	// Owned returns which of the channel's items are known to be posts of ours, deleted ones too,
	// beside what the ledger says.
	Owned(ctx context.Context, db bun.IDB, ids []string) (map[string]bool, error)
	// At returns the channel at work on the post of a run. It asks the network nothing.
	At(run *Run) Work
}

// Work is a channel at work on one post.
type Work interface {
	Sender
	Reader
	// Identify finds the account, and what is needed to speak for it. It comes before all else. It
	// returns an apperror where the account is gone or must be connected again.
	Identify(ctx context.Context) error
}

// Sender makes a post visible. What its steps prepare they store on the post, so that a run that
// was interrupted goes on from there.
type Sender interface {
	// Check returns what prevents the publication, before anything is made.
	Check(ctx context.Context) error
	// Prepare does the steps that nobody sees, and returns the network's reference for them. It can
	// be repeated, and uses what exists already. The reference of a post is stored as its
	// SNContainerID, without which the table accepts no post in PUBLISHING; that of a share as
	// ShareObjectID.
	Prepare(ctx context.Context) (ref string, err error)
	// Await returns the reference once the network has processed what was prepared. It returns a
	// *Processing while that is not so, and ErrVisible when the reference turns out to be visible
	// already.
	Await(ctx context.Context) (ref string, err error)
	// Commit makes the one call that makes the reference visible. An id says that it is, even
	// beside an error.
	Commit(ctx context.Context, permission intent.Intent, ref string) (id string, err error)
	// Refused interprets an error of Commit. It reports false for an error that does not come from
	// the network.
	Refused(ctx context.Context, err error) (Refusal, bool)
	// ReadBack returns what the network shows of what is visible as id, and a *Processing while the
	// network still works on it.
	ReadBack(ctx context.Context, id string) (Shown, error)
}

// Reader finds out what became of an attempt. An error says that the network cannot be asked.
type Reader interface {
	// Status returns the network's status of an attempt's reference.
	Status(ctx context.Context, a attempt.Attempt) (Status, error)
	// Visible returns what the account shows that appeared since the instant, by the network's
	// clock.
	Visible(ctx context.Context, since time.Time) (Listing, error)
	// Recent returns what the account shows, or showed within the last second, that could be taken
	// for the item of a call that is sent now.
	Recent(ctx context.Context) (Listing, error)
	// Rivals returns what else may own items that look like the post, beside the channel's own
	// attempts.
	Rivals(ctx context.Context) ([]match.Attempt, error)
}

// Remover is a Work whose network deletes posts for programs.
type Remover interface {
	Work
	// Undeletable returns why the network does not delete posts of this account for programs; it is
	// empty when it does.
	Undeletable() string
	// Doubt reads the item that was found to be the post, and returns why it must not be deleted;
	// it is empty when the item still fits.
	Doubt(ctx context.Context, id string) string
	// Delete has the network delete an item.
	Delete(ctx context.Context, id string) error
}

// Rules describe how a channel's attempts behave.
type Rules struct {
	// AbsenceByList says that an account's list without the item proves that an attempt took no
	// effect. Without this rule the list proves that only for an attempt that was answered and has
	// a reference.
	AbsenceByList bool
	// The proof is valid from ListedWithin after the call, because lists lag, until ListedFor after
	// it.
	ListedWithin, ListedFor time.Duration
	// ListsOfPost says that a list has what belongs to the one post alone: an item of its look that
	// is held for another post's says that something is wrong.
	ListsOfPost bool
	// Slack is how far apart the two clocks may be when nobody has compared them.
	Slack time.Duration
	// KeepsReference says that a reference can be committed again without preparation.
	KeepsReference bool
	// ProvesToken says that a visible post proves that the account's token works.
	ProvesToken bool
	// ComparesClock says that the channel's calls compare this machine's clock with the network's.
	ComparesClock bool
	// NotYetFor is for how long a call that is answered with "not yet" is repeated, at first with
	// NotYetPause in between, later with longer pauses.
	NotYetFor, NotYetPause time.Duration
	// LimitedPause is how long to wait between questions about an attempt when the network wants
	// fewer of them.
	LimitedPause time.Duration
	// BacksOff says that the background search must ask the network less and less often.
	BacksOff bool
}

// State is what the network says of a reference.
type State int

const (
	// NoStatus: the network says nothing about references of this kind, so that only the account's
	// list decides.
	NoStatus State = iota
	// Working: the network works on the reference, or answers with a state that Crier does not
	// know.
	Working
	// Ready: the reference is not visible, and a further call would make it so.
	Ready
	// Dead: the reference is not visible, and no call makes it so any more.
	Dead
	// Visible: the reference is visible.
	Visible
	// Forgotten: the network does not know the reference, or not any more.
	Forgotten
)

// Status is what the network says of a reference, with its words.
type Status struct {
	State State
	Text  string
	// Item is what became visible, nil when the network does not name it.
	Item *Item
	// Failure is the post's failure for a dead reference.
	Failure failure.Failure
}

// Item is something that an account shows.
type Item struct {
	ID, Permalink string
	// Ref is the reference that it was made from, empty where the network does not name it.
	Ref string
	At  time.Time
	// IsAlike says that it looks like the post. IsPossible says that it could be the post if the
	// network had left something out, or somebody had changed it since: it is not taken for the
	// post, but it is no proof that the post is not there.
	IsAlike, IsPossible bool
}

// Listing is what an account shows.
type Listing struct {
	Items []Item
	// Since is the instant from which the list is complete; zero means it is complete.
	Since time.Time
}

// IDs are the ids of the items.
func (l Listing) IDs() []string {
	ids := make([]string, len(l.Items))
	for i, one := range l.Items {
		ids[i] = one.ID
	}
	return ids
}

// Refusal is what an error of Commit means.
type Refusal struct {
	failure.Failure
	// IsUnknown says that nobody knows whether the call took effect.
	IsUnknown bool
	// IsNotSent says that the call has not left this machine.
	IsNotSent bool
	// IsAnswer says that the network has answered.
	IsAnswer bool
	// IsNotTaken says that the call certainly took no effect.
	IsNotTaken bool
	// IsNotYet says that the call certainly took no effect, and that the same call will succeed
	// soon.
	IsNotYet bool
	// IsUndocumented says that the network answered with an error that its documentation does not
	// have.
	IsUndocumented bool
}

// Shown is what the network shows of a post that is live.
type Shown struct {
	// Permalink is its address, nil where that is not known yet.
	Permalink *string
	// At is since when it is live, by the network's own clock; nil when the network does not say
	// it.
	At *wiretime.Time
	// Flaw is what is wrong with the live post.
	Flaw *failure.Failure
}
