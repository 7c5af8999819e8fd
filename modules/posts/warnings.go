package posts

import (
	"context"
	"fmt"
	"time"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Warning says of an accepted post what its author may not expect. It stops nothing.
type Warning struct {
	Code    string `json:"code"    doc:"What the warning is about: TOKEN_EXPIRES, NEAR_DUPLICATE, CLOSE_TO_ANOTHER, NOT_CONFIGURED for what this version cannot do or, on a draft, the error code that publishing it as it is would give. Others may be added." example:"TOKEN_EXPIRES"`
	Message string `json:"message" doc:"The warning, for people." example:"the access token of sandbox.bakery expires at 2027-01-20T09:30:00.000Z, before the post is due; connect the account again until then"`
}

// The codes of warnings that are no error codes.
const (
	tokenExpires   = "TOKEN_EXPIRES"
	nearDuplicate  = "NEAR_DUPLICATE"
	closeToAnother = "CLOSE_TO_ANOTHER"
)

const (
	// duplicateWindow is how far back a post with the same content is looked for.
	duplicateWindow = 24 * time.Hour
	// advisedSpacing is how far apart posts of one account should be (contract 8).
	advisedSpacing = 20 * time.Minute
)

// warn returns what is to be said about a submission that is accepted.
func (s *Service) warn(ctx context.Context, db bun.IDB, account auth.SocialAccount, sub Submission) ([]Warning, error) {
	warnings := []Warning{}
	add := func(code, format string, args ...any) {
		warnings = append(warnings, Warning{Code: code, Message: fmt.Sprintf(format, args...)})
	}
	switch {
	case sub.At == nil || !account.IsTokenExpired(*sub.At):
	case account.IsTokenExpired(wiretime.Of(s.clock.Now())):
		add(tokenExpires, "the access token of %s expired at %s; connect the account again before the post is due", account.Username, account.TokenExpiresAt)
	default:
		add(tokenExpires, "the access token of %s expires at %s, before the post is due; connect the account again until then", account.Username, account.TokenExpiresAt)
	}
	if text := missing(sub.PublishablePost); text != "" {
		add(string(apperror.NotConfigured), "%s", text)
	}
	twin, found, err := selectTwin(ctx, db, sub.PublishablePost, wiretime.Of(s.clock.Now().Add(-duplicateWindow)))
	if err != nil {
		return nil, err
	}
	if found {
		add(nearDuplicate, "the post %s of the same account has the same file and caption; both will be published", twin)
	}
	if sub.At == nil {
		return warnings, nil
	}
	near, found, err := selectNeighbour(ctx, db, account.ID, *sub.At, advisedSpacing)
	if found {
		add(closeToAnother, "another post of %s is scheduled for %s; the network prefers 20 minutes between two", account.Username, near)
	}
	return warnings, err
}

// missing returns what a post asks for that this version cannot do, as its end will tell; nothing for most.
func missing(p PublishablePost) string {
	switch {
	case len(p.StoryMentions) > 0:
		return "stories with mentions are not part of this version; the post will fail, and nothing will be sent"
	case p.CrossPostToPartner != nil && *p.CrossPostToPartner:
		return "sharing to the Page is not part of this version; the post will be published without"
	}
	return ""
}

// warnDraft returns what publishing a draft as it is would be refused for.
func (s *Service) warnDraft(ctx context.Context, db bun.IDB, p PublishablePost) ([]Warning, error) {
	account, err := s.check(ctx, db, p, whole)
	if err == nil {
		err = s.checkState(ctx, db, account, Submission{PublishablePost: p})
	}
	refused := apperror.From(err)
	if err != nil && refused == nil {
		return nil, err
	}
	if refused == nil {
		return []Warning{}, nil
	}
	return []Warning{{Code: string(refused.Code), Message: refused.Message}}, nil
}
