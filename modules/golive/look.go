package golive

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/graph"
	"crier/platform/objectstore"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// lookEvery is how long a look counts, rehearseEvery how long a rehearsal does.
	lookEvery     = 10 * time.Minute
	rehearseEvery = 24 * time.Hour
	// lookPatience bounds a look as a whole.
	lookPatience = 5 * time.Minute
)

// looked are the steps at which a look is made, in the order in which one needs the other.
func looked() []ID { return []ID{Token, Media, Rehearsal, Limit} }

// result is what a look has found.
type result struct {
	state    State
	evidence string
	// said are the network's own words.
	said string
	// cure is what to do; none leaves that of the guide.
	cure []string
	// counts is how long no other look is made by itself.
	counts time.Duration
}

func found(evidence string) result {
	return result{state: Done, evidence: evidence, counts: lookEvery}
}

func failed(evidence string, cure ...string) result {
	return result{state: Failing, evidence: evidence, cure: cure, counts: lookEvery}
}

// look looks at the chosen steps, and stores what it finds of each at once. A step that cannot be
// looked at yet is left out.
func (d Deps) look(ctx context.Context, isChosen func(facts, ID) bool) error {
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	for _, id := range looked() {
		f, err := d.know(ctx)
		if err != nil {
			return err
		}
		if !f.canLook(id) || !isChosen(f, id) {
			continue
		}
		r, err := d.lookAt(ctx, f, id)
		if ctx.Err() != nil {
			return context.Cause(ctx) // Nothing was found out.
		}
		if err != nil {
			return fmt.Errorf("look at the step %s: %w", id, err)
		}
		if err := d.keep(ctx, f, id, r); err != nil {
			return fmt.Errorf("keep what a look has found: %w", err)
		}
	}
	return nil
}

func (d Deps) keep(ctx context.Context, f facts, id ID, r result) error {
	now := d.Clock.Now()
	account, about := f.about(id)
	row := &storedLook{
		Network: d.Config.Network, Step: id, AccountID: account, About: about, State: r.state, Evidence: r.evidence, Said: r.said,
		Fix:       strings.Join(r.cure, "\n"),
		CheckedAt: wiretime.Of(now), NextAt: wiretime.Of(now.Add(r.counts)),
	}
	return d.DB.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return upsertLook(ctx, tx, row) })
}

// lookAt makes one look. An error is one of this program; what is wrong elsewhere is a result.
func (d Deps) lookAt(ctx context.Context, f facts, id ID) (result, error) {
	switch id {
	case Token:
		return d.lookAtToken(ctx, f)
	case Media:
		return d.lookAtMedia(ctx, f)
	case Rehearsal:
		return d.rehearse(ctx, f)
	case Limit:
		return d.lookAtLimit(ctx, f)
	case Account, Page, Mode, First, Off:
	}
	return result{}, fmt.Errorf("nothing is looked at for the step %s", id)
}

// lookAtToken has the profile read. What the network refuses for good is marked on the account.
func (d Deps) lookAtToken(ctx context.Context, f facts) (result, error) {
	err := d.Look(ctx, f.best.SocialAccount)
	if refusal, ok := errors.AsType[*apperror.Error](err); ok {
		r := failed(apperror.Sentence(refusal.Message), "Do what it says.", again)
		if theirs, ok := errors.AsType[*graph.Error](err); ok {
			r.said = theirs.Error()
			r.evidence = apperror.Sentence(strings.TrimSuffix(refusal.Message, " ("+r.said+")"))
		}
		return r, nil
	}
	return found("The network has shown its profile."), err
}

// lookAtMedia puts a small object, fetches it from its public address and deletes it.
func (d Deps) lookAtMedia(ctx context.Context, f facts) (result, error) {
	err := objectstore.Check(ctx, d.Objects, "place for public files", d.Fetch)
	wrong, isFound := errors.AsType[*objectstore.CheckError](err)
	if !isFound {
		return found("A small object was put, fetched from " + hostOf(f.base) + " and deleted."), err
	}
	cure := "Crier must be able to put and delete files there. The settings of the worker, or of the bucket, say what it lacks."
	if wrong.Step == objectstore.StepFetch {
		cure = "Everybody must be able to fetch files from " + hostOf(f.base) + ". Make the address public."
	}
	return failed(apperror.Sentence(wrong.Error()), cure, again), nil
}

