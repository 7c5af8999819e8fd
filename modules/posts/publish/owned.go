package publish

import (
	"context"
	"errors"

	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"

	"github.com/uptrace/bun"
)

// errOwned says that another post took the item first.
var errOwned = errors.New("posts: the item belongs to another post")

// ownedItems returns which of a channel's items are known to be posts of ours, deleted ones too.
func ownedItems(ctx context.Context, db bun.IDB, ch channel.Channel, ids []string) (map[string]bool, error) {
	owned, err := attempt.Owned(ctx, db, ids)
	if err != nil || len(ids) == 0 {
		return owned, err
	}
	others, err := ch.Owned(ctx, db, ids)
	for id, is := range others {
		owned[id] = owned[id] || is
	}
	return owned, err
}

// checkUnowned returns errOwned when another post of ours, a deleted one too, is the item.
func checkUnowned(ctx context.Context, db bun.IDB, ch channel.Channel, id string) error {
	owned, err := ownedItems(ctx, db, ch, []string{id})
	if err == nil && owned[id] {
		err = errOwned
	}
	return err
}
