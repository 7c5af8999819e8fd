package attempt

import (
	"context"
	"errors"

	"crier/platform/database"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// mostAlike bounds how many unsettled attempts of one look are looked at.
const mostAlike = 50

var alike = database.SelectFrom[Attempt]("INDEXED BY attempts_unsettled WHERE account_id = ? AND channel = ? AND look = ? AND " + unsettled +
	" ORDER BY seq DESC LIMIT ?")

// Alike returns the unsettled attempts of a look, the latest first: those that are open, and those whose item is not known. A row
// that cannot be read is left out.
func Alike(ctx context.Context, db bun.IDB, account wireid.ID, channel Channel, look string) ([]Attempt, error) {
	all, err := alike.All(ctx, db, account, channel, look, mostAlike)
	if errors.Is(err, ErrUnreadable) {
		return readable(ctx, db, account, channel, look)
	}
	return all, err
}

// readable reads the rows one by one.
func readable(ctx context.Context, db bun.IDB, account wireid.ID, channel Channel, look string) (all []Attempt, err error) {
	seqs, err := database.Values[int64](ctx, db, "SELECT seq FROM attempts INDEXED BY attempts_unsettled WHERE account_id = ? AND channel = ? AND look = ? AND "+
		unsettled+" ORDER BY seq DESC LIMIT ?", account, channel, look, mostAlike)
	if err != nil {
		return nil, err
	}
	for _, seq := range seqs {
		a, err := one.One(ctx, db, seq)
		if errors.Is(err, ErrUnreadable) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

var one = database.SelectFrom[Attempt]("WHERE seq = ?")

// Owned returns which of the network's ids are the items of attempts.
func Owned(ctx context.Context, db bun.IDB, ids []string) (map[string]bool, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, err := database.List(ids)
	if err != nil {
		return nil, err
	}
	known, err := database.Values[string](ctx, db, "SELECT media_id FROM attempts WHERE media_id IN (SELECT value FROM json_each(?))", list)
	owned := make(map[string]bool, len(known))
	for _, id := range known {
		owned[id] = true
	}
	return owned, err
}
