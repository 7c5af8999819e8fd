package handoff

import (
	"context"
	"errors"
	"log/slog"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/platform/secrets"
)

// renewals stores tokens that the worker got from the network while this machine was off.
type renewals struct {
	link   renewedLink
	tokens tokenStore
	log    *slog.Logger
}

type renewedLink interface {
	OpenRenewed(token cloud.RenewedToken) (secrets.Text, error)
	AcknowledgeRenewed(ctx context.Context, all []cloud.RenewedToken) error
}

type tokenStore interface {
	Adopt(ctx context.Context, token auth.Renewed) (bool, error)
}

func newRenewals(link renewedLink, tokens tokenStore, log *slog.Logger) *renewals {
	return &renewals{link: link, tokens: tokens, log: log}
}

// apply gives each account its token, and then tells the worker which tokens it can forget: those
// that are stored, and those that are useless here. A token that could not be stored, or not be
// opened because the key is missing, comes again. Failures here do not delay results.
func (r *renewals) apply(ctx context.Context, all []cloud.RenewedToken) {
	done := make([]cloud.RenewedToken, 0, len(all))
	for _, one := range all {
		token, err := r.link.OpenRenewed(one)
		if errors.Is(err, cloud.ErrNoEncryptionKey) {
			r.log.Warn("schedule: a token that the cloud worker renewed stays there until this folder has its encryption key", "account", one.AccountID)
			continue
		}
		if err != nil {
			r.log.Warn("schedule: a token that the cloud worker has renewed cannot be used", "account", one.AccountID, "error", err)
			done = append(done, one)
			continue
		}
		_, err = r.tokens.Adopt(ctx, auth.Renewed{SNUserID: one.AccountID, Token: token, ExpiresAt: one.ExpiresAt, IsAssumed: one.IsAssumed, Replaces: one.Replaces})
		if err != nil {
			r.log.Error("schedule: a token that the cloud worker has renewed could not be stored", "account", one.AccountID, "error", err)
			continue
		}
		done = append(done, one)
	}
	if len(done) == 0 {
		return
	}
	if err := r.link.AcknowledgeRenewed(ctx, done); err != nil {
		r.log.Warn("schedule: the cloud worker was not told that renewed tokens are stored; it sends them again", "error", err)
	}
}
