// Package states is the table of the legal states of a post: which status, open job and verdict of
// the latest visible call go together, what each combination means, what the user sees, and what
// happens next. "make generate" makes the page /docs/states from it, and Illegal compares a
// database with it: a running service does so once a day and logs what it finds, and crier status
// whenever somebody asks. A combination that is not in the table is a fault of the engine, and
// nothing goes on from there.
package states

import (
	"crier/modules/posts"
	"crier/platform/jobs"
)

// Verdict is what is known of the latest visible call for a post on its account. Shares to the Page
// and first comments do not count.
type Verdict string

const (
	NoCall  Verdict = "no call"
	Open    Verdict = "open"
	Live    Verdict = "live"
	Unnamed Verdict = "live, item not known"
	Absent  Verdict = "absent"
	GivenUp Verdict = "given up"
)

// verdicts is every Verdict with what it means.
var verdicts = []struct {
	Verdict
	About string
}{
	{NoCall, "Crier made no call that could have made the post visible"},
	{Open, "Crier made a call, and does not know yet whether it took effect"},
	{Live, "the call took effect, and Crier knows the id of the post at the network"},
	{Unnamed, "the call took effect, and Crier does not know which of several items at the network is the post"},
	{Absent, "Crier has proved that the call took no effect"},
	{GivenUp, "Crier could not find out, in a day in which the account could be asked"},
}

// NoJob stands for a post that has no job in the queue.
const NoJob jobs.Status = "none"

// Beside is something else that is going on with a post.
type Beside string

// What is going on beside.
const (
	Nothing Beside = ""
	// InCloud: the post is the cloud worker's to publish.
	InCloud Beside = "in the cloud"
	// Commented: its first comment is being posted.
	Commented Beside = "first comment"
	// Shared: it is being shared to the Page.
	Shared Beside = "share to the Page"
)

// State is a row of the table: every combination of the status with one of Jobs and one of Verdicts
// is legal, and means the same.
type State struct {
	Status   posts.Status
	Beside   Beside
	Jobs     []jobs.Status
	Verdicts []Verdict
	// Means, Sees and Next are a sentence each: what it means, what the user sees, and what happens
	// next.
	Means, Sees, Next string
}

var (
	noJob = []jobs.Status{NoJob}
	// waits is a job that waits, as does one whose process died, works one that a worker is at.
	waits, works = []jobs.Status{jobs.Pending}, []jobs.Status{jobs.Processing}
	anyJob       = []jobs.Status{jobs.Pending, jobs.Processing}

	notLive   = []Verdict{NoCall, Absent}
	maybeLive = []Verdict{Open, GivenUp}
)

