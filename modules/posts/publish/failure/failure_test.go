package failure

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database/databasetest"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/objectstore"
	"crier/platform/secrets"
)

// judged is what is done about a failure, and the errorCode of the post that it ends.
type judged struct {
	action Action
	code   apperror.Code
}

// judgements are those on every rule of the network's table, by "code/subcode", with the side where
// that matters.
func judgements() map[string]judged {
	all := map[string]judged{
		"-2/2207003": {Remake, apperror.MediaInvalid}, "-2/2207020": {Remake, apperror.MediaInvalid},
		"352/2207026": {GiveUp, apperror.MediaInvalid}, "9004/2207052": {Again, apperror.MediaInvalid},
		"36000/2207004": {GiveUp, apperror.MediaInvalid}, "36001/2207005": {GiveUp, apperror.MediaInvalid}, "36003/2207009": {GiveUp, apperror.MediaInvalid},
		"36004/2207010": {GiveUp, apperror.ValidationError}, "9/2207042": {GiveUp, apperror.RateLimited},
	}
	for named, keys := range map[judged]string{
		{Again, apperror.UnknownError}:  "-1/2207001 24/2207008 100/33/read 0/2207069 9007/2207027 389/0 6000/0 1/0 2/0",
		{Remake, apperror.UnknownError}: "-1/2207032 -1/2207053 24/2207006 0/2207077 0/2207082 0/2207085",
		{Wait, apperror.RateLimited}:    "4/2207051 4/0 17/0 32/0 613/0 80001/0 341/0 368/0 0/1390008 0/1404112",
		{GiveUp, apperror.TokenExpired}: "190/458 190/459 190/460 190/463 190/464 190/467 190/492 190/0 102/0 25/2207050 0/1404078 0/4854002 0/1404006",
		{GiveUp, apperror.UnknownError}: "-1/2207073 1/2207057 100/2207023 100/2207028 100/2207035 100/2207036 100/2207037 100/2207040 " +
			"100/33/write 110/2207013 0/2207018 100/2207089 0/2207076 0/2207081 0/1363040 0/1363127 0/1363128 0/1363129 382/0 3/0 506/0 10/0 200/0 " +
			"0/1366046 0/1366051 0/1404102 0/1346003",
	} {
		for _, key := range strings.Fields(keys) {
			all[key] = named
		}
	}
	return all
}

// TestJudge_EveryRule: each failure that the network is known for has its action and its code.
func TestJudge_EveryRule(t *testing.T) {
	t.Parallel()
	want := judgements()
	for _, r := range graph.Rules() {
		key := fmt.Sprintf("%d/%d", r.Code, r.Subcode)
		if r.On != "" {
			key += "/" + string(r.On)
		}
		w, known := want[key]
		delete(want, key)
		if !known {
			t.Errorf("no test says what follows from %s, %q", key, r.Meaning)
			continue
		}
		err := &graph.Error{Op: graph.OpPublish, HTTPStatus: 400, Code: r.Code, Subcode: r.Subcode, Class: r.Class, Tries: r.Tries, Then: r.Then, Meaning: r.Meaning, Fix: r.Fix, TraceID: "Trace7"}
		v := Judge(fmt.Errorf("publish: %w", err), 0)
		if v.Action != w.action || v.Code != w.code || v.Item || v.Absent != "" {
			t.Errorf("%s, %q: got %+v, want %+v", key, r.Meaning, v, w)
		}
		checkText(t, key, r, v.Message)
		if (v.After != 0) != (v.Action == Wait) {
			t.Errorf("%s: waits for %s", key, v.After)
		}
	}
	if len(want) > 0 {
		t.Errorf("the network has no such failures: %v", want)
	}
}

