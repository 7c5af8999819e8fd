package attempt

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"crier/platform/database"
	"crier/platform/intent"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Ledger writes attempts down and gives the permission to make their calls.
type Ledger struct {
	issuer *intent.Issuer
	folder Folder
}

// Folder says whether this data folder may publish: a folder that went back in time does not know
// what was published since. instance.Instance implements it.
type Folder interface {
	// Permit counts the call in its transaction, or refuses it.
	Permit(ctx context.Context, tx bun.IDB, post wireid.ID) error
	// Confirm refuses the call after the transaction.
	Confirm() error
}

// New returns the ledger. Nobody else has the issuer, so that nobody else can permit a visible
// call.
func New(issuer *intent.Issuer, folder Folder) *Ledger { return &Ledger{issuer, folder} }

// Transaction runs a function in a transaction.
type Transaction func(ctx context.Context, fn func(ctx context.Context, tx bun.IDB) error) error

// Intend writes the attempt down in a durable transaction that in opens, together with the changes
// of also, and returns the permission to make the call. The attempt gets its Seq and is open. After
// an error there is no permission, and no row either, except after instance.ErrCopy, which can
// leave one.
func (l *Ledger) Intend(ctx context.Context, in Transaction, a *Attempt, also func(ctx context.Context, tx bun.IDB) error) (intent.Intent, error) {
	a.Verdict = Open
	err := in(ctx, func(ctx context.Context, tx bun.IDB) error {
		if err := l.folder.Permit(ctx, tx, a.PostID); err != nil {
			return err
		}
		if err := Insert(ctx, tx, a); err != nil {
			return err
		}
		return also(ctx, tx)
	})
	if err == nil {
		err = l.folder.Confirm()
	}
	if err != nil {
		return intent.Intent{}, err
	}
	return l.issuer.Issue(), nil
}

var (
	insertion = database.Returning[Attempt](`INSERT INTO attempts (post_id, account_id, channel, ref, look, seen_before, sent_at, net_sent_at,
		ran_ms, answered_at, answer, verdict, media_id, how, evidence, decided_at, asked_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`)
	lastOfPost = database.SelectFrom[Attempt]("WHERE post_id = ? AND channel = ? ORDER BY seq DESC LIMIT 1")
	allOfPost  = database.SelectFrom[Attempt]("WHERE post_id = ? ORDER BY seq")
	latest     = listed("WHERE account_id = ? AND channel IN ('feed', 'story') ORDER BY seq DESC LIMIT 1")
)

// Insert writes an attempt whose call somebody else, such as the cloud worker, has made already,
// and sets its Seq.
func Insert(ctx context.Context, tx bun.IDB, a *Attempt) error {
	stored, err := insertion.One(ctx, tx, a.PostID, a.AccountID, a.Channel, a.Ref, a.Look, a.SeenBefore, a.SentAt, a.NetSentAt,
		a.RanMs, a.AnsweredAt, a.Answer, a.Verdict, a.MediaID, a.How, a.Evidence, a.DecidedAt)
	if err != nil {
		return fmt.Errorf("write an attempt down: %w", err)
	}
	*a = stored
	return nil
}

// Last returns the post's latest attempt on the channel, and false when there is none. A row that
// cannot be read is ErrUnreadable.
func Last(ctx context.Context, db bun.IDB, post wireid.ID, channel Channel) (Attempt, bool, error) {
	a, err := lastOfPost.One(ctx, db, post, channel)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Attempt{}, false, nil
	case isUnreadable(err):
		return Attempt{}, false, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return a, err == nil, err
}

// OfPost returns the post's attempts on all channels, the first one first.
func OfPost(ctx context.Context, db bun.IDB, post wireid.ID) ([]Attempt, error) {
	return allOfPost.All(ctx, db, post)
}

// Latest returns the latest attempt of an account to publish a post, without shares and comments.
// It returns false when there was none, or when the row cannot be read.
func Latest(ctx context.Context, db bun.IDB, account wireid.ID) (Attempt, bool, error) {
	all, err := latest.read(ctx, db, account)
	if len(all) == 0 || all[0].IsUnreadable {
		return Attempt{}, false, err
	}
	return all[0], true, nil
}

// RecordAnswer stores the answer to the call. It does not settle the attempt.
func RecordAnswer(ctx context.Context, tx bun.IDB, seq int64, at wiretime.Time, answer string) error {
	_, err := database.Exec(ctx, tx, "UPDATE attempts SET answered_at = ?, answer = ? WHERE seq = ?", at, answer, seq)
	return err
}

// RecordLimit stores that the network refused the call for a limit.
func RecordLimit(ctx context.Context, tx bun.IDB, seq int64) error {
	_, err := database.Exec(ctx, tx, "UPDATE attempts SET is_limited = 1 WHERE seq = ?", seq)
	return err
}

// RecordEnd stores when a call without an answer ended. It does not overwrite a stored time.
func RecordEnd(ctx context.Context, tx bun.IDB, seq int64, at wiretime.Time) error {
	_, err := database.Exec(ctx, tx, "UPDATE attempts SET answered_at = ? WHERE seq = ? AND answered_at IS NULL", at, seq)
	return err
}

// AddAskedTime adds to the time for which Crier has asked the network about the attempt.
func AddAskedTime(ctx context.Context, tx bun.IDB, seq, ms int64) error {
	_, err := database.Exec(ctx, tx, "UPDATE attempts SET asked_ms = asked_ms + ? WHERE seq = ?", ms, seq)
	return err
}

// Settlement is what was found out about an attempt.
type Settlement struct {
	Verdict Verdict
	// MediaID and How are empty when the attempt is live and its item is unknown.
	MediaID  string
	How      How
	Evidence string
}

// Settle stores what was found out about an attempt. An open attempt takes any verdict, a given-up
// one can turn out to be live, and a live one can get its item. Otherwise Settle changes nothing
// and reports false.
func Settle(ctx context.Context, tx bun.IDB, seq int64, at wiretime.Time, s Settlement) (bool, error) {
	result, err := database.Exec(ctx, tx, `UPDATE attempts SET verdict = ?2, media_id = nullif(?3, ''), how = nullif(?4, ''), evidence = ?5, decided_at = ?6
		WHERE seq = ?1 AND (verdict = 'open' OR verdict = 'given up' AND ?2 = 'live' OR verdict = 'live' AND media_id IS NULL AND ?2 = 'live')`,
		seq, s.Verdict, s.MediaID, s.How, s.Evidence, at)
	if err != nil {
		return false, fmt.Errorf("settle an attempt: %w", err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// MayBeLive reports whether an attempt of the post took effect or may have. Shares and
// comments do not count.
func MayBeLive(ctx context.Context, db bun.IDB, post wireid.ID) (bool, error) {
	n, err := database.Value[int](ctx, db, "SELECT count(*) FROM attempts WHERE post_id = ? AND channel IN ('feed', 'story') AND verdict <> 'absent'", post)
	return n > 0, err
}

// ResetAskedTime resets for how long Crier has asked about the post's attempts, so that it asks for
// as long as about new ones. A retry of the post calls it.
func ResetAskedTime(ctx context.Context, tx bun.IDB, post wireid.ID) error {
	_, err := database.Exec(ctx, tx, "UPDATE attempts SET asked_ms = 0 WHERE post_id = ? AND verdict <> 'absent'", post)
	return err
}
