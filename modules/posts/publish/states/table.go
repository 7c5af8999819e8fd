package states

import (
	"crier/modules/posts"
	"crier/platform/jobs"
)

// Outcome is what is known of the latest call that was to make a post visible on its account; the share to the Page aside.
type Outcome string

// The outcomes.
const (
	NoCall  Outcome = "no call"
	Open    Outcome = "open"
	Live    Outcome = "live"
	Unnamed Outcome = "live, item not known"
	Absent  Outcome = "absent"
	GivenUp Outcome = "given up"
)

// outcomes is every Outcome with what it means.
var outcomes = []struct {
	Outcome
	About string
}{
	{NoCall, "no call was made that could have made the post visible"},
	{Open, "a call was made, and nobody knows yet whether it took effect"},
	{Live, "it took effect, and its id at the network is known"},
	{Unnamed, "it took effect, and it is not known which item it became"},
	{Absent, "it is proved that it took no effect"},
	{GivenUp, "nobody could find out in a day in which the network answered"},
}

// NoJob stands for a post that has no job in the queue.
const NoJob jobs.Status = "none"

// Beside is what else is going on with a post.
type Beside string

// What is going on beside.
const (
	Nothing Beside = ""
	// InCloud: the post is the cloud worker's to publish.
	InCloud Beside = "in the cloud"
	// Shared: it is being shared to the Page.
	Shared Beside = "share to the Page"
)

// State is a row of the table: every combination of the status with one of Jobs and one of Outcomes is legal, and means the same.
type State struct {
	Status   posts.Status
	Beside   Beside
	Jobs     []jobs.Status
	Outcomes []Outcome
	// Means, Sees and Next are a sentence each: what it means, what the user sees, and what happens next.
	Means, Sees, Next string
}

var (
	noJob = []jobs.Status{NoJob}
	// waits is a job that waits, as does one whose process died, works one that a worker is at.
	waits, works = []jobs.Status{jobs.Pending}, []jobs.Status{jobs.Processing}
	anyJob       = []jobs.Status{jobs.Pending, jobs.Processing}

	notLive   = []Outcome{NoCall, Absent}
	maybeLive = []Outcome{Open, GivenUp}
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
		"It is the cloud worker's to publish, or being handed over.",
		"Its time, in scheduledFor, and cloudJobId.",
		"The cloud worker publishes it at its time and its result is taken home; where that cannot be, this machine takes the post back.",
	},
	{
		posts.Queued, Nothing, waits, notLive,
		"It waits for its turn, for a limit of the network to pass, or for a further attempt.",
		"errorCode and errorMessage say what it waits for, when that is more than its turn.",
		"A worker takes it up when its job is due.",
	},
	{
		posts.Queued, Nothing, works, notLive,
		"A worker has taken it up and looks whether it may begin.",
		"QUEUED for a moment.",
		"The work begins, or the post is held and waits again.",
	},
	{
		posts.Queued, Nothing, anyJob, maybeLive,
		"It is tried again although an earlier call may have taken effect.",
		"QUEUED; it cannot be cancelled, for it may be live.",
		"The network is asked what became of the earlier call before anything is sent.",
	},
	{
		posts.Processing, Nothing, anyJob, notLive,
		"Its media are being prepared; a job that waits does so for the network, or has been interrupted.",
		"PROCESSING, without an error.",
		"When all is ready, the call is written down and made; a passing failure takes the post back to QUEUED.",
	},
	{
		posts.Processing, Nothing, anyJob, maybeLive,
		"It is tried again, and what became of an earlier call is being found out.",
		"PROCESSING, without an error.",
		"It is PUBLISHED when the earlier call took effect, is prepared again when it did not, and waits in QUEUED while that cannot be told.",
	},
	{
		posts.Publishing, Nothing, anyJob,
		[]Outcome{Open},
		"The call is about to be made, or has been made and its effect is not known.",
		"PUBLISHING; errorMessage says since when the network cannot be reached, if that is so.",
		"The network is asked until it is known, for at most 15 minutes in which it answers; then the post is PUBLISHED or FAILED.",
	},
	{
		posts.Publishing, Nothing, anyJob,
		[]Outcome{GivenUp},
		"An earlier call that was given up turned out to have taken effect.",
		"PUBLISHING for a moment.",
		"Its id is stored, and it is PUBLISHED.",
	},
	{
		posts.Publishing, Nothing, anyJob,
		[]Outcome{Absent},
		"The call took no effect, and can be made again for the same reference.",
		"PUBLISHING.",
		"The call is made again after a back-off, or once a post that looks the same is settled; after four attempts the post is FAILED.",
	},
	{
		posts.Publishing, Nothing, anyJob,
		[]Outcome{Live},
		"It is live, and its id is stored.",
		"PUBLISHING for a moment, with snMediaId.",
		"Its address is asked for, and it is PUBLISHED.",
	},
	{
		posts.Published, Nothing, noJob,
		[]Outcome{Live},
		"It is live, and its id is known.",
		"snMediaId, and snPermalink, which can follow a moment later; an errorCode says what beside it did not work.",
		"Nothing; a missing address is asked for, for a day.",
	},
	{
		posts.Published, Nothing, noJob,
		[]Outcome{Unnamed},
		"The network says that it is live, and several items could be it.",
		"PUBLISHED without snMediaId.",
		"It is looked for in the background; its id follows when no other item can be it.",
	},
	{
		posts.Published, Nothing, noJob,
		[]Outcome{NoCall},
		"The cloud worker has published it, and what it knew of its call is not known here.",
		"PUBLISHED, with snMediaId when the cloud worker knew it.",
		"Nothing.",
	},
	{
		posts.Published, Shared, anyJob,
		[]Outcome{Live, Unnamed},
		"It is live, and is being shared to the Page by a job of its own.",
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
		[]Outcome{Open},
		"It ended without success, and the call may have taken effect all the same.",
		"errorCode and errorMessage; where the answer was lost, they say to check before retrying.",
		"It is looked for in the background for a day in which the network answers; when it turns out to be live, it is PUBLISHED.",
	},
	{
		posts.Failed, Nothing, noJob,
		[]Outcome{GivenUp},
		"It ended without success, and nobody could find out whether it is live.",
		"errorCode and errorMessage; they say to check before retrying.",
		"Nothing, until somebody retries it: then the network is asked once more before anything is sent.",
	},
}

// Table returns every legal state.
func Table() []State {
	all := make([]State, len(table))
	copy(all, table[:])
	return all
}
