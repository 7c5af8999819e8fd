package attempt

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// unsettled is the condition of the indexes attempts_unsettled and attempts_unsettled_order: the
// attempts that are still asked about.
const unsettled = "(verdict = 'open' OR verdict = 'live' AND media_id IS NULL)"

// maxAlike bounds how many unsettled attempts of one look are looked at.
const maxAlike = 50

var alike = listed("INDEXED BY attempts_unsettled WHERE account_id = ? AND channel = ? AND look = ? AND " + unsettled + " ORDER BY seq DESC LIMIT ?")

// Alike returns the unsettled attempts of a look, the latest first: those that are open, and those
// whose item is not known. A row that cannot be read is left out, also where its look can be:
// Unreadable returns those of all looks.
func Alike(ctx context.Context, db bun.IDB, account wireid.ID, channel Channel, look string) ([]Attempt, error) {
	all, err := alike.read(ctx, db, account, channel, look, maxAlike)
	return slices.DeleteFunc(all, func(a Attempt) bool { return a.IsUnreadable }), err
}

// maxUnsettled bounds among how many unsettled attempts of a channel Unreadable looks.
const maxUnsettled = 1000

var unsettledOfChannel = listed("INDEXED BY attempts_unsettled WHERE account_id = ? AND channel = ? AND " + unsettled + " ORDER BY seq DESC LIMIT ?")

// Unreadable returns the unsettled attempts of an account on a channel whose row cannot be read.
// What they look like is not known, so that each may own any item.
func Unreadable(ctx context.Context, db bun.IDB, account wireid.ID, channel Channel) ([]Attempt, error) {
	all, err := unsettledOfChannel.read(ctx, db, account, channel, maxUnsettled)
	return slices.DeleteFunc(all, func(a Attempt) bool { return !a.IsUnreadable }), err
}

// Owned returns which of the network's ids are the items of attempts.
func Owned(ctx context.Context, db bun.IDB, ids []string) (map[string]bool, error) {
	return database.Present(ctx, db, "SELECT media_id FROM attempts WHERE media_id IN (ids)", ids)
}

var unsettledAfter = listed("INDEXED BY attempts_unsettled WHERE " + unsettled + " AND seq > ? ORDER BY seq LIMIT ?")

// Unsettled returns the attempts of all accounts after seq that are open or whose item is unknown,
// in their order. Those that cannot be read are among them.
func Unsettled(ctx context.Context, db bun.IDB, seq int64, limit int) ([]Attempt, error) {
	return unsettledAfter.read(ctx, db, seq, limit)
}

// StillUnsettled returns which of the attempts are still asked about, and have their post.
func StillUnsettled(ctx context.Context, db bun.IDB, seqs []int64) (map[int64]bool, error) {
	list, err := database.List(seqs)
	if err != nil {
		return nil, err
	}
	found, err := database.Values[int64](ctx, db,
		"SELECT seq FROM attempts WHERE seq IN (SELECT value FROM json_each(?)) AND "+unsettled+" AND EXISTS (SELECT 1 FROM posts WHERE posts.id = post_id)", list)
	still := make(map[int64]bool, len(found))
	for _, seq := range found {
		still[seq] = true
	}
	return still, err
}

var unnamed = listed("INDEXED BY attempts_unsettled WHERE " + unsettled + " AND verdict = 'live' AND asked_ms < ? ORDER BY seq DESC LIMIT ?")

// Unnamed returns the latest attempts that are live and whose item is unknown, about which Crier
// has asked for less than so long, the latest first. A row that cannot be read is left out.
func Unnamed(ctx context.Context, db bun.IDB, asked time.Duration, limit int) ([]Attempt, error) {
	all, err := unnamed.read(ctx, db, asked.Milliseconds(), limit)
	return slices.DeleteFunc(all, func(a Attempt) bool { return a.IsUnreadable }), err
}

// maxRecent bounds how many attempts of an account are looked at.
const maxRecent = 50

var recent = listed("INDEXED BY attempts_of_channel WHERE account_id = ? AND channel = ? ORDER BY seq DESC LIMIT ?")

// Recent returns an account's latest attempts on a channel, the latest first. Those that cannot be
// read are among them.
func Recent(ctx context.Context, db bun.IDB, account wireid.ID, channel Channel) ([]Attempt, error) {
	return recent.read(ctx, db, account, channel, maxRecent)
}

// list reads several attempts.
type list struct {
	rows database.Select[Attempt]
	seqs string
}

// listed returns the list of the attempts that a SELECT with rest after its FROM returns.
func listed(rest string) list {
	return list{database.SelectFrom[Attempt](rest), "SELECT seq FROM attempts " + rest}
}

var one = database.SelectFrom[Attempt]("WHERE seq = ?")

// legible is what can be read of every row.
type legible struct {
	bun.BaseModel `bun:"table:attempts,alias:attempt"`

	Seq            int64 `bun:",pk"`
	Channel        Channel
	Verdict        Verdict
	SentAt         wiretime.Time
	RanMs, AskedMs int64
}

var legibleOne = database.SelectFrom[legible]("WHERE seq = ?")

// read returns the attempts. Where one cannot be read, they are read one by one.
func (l list) read(ctx context.Context, db bun.IDB, args ...any) ([]Attempt, error) {
	all, err := l.rows.All(ctx, db, args...)
	if !isUnreadable(err) {
		return all, err
	}
	seqs, err := database.Values[int64](ctx, db, l.seqs, args...)
	if err != nil {
		return nil, err
	}
	all = nil
	for _, seq := range seqs {
		switch a, err := one.One(ctx, db, seq); {
		case isUnreadable(err):
			part, err := legibleOne.One(ctx, db, seq)
			if err != nil {
				return nil, err
			}
			all = append(all, Attempt{
				Seq: seq, Channel: part.Channel, Verdict: part.Verdict, SentAt: part.SentAt, RanMs: part.RanMs, AskedMs: part.AskedMs, IsUnreadable: true,
			})
		case err != nil:
			return nil, err
		default:
			all = append(all, a)
		}
	}
	return all, nil
}

var withoutLook = listed("INDEXED BY attempts_unsettled WHERE look = '' AND " + unsettled)

// WithoutLook returns the unsettled attempts that have no look yet.
func WithoutLook(ctx context.Context, db bun.IDB) ([]Attempt, error) {
	return withoutLook.read(ctx, db)
}

// NoteLook stores the look of an attempt that was written without one.
func NoteLook(ctx context.Context, tx bun.IDB, seq int64, look string) error {
	_, err := database.Exec(ctx, tx, "UPDATE attempts SET look = ? WHERE seq = ?", look, seq)
	return err
}

// LookOf returns a short hash of the parts of a look, which is what makes posts look alike.
func LookOf(parts ...string) string {
	const length = 16
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:length])
}
