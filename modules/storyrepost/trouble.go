package storyrepost

import (
	"cmp"
	"errors"
	"time"

	"crier/platform/apperror"
	"crier/platform/native"
	"crier/platform/wiretime"
)

// trouble is what a failed call means for the account.
type trouble struct {
	// reason is for people.
	reason string
	// isOffline says that nobody answered: nothing is known to be wrong with the account.
	isOffline bool
	// isChallenge says that the network wants to know who is there.
	isChallenge bool
	// isFatal says that it cannot pass by itself.
	isFatal bool
}

// troubleOf says what a call that has failed means. It returns nil for an error that is none of the network's, and for what the
// network says of a single story: that is no failure of the account.
func troubleOf(err error) *trouble {
	if _, ok := errors.AsType[callError](err); !ok {
		return nil
	}
	e, isNative := errors.AsType[*native.Error](err)
	if isNative && isAboutStory(e) {
		return nil
	}
	t := &trouble{reason: reasonOf(err)}
	if code := apperror.CodeOf(err); code == apperror.CredentialsNotConfigured || code == apperror.TwoFactorRequired {
		t.isFatal = true
	}
	if !isNative {
		return t
	}
	switch e.Class {
	case native.ChallengeRequired, native.Manual:
		t.isChallenge = true
	case native.BadCredentials, native.TwoFactor, native.AppTooOld:
		t.isFatal = true
	case native.Transport:
		t.isOffline = e.HTTPStatus == 0 && !errors.Is(err, native.ErrMalformed)
	default:
	}
	return t
}

// isAboutStory reports whether a failure is that of one story and of nothing else.
func isAboutStory(e *native.Error) bool {
	switch e.Op {
	case native.OpMedia:
		return e.Class == native.NotFound || errors.Is(e, native.ErrMalformed)
	case native.OpDownload:
		return !e.Class.Stops()
	default:
		return false
	}
}

// reasonOf words why a call has failed.
func reasonOf(err error) string {
	e, ok := errors.AsType[*native.Error](err)
	// What was said of a login is worded already; that a file could not be taken in says less than why.
	if known := apperror.From(err); known != nil && (!ok || e.Op != native.OpDownload) {
		return known.Message
	}
	if !ok {
		return "something went wrong inside of Crier; the log says what"
	}
	switch e.Class {
	case native.RateLimited:
		return "the network wants fewer calls for now"
	case native.ActionBlocked:
		return "the network blocks what the account does for now; use the network's own app for some days"
	case native.ChallengeRequired, native.Manual:
		return "the network wants to know who is there; open its own app, confirm it there, then save the native-story credentials again"
	case native.AppTooOld:
		return "the network no longer takes the version of its app that Crier speaks as; update Crier"
	case native.LoggedOut:
		return "the session has ended; save the native-story credentials again"
	case native.Transport:
		return "the network gave no answer that can be understood"
	default:
		return "the network refuses: " + cmp.Or(e.Message, string(e.Class))
	}
}

// codeOf returns the code by which a client is told of a call that has failed (contract 4, POST /story-repost/scan).
func codeOf(err error) apperror.Code {
	if code := apperror.CodeOf(err); code != apperror.InternalError {
		return code
	}
	switch native.ClassOf(err) {
	case native.RateLimited:
		return apperror.LoginRateLimited
	case native.TwoFactor:
		return apperror.TwoFactorRequired
	default:
		return apperror.LoginFailed
	}
}

// suffer notes trouble in the configuration: when to poll again, and whether at all.
func (c *StoryRepostConfig) suffer(t *trouble, now time.Time, chance float64, zone *time.Location) {
	failure := PollFailed
	c.LastPollStatus, c.LastPollError = &failure, &t.reason
	if t.isOffline {
		c.NextPollAt = wiretime.Ptr(c.awake(now.Add(offlinePoll), chance, zone))
		return
	}
	c.ConsecutiveFailures++
	next := c.following(now, chance, zone)
	if t.isChallenge {
		next = c.challenged(now, next, chance, zone)
	}
	c.NextPollAt = wiretime.Ptr(next)
	switch {
	case t.isFatal:
		c.switchOff(t.reason, now)
	case c.ConsecutiveFailures >= breaker:
		c.switchOff("it failed five times in a row, the last time because: "+t.reason, now)
	}
}

// challenged counts a challenge and begins the pause after it; it returns when to poll next, for which next was meant.
func (c *StoryRepostConfig) challenged(now, next time.Time, chance float64, zone *time.Location) time.Time {
	c.forgetChallenges(now)
	c.Challenges = append(c.Challenges, now.UnixMilli())
	c.ChallengeCount30d, c.LastChallengeAt = len(c.Challenges), wiretime.Ptr(now)
	until := now.Add(pauseAfter(len(c.Challenges)))
	c.ChallengePauseUntil = wiretime.Ptr(until)
	if next.Before(until) {
		return c.awake(until, chance, zone)
	}
	return next
}

func (c *StoryRepostConfig) switchOff(reason string, now time.Time) {
	if !c.IsEnabled {
		return // The user had done so.
	}
	c.IsEnabled = false
	c.AutoDisabledAt, c.AutoDisableReason = wiretime.Ptr(now), &reason
}

// isPaused reports whether polls and reposts rest after a challenge.
func (c *StoryRepostConfig) isPaused(now time.Time) bool {
	return c.ChallengePauseUntil != nil && c.ChallengePauseUntil.Time().After(now)
}
