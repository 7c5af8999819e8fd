package storyrepost

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"crier/platform/apperror"
	"crier/platform/httpclient"
	"crier/platform/native"
	"crier/platform/wiretime"
)

// failure is what a failed call means for the account.
type failure struct {
	reason string
	// isOffline says that nobody answered: nothing is known to be wrong with the account.
	isOffline bool
	// isChallenge says that the network wants to know who uses the account.
	isChallenge bool
	// isFatal says that only the user can end it.
	isFatal bool
}

// failureOf returns what a failed call means for the account. It returns nil for an error that is
// not the network's, and for one about a single story, which is no failure of the account.
func failureOf(err error) *failure {
	if _, ok := errors.AsType[callError](err); !ok {
		return nil
	}
	e, isNative := errors.AsType[*native.Error](err)
	if isNative && isAboutStory(e) {
		return nil
	}
	f := &failure{reason: reasonOf(err)}
	if code := apperror.CodeOf(err); code == apperror.CredentialsNotConfigured || code == apperror.TwoFactorRequired {
		f.isFatal = true
	}
	if !isNative {
		return f
	}
	switch e.Class {
	case native.ChallengeRequired, native.Manual:
		f.isChallenge = true
	case native.BadCredentials, native.TwoFactor, native.AppTooOld:
		f.isFatal = true
	case native.Transport:
		f.isOffline = isOffline(e)
	default:
	}
	return f
}

// isOffline reports whether nobody of the network's has answered.
func isOffline(e *native.Error) bool {
	return errors.Is(e, httpclient.ErrForeign) || e.Class == native.Transport && e.HTTPStatus == 0 && !errors.Is(e, native.ErrMalformed)
}

// isAboutStory reports whether a failure is that of one story and of nothing else.
func isAboutStory(e *native.Error) bool {
	if errors.Is(e, httpclient.ErrForeign) {
		return false
	}
	switch e.Op {
	case native.OpMedia:
		return e.Class == native.NotFound || errors.Is(e, native.ErrMalformed)
	case native.OpDownload:
		return !e.Class.Stops()
	default:
		return false
	}
}

// reasonOf returns why a call failed, in words for the user.
func reasonOf(err error) string {
	e, ok := errors.AsType[*native.Error](err)
	// The error of a login has words for the user already. That of a download says less than its
	// cause.
	if known := apperror.From(err); known != nil && (!ok || e.Op != native.OpDownload) {
		return known.Message
	}
	if !ok {
		return "something went wrong inside Crier; the log has the reason"
	}
	switch e.Class {
	case native.RateLimited:
		return "the network wants fewer calls for now"
	case native.ActionBlocked:
		return "the network blocks actions of the account for now; use only the network's app for some days"
	case native.ChallengeRequired, native.Manual:
		return "the network wants to know who uses the account; open the network's app and confirm it there, then import a session (crier accounts session) or save the native-story credentials again"
	case native.AppTooOld:
		return "the network no longer accepts the version of its app that Crier uses; update Crier"
	case native.LoggedOut:
		return "the session has ended; import another one (crier accounts session), or save the native-story credentials again"
	case native.Transport:
		if errors.Is(e, httpclient.ErrForeign) {
			return "the network could not be reached: " + e.Message
		}
		return "the network gave no answer that can be understood"
	default:
		return "the network refuses: " + cmp.Or(e.Message, string(e.Class))
	}
}

// codeOf returns the code with which a client is told of a failed call (contract 4, POST
// /story-repost/scan).
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

// challengeMemory is how long a challenge counts.
const challengeMemory = 30 * 24 * time.Hour

func (c *StoryRepostConfig) forgetChallenges(now time.Time) {
	oldest := now.Add(-challengeMemory).UnixMilli()
	c.Challenges = slices.DeleteFunc(c.Challenges, func(at int64) bool { return at <= oldest })
	c.ChallengeCount30d = len(c.Challenges)
}

// succeed notes a successful poll and plans the next one.
func (c *StoryRepostConfig) succeed(found int, now time.Time, chance float64, zone *time.Location) {
	status := PollNoMentions
	if found > 0 {
		status = PollSucceeded
	}
	c.LastPollStatus, c.LastPollError, c.ConsecutiveFailures = &status, nil, 0
	c.NextPollAt = wiretime.Ptr(c.nextPoll(now, chance, zone))
}

// fail notes a failure in the configuration. It plans the next poll or switches story repost off.
func (c *StoryRepostConfig) fail(f *failure, now time.Time, chance float64, zone *time.Location) {
	c.LastPollStatus, c.LastPollError = new(PollFailed), &f.reason
	if f.isOffline {
		c.NextPollAt = wiretime.Ptr(c.afterQuietHours(now.Add(offlinePoll), chance, zone))
		return
	}
	c.ConsecutiveFailures++
	next := c.nextPoll(now, chance, zone)
	if f.isChallenge {
		next = c.challenged(now, next, chance, zone)
	}
	c.NextPollAt = wiretime.Ptr(next)
	switch {
	case f.isFatal:
		c.switchOff(f.reason, now)
	case c.ConsecutiveFailures >= breaker:
		c.switchOff("five polls failed in a row, the last one because: "+f.reason, now)
	}
}

// challenged counts a challenge, begins its pause, and returns next or, if later, the pause's end.
func (c *StoryRepostConfig) challenged(now, next time.Time, chance float64, zone *time.Location) time.Time {
	c.forgetChallenges(now)
	c.Challenges = append(c.Challenges, now.UnixMilli())
	c.ChallengeCount30d, c.LastChallengeAt = len(c.Challenges), wiretime.Ptr(now)
	until := now.Add(pauseAfter(len(c.Challenges)))
	c.ChallengePauseUntil = wiretime.Ptr(until)
	if next.Before(until) {
		return c.afterQuietHours(until, chance, zone)
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
