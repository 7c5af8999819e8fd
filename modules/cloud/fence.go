package cloud

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Fenced is a fence that was raised: no job of an earlier epoch is begun any more.
type Fenced struct {
	Epoch int64
	// HandedBack are jobs that, with a Direct fence, will never fire there. Resolving are jobs that
	// may be live; the worker goes on finding out.
	HandedBack, Resolving []wireid.ID
	// Direct says that the worker itself answered. Otherwise the fence was raised through
	// Cloudflare, and reaches the worker within minutes: jobs that are due until five minutes after
	// Since may have begun.
	Direct bool
	// Since is the latest time at which the fence began to stand.
	Since wiretime.Time
}

type fenceAnswer struct {
	Epoch      int64       `json:"epoch"`
	HandedBack []wireid.ID `json:"handedBack"`
	Resolving  []wireid.ID `json:"resolving"`
}

func (a *fenceAnswer) flaw() string {
	if a.Epoch < 1 {
		return "it has no epoch"
	}
	return ""
}

// RaiseFence takes back the jobs that the worker has not begun. The worker issues the epoch of its
// own fence, because this folder may have forgotten some. WORKER_UNREACHABLE says that neither the
// worker nor Cloudflare confirmed it: no job is known to be taken back.
func (l *Link) RaiseFence(ctx context.Context) (Fenced, error) { return l.fence.raise(ctx) }

// fence stops the worker from beginning jobs of earlier epochs.
type fence struct {
	stack    *stack
	asker    *asker
	deployer *deployer
	setup    *setup
}

// raise has the worker raise the fence, or else Cloudflare.
func (f *fence) raise(ctx context.Context) (Fenced, error) {
	s := f.stack
	release, err := s.take(ctx)
	if err != nil {
		return Fenced{}, err
	}
	defer release()
	got, asked := f.ask(ctx)
	if asked == nil {
		if err := s.raise(ctx, got.Epoch); err != nil {
			return Fenced{}, err
		}
		return Fenced{Epoch: got.Epoch, HandedBack: got.HandedBack, Resolving: got.Resolving, Direct: true, Since: wiretime.Of(s.edge.nowOrHere())}, nil
	}
	if f.asker.copies.refusal("") != nil {
		return Fenced{}, asked // The posts are the other copy's.
	}
	epoch, err := f.raiseByCloudflare(ctx)
	if err != nil {
		return Fenced{}, apperror.Wrap(apperror.WorkerUnreachable, errors.Join(asked, err),
			"neither the cloud worker nor Cloudflare could be told to stop, so no post was taken back: %s", sentence(err))
	}
	return Fenced{Epoch: epoch, Since: wiretime.Of(s.edge.nowOrHere())}, nil
}

// ask has the worker raise a fence. A worker of a version that issues no epochs is deployed again
// first; where that fails, this folder names an epoch that was never given out.
func (f *fence) ask(ctx context.Context) (fenceAnswer, error) {
	got := fenceAnswer{}
	// The epochs that it has given out so far must be known before.
	if err := f.asker.greet(ctx); err != nil {
		return got, err
	}
	ask := func(body map[string]int64) error {
		if err := f.stack.askEpoch(ctx); err != nil {
			return err
		}
		return f.asker.ask(ctx, workerCall{op: "raise the fence", method: http.MethodPost, path: "/v1/fence", body: body}, &got)
	}
	err := ask(map[string]int64{})
	if e := AsWorkerError(err); e == nil || e.Code != workerInvalidBody {
		return got, err
	}
	f.stack.log.Info("cloud: the worker is deployed again, because its version issues no epochs")
	if failed := f.setup.deploy(ctx); failed == nil {
		if err = ask(map[string]int64{}); err == nil {
			return got, nil
		}
	}
	st, err := f.newEpoch(ctx)
	if err != nil {
		return got, err
	}
	return got, ask(map[string]int64{"epoch": st.row.Epoch})
}

// newEpoch stores an epoch that was never given out, even by a folder that forgot: it is derived
// from the time. A request for a fence that had no answer may reach the worker after that, and take
// an epoch after this one: it stays asked for.
func (f *fence) newEpoch(ctx context.Context) (state, error) {
	now := f.stack.edge.nowOrHere().UnixMilli()
	return f.stack.update(ctx, func(row *storedWorker) {
		unanswered := max(row.AskedEpoch-row.Epoch, 0)
		row.Epoch = max(row.Epoch+1, now)
		row.AskedEpoch = row.Epoch + unanswered
	})
}

// raiseByCloudflare raises the fence through Cloudflare: in KV, which the worker reads before it
// begins a post, and by a deployment, which reaches it sooner. One of them is enough, and so is a
// script that does not exist.
func (f *fence) raiseByCloudflare(ctx context.Context) (int64, error) {
	account, err := f.stack.account(f.stack.get())
	if err != nil {
		return 0, err
	}
	// The answer tells the time, from which the epoch is made. Without an answer there is no fence,
	// and neither while somebody else answers and the time is not known.
	_, there, err := account.Workers().Script(ctx, f.stack.get().row.WorkerName)
	if _, isKnown := f.stack.edge.now(); err != nil && (!isKnown || cloudflare.Is(err, cloudflare.Unreachable)) {
		return 0, err
	}
	st, storeErr := f.newEpoch(ctx)
	if storeErr != nil {
		return 0, storeErr
	}
	entry := cloudflare.Entry{Key: worker.KeyFence, Value: []byte(strconv.FormatInt(st.row.Epoch, 10))}
	written := account.Namespace(st.row.NamespaceID).Put(ctx, entry)
	st.row.Fence = st.row.Epoch
	uploaded := err
	if err == nil && there {
		uploaded = f.deploy(ctx, account, st)
	}
	if written != nil && uploaded != nil {
		return 0, errors.Join(written, uploaded)
	}
	if uploaded != nil {
		f.stack.log.Warn("cloud: the fence was written to KV only; the worker could not be deployed with it", "error", uploaded)
	}
	_, err = f.stack.update(context.WithoutCancel(ctx), func(row *storedWorker) { row.Fence = st.row.Fence })
	return st.row.Epoch, err
}

// deploy uploads the worker with its fence.
func (f *fence) deploy(ctx context.Context, account *cloudflare.Account, st state) error {
	if refused := st.usable(); refused != nil {
		return refused
	}
	if err := f.deployer.mayDeploy(ctx); err != nil {
		return err
	}
	_, err := f.deployer.upload(ctx, account, st)
	return err
}

// sentence returns the error as a sentence for the user.
func sentence(err error) string {
	if failed, ok := errors.AsType[*cloudflare.Error](err); ok {
		return failed.Sentence()
	}
	if e := apperror.From(err); e != nil {
		return e.Message
	}
	if e := AsWorkerError(err); e != nil {
		return e.Apperror().Message
	}
	return "an error inside Crier, which its log tells of"
}
