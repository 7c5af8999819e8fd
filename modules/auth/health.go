package auth

import (
	"fmt"
	"regexp"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/wiretime"
)

// The states of an account's token, as the API and the command line show them.
const (
	healthOK       = "ok"
	healthExpiring = "expiring"
	healthExpired  = "expired"
	healthDead     = "dead"
	// healthCheckpoint: the token works again once its user has done what the network demands.
	healthCheckpoint = "checkpoint"
)

// IsMarked reports whether the account cannot publish until a person acts. An account has at most
// one mark, that of the network's last answer.
func (a SocialAccount) IsMarked() bool { return a.TokenDeadAt != nil || a.CheckpointAt != nil }

// Remedy says what to do about a marked account, with the network's text. It is empty for any other
// account.
func (a SocialAccount) Remedy() string {
	switch {
	case a.TokenDeadAt != nil:
		return fmt.Sprintf("%s must be connected again (crier accounts connect): %s", a.Username, reasonOf(a.TokenDeadReason))
	case a.CheckpointAt != nil:
		return fmt.Sprintf("%[1]s is at a checkpoint: sign in to the network's app as %[1]s and do what it asks there; connecting the account again is not needed: %[2]s",
			a.Username, reasonOf(a.CheckpointReason))
	}
	return ""
}

// dataAccessNotice is how long before its end the end of the data access is announced.
const dataAccessNotice = 10 * 24 * time.Hour

// warning says that the account must be connected again because its data access ends within ten
// days, or has ended. It is empty for any other account, and for one with a remedy, which comes
// first. No post waits or fails because of it: the network may go on taking the token.
func (a SocialAccount) warning(now wiretime.Time) string {
	if a.DataAccessUntil == nil || a.CheckUsable(now) != nil {
		return ""
	}
	switch left := a.DataAccessUntil.Time().Sub(now.Time()); {
	case left > dataAccessNotice:
		return ""
	case left > 0:
		return fmt.Sprintf("%s must be connected again before %s (crier accounts connect): the data access of its login ends then, and the network may refuse its posts afterwards",
			a.Username, a.DataAccessUntil)
	}
	return fmt.Sprintf("%s must be connected again (crier accounts connect): the data access of its login ended at %s, and the network may refuse its posts",
		a.Username, a.DataAccessUntil)
}

// CheckUsable returns TOKEN_EXPIRED, with the remedy, if the account is known to be unable to
// publish now.
func (a SocialAccount) CheckUsable(now wiretime.Time) error {
	switch {
	case a.IsMarked():
		return apperror.New(apperror.TokenExpired, "%s", a.Remedy())
	case a.IsTokenExpired(now):
		return apperror.New(apperror.TokenExpired, "the access token of %s expired at %s; connect the account again", a.Username, a.TokenExpiresAt)
	}
	return nil
}

// health returns the state of the account's token at now.
func (a SocialAccount) health(now wiretime.Time) string {
	switch {
	case a.TokenDeadAt != nil:
		return healthDead
	case a.CheckpointAt != nil:
		return healthCheckpoint
	case a.IsTokenExpired(now):
		return healthExpired
	case a.TokenExpiresAt != nil && a.TokenExpiresAt.Time().Sub(now.Time()) <= RefreshWindow:
		return healthExpiring
	}
	return healthOK
}

// postRemedy is the advice in the text of a failed post. It does not fit the text of an account.
var postRemedy = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`; (connect the account again|sign in to the network's own app)[^;]*, then retry the post`)
})

// reasonOf returns the network's text without the advice about a single post.
func reasonOf(reason *string) string {
	if reason == nil {
		return ""
	}
	return postRemedy().ReplaceAllString(*reason, "")
}
