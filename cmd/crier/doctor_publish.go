package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/graph"
)

// testPicture publishes a picture as any post, and deletes it if that is possible.
type testPicture struct {
	service *serviceClient
	account auth.SocialAccount
	steps   []auth.CheckStep
}

const (
	testPictureSide    = 1080
	testPictureQuality = 85
	enginesRow         = "the states of a post"
	deletionRow        = "a deletion: with the login partner, and no stories"
)

// testPicture returns nil without --publish, and an error when the user does not want it.
func (c *doctorCommand) testPicture(ctx context.Context, service *serviceClient) (*testPicture, error) {
	if !c.Publish {
		return nil, nil
	}
	account, err := findAccount(ctx, service, c.Account)
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("This publishes a test picture on %s, where everybody can see it. Crier deletes it at the network as soon as it is live.", onOneLine(account.Username))
	if account.LoginMethod == auth.Primary {
		what = fmt.Sprintf("This publishes a test picture on %s, where everybody can see it. With this login Crier cannot delete it at the network: "+
			"it stays until you delete it in the network's app.", onOneLine(account.Username))
	}
	if !c.Yes {
		if err := agreed(ctx, what); err != nil {
			return nil, err
		}
	}
	return &testPicture{service: service, account: account}, nil
}

// agreed asks the user, and returns an error unless the answer is yes.
func agreed(ctx context.Context, what string) error {
	answer, err := newAsker(os.Stdin, os.Stderr).line(ctx, what+"\nGo on? Type yes: ")
	if err != nil {
		return usageError{fmt.Errorf("%w; add --yes where nobody can answer", err)}
	}
	if !strings.EqualFold(strings.TrimSpace(answer), "yes") {
		return errors.New("you did not type yes, so nothing was asked and nothing was published")
	}
	return nil
}

// run makes the steps from the upload to the deletion, each once, even without an answer: the
// service repeats what must be repeated, as for any post.
func (t *testPicture) run(ctx context.Context) doctorSection {
	name := fmt.Sprintf("a test picture on %s, %s login", t.account.Username, t.account.LoginMethod)
	if accepted, isAccepted := t.publish(ctx); isAccepted {
		if post, isLive := t.follow(ctx, accepted); isLive {
			t.remove(ctx, post)
		}
	}
	return doctorSection{Name: name, Steps: t.steps}
}

func (t *testPicture) add(s auth.CheckStep) { t.steps = append(t.steps, s) }

func (t *testPicture) failed(name, expected string, err error) {
	step := failedStep(name, err)
	step.Expected = expected
	if apperror.From(err) == nil {
		step.Verdict = auth.Unreached
	}
	t.add(step)
}

// publish uploads the picture and publishes it.
func (t *testPicture) publish(ctx context.Context) (accepted published, isAccepted bool) {
	const name, expected = "upload and publish", "the post is accepted"
	id := rand.Text()
	r := request{AccountID: t.account.ID, MediaType: "IMAGE", Caption: "A test of Crier, " + id[:8]}
	err := t.upload(ctx, &r)
	if err == nil {
		accepted, err = submit(ctx, t.service, r, "crier doctor "+id)
		err = discardRefused(ctx, t.service, r, err)
	}
	if err != nil {
		t.failed(name, expected, err)
		return accepted, false
	}
	t.add(auth.CheckStep{Name: name, Expected: expected, Actual: fmt.Sprintf("post %s, %s", accepted.PostID, accepted.Status), Row: enginesRow, Verdict: auth.Confirms})
	return accepted, true
}

