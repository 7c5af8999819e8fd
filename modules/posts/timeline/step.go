package timeline

import (
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Kind is the kind of a Step.
type Kind string

// The kinds of step.
const (
	// KindStatus: the post's status changed.
	KindStatus Kind = "STATUS"
	// KindClaim: a worker took the post up.
	KindClaim Kind = "CLAIM"
	// KindCall: the network was called.
	KindCall Kind = "CALL"
	// KindWait: the work was put off.
	KindWait Kind = "WAIT"
	// KindNote: something was found out or decided.
	KindNote Kind = "NOTE"
)

// What says which finding or decision a step tells of, where something goes by it.
type What string

const (
	// Changed, Moved: a client changed the content, or the time, of a post that waits.
	Changed What = "CHANGED"
	Moved   What = "MOVED"
	// Matched: an item of the account was found to be the post. Live: its id is stored.
	Matched What = "MATCHED"
	Live    What = "LIVE"
	// SentAgain: the post is not live, and the publish call is made again.
	SentAgain What = "SENT_AGAIN"
	// Interrupted: the process had died in the middle of the work.
	Interrupted What = "INTERRUPTED"
	// UnknownAnswer: an answer has something that Crier does not know. MalformedAnswer: it could
	// not be read.
	UnknownAnswer   What = "UNKNOWN_ANSWER"
	MalformedAnswer What = "MALFORMED_ANSWER"
	// MediaRefused: the network could not process the media.
	MediaRefused What = "MEDIA_REFUSED"
	// MayBeLive: the post failed, and may be live all the same.
	MayBeLive What = "MAY_BE_LIVE"
)

// Step is one thing that happened to a post. Its texts are printable, bounded and without tokens.
type Step struct {
	bun.BaseModel `bun:"table:post_steps,alias:step" json:"-"`

	PostID       wireid.ID      `bun:",pk" json:"-"`
	Seq          int            `bun:",pk" json:"seq"              doc:"Place in the timeline, from 1. A gap says that steps were left out." example:"6"`
	Kind         Kind           `json:"kind"                       enum:"STATUS,CLAIM,CALL,WAIT,NOTE" doc:"What the step tells of: the post's status changed, a worker took the post up, the network was called, the work was put off, something was found out or decided." example:"CALL"`
	At           wiretime.Time  `json:"at"                         doc:"When it began." example:"2026-03-14T09:26:53.120Z"`
	LastAt       wiretime.Time  `json:"lastAt"                     doc:"When it began for the last time; the same as at unless it came more than once." example:"2026-03-14T09:26:53.120Z"`
	Times        int            `json:"times"                      doc:"How often it came: what is repeated without anything new in between is one step." example:"1"`
	Repeatable   bool           `json:"-"`
	What         What           `json:"what,omitzero"              enum:"CHANGED,MOVED,MATCHED,LIVE,SENT_AGAIN,INTERRUPTED,UNKNOWN_ANSWER,MALFORMED_ANSWER,MEDIA_REFUSED,MAY_BE_LIVE" doc:"Which finding or decision it tells of; absent where nothing goes by it." example:"MATCHED"`
	Text         string         `json:"text,omitzero"              doc:"What happened, in words: the network's or Crier's." example:"id 17920238422030506"`
	DurationMs   int64          `json:"durationMs,omitzero"        doc:"CALL: how long it took, in milliseconds; of several, the longest." example:"412"`
	Op           string         `json:"op,omitzero"                doc:"CALL: what it was for." example:"publish"`
	Method       string         `json:"method,omitzero"            doc:"CALL: the HTTP method." example:"POST"`
	Host         string         `json:"host,omitzero"              doc:"CALL: the network's host." example:"graph.instagram.com"`
	Path         string         `json:"path,omitzero"              doc:"CALL: the path, without parameters." example:"/v25.0/17841400008460056/media_publish"`
	HTTPStatus   int            `bun:"http_status" json:"httpStatus,omitzero" doc:"CALL: the HTTP status of the answer; absent when none came." example:"200"`
	Code         int            `json:"code,omitzero"              doc:"CALL: code of the network's error." example:"9"`
	Subcode      int            `json:"subcode,omitzero"           doc:"CALL: subcode of the network's error." example:"2207042"`
	Class        string         `json:"class,omitzero"             doc:"CALL: what is worth doing after the failure; absent after a success." example:"retry"`
	TraceID      string         `json:"traceId,omitzero"           doc:"CALL: by which the network's support finds the failed call; of several, the last." example:"AbCdEfGhIjK"`
	UsagePercent int            `json:"usagePercent,omitzero"      doc:"CALL: how much of its limits the network says is used, in percent; of several, the most." example:"28"`
	FromStatus   string         `json:"from,omitzero"              doc:"STATUS: what the post was; absent where it begins." example:"PUBLISHING"`
	ToStatus     string         `json:"to,omitzero"                doc:"STATUS: what the post became." example:"PUBLISHED"`
	ErrorCode    string         `json:"errorCode,omitzero"         doc:"STATUS: the post's errorCode from then on." example:"RATE_LIMITED"`
	Until        *wiretime.Time `json:"until,omitempty"            doc:"WAIT: when the work was to go on; STATUS: what the post was scheduled for." example:"2026-03-14T09:27:08.000Z"`
	LateMs       int64          `json:"lateMs,omitzero"            doc:"CLAIM: how long after its time, in milliseconds; of several, the most." example:"3"`
}

// maxStepText bounds a step's text, in characters.
const maxStepText = 400

// stepText returns a text in the form in which a step keeps it, no matter who has written it.
func stepText(s string) string { return secrets.Printable(s, maxStepText) }

// LeftOut returns how many steps of a post were dropped.
func LeftOut(steps []Step) int {
	if len(steps) == 0 {
		return 0
	}
	return steps[len(steps)-1].Seq - len(steps)
}
