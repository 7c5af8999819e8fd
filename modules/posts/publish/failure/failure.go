// Package failure decides how the work on a post goes on after an error, and what the post shows of
// it: its errorCode and errorMessage (contract 3). It reads the network's answers by their class
// (packages graph and native).
package failure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/native"
	"crier/platform/objectstore"
)

// ErrTaken says that the post was deleted while the work was going on.
var ErrTaken = errors.New("posts: the post has been taken away")

// LimitPause is how long to wait for a limit whose length is unknown.
const LimitPause = 15 * time.Minute

// Judge returns what an error of the work on a post means, after the given number of failed
// attempts.
func Judge(err error, failed int) Failure {
	var network *graph.Error
	var own *apperror.Error
	var app *native.Error
	var container *Error
	var store *objectstore.Error
	switch {
	case errors.Is(err, jobs.ErrStopping), errors.Is(err, jobs.ErrLost), errors.Is(err, ErrTaken), errors.Is(err, context.Canceled):
		return Failure{Action: Unhandled}
	case database.Failed(err):
		// The post itself has not failed, and only its failures count as attempts.
		return Failure{Action: Unhandled}
	case errors.As(err, &container):
		return named(err, container.Failure)
	case errors.As(err, &network):
		return named(err, Network(network, failed))
	case errors.As(err, &store):
		return named(err, judgeStore(store))
	case errors.As(err, &app):
		return judgeApp(app, apperror.From(err))
	case errors.As(err, &own):
		return named(err, judgeOwn(own))
	}
	return named(err, Failure{Action: Again, Code: apperror.UnknownError, Message: "an internal error stopped the work on the post; the log of Crier says more"})
}

// judgeStore is Judge for an error of the bucket. Nothing has been sent to the network by then. A
// clock that is wrong may be put right soon: many machines set it a while after they wake up.
func judgeStore(err *objectstore.Error) Failure {
	message := "the media could not be put where the network fetches it: " + err.Message + "; nothing was sent"
	if err.IsTransient() {
		return Failure{Action: Again, Code: apperror.UnknownError, Message: message}
	}
	action := GiveUp
	if err.Kind == objectstore.ClockSkew {
		action = Again
	}
	return Failure{Action: action, Code: apperror.BucketNotConfigured, Message: message}
}

// Cause words why a call failed, as Judge does, but without the advice to retry the post. It is for
// calls that do not publish one.
func Cause(err error) string {
	if network, ok := errors.AsType[*graph.Error](err); ok {
		return describe(network, "")
	}
	return Judge(err, 0).Message
}

// named puts the number of a carousel's item before the text.
func named(err error, v Failure) Failure {
	var item *posts.ItemError
	if errors.As(err, &item) {
		v.Item, v.Message = true, fmt.Sprintf("item %d of %d: %s", item.Item, item.Of, v.Message)
	}
	return v
}

// Network is Judge for an error of package graph.
func Network(err *graph.Error, failed int) Failure {
	return NetworkAdvised(err, failed, adviceOf(err))
}

// NetworkAdvised is Network with another advice: what a person must do, in words that go on after
// what happened.
func NetworkAdvised(err *graph.Error, failed int, advice string) Failure {
	v := Failure{Code: codeOf(err), Message: describe(err, advice), DeadToken: err.Class == graph.TokenDead && !err.AtCheckpoint(), Checkpoint: err.AtCheckpoint()}
	switch classOf(err, failed) {
	case graph.Retry, graph.NotReady:
		v.Action = Again
	case graph.NewContainer:
		v.Action = Remake
	case graph.Wait:
		v.Action, v.After = Wait, err.RetryAfter
		if v.After <= 0 {
			v.After = LimitPause
		}
	default:
		v.Action = GiveUp
	}
	return v
}

// classOf returns the class of an error after a number of failed attempts: an error that is worth
// only some repeats changes its class after them.
func classOf(err *graph.Error, failed int) graph.Class {
	if err.Tries > 0 && failed >= err.Tries {
		return err.Then
	}
	return err.Class
}

// mediaCodes and mediaSubcodes are the network's codes about the media file itself. A subcode means
// the same under every code.
var (
	mediaCodes    = []int{352, 9004, 36000, 36001, 36002, 36003}
	mediaSubcodes = []int{2207003, 2207004, 2207005, 2207009, 2207020, 2207026, 2207052}
)

// codeOf returns the errorCode for a failure at the network.
func codeOf(err *graph.Error) apperror.Code {
	if err.Class == graph.TokenDead || err.AtCheckpoint() { // The catalogue has no code for a checkpoint.
		return apperror.TokenExpired
	}
	if err.Class == graph.CapReached || err.Class == graph.Wait {
		return apperror.RateLimited
	}
	if err.Subcode == captionRefused {
		return apperror.ValidationError
	}
	if slices.Contains(mediaCodes, err.Code) || slices.Contains(mediaSubcodes, err.Subcode) {
		return apperror.MediaInvalid
	}
	return apperror.UnknownError
}

// captionRefused is the subcode for a caption that is too long or has too many hashtags.
const captionRefused = 2207010

// adviceOf says what a person must do before the post can be published. It is empty where waiting
// helps, or where nobody knows.
func adviceOf(err *graph.Error) string {
	switch {
	case err.AtCheckpoint():
		return "; sign in to the network's own app, do what it asks, then retry the post"
	case err.Class == graph.TokenDead:
		return "; connect the account again (crier accounts connect), then retry the post"
	case err.Class == graph.NoPermission:
		return "; connect the account again with a token that has the permission, then retry the post"
	case err.Fix != "":
		return "; " + err.Fix
	}
	return ""
}