func (t *testPicture) upload(ctx context.Context, r *request) error {
	folder, err := os.MkdirTemp("", "crier-doctor-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "crier-test.jpg")
	if err := writeTestPicture(path); err != nil {
		return err
	}
	files, err := findFiles([]string{path})
	if err != nil {
		return err
	}
	return new(content).bring(ctx, t.service, files, r)
}

// writeTestPicture writes a square with a gradient.
func writeTestPicture(path string) (err error) {
	picture := image.NewRGBA(image.Rect(0, 0, testPictureSide, testPictureSide))
	for y := range testPictureSide {
		for x := range testPictureSide {
			picture.SetRGBA(x, y, color.RGBA{R: uint8(x * 0xff / testPictureSide), G: uint8(y * 0xff / testPictureSide), B: 0x99, A: 0xff})
		}
	}
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, reportMode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	return jpeg.Encode(out, picture, &jpeg.Options{Quality: testPictureQuality})
}

// follow waits for the post's end and judges the network's answers on the way.
func (t *testPicture) follow(ctx context.Context, accepted published) (post posts.Post, isLive bool) {
	const name, expected = "follow", "PUBLISHED, with an address"
	post, err := followPost(ctx, t.service, accepted.PostID, false)
	if err != nil {
		t.failed(name, expected, err)
		return post, false
	}
	var all posts.Timeline
	if err := t.service.get(ctx, "/api/posts/"+post.ID.String()+"/timeline", &all); err != nil {
		t.failed("read the timeline", "the calls that were made for it", err)
	}
	for i := range all.Steps {
		switch step := &all.Steps[i]; {
		case step.Kind == timeline.KindCall:
			t.add(judged(step))
		case step.What == timeline.UnknownAnswer:
			t.add(auth.CheckStep{
				Name: "the answer before", Expected: "nothing but what is known", Actual: step.Text, Row: "that of the answer", Verdict: auth.Contradicts,
			})
		}
	}
	step := auth.CheckStep{Name: name, Expected: expected, Actual: string(post.Status), Row: enginesRow, Verdict: auth.Refused}
	switch {
	case post.Status == posts.Published && post.SNPermalink != nil:
		step.Actual, step.Verdict = "PUBLISHED at "+*post.SNPermalink, auth.Confirms
	case post.Status == posts.Published:
		step.Actual, step.Verdict = "PUBLISHED without an address", auth.Contradicts
	case post.ErrorMessage != nil && post.ErrorCode != nil:
		step.Actual = fmt.Sprintf("%s: %s: %s", post.Status, *post.ErrorCode, *post.ErrorMessage)
	}
	t.add(step)
	return post, post.Status == posts.Published
}

// judged checks a call that was made for the post against the table of calls.
func judged(s *timeline.Step) auth.CheckStep {
	step := auth.CheckStep{
		Name: s.Op, Expected: "HTTP 200 in the known form", Actual: strings.TrimSuffix(fmt.Sprintf("HTTP %d, %s", s.HTTPStatus, s.Text), ", "),
		Row: auth.RowOf(graph.Call{Op: s.Op, Method: s.Method, Host: s.Host, Path: s.Path}), Verdict: auth.Confirms,
	}
	if s.Code != 0 {
		step.Actual += fmt.Sprintf(" (code %d, subcode %d)", s.Code, s.Subcode)
	}
	switch {
	case s.Class == "":
	case s.HTTPStatus == 0:
		step.Verdict = auth.Unreached
	case s.What == timeline.MalformedAnswer || s.Code != 0 && !graph.IsKnown(s.Code, s.Subcode):
		step.Verdict = auth.Contradicts
	default:
		step.Verdict = auth.Refused
	}
	return step
}

// remove deletes the post at the network. It does not try that with a login that cannot delete:
// then the post stays in the history with its address.
func (t *testPicture) remove(ctx context.Context, post posts.Post) {
	step := auth.CheckStep{Name: "delete at the network", Expected: "the network deletes it", Row: deletionRow, Verdict: auth.Confirms}
	where := "; please delete it in the network's app"
	if post.SNPermalink != nil {
		where += ": " + *post.SNPermalink
	}
	if t.account.LoginMethod == auth.Primary {
		step.Actual, step.Verdict = "not tried, because this login has no deletion"+where, leftOut
		t.add(step)
		return
	}
	var deleted publish.NetworkDeletion
	err := t.service.exchange(ctx, http.MethodDelete, "/api/v1/posts/"+post.ID.String()+"/instagram", nil, &deleted)
	switch {
	case err != nil:
		t.failed(step.Name, step.Expected, fmt.Errorf("%w%s", err, where))
		return
	case deleted.DeleteError != nil:
		step.Actual, step.Verdict = "still live: "+*deleted.DeleteError+where, auth.Refused
	case !deleted.WasDeletedFromNetwork:
		step.Actual, step.Verdict = "not deleted, without a reason"+where, auth.Contradicts
	default:
		step.Actual = "deleted"
	}
	t.add(step)
}
