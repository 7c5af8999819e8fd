package auth

import (
	"fmt"
	"regexp"

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

// IsMarked reports whether the account cannot publish until somebody has done something about it.
// It has one mark at a time, that of the network's last word.
func (a SocialAccount) IsMarked() bool { return a.TokenDeadAt != nil || a.CheckpointAt != nil }

// Remedy says what to do about a marked account, and what the network said; "" for any other.
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

// CheckUsable returns TOKEN_EXPIRED, with what to do, if the account is known not to publish now.
func (a SocialAccount) CheckUsable(now wiretime.Time) error {
	switch {
	case a.IsMarked():
		return apperror.New(apperror.TokenExpired, "%s", a.Remedy())
	case a.IsTokenExpired(now):
		return apperror.New(apperror.TokenExpired, "the access token of %s expired at %s; connect the account again", a.Username, a.TokenExpiresAt)
	}
	return nil
}

// health returns one of the states at now.
func (a SocialAccount) health(now wiretime.Time) string {
	switch {
	case a.TokenDeadAt != nil:
		return healthDead
	case a.CheckpointAt != nil:
		return healthCheckpoint
	case a.IsTokenExpired(now):
		return healthExpired
	case a.TokenExpiresAt != nil && a.TokenExpiresAt.Time().Sub(now.Time()) <= refreshWindow:
		return healthExpiring
	}
	return healthOK
}

// postRemedy is the advice in the text of a failed post. For an account it would be wrong.
var postRemedy = regexp.MustCompile(`; (connect the account again|sign in to the network's own app)[^;]*, then retry the post`)

// reasonOf returns what the network said, without what to do about one post.
func reasonOf(reason *string) string {
	if reason == nil {
		return ""
	}
	return postRemedy.ReplaceAllString(*reason, "")
}
