package publish

import (
	"context"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
)

// channel is one way to make a post visible: the publishing API, the network's own app API for stories with mentions, and the share
// to the Page. The resolver asks it what became of an attempt; that is all that it knows of a network.
type channel interface {
	name() attempt.Channel
	// look returns what makes posts look alike on the channel, and whether nobody makes an item of that look by chance.
	look(post posts.Post) (look string, isDistinct bool)
	// status returns what the network says of an attempt's reference. It returns an error when it cannot be asked.
	status(ctx context.Context, w *work, a attempt.Attempt) (status, error)
	// visible returns what the account shows that appeared since the instant, by the network's clock.
	visible(ctx context.Context, w *work, since time.Time) (listing, error)
	// lately returns what the account shows, or showed within the last second, that could be taken for the item of a call that is sent now.
	lately(ctx context.Context, w *work) (listing, error)
	rules() rules
}

// refState is what the network says of a reference.
type refState int

const (
	// notTold: the network has no word for it, so that only what the account shows can tell.
	notTold refState = iota
	// working: it is at work on it, or says what nobody knows.
	working
	// ready: it is not visible, and a further call would make it so.
	ready
	// dead: it is not visible, and no call makes it so any more.
	dead
	// visible: it is.
	visible
	// forgotten: the network does not know it, or not any more.
	forgotten
)

// status is what the network says of a reference, with its words.
type status struct {
	state refState
	text  string
	// item is what became visible, nil where the network does not say which that is.
	item *item
	// failure is what the post says of a reference that is dead.
	failure verdict
}

// item is something that an account shows.
type item struct {
	id, permalink string
	// ref is the reference that it was made from, empty where the network does not tell.
	ref string
	at  time.Time
	// isAlike says that it looks like the post. isPossible says that it could be the post if the network had left something out, or
	// somebody had changed it since: it is not taken for the post, but it is no proof that the post is not there.
	isAlike, isPossible bool
}

// listing is what an account shows.
type listing struct {
	items []item
	// since is from when on the items are all that there are; zero for all.
	since time.Time
}

// rules are what holds for a channel's attempts.
type rules struct {
	// absenceByList says that what the account shows proves that an attempt took no effect, listedWithin after it at the earliest,
	// and sight after it at the latest.
	absenceByList       bool
	listedWithin, sight time.Duration
	// slack is how far apart the two clocks may be when nobody has compared them.
	slack time.Duration
}