var table = [...]State{
	{
		posts.Draft, Nothing, noJob, notLive,
		"It is kept for later.",
		"A draft, without an error.",
		"Nothing, until somebody publishes or schedules it.",
	},
	{
		posts.Scheduled, Nothing, waits, notLive,
		"It waits for its time on this machine.",
		"Its time, in scheduledFor.",
		"At its time the queue claims it, and it is QUEUED.",
	},
	{
		posts.Scheduled, InCloud, noJob, notLive,
		"The cloud worker is to publish it, or Crier is handing it over.",
		"Its time, in scheduledFor, and cloudJobId.",
		"The cloud worker publishes it at its time, and Crier fetches the result; if the worker cannot, this machine takes the post back.",
	},
	{
		posts.Queued, Nothing, waits, notLive,
		"It waits for its turn, for the end of a limit of the network, or for another attempt.",
		"errorCode and errorMessage say what it waits for, unless it only waits for its turn, or for another attempt.",
		"The queue starts the work when its job is due.",
	},
	{
		posts.Queued, Nothing, works, notLive,
		"The queue has started it, and Crier checks whether the work may begin.",
		"QUEUED for a moment.",
		"The work begins, or the post waits again.",
	},
	{
		posts.Queued, Nothing, anyJob, maybeLive,
		"Crier tries it again, and an earlier call may have taken effect.",
		"QUEUED; you cannot cancel it, because it may be live.",
		"Before Crier sends anything, it asks the network what became of the earlier call.",
	},
	{
		posts.Processing, Nothing, anyJob, notLive,
		"Crier prepares its media; a job that is PENDING waits for the network, or was interrupted.",
		"PROCESSING, without an error.",
		"When all is ready, Crier writes down the call and makes it; after a failure that may pass, the post is QUEUED again.",
	},
	{
		posts.Processing, Nothing, anyJob, maybeLive,
		"Crier tries it again, and finds out what became of an earlier call.",
		"PROCESSING, without an error.",
		"If the earlier call took effect, it is PUBLISHED; if not, Crier prepares it again; while Crier cannot find out, it is QUEUED.",
	},
	{
		posts.Publishing, Nothing, anyJob,
		[]Verdict{Open},
		"Crier is about to make the call, or has made it and does not know its effect.",
		"PUBLISHING; errorMessage says since when the network cannot be reached, or when a limit of it ends.",
		"Crier asks the network until it knows, for at most 15 minutes in which the network answers; then the post is PUBLISHED or FAILED.",
	},
	{
		posts.Publishing, Nothing, anyJob,
		[]Verdict{GivenUp},
		"Crier has found out that an earlier call took effect after all.",
		"PUBLISHING for a moment.",
		"Crier stores its id, and it is PUBLISHED.",
	},
	{
		posts.Publishing, Nothing, anyJob,
		[]Verdict{Absent},
		"The call took no effect, and Crier can make it again with the same prepared media.",
		"PUBLISHING.",
		"Crier makes the call again after a pause, or when it knows what became of another post with the same content; after four attempts the post is FAILED.",
	},
	{
		posts.Publishing, Nothing, anyJob,
		[]Verdict{Live},
		"It is live, and Crier has stored its id.",
		"PUBLISHING for a moment, with snMediaId.",
		"Crier asks for its address, and it is PUBLISHED.",
	},
	{
		posts.Published, Nothing, noJob,
		[]Verdict{Live},
		"It is live, and Crier knows its id.",
		"snMediaId, and snPermalink, which can follow a moment later; if something else did not work, errorCode says what.",
		"Nothing; if the address is missing, Crier asks for it for a day.",
	},
	{
		posts.Published, Nothing, noJob,
		[]Verdict{Unnamed},
		"The network says that it is live, and several items at the network could be the post.",
		"PUBLISHED without snMediaId.",
		"Crier looks for it in the background, and stores its id when only one item is left that can be it.",
	},
	{
		posts.Published, Nothing, noJob,
		[]Verdict{NoCall},
		"The cloud worker has published it, and Crier does not know what the worker knew of the call.",
		"PUBLISHED, with snMediaId when the cloud worker knew it.",
		"Nothing.",
	},
	{
		posts.Published, Commented, anyJob,
		[]Verdict{Live},
		"It is live, and another job posts its first comment.",
		"PUBLISHED; firstCommentState is PENDING, and firstCommentId follows.",
		"The comment is below the post, or errorCode and errorMessage say why not, or that it is not seen; the post stays PUBLISHED, and is shared if that was asked for.",
	},
	{
		posts.Published, Commented, noJob,
		[]Verdict{Unnamed},
		"The network says that it is live, several items at the network could be the post, and its first comment waits.",
		"PUBLISHED without snMediaId; firstCommentState is PENDING.",
		"When only one item is left that can be it, Crier stores its id and posts the comment below it; after a day errorMessage says that it could not.",
	},
	{
		posts.Published, Shared, anyJob,
		[]Verdict{Live, Unnamed},
		"It is live, and another job shares it to the Page.",
		"PUBLISHED; partnerPostId follows.",
		"It is on the Page, or errorCode and errorMessage say why not; the post stays PUBLISHED.",
	},
	{
		posts.Failed, Nothing, noJob, notLive,
		"It ended without success and is not live.",
		"errorCode and errorMessage say why.",
		"Nothing, until somebody retries it.",
	},
	{
		posts.Failed, Nothing, noJob,
		[]Verdict{Open},
		"It ended without success, but the call may have taken effect.",
		"errorCode and errorMessage; they say to check before a retry.",
		"Crier looks for it in the background, for a day in which the account can be asked; if it is live, it becomes PUBLISHED.",
	},
	{
		posts.Failed, Nothing, noJob,
		[]Verdict{GivenUp},
		"It ended without success, and Crier could not find out whether it is live.",
		"errorCode and errorMessage; they say to check before a retry.",
		"Nothing, until somebody who has looked for it retries it by itself; Crier then asks the network once more before it sends anything.",
	},
}

// Table returns every legal state.
func Table() []State {
	all := make([]State, len(table))
	copy(all, table[:])
	return all
}
