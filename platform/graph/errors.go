package graph

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// What a call was for, as Error and Call name it.
const (
	OpCreateContainer = "create container"
	OpContainerStatus = "container status"
	OpPublish         = "publish"
	OpMedia           = "media"
	OpRecentMedia     = "recent media"
	OpStories         = "stories"
	OpPublishingLimit = "publishing limit"
	OpProfile         = "profile"
	OpDeleteMedia     = "delete media"
	OpPublishComment  = "comment"
	OpComments        = "comments"
	OpCreateUpload    = "create upload"
	OpUpload          = "upload"
	OpUploadStatus    = "upload status"
	OpPageStagePhoto  = "page photo, unpublished"
	OpPagePost        = "page post"
	OpPagePhotoStory  = "page photo story"
	OpPageVideo       = "page video"
	OpPageStart       = "page video, start"
	OpPageFinish      = "page video, finish"
	OpPageVideoStatus = "page video status"
	OpPagePosts       = "page posts"
	OpPageVideos      = "page videos"
	OpPageStories     = "page stories"
	OpPagePermalink   = "page permalink"
	OpPageDelete      = "page delete"
	OpExchangeCode    = "exchange code"
	OpLongLivedToken  = "long-lived token"
	OpRefreshToken    = "refresh token"
	OpDebugToken      = "debug token"
	OpPages           = "pages"
	OpPage            = "page"
	OpBusinesses      = "businesses"
	OpPicture         = "profile picture"
)

var (
	// ErrMalformed says that an answer is not one that the network documents. Nothing in it was
	// used.
	ErrMalformed = errors.New("the answer is not as the network documents it")
	// ErrTruncated says that a list is longer than what was read of it.
	ErrTruncated = errors.New("the list goes on beyond what was read")
	// ErrOffset says that an upload did not go on where the network had got to: UploadStatus tells
	// where that is.
	ErrOffset = errors.New("the upload does not go on where it ended")
	// ErrPartial says that fewer bytes arrived than were announced: UploadStatus tells how many.
	ErrPartial = errors.New("the upload ended before its last byte")
)

// Error is a failed call. Its texts hold no token, are printable and bounded.
type Error struct {
	// Op is one of the Op constants.
	Op string
	// Host is the network's host, with the port where the address has one; empty for a call that
	// was refused here.
	Host string
	// HTTPStatus is 0 when no answer came.
	HTTPStatus int
	// Code to TraceID are the network's own words; zero where it said nothing.
	Code, Subcode          int
	Type, Message          string
	UserTitle, UserMessage string
	TraceID                string
	// Transient is the network's own hint, known to be wrong at times; Class is made of better
	// knowledge.
	Transient bool
	Class     Class
	// Tries, if above 0, is how many repeats are worthwhile before the failure counts as of class
	// Then.
	Tries int
	Then  Class
	// Undocumented says that the table does not have the error: what it means, the class included,
	// is a guess.
	Undocumented bool
	// Meaning is what the table knows about the code, or what this program found wrong.
	Meaning string
	// Fix is what the table knows that a person can do about it; empty where that is nothing.
	Fix string
	// RetryAfter is how long the network's usage headers say that the limit lasts; 0 when they say
	// nothing.
	RetryAfter time.Duration

	notSent, unsure bool
	cause           error
}

// NotSent reports that the request certainly never reached the network (it was refused here, or
// there was no connection). Any request can be repeated then.
func (e *Error) NotSent() bool { return e.notSent }

// OutcomeUnknown reports that the call was a write that may have taken effect.
func (e *Error) OutcomeUnknown() bool { return e.unsure }

// checkpointSubcodes are those of a refused token that is good again once its user has signed in
// and done what the network asks.
var checkpointSubcodes = []int{459, 464}

// CheckpointSubcodes returns the subcodes for which AtCheckpoint tells one refused token from
// another. The cloud worker is given them.
func CheckpointSubcodes() []int { return slices.Clone(checkpointSubcodes) }

// AtCheckpoint reports that the network wants its user to confirm something in its own app or on
// its pages first. After that the token works again, and nobody has to connect the account again.
func (e *Error) AtCheckpoint() bool {
	return e.Class == UserAction || e.Class == TokenDead && slices.Contains(checkpointSubcodes, e.Subcode)
}

// Unwrap returns the cause: a failure of the transport, a context's, ErrMalformed, or with that
// httpclient.ErrForeign for an answer that is not the network's; nil for the network's errors.
func (e *Error) Unwrap() error { return e.cause }

// Error returns the operation, what the network said, and the figures by which its support knows
// the case.
func (e *Error) Error() string {
	said := slices.DeleteFunc([]string{e.Message, e.Meaning}, func(s string) bool { return s == "" })
	var figures []string
	for _, f := range []struct {
		name  string
		value int
	}{{"HTTP", e.HTTPStatus}, {"code", e.Code}, {"subcode", e.Subcode}} {
		if f.value != 0 {
			figures = append(figures, fmt.Sprintf("%s %d", f.name, f.value))
		}
	}
	if e.TraceID != "" {
		figures = append(figures, "trace "+e.TraceID)
	}
	text := e.Op + ": " + strings.Join(said, ": ")
	if len(figures) == 0 {
		return text
	}
	return text + " (" + strings.Join(figures, ", ") + ")"
}

func (e *Error) obey(r Rule, side Side) {
	e.Class, e.Tries, e.Then, e.Meaning, e.Fix, e.Undocumented = r.Class, r.Tries, r.Then, r.Meaning, r.Fix, r.Unknown
	e.unsure = side == OnWrite && r.Unsure
}

// refuse returns the error for a call that is not made.
func refuse(op string, class Class, format string, args ...any) *Error {
	return &Error{Op: op, Class: class, Meaning: fmt.Sprintf(format, args...), notSent: true}
}
