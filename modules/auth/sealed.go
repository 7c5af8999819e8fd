package auth

import (
	"context"
	"fmt"

	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// selectSealed returns all that the module keeps sealed, of every network mode.
func selectSealed(ctx context.Context, db bun.IDB) (all []secrets.Sealed, err error) {
	add := func(value []byte, record string) {
		if value != nil {
			all = append(all, secrets.Sealed{Value: value, Record: record})
		}
	}
	var tokens []accountToken
	var apps []loginApp
	var pending []pendingLogin
	for _, rows := range []any{&tokens, &apps, &pending} {
		if err := db.NewSelect().Model(rows).Scan(ctx); err != nil {
			return nil, fmt.Errorf("read sealed tokens: %w", err)
		}
	}
	for _, t := range tokens {
		add(t.Sealed, tokenRecord(t.AccountID))
		add(t.UserSealed, userTokenRecord(t.AccountID))
	}
	for _, a := range apps {
		add(a.SealedSecret, appRecord(a.Login, a.AppID))
	}
	for _, p := range pending {
		add(p.Sealed, pendingRecord(p.Hash))
	}
	return all, nil
}