// checkText holds a post's errorMessage against what a person and the network's support need.
func checkText(t *testing.T, key string, r graph.Rule, message string) {
	t.Helper()
	figures := []string{fmt.Sprintf("code %d", r.Code), "trace Trace7"}
	if r.Subcode != 0 {
		figures[0] += fmt.Sprintf("/%d", r.Subcode)
	}
	if r.Code == 0 {
		return // The network never names code 0: such a rule is of a subcode under any code.
	}
	if !strings.HasPrefix(message, r.Meaning) || !strings.Contains(message, r.Fix) {
		t.Errorf("%s: %q does not begin with %q, or lacks %q", key, message, r.Meaning, r.Fix)
	}
	for _, part := range figures {
		if !strings.Contains(message, part) {
			t.Errorf("%s: %q does not say %q", key, message, part)
		}
	}
}

// TestJudge_AfterRepeats: what is worth some repeats is of another class after them.
func TestJudge_AfterRepeats(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, r := range graph.Rules() {
		if r.Tries == 0 {
			continue
		}
		seen++
		err := &graph.Error{Code: r.Code, Subcode: r.Subcode, Class: r.Class, Tries: r.Tries, Then: r.Then}
		first, then := Judge(err, r.Tries-1), Judge(err, r.Tries)
		want := map[graph.Class]Action{graph.Permanent: GiveUp, graph.NewContainer: Remake}[r.Then]
		if first.Action != Again || then.Action != want || Judge(err, r.Tries+1).Action != want {
			t.Errorf("%q: %d, then %d", r.Meaning, first.Action, then.Action)
		}
	}
	if seen < 3 {
		t.Errorf("only %d rules are of that kind", seen)
	}
}

// TestJudge_SubcodesOfMedia: a subcode says the same of the media under whatever code it comes.
func TestJudge_SubcodesOfMedia(t *testing.T) {
	t.Parallel()
	for _, subcode := range []int{2207003, 2207004, 2207005, 2207009, 2207020, 2207026, 2207052} {
		if v := Judge(&graph.Error{Code: 100, Subcode: subcode, Class: graph.Permanent}, 0); v.Code != apperror.MediaInvalid || v.Action != GiveUp {
			t.Errorf("%d: %+v", subcode, v)
		}
	}
}

func TestJudge_Waits(t *testing.T) {
	t.Parallel()
	for regain, want := range map[time.Duration]time.Duration{0: 15 * time.Minute, -time.Second: 15 * time.Minute, time.Second: time.Second, 3 * time.Hour: 3 * time.Hour} {
		if v := Judge(&graph.Error{Code: 4, Class: graph.Wait, RetryAfter: regain}, 0); v.Action != Wait || v.After != want || v.Code != apperror.RateLimited {
			t.Errorf("%s: %+v", regain, v)
		}
	}
	if v := Judge(&graph.Error{Code: 1, Class: graph.Retry, RetryAfter: time.Hour}, 0); v.After != 0 {
		t.Errorf("what is no limit waits for %s", v.After)
	}
}

// TestJudge_OtherErrors: what is not said by the network.
func TestJudge_OtherErrors(t *testing.T) {
	t.Parallel()
	secret := errors.New("open /secret/path: token abc")
	own := apperror.Wrap(apperror.MediaInvalid, secret, "the file is gone")
	lost := &Error{Failure{Action: Remake, Code: apperror.ProcessingFailed, Message: "it came to nothing"}}
	limited := &graph.Error{Code: 4, Class: graph.Wait}
	for name, c := range map[string]struct {
		err  error
		want Failure
	}{
		"the runner stops":      {fmt.Errorf("sleep: %w", jobs.ErrStopping), Failure{}},
		"the lease is lost":     {errors.Join(secret, jobs.ErrLost), Failure{}},
		"the work is cancelled": {fmt.Errorf("read: %w", context.Canceled), Failure{}},
		"cancelled underneath":  {errors.Join(limited, context.Canceled), Failure{}},
		"one of ours":           {fmt.Errorf("x: %w", own), Failure{Action: GiveUp, Code: apperror.MediaInvalid, Message: "the file is gone"}},
		"a container":           {fmt.Errorf("x: %w", lost), lost.Failure},
		"anything else": {secret, Failure{
			Action: Again, Code: apperror.UnknownError, Message: "an internal error stopped the work on the post; the log of Crier says more",
		}},
		"a container of an item": {&posts.ItemError{Item: 3, Of: 5, Err: lost}, Failure{
			Action: Remake, Code: apperror.ProcessingFailed, Message: "item 3 of 5: it came to nothing", Item: true,
		}},
		"a limit at an item": {&posts.ItemError{Item: 1, Of: 5, Err: limited}, Failure{
			Action: Wait, Code: apperror.RateLimited, Message: "item 1 of 5: the network refused:  (code 4)", Item: true, After: LimitPause,
		}},
		"a file of an item": {&posts.ItemError{Item: 2, Of: 5, Err: own}, Failure{Action: GiveUp, Code: apperror.MediaInvalid, Message: "item 2 of 5: the file is gone", Item: true}},
	} {
		if got := Judge(c.err, 0); got != c.want {
			t.Errorf("%s: got %+v", name, got)
		}
	}
	if text := (&posts.ItemError{Item: 3, Of: 5, Err: lost}).Error(); text != "item 3 of 5: it came to nothing" || !errors.Is(&posts.ItemError{Item: 3, Of: 5, Err: lost}, error(lost)) {
		t.Errorf("the error of an item is %q", text)
	}
}

