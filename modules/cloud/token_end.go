package cloud

import (
	"context"
	"fmt"
	"time"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/wiretime"
)

const (
	// tokenNotice is how long before its end the end of the API token is announced.
	tokenNotice = 10 * 24 * time.Hour
	// tokenWarnEvery is how often the log warns of that end at most.
	tokenWarnEvery = 24 * time.Hour
)

// tokenWarning says that the API token ends within ten days, or has ended. It is empty for a token
// without an end, and for one that is not used. A problem of the cloud that is the ended token
// itself comes first. No post waits because of a warning.
func (s *stack) tokenWarning(st state) string {
	ends := st.row.TokenExpiresAt
	if ends == nil || st.token.IsEmpty() || s.refusal != "" {
		return ""
	}
	switch left := ends.Time().Sub(s.clock.Now()); {
	case left > tokenNotice, left <= 0 && st.row.ProblemCode == apperror.CloudError:
		return ""
	case left > 0:
		return fmt.Sprintf("Cloudflare's API token must be extended or replaced before %s (crier cloud setup): it ends then, and Cloudflare takes no new posts and files afterwards", ends)
	}
	return fmt.Sprintf("Cloudflare's API token must be extended or replaced (crier cloud setup): it ended at %s, and Cloudflare takes no new posts and files", ends)
}

// learnTokenEnd stores when the API token in use ends, because the user may have extended it. It
// logs a warning of the end, once a day at most.
func (v *verifier) learnTokenEnd(ctx context.Context, ends *wiretime.Time) error {
	before := v.stack.get()
	after := before
	after.row.TokenExpiresAt = ends
	now := v.stack.clock.Now()
	warned := before.row.TokenWarnedAt
	isDue := v.stack.tokenWarning(after) != "" && (warned == nil || !waits(now, warned.Time().Add(tokenWarnEvery), tokenWarnEvery))
	if !isDue && isSameInstant(before.row.TokenExpiresAt, ends) {
		return nil
	}
	_, err := v.stack.update(ctx, func(row *storedWorker) {
		row.TokenExpiresAt = ends
		if isDue {
			row.TokenWarnedAt = wiretime.Ptr(now)
		}
	})
	if err == nil && isDue {
		v.stack.log.Warn("cloud: the API token has to be extended or replaced", "token_expires_at", ends.String())
	}
	return err
}

func isSameInstant(a, b *wiretime.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// endOfToken returns nil for a token without an end.
func endOfToken(info cloudflare.Token) *wiretime.Time {
	if info.Expires.IsZero() {
		return nil
	}
	return wiretime.Ptr(info.Expires)
}
