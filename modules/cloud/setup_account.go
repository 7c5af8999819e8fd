package cloud

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"sync"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/wiretime"
)

// findToken verifies the API token, and stores it together with its account, because neither is
// useful alone.
func (r *setupRun) findToken(ctx context.Context) (string, bool, error) {
	st := r.stack.get()
	r.token = r.setup.pasted.get(r.stack.clock.Now())
	if r.token.IsEmpty() {
		if st.locked.token {
			return "", false, errTokenLocked()
		}
		r.token = st.token
	}
	if r.token.IsEmpty() {
		return "", false, errNoToken()
	}
	info, err := r.setup.verifier.verifyToken(ctx, r.token, r.in.AccountID, st.row.AccountID)
	if err != nil {
		return "", false, err
	}
	r.tokenInfo = info
	if info.Expires.IsZero() {
		return "Cloudflare accepts the API token.", false, nil
	}
	return fmt.Sprintf("Cloudflare accepts the API token until %s.", wiretime.Of(info.Expires)), false, nil
}

func errNoToken() error {
	return apperror.Wrap(apperror.TokenRequired, NeedsToken, "a Cloudflare API token is needed (crier cloud setup)")
}

func errTokenLocked() error {
	return apperror.Wrap(apperror.TokenRequired, NeedsToken, "the stored Cloudflare API token cannot be opened with this data folder's key; give it again (crier cloud setup)")
}

// chooseAccount finds out which account is meant, and stores it with the token. A worker that is
// deployed keeps its token until the new one is known to reach its script and its namespace,
// because a takeover needs both when the worker does not answer.
func (r *setupRun) chooseAccount(ctx context.Context) (string, bool, error) {
	reached, err := r.stack.api.As(r.token).Accounts(ctx)
	if err != nil && !cloudflare.Is(err, cloudflare.PermissionMissing) {
		return "", false, err
	}
	chosen, err := choose(reached, cmp.Or(r.in.AccountID, r.stack.get().row.AccountID))
	if err == nil {
		reached = nil // There is nothing to choose.
	}
	r.setup.pasted.reaches(reached)
	if err != nil {
		return "", false, err
	}
	r.account = r.stack.api.As(r.token).Account(chosen.ID)
	if st := r.stack.get(); st.row.ClaimedAt != nil && r.token != st.token {
		if err := r.reachWorker(ctx); err != nil {
			return "", false, err
		}
	}
	_, err = r.stack.update(ctx, func(row *storedWorker) {
		if row.AccountID != chosen.ID {
			row.NamespaceID, row.Subdomain = "", ""
		}
		row.AccountID = chosen.ID
		row.SealedToken = r.stack.box.Seal(r.token, r.stack.record("token"))
		row.TokenExpiresAt = endOfToken(r.tokenInfo)
	})
	if err == nil {
		r.setup.pasted.forget()
	}
	text := "The account is " + chosen.ID + "."
	if chosen.Name != "" {
		text = fmt.Sprintf("The account is %s.", printable(chosen.Name, ""))
	}
	return text, false, err
}

// reachWorker lists the scripts and the namespaces with the new token, because Cloudflare does not
// say what a token may do.
func (r *setupRun) reachWorker(ctx context.Context) error {
	if _, err := r.account.Workers().Scripts(ctx); err != nil {
		return err
	}
	_, err := r.account.Namespaces(ctx)
	return err
}

var accountPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f]{32}$`) })

// choose returns the wanted account, or the only one.
func choose(reached []cloudflare.AccountInfo, wanted string) (cloudflare.AccountInfo, error) {
	list := ""
	for _, a := range reached {
		if a.ID == wanted {
			return a, nil
		}
		list += fmt.Sprintf("; %s (%s)", printable(a.ID, ""), printable(a.Name, ""))
	}
	switch {
	case wanted != "" && len(reached) > 0:
		return cloudflare.AccountInfo{}, apperror.Wrap(apperror.CloudError, NeedsToken, "the Cloudflare API token does not reach the account %s; it reaches%s", wanted, list[1:])
	case wanted != "":
		return cloudflare.AccountInfo{ID: wanted}, nil
	case len(reached) == 0:
		return cloudflare.AccountInfo{}, apperror.Wrap(apperror.CloudError, NeedsAccount,
			"the Cloudflare API token names no account: add the permission %q to it, or say which account is meant (crier cloud setup --account)", cloudflare.PermissionAccounts)
	case len(reached) > 1:
		return cloudflare.AccountInfo{}, apperror.Wrap(apperror.ValidationError, NeedsAccount, "the Cloudflare API token reaches several accounts; say which one is meant (crier cloud setup --account)%s", list)
	case !accountPattern().MatchString(reached[0].ID):
		return cloudflare.AccountInfo{}, apperror.Wrap(apperror.CloudError, NeedsAccount, "Cloudflare named an account without a usable id; say which account is meant (crier cloud setup --account)")
	}
	return reached[0], nil
}