// TestJudge_DatabaseFails: that the database fails says nothing about the post, and does not count
// as an attempt. A wrong statement does.
func TestJudge_DatabaseFails(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	_, failed := db.Reader().ExecContext(t.Context(), "DELETE FROM posts")
	if v := Judge(fmt.Errorf("publish: %w", failed), 0); failed == nil || v.Action != Unhandled {
		t.Errorf("%v: %+v", failed, v)
	}
	_, wrong := db.ExecContext(t.Context(), "DELETE FROM nothing")
	if v := Judge(wrong, 0); v.Action != Again {
		t.Errorf("%v: %+v", wrong, v)
	}
}

// TestJudge_UnknownClass: a class that is added later ends the post, and repeats nothing.
func TestJudge_UnknownClass(t *testing.T) {
	t.Parallel()
	for _, class := range []graph.Class{"", "another"} {
		if v := Judge(&graph.Error{Code: 7, Class: class}, 0); v.Action != GiveUp || v.Code != apperror.UnknownError {
			t.Errorf("%q: %+v", class, v)
		}
	}
}

// TestJudge_Remedies: what a person must do before the post can be published is in the text.
func TestJudge_Remedies(t *testing.T) {
	t.Parallel()
	for subcode, want := range map[int]string{
		2207010: "; shorten the caption to 2,200 characters with at most 30 hashtags, and publish it as a new post. The network says: no (code 1/2207010)",
		2207040: "; mention at most 20 accounts (@) in the caption, and publish it as a new post. The network says: no (code 1/2207040)",
	} {
		rule := graph.Rules()[slices.IndexFunc(graph.Rules(), func(r graph.Rule) bool { return r.Subcode == subcode })]
		err := &graph.Error{Code: 1, Subcode: subcode, Class: rule.Class, Message: "no", Meaning: rule.Meaning, Fix: rule.Fix}
		if v := Judge(err, 0); v.Message != rule.Meaning+want {
			t.Errorf("%d: %q does not end with %q", subcode, v.Message, want)
		}
	}
}