// describe words a failure at the network, and what to do about it, with the details that its
// support would ask for.
func describe(err *graph.Error, advice string) string {
	switch {
	case err.Code != 0:
		return Said(err, advice)
	case isForeign(err):
		return "the network could not be reached: " + err.Meaning
	case err.HTTPStatus != 0:
		return fmt.Sprintf("the network gave an answer that cannot be understood (HTTP %d)", err.HTTPStatus) + advice
	case err.NotSent() && err.Unwrap() == nil:
		return err.Meaning + advice
	case errors.Is(err, context.DeadlineExceeded):
		return "the network did not answer in time"
	}
	return "the network could not be reached: " + err.Error()
}

// Said words what the network said of a failure: what it means and what to do, where that is known,
// and the network's own words after that.
func Said(err *graph.Error, advice string) string {
	words := cmp.Or(err.UserMessage, err.Message)
	switch isKnown := err.Meaning != "" && !err.Undocumented; {
	case !isKnown:
		return fmt.Sprintf("the network refused: %s%s%s", cmp.Or(words, err.Meaning), figures(err), advice)
	case words == "":
		return err.Meaning + figures(err) + advice
	}
	return fmt.Sprintf("%s%s. The network says: %s%s", err.Meaning, advice, words, figures(err))
}

// figures are those by which the network's support knows a failure.
func figures(err *graph.Error) string {
	if err.Code == 0 {
		return "" // A text of the network's has its subcode in itself.
	}
	code := fmt.Sprintf(" (code %d", err.Code)
	if err.Subcode != 0 {
		code += fmt.Sprintf("/%d", err.Subcode)
	}
	if err.TraceID != "" {
		code += ", trace " + err.TraceID
	}
	return code + ")"
}

// Container is the failure of a container that the network gave up on, after the given number of
// failed attempts.
func Container(post posts.Post, status graph.Status, failed int) Failure {
	v := Failure{Action: GiveUp, Code: ProcessingCode(post), Message: "the network could not process the media: " + Reason(status.Err(), status.Text)}
	var reason *graph.Error
	if errors.As(status.Err(), &reason) && classOf(reason, failed) == graph.NewContainer {
		v.Action = Remake
	}
	return v
}

// Reason words why the network gave up on something: what it means and what to do, where err tells
// that, and the network's own words.
func Reason(err error, words string) string {
	var reason *graph.Error
	if !errors.As(err, &reason) || reason.Undocumented {
		return words
	}
	return Said(reason, adviceOf(reason))
}

// ProcessingCode is the code for media that the network accepted and then could not process.
func ProcessingCode(post posts.Post) apperror.Code {
	if post.MediaType == posts.Reels {
		return apperror.VideoProcessingFailed
	}
	for _, f := range post.MediaFiles {
		if f.IsVideo() {
			return apperror.VideoProcessingFailed
		}
	}
	return apperror.ProcessingFailed
}

// IsSilent reports whether a call got no answer of the network's.
func IsSilent(err error) bool {
	if isForeign(err) {
		return true
	}
	var failed *graph.Error
	if errors.As(err, &failed) {
		return failed.HTTPStatus == 0 && failed.Class == graph.Retry && failed.Code == 0
	}
	var app *native.Error
	return errors.As(err, &app) && app.Class == native.Transport && app.HTTPStatus == 0
}

// IsNotReached reports whether a call did not reach the network: it has not left this machine,
// because there is no route or the name cannot be looked up, or something else has answered in the
// network's place. A call whose effect is visible may have reached it all the same in the second
// case: its Refusal says that this is unknown.
func IsNotReached(err error) bool {
	if isForeign(err) {
		return true
	}
	var failed *graph.Error
	if errors.As(err, &failed) {
		return failed.NotSent() && failed.Class == graph.Retry && failed.HTTPStatus == 0
	}
	var app *native.Error
	return errors.As(err, &app) && app.NotReached()
}

// AppAPI names the network's app API where Host names a host of the publishing API.
const AppAPI = "app API"

// Host names a host of the publishing API, which can be out of reach while others are not.
func Host(host string) string { return "host " + host }

// Call names the calls for one thing at a host, which something else can answer while it lets
// others pass.
func Call(host, op string) string { return fmt.Sprintf("%s (%s)", host, op) }

// HostOf returns the name of what a failed call was to reach, and what is in its way where that is
// known.
func HostOf(err error) (part, obstacle string) {
	part, op := AppAPI, ""
	if failed, ok := errors.AsType[*graph.Error](err); ok {
		part, op, obstacle = Host(failed.Host), failed.Op, failed.Meaning
	} else if app, ok := errors.AsType[*native.Error](err); ok {
		op, obstacle = app.Op, app.Message
	}
	if !isForeign(err) {
		return part, ""
	}
	return Call(part, op), obstacle
}

// CannotAsk reports whether an error means that neither the network nor the account can be asked
// now.
func CannotAsk(err error) bool {
	var failed *graph.Error
	var app *native.Error
	var judged *Error
	return errors.As(err, &failed) || errors.As(err, &app) || errors.As(err, &judged) || apperror.From(err) != nil
}

// NeedsUser reports whether an error says that the account cannot be asked anything before a person
// acts, or before a limit has passed. Such an error says nothing about the question. It is false
// for a refusal of the app API: the caller must ask less and less often.
func NeedsUser(err error) bool {
	var failed *graph.Error
	if errors.As(err, &failed) {
		return slices.Contains([]graph.Class{graph.TokenDead, graph.UserAction, graph.NoPermission, graph.Wait}, failed.Class)
	}
	var app *native.Error
	return !errors.As(err, &app) && apperror.From(err) != nil
}

// IsTransient reports whether a read that failed is worth another one soon.
func IsTransient(err error) bool {
	var failed *graph.Error
	return errors.As(err, &failed) && (failed.Class == graph.Retry || failed.Class == graph.NotReady)
}
