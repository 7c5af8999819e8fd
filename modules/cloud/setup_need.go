package cloud

import (
	"errors"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/secrets"
)

// Need is what a step that failed needs of the user before it can go on. It is the cause of the
// error that says so in words.
type Need string

// What a step can need.
const (
	NeedsToken      Need = "token"
	NeedsPermission Need = "permission"
	NeedsAccount    Need = "account"
	NeedsSubdomain  Need = "subdomain"
	NeedsWorker     Need = "worker"
	NeedsPublic     Need = "public"
	NeedsReady      Need = "ready"
)

// Error returns what is needed, for the log.
func (n Need) Error() string { return "needs " + string(n) }

// needOf returns what the error of a step needs, and an empty Need when nothing but another try
// may help.
func needOf(err error) Need {
	if need, ok := errors.AsType[Need](err); ok {
		return need
	}
	failed, ok := errors.AsType[*cloudflare.Error](err)
	switch {
	case apperror.CodeOf(err) == apperror.TokenRequired:
		return NeedsToken
	case !ok:
		return ""
	}
	return map[cloudflare.Kind]Need{
		cloudflare.TokenWrong: NeedsToken, cloudflare.PermissionMissing: NeedsPermission, cloudflare.NotEnabled: NeedsReady,
	}[failed.Kind]
}

// said returns Cloudflare's own words, and an empty text when it said nothing.
func said(err error) string {
	if failed, ok := errors.AsType[*cloudflare.Error](err); ok && failed.Message != "" {
		return failed.Error()
	}
	return ""
}

// pastedFor is how long a token that was given is kept before it is stored: so long the user can
// mend something at Cloudflare and go on with the same one.
const pastedFor = 10 * time.Minute

// pasted keeps, in memory alone, the token that was given last until it is stored.
type pasted struct {
	mu    sync.Mutex
	token secrets.Text
	until time.Time
	// accounts are those that it reaches, while one has to be chosen.
	accounts []AccountName
}

// AccountName is an account of Cloudflare's.
type AccountName struct {
	ID   string `json:"id"   doc:"Its id." example:"0123456789abcdef0123456789abcdef"`
	Name string `json:"name" doc:"Its name." example:"Anna"`
}

// keep takes the place of the token of before, unless the token is empty.
func (p *pasted) keep(token secrets.Text, now time.Time) {
	if token.IsEmpty() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.token, p.until, p.accounts = token, now.Add(pastedFor), nil
}

// get returns the token, and an empty text when there is none any more.
func (p *pasted) get(now time.Time) secrets.Text {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !waits(now, p.until, pastedFor) {
		p.token, p.accounts = secrets.Text{}, nil
	}
	return p.token
}

// reaches notes the accounts among which the user has to choose.
func (p *pasted) reaches(all []cloudflare.AccountInfo) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.accounts = nil
	if len(all) < 2 { //nolint:mnd // One needs no choice.
		return
	}
	for _, one := range all {
		p.accounts = append(p.accounts, AccountName{ID: printable(one.ID, ""), Name: printable(one.Name, "")})
	}
}

func (p *pasted) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.token, p.accounts = secrets.Text{}, nil
}

// status reports whether there is a token, and returns the accounts among which to choose.
func (p *pasted) status(now time.Time) (isKept bool, accounts []AccountName) {
	isKept = !p.get(now).IsEmpty()
	p.mu.Lock()
	defer p.mu.Unlock()
	return isKept, append([]AccountName{}, p.accounts...)
}
