package cloud

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/secrets"
	"crier/platform/wiretime"
)

// findToken verifies the API token. It and the account are stored together, for one without the other would be of no use.
func (u *setup) findToken(ctx context.Context) (string, bool, error) {
	st := u.get()
	u.token = secrets.NewText(strings.TrimSpace(u.in.APIToken))
	if u.token.IsEmpty() {
		if st.locked.token {
			return "", false, errTokenLocked()
		}
		u.token = st.token
	}
	if u.token.IsEmpty() {
		return "", false, errNoToken()
	}
	info, err := u.verifyToken(ctx, u.token, u.in.AccountID, st.row.AccountID)
	if err != nil {
		return "", false, err
	}
	u.tokenInfo = info
	if info.Expires.IsZero() {
		return "Cloudflare accepts the API token.", false, nil
	}
	return fmt.Sprintf("Cloudflare accepts the API token until %s.", wiretime.Of(info.Expires)), false, nil
}

func errNoToken() error {
	return apperror.New(apperror.TokenRequired, "a Cloudflare API token is needed (crier cloud setup)")
}

func errTokenLocked() error {
	return apperror.New(apperror.TokenRequired, "the stored Cloudflare API token cannot be opened with this data folder's key; give it again (crier cloud setup)")
}

// verifyToken returns what Cloudflare says of a token of a user, or of one that an account owns: of one of those named, or of one
// that the token reaches.
func (s *Stack) verifyToken(ctx context.Context, token secrets.Text, accounts ...string) (cloudflare.Token, error) {
	client := s.Cloudflare.As(token)
	info, err := client.VerifyToken(ctx)
	if cloudflare.Is(err, cloudflare.TokenWrong) {
		info, err = verifyOwned(ctx, client, err, accounts)
	}
	if err != nil {
		return cloudflare.Token{}, explained(err)
	}
	if !info.Active() {
		return cloudflare.Token{}, apperror.New(apperror.CloudError, "the Cloudflare API token is %s; make it active again or create a new one", printable(info.Status, ""))
	}
	return info, nil
}

// verifyOwned returns failed when no account owns the token.
func verifyOwned(ctx context.Context, client *cloudflare.Client, failed error, accounts []string) (cloudflare.Token, error) {
	reached, err := client.Accounts(ctx)
	if err != nil && !cloudflare.Is(err, cloudflare.TokenWrong) && !cloudflare.Is(err, cloudflare.PermissionMissing) {
		return cloudflare.Token{}, err
	}
	for _, a := range reached {
		accounts = append(accounts, a.ID)
	}
	for _, id := range accounts {
		if id == "" {
			continue
		}
		info, err := client.Account(id).VerifyToken(ctx)
		if err == nil || cloudflare.Is(err, cloudflare.Unreachable) || cloudflare.Is(err, cloudflare.RateLimited) {
			return info, err
		}
	}
	return cloudflare.Token{}, failed
}

// chooseAccount finds out which account is meant, and stores it with the token.
func (u *setup) chooseAccount(ctx context.Context) (string, bool, error) {
	reached, err := u.Cloudflare.As(u.token).Accounts(ctx)
	if err != nil && !cloudflare.Is(err, cloudflare.PermissionMissing) {
		return "", false, err
	}
	wanted := u.in.AccountID
	if wanted == "" {
		wanted = u.get().row.AccountID
	}
	chosen, err := choose(reached, wanted)
	if err != nil {
		return "", false, err
	}
	u.account = u.Cloudflare.As(u.token).Account(chosen.ID)
	_, err = u.update(ctx, func(row *storedWorker) {
		if row.AccountID != chosen.ID {
			row.NamespaceID, row.Subdomain = "", ""
		}
		row.AccountID, row.TokenID = chosen.ID, u.tokenInfo.ID
		row.SealedToken = u.Box.Seal(u.token, u.record("token"))
	})
	text := "The account is " + chosen.ID + "."
	if chosen.Name != "" {
		text = fmt.Sprintf("The account is %s (%s).", printable(chosen.Name, ""), chosen.ID)
	}
	return text, false, err
}

var accountPattern = regexp.MustCompile(`^[0-9a-f]{32}$`)

// choose returns the account that is wanted, or the only one.
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
		return cloudflare.AccountInfo{}, apperror.New(apperror.CloudError, "the Cloudflare API token does not reach the account %s; it reaches%s", wanted, list[1:])
	case wanted != "":
		return cloudflare.AccountInfo{ID: wanted}, nil
	case len(reached) == 0:
		return cloudflare.AccountInfo{}, apperror.New(apperror.CloudError,
			"the Cloudflare API token names no account: add the permission %q to it, or say which account is meant (accountId)", cloudflare.PermissionAccounts)
	case len(reached) > 1:
		return cloudflare.AccountInfo{}, apperror.New(apperror.ValidationError, "the Cloudflare API token reaches several accounts; say which one is meant (accountId)%s", list)
	case !accountPattern.MatchString(reached[0].ID):
		return cloudflare.AccountInfo{}, apperror.New(apperror.CloudError, "Cloudflare named an account without a usable id")
	}
	return reached[0], nil
}