// TestFound_KnownCodesComeFirst: what a code means, and what to do, come before the network's own
// words, by whichever way the code comes.
func TestFound_KnownCodesComeFirst(t *testing.T) {
	t.Parallel()
	photo := posts.Post{MediaType: posts.Image}
	for _, r := range graph.Rules() {
		if r.Subcode < 2207000 || r.Class == graph.UserAction || r.Class == graph.TokenDead {
			continue
		}
		words := fmt.Sprintf("Error: Media upload has failed with error code %d", r.Subcode)
		want := "the network could not process the media: " + r.Meaning
		if r.Fix != "" {
			want += "; " + r.Fix
		}
		if v := Container(photo, graph.Status{Code: graph.Failed, Subcode: r.Subcode, Text: words}, 0); v.Message != want+". The network says: "+words {
			t.Errorf("%d: %q", r.Subcode, v.Message)
		}
	}
	for _, video := range []graph.PageVideo{{Fault: "Bad ratio", FaultCode: 1363040}, {Fault: "Too small", FaultCode: 382}} {
		got := Reason(video.Err(), video.Fault)
		if strings.HasPrefix(got, video.Fault) || !strings.Contains(got, "; ") || !strings.HasSuffix(got, fmt.Sprintf(". The network says: %s (code %d)", video.Fault, video.FaultCode)) {
			t.Errorf("of a Page: %q", got)
		}
	}
	for _, video := range []graph.PageVideo{{Fault: "Something"}, {Fault: "Something", FaultCode: 4711}} {
		if got := Reason(video.Err(), video.Fault); got != "Something" {
			t.Errorf("of a Page: %q", got)
		}
	}
}

