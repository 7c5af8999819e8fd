package channel

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Run is one run over one post.
type Run struct {
	// Claim is the right to work on the post; nil in a background check, which only asks about it.
	Claim *jobs.Claim
	// Post is the post as the run knows it.
	Post posts.Post
	// Last is the latest attempt of the post on the channel, zero when there was none.
	Last attempt.Attempt
	// Token is the account's token that the run uses, empty until the account is found. Somebody
	// may have connected the account again since.
	Token secrets.Text
	// IsSpaced says that the post was late or held when its work began, so that its visible call
	// keeps a distance from the account's others.
	IsSpaced bool
}

var (
	// WaitsForMedia is the reason of a job while the network processes the post's media.
	WaitsForMedia = jobs.Reason{Wait: "MEDIA", Text: "the network processes the media"}
	// WaitsForSpacedMedia is WaitsForMedia for a post whose run is IsSpaced. Only the job stores
	// that, so that it survives a restart.
	WaitsForSpacedMedia = jobs.Reason{Wait: "SPACED_MEDIA", Text: "the network processes the media of a post that was late"}
)

// IsMediaWait reports whether a job waits for the network to process media.
func IsMediaWait(wait jobs.Wait) bool {
	return wait == WaitsForMedia.Wait || wait == WaitsForSpacedMedia.Wait
}

// IsWaiting reports whether the run continues a wait for the network, so that an earlier run has
// already made the checks.
func (r *Run) IsWaiting() bool { return IsMediaWait(r.Claim.Job.Wait) }

// Failed is how many attempts of the job have failed so far.
func (r *Run) Failed() int {
	if r.Claim == nil {
		return 0
	}
	return r.Claim.Job.Attempts
}

// Exists returns failure.ErrTaken when the post has been deleted.
func (r *Run) Exists(ctx context.Context, tx bun.IDB) error {
	_, err := posts.SelectPost(ctx, tx, r.Post.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return failure.ErrTaken
	}
	return err
}

// Change moves the post on from the status that the run knows. Nobody else moves the post while the
// claim holds, but a user can delete it: then Change returns failure.ErrTaken.
func (r *Run) Change(ctx context.Context, tx bun.IDB, to posts.Status, now wiretime.Time, set func(*database.Update)) error {
	changed, err := posts.ChangeStatus(ctx, tx, r.Post.ID, r.Post.Status, to, now, set)
	if err == nil && !changed {
		err = fmt.Errorf("%w: %s is not %s any more", failure.ErrTaken, r.Post.ID, r.Post.Status)
	}
	return err
}

// Set stores a step on the post, unless it has been deleted.
func (r *Run) Set(now wiretime.Time, set func(*database.Update)) func(context.Context, bun.IDB) error {
	return func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(r.Exists(ctx, tx), posts.Update(ctx, tx, r.Post.ID, now, set))
	}
}

const (
	minAskPause = 3 * time.Second
	maxAskPause = time.Minute
)

// AskPause returns how long to wait before the next question to the network: half of asked, the
// time that was spent on asking so far, within 3 seconds and a minute.
func AskPause(asked time.Duration) time.Duration { return max(min(asked/2, maxAskPause), minAskPause) }

// Text returns the text, or an empty one for nil.
func Text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Processing is the error that says that the network still processes the media, and when to look
// again.
type Processing struct{ Pause time.Duration }

func (*Processing) Error() string { return "posts: " + WaitsForMedia.Text }

// ErrVisible says that the prepared post is visible already.
var ErrVisible = errors.New("posts: the reference turns out to be visible already")

// Accounts finds the accounts of posts.
type Accounts interface {
	Account(ctx context.Context, db bun.IDB, id wireid.ID) (auth.SocialAccount, error)
}

// Connected returns a post's account, unless that has been disconnected.
func Connected(ctx context.Context, db bun.IDB, accounts Accounts, post posts.Post) (auth.SocialAccount, error) {
	account, err := accounts.Account(ctx, db, post.SocialAccountID)
	if apperror.CodeOf(err) == apperror.NotFound {
		err = apperror.New(apperror.NotFound, "account disconnected")
	}
	return account, err
}

// CheckToken returns TOKEN_EXPIRED for an account whose token has expired by the network's clock.
// It returns nil, so that the network decides, for a token that is marked as dead, and while nobody
// has compared this machine's clock with the network's.
func CheckToken(account auth.SocialAccount, clock *timing.Clock) error {
	if account.TokenDeadAt != nil || !clock.IsCompared() || !account.IsTokenExpired(wiretime.Of(clock.Network())) {
		return nil
	}
	return apperror.New(apperror.TokenExpired, "the access token of %s expired at %s; connect the account again, then retry", account.Username, account.TokenExpiresAt)
}

// Memory stores what a run knows about a post for the next run, while the network processes the
// media. A restart loses it, and the wait begins again. It is safe for concurrent use.
type Memory[T any] struct {
	mu sync.Mutex
	of map[wireid.ID]*T
}

// Take removes and returns what is known about a post; nil when nothing is known.
func (m *Memory[T]) Take(post wireid.ID) *T {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := m.of[post]
	delete(m.of, post)
	return known
}

// Keep stores what is known about a post.
func (m *Memory[T]) Keep(post wireid.ID, known *T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil {
		m.of = map[wireid.ID]*T{}
	}
	m.of[post] = known
}