// lookAtLimit asks how many posts the network takes.
func (d Deps) lookAtLimit(ctx context.Context, f facts) (result, error) {
	limit, err := d.Network.PublishingLimit(ctx, f.best.asked())
	if refused, ok := errors.AsType[*graph.Error](err); ok {
		return refusedResult("The network does not say how many posts a day it takes.", refused), nil
	}
	return found(fmt.Sprintf("%d of %d posts in %s are used, the network says.", limit.Used, limit.Total, wiretime.Words(limit.Window))), err
}

// pauses are those between the questions whether the container is finished.
func pauses() []time.Duration {
	const longest, times = 15 * time.Second, 7
	return append([]time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second}, slices.Repeat([]time.Duration{longest}, times)...)
}

// rehearse has the network make a container of a picture, as it does for a post, and leaves it at
// that. The picture is taken back in any case.
func (d Deps) rehearse(ctx context.Context, f facts) (r result, err error) {
	err = withPicture(ctx, func(ctx context.Context, path string) error {
		key := objectstore.NewKeyDue("jpg", d.Clock.Now())
		// What cannot be deleted now is deleted later, because it was written down.
		defer func() { _ = d.Objects.Delete(context.WithoutCancel(ctx), key) }()
		if err := d.Objects.Put(objectstore.Hurried(ctx), key, path, "image/jpeg"); err != nil {
			return err
		}
		r, err = d.contain(ctx, f.best.asked(), d.Objects.URL(key))
		return err
	})
	if store, ok := errors.AsType[*objectstore.Error](err); ok {
		return failed("The picture could not be put at its public address: " + apperror.Sentence(store.Message)), nil
	}
	return r, err
}

// contain has a container made of the picture at the address, and waits until it is finished.
func (d Deps) contain(ctx context.Context, account graph.Account, address string) (result, error) {
	const refusal = "Instagram did not take the picture."
	id, err := d.Network.CreateContainer(ctx, account, graph.Container{Kind: graph.Image, MediaURL: address})
	for _, pause := range append(pauses(), 0) {
		var status graph.Status
		if err == nil {
			status, err = d.Network.ContainerStatus(ctx, account, id)
		}
		if err == nil {
			err = status.Err()
		}
		if refused, ok := errors.AsType[*graph.Error](err); ok {
			return refusedResult(refusal, refused), nil
		}
		if err != nil {
			return result{}, err
		}
		if status.Code == graph.Finished {
			r := found("Instagram has fetched a picture from " + hostOf(address) + " and finished its container. It is not published, and the network forgets it after a day.")
			r.counts = rehearseEvery
			return r, nil
		}
		if pause == 0 {
			break
		}
		if err := clock.Sleep(ctx, d.Clock, pause); err != nil {
			return result{}, err
		}
	}
	return failed("Instagram has fetched no picture from "+hostOf(address)+" within two minutes.", "Look again in a few minutes."), nil
}

// fetchSubcodes are those by which the network says that it could not fetch a file.
func fetchSubcodes() []int { return []int{2207003, 2207052, 2207077} }

// refusedResult words a refusal of the network: ours, what is to be done, and its own words.
func refusedResult(ours string, e *graph.Error) result {
	r := failed("")
	r.said = e.Error()
	r.evidence = ours + " " + apperror.Sentence(strings.TrimSuffix(messageOf(auth.Refusal(e)), " ("+r.said+")"))
	switch {
	case slices.Contains(fetchSubcodes(), e.Subcode):
		r.evidence = ours + " It could not fetch it."
		r.cure = []string{"Look whether its public address can be reached from outside.", again}
	case e.Class == graph.TokenDead, e.Class == graph.NoPermission:
		r.cure = []string{reconnect}
	case e.Class == graph.Permanent, e.Class == graph.NewContainer:
		r.evidence = ours + " The reason: " + e.Meaning + "."
	case e.Class == graph.Wait, e.Class == graph.CapReached:
		r.counts = max(r.counts, e.RetryAfter)
	}
	return r
}

// hostOf returns the host of an address.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the public address"
	}
	return u.Host
}
