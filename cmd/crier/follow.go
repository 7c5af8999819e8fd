package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/clock"
	"crier/platform/wireid"
)

// lookEvery is how often a post is read while waiting for it.
const lookEvery = time.Second

// report prints the result of the call, and with --wait what becomes of the post.
func (c *publishCommand) report(ctx context.Context, service *serviceClient, outcome published, username string) error {
	if outcome.Warnings == nil {
		outcome.Warnings = []posts.Warning{}
	}
	if service.service.isOwn && outcome.ScheduledFor == nil {
		c.Wait = true // The service that publishes it ends with this call.
	}
	if !c.JSON {
		if err := c.say(outcome, username); err != nil {
			return err
		}
	}
	if c.Wait {
		post, err := followPost(ctx, service, outcome.PostID, !c.JSON)
		if err != nil {
			return err
		}
		warnings, replayed := outcome.Warnings, outcome.IsReplayed
		outcome = publishedOf(&post)
		outcome.Warnings, outcome.IsReplayed = warnings, replayed
	}
	if c.JSON {
		if err := printJSON(outcome); err != nil {
			return err
		}
	}
	if !c.Wait || outcome.Status != posts.Failed {
		return nil
	}
	if c.JSON {
		return errReported
	}
	return fmt.Errorf("the post is FAILED, %s: %s", onOneLine(shownOr(outcome.ErrorCode, "")), onOneLine(shownOr(outcome.ErrorMessage, "")))
}

// errReported ends the program with the exit code of a failure. The command has printed the failure
// already.
var errReported = errors.New("the failure has been reported")

// say prints what the service has accepted. Warnings go to the standard error.
func (c *publishCommand) say(outcome published, username string) error {
	if err := warn(outcome.Warnings); err != nil {
		return err
	}
	what := fmt.Sprintf("Post %s for %s is accepted and is being published.", outcome.PostID, onOneLine(username))
	switch {
	case outcome.IsReplayed:
		what = fmt.Sprintf("Post %s was made by this call before; it is %s.", outcome.PostID, outcome.Status)
	case outcome.ScheduledFor != nil:
		where := "from this machine: crier serve must be running then"
		if outcome.IsCloud {
			where = "by your cloud worker"
		}
		what = fmt.Sprintf("Post %s for %s is scheduled for %s, %s.", outcome.PostID, onOneLine(username), inZone(outcome.ScheduledFor.Time(), outcome.Timezone), where)
	}
	if !c.Wait {
		what += " crier posts show " + short(outcome.PostID) + " shows what happens to it."
	}
	return printLine(os.Stdout, what)
}

// inZone writes an instant as the local time of a zone.
func inZone(at time.Time, zone string) string {
	return inWords(moved(at, zone))
}

// inLocalZone writes an instant in this machine's zone, or in UTC where that is not known.
func inLocalZone(at time.Time) time.Time {
	zone, _ := localZone()
	return at.In(zone)
}

func inWords(at time.Time) string { return at.Format("Monday, 2006-01-02 15:04 MST") }

func moved(at time.Time, zone string) time.Time {
	if loaded, err := time.LoadLocation(zone); err == nil {
		return at.In(loaded)
	}
	return at
}

// followPost prints each step of a post until it ends, and returns it. If ctx
// ends, the post goes on.
func followPost(ctx context.Context, service *serviceClient, id wireid.ID, printsSteps bool) (posts.Post, error) {
	seen := 0
	for {
		var now posts.Timeline
		err := service.get(ctx, "/api/posts/"+id.String()+"/timeline", &now)
		switch {
		case ctx.Err() != nil && service.service.isOwn:
			return posts.Post{}, fmt.Errorf("stopped, and so is the service that this command had started; post %s goes on when crier serve runs", short(id))
		case ctx.Err() != nil:
			return posts.Post{}, fmt.Errorf("stopped showing the steps; the post goes on, and crier posts show %s shows them", short(id))
		}
		if err != nil {
			return posts.Post{}, err
		}
		for i := range now.Steps {
			if step := &now.Steps[i]; step.Seq > seen {
				seen = step.Seq
				if err := printStep(step, printsSteps); err != nil {
					return posts.Post{}, err
				}
			}
		}
		if now.Post.Status.HasEnded() {
			return now.Post, printEnd(&now.Post, printsSteps)
		}
		_ = clock.Sleep(ctx, clock.System(), lookEvery) // When ctx ends, the next request says so.
	}
}

// change is a change of a post's status.
type change struct{ from, to posts.Status }

// ordinaryChanges are those of every post, in the words for somebody who waits for it; crier posts
// show prints them as they are stored.
var ordinaryChanges = map[change]string{
	{"", posts.Draft}:                    "kept as a draft",
	{"", posts.Queued}:                   "accepted",
	{"", posts.Scheduled}:                "accepted",
	{posts.Draft, posts.Queued}:          "accepted",
	{posts.Draft, posts.Scheduled}:       "accepted",
	{posts.Queued, posts.Processing}:     "the files and the account are being checked",
	{posts.Processing, posts.Publishing}: "everything is ready; the post is being published",
	{posts.Publishing, posts.Published}:  "the post is live",
}

// ordinary returns the words for an ordinary change that has no flaw, and nothing for other steps.
func ordinary(step *timeline.Step) string {
	if step.ErrorCode != "" {
		return ""
	}
	return ordinaryChanges[change{posts.Status(step.FromStatus), posts.Status(step.ToStatus)}]
}

// printStep prints a change of the status. crier posts show prints the calls in between.
func printStep(step *timeline.Step, printsSteps bool) error {
	if !printsSteps || step.Kind != timeline.KindStatus && step.Kind != timeline.KindWait {
		return nil
	}
	text := cmp.Or(ordinary(step), stepText(step, nil))
	_, err := fmt.Printf("%s  %-10s  %s\n", inLocalZone(step.At.Time()).Format(time.TimeOnly), nameOf(step), onOneLine(text))
	return err
}

func printEnd(p *posts.Post, printsSteps bool) error {
	if !printsSteps || p.Status != posts.Published {
		return nil
	}
	return printLine(os.Stdout, onOneLine(shownOr(p.SNPermalink, "Its address is not known yet; crier posts show "+short(p.ID)+" will show it.")))
}