// TestDescribe: what the table knows comes first and then the words for people, and what came as no
// answer is said as such.
func TestDescribe(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]*graph.Error{
		"ours. The network says: for people (code 9/2207042, trace T)": {Code: 9, Subcode: 2207042, TraceID: "T", UserMessage: "for people", Message: "for machines", Meaning: "ours"},
		"ours. The network says: for machines (code 9)":                {Code: 9, Message: "for machines", Meaning: "ours"},
		"ours (code -1)": {Code: -1, Meaning: "ours", HTTPStatus: 500},
		"the network refused: for machines (code 4711)":                   {Code: 4711, Message: "for machines", Meaning: "a guess", Undocumented: true},
		"the network gave an answer that cannot be understood (HTTP 502)": {HTTPStatus: 502, Meaning: "not JSON"},
		"the network could not be reached: media: cut (subcode 7)":        {Op: "media", Meaning: "cut", Subcode: 7},
	} {
		if got := describe(err, ""); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestDescribe_RealFailures: failures that only the client itself can make.
func TestDescribe_RealFailures(t *testing.T) {
	t.Parallel()
	client := graph.New(graph.Options{Clock: clock.System(), Endpoints: func() graph.Endpoints {
		return graph.Endpoints{Instagram: "http://127.0.0.1:1", Facebook: "http://127.0.0.1:1"} // Nobody listens there.
	}})
	account := graph.Account{ID: "17841400000000001", Login: graph.Primary, Token: secrets.NewText("a")}
	_, err := client.ContainerStatus(t.Context(), account, "no id")
	if v := Judge(err, 0); v.Action != GiveUp || v.Message != "the container's id is no id of the network" {
		t.Errorf("refused here: %+v", v)
	}
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	_, err = client.ContainerStatus(late, account, "17890000000000001")
	if v := Judge(err, 0); v.Action != Again || v.Code != apperror.UnknownError || v.Message != "the network did not answer in time" {
		t.Errorf("too late: %+v of %v", v, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = client.ContainerStatus(gone, account, "17890000000000001")
	if v := Judge(err, 0); v.Action != Unhandled {
		t.Errorf("told to end: %+v of %v", v, err)
	}
}

// TestContainerFailure: what the network says of a container that it gave up on.
func TestContainerFailure(t *testing.T) {
	t.Parallel()
	image, video := media.MediaFile{MimeType: "image/jpeg"}, media.MediaFile{MimeType: "video/mp4"}
	shapes := map[string]posts.Post{
		"image": {MediaType: posts.Image, MediaFiles: []media.MediaFile{image}}, "reel": {MediaType: posts.Reels},
		"story": {MediaType: posts.Stories, MediaFiles: []media.MediaFile{image}}, "video story": {MediaType: posts.Stories, MediaFiles: []media.MediaFile{video}},
		"carousel": {MediaType: posts.Carousel, MediaFiles: []media.MediaFile{image, image}}, "carousel with a video": {MediaType: posts.Carousel, MediaFiles: []media.MediaFile{image, video}},
	}
	for _, c := range []struct {
		post   string
		status graph.Status
		failed int
		want   judged
	}{
		{"image", graph.Status{Code: graph.Failed, Subcode: 2207026}, 0, judged{GiveUp, apperror.ProcessingFailed}},
		{"reel", graph.Status{Code: graph.Failed, Subcode: 2207076}, 0, judged{GiveUp, apperror.VideoProcessingFailed}},
		{"story", graph.Status{Code: graph.Failed, Subcode: 2207076}, 0, judged{GiveUp, apperror.ProcessingFailed}},
		{"video story", graph.Status{Code: graph.Failed, Subcode: 2207076}, 0, judged{GiveUp, apperror.VideoProcessingFailed}},
		{"carousel", graph.Status{Code: graph.Failed, Subcode: 2207082}, 3, judged{Remake, apperror.ProcessingFailed}},
		{"carousel with a video", graph.Status{Code: graph.Failed, Subcode: 2207085}, 0, judged{Remake, apperror.VideoProcessingFailed}},
		{"image", graph.Status{Code: graph.Failed, Subcode: 2207003}, 0, judged{Remake, apperror.ProcessingFailed}},
		{"reel", graph.Status{Code: graph.Failed, Subcode: 2207020}, 0, judged{Remake, apperror.VideoProcessingFailed}},
		{"image", graph.Status{Code: graph.Failed, Subcode: 2207052}, 0, judged{Remake, apperror.ProcessingFailed}},
		{"image", graph.Status{Code: graph.Failed}, 0, judged{Remake, apperror.ProcessingFailed}},
		{"image", graph.Status{Code: graph.Failed}, 1, judged{GiveUp, apperror.ProcessingFailed}},
		{"image", graph.Status{Code: graph.Expired}, 3, judged{Remake, apperror.ProcessingFailed}},
		{"image", graph.Status{Code: "SOMETHING"}, 0, judged{GiveUp, apperror.ProcessingFailed}},
	} {
		c.status.Text = "said by the network"
		v := Container(shapes[c.post], c.status, c.failed)
		if v.Action != c.want.action || v.Code != c.want.code || !strings.HasPrefix(v.Message, "the network could not process the media: ") || !strings.HasSuffix(v.Message, "said by the network") {
			t.Errorf("%s, %+v after %d: %+v", c.post, c.status, c.failed, v)
		}
	}
}

// TestJudge_Store: what may pass is tried again, and what somebody has to correct says so; nothing
// has been sent.
func TestJudge_Store(t *testing.T) {
	t.Parallel()
	for kind, want := range map[objectstore.Kind]judged{
		objectstore.NotReachable: {Again, apperror.UnknownError}, objectstore.Unavailable: {Again, apperror.UnknownError},
		objectstore.ClockSkew:   {Again, apperror.BucketNotConfigured}, // Systems set their clock themselves.
		objectstore.WrongSecret: {GiveUp, apperror.BucketNotConfigured}, objectstore.Refused: {GiveUp, apperror.BucketNotConfigured},
	} {
		err := objectstore.NewError(kind, "the reason", errors.New("below"))
		v := Judge(&posts.ItemError{Item: 2, Of: 5, Err: err}, 0)
		if v.Action != want.action || v.Code != want.code || !strings.HasPrefix(v.Message, "item 2 of 5: ") || !strings.Contains(v.Message, "the reason; nothing was sent") {
			t.Errorf("%s: got %+v", kind, v)
		}
	}
}

// TestCannotAsk_OfAnotherNetwork: a read of a network whose errors are not known here tells nothing
// either, when it brings its verdict.
func TestCannotAsk_OfAnotherNetwork(t *testing.T) {
	t.Parallel()
	said := errors.New("HTTP 503")
	if CannotAsk(said) {
		t.Error("an error of Crier's own says something of the network")
	}
	if !CannotAsk(fmt.Errorf("%w: %w", &Error{Failure: Failure{Action: Again}}, said)) {
		t.Error("the error of another network is taken for one of Crier's own")
	}
}
