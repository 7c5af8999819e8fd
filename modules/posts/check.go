package posts

import (
	"cmp"
	"context"
	"slices"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Checker checks what a user wants to publish or save against its account, its files and the rules.
type Checker struct {
	clock    clock.Clock
	accounts *auth.Service
	natives  *settings.Natives
	media    *media.Service
}

// NewChecker returns a checker over the accounts, their credentials and the files.
func NewChecker(clk clock.Clock, accounts *auth.Service, natives *settings.Natives, files *media.Service) *Checker {
	return &Checker{clock: clk, accounts: accounts, natives: natives, media: files}
}

// check checks the content against everything that does not change by itself: account, media,
// rules.
func (c *Checker) check(ctx context.Context, db bun.IDB, p PublishablePost, how completeness) (auth.SocialAccount, error) {
	if err := p.checkNames(); err != nil {
		return auth.SocialAccount{}, err
	}
	account, err := c.accounts.Account(ctx, db, p.AccountID)
	if err != nil {
		return account, err
	}
	return account, c.checkContent(ctx, db, account, p, how)
}

// checkContent is check without the account, which exists.
func (c *Checker) checkContent(ctx context.Context, db bun.IDB, account auth.SocialAccount, p PublishablePost, how completeness) error {
	if how != untouched {
		if err := c.checkFiles(ctx, db, p, how); err != nil {
			return err
		}
	}
	return p.checkRules(account)
}

func (c *Checker) checkFiles(ctx context.Context, db bun.IDB, p PublishablePost, how completeness) error {
	if err := p.checkCount(how); err != nil {
		return err
	}
	files, err := c.media.Files(ctx, db, p.allFiles())
	if err != nil {
		return err
	}
	return cmp.Or(p.checkMedia(files, how), p.checkLook(files))
}

// checkLook checks what a post says of its files, but not the files.
func (c *Checker) checkLook(ctx context.Context, db bun.IDB, p PublishablePost) error {
	files, err := c.media.Files(ctx, db, p.allFiles())
	if err != nil {
		return err
	}
	return p.checkLook(files)
}

// checkState checks a submission against the state of its account.
func (c *Checker) checkState(ctx context.Context, db bun.IDB, account auth.SocialAccount, sub Submission) error {
	if sub.At == nil {
		if err := account.CheckUsable(wiretime.Of(c.clock.Now())); err != nil {
			return err
		}
	}
	return c.checkNative(ctx, db, account, sub.PublishablePost)
}

// checkNative refuses a story with mentions of an account without the credentials that they take.
func (c *Checker) checkNative(ctx context.Context, db bun.IDB, account auth.SocialAccount, p PublishablePost) error {
	if len(p.StoryMentions) == 0 {
		return nil
	}
	configured, err := c.natives.Configured(ctx, db, account.ID)
	if err == nil && !configured {
		err = apperror.New(apperror.PrivateAPIRequired, "story mentions go out by a sign-in of their own (native-story credentials), and the account %s has none; "+
			"import a session of the account for it (crier accounts session), or save a username and a password with POST /settings/private-api-credentials, "+
			"or send the story without storyMentions", account.Username).
			InPlain("story mentions go out by a sign-in of their own (native-story credentials), and the account %s has none; import a session of the account "+
				"(crier accounts session), or save its username and password, or leave the mentions out", account.Username)
	}
	return err
}

// checkFuture refuses a time that has passed.
func (c *Checker) checkFuture(at wiretime.Time) error {
	if now := c.clock.Now(); !at.Time().After(now) {
		return apperror.New(apperror.InvalidSchedule, "scheduledFor %s is not in the future; it is now %s. Send a later time, or publish at once with POST /posts/publish", at, wiretime.Of(now)).
			InPlain("the time has passed; choose a later one")
	}
	return nil
}

// objections returns why publishing a draft as it is would be refused, here or by the network, and
// which parts of it nobody would see.
func (c *Checker) objections(ctx context.Context, db bun.IDB, account auth.SocialAccount, p PublishablePost) ([]Warning, error) {
	err := c.checkContent(ctx, db, account, p, whole)
	if err == nil {
		err = c.checkState(ctx, db, account, Submission{PublishablePost: p})
	}
	refused := apperror.From(err)
	if err != nil && refused == nil {
		return nil, err
	}
	files, err := c.media.Files(ctx, db, p.allFiles())
	if err != nil {
		return nil, err
	}
	warnings := []Warning{}
	if refused != nil {
		warnings = append(warnings, Warning{Code: string(refused.Code), Message: refused.Message})
	}
	return slices.Concat(warnings, warningsOf(ofComment(account, p)), foreseen(p, files)), nil
}
