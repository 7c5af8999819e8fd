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

// Fenced is a fence that was put up: no job of an epoch before it is begun any more.
type Fenced struct {
	Epoch int64
	// HandedBack, of a Direct fence, will never fire there. Resolving may be live; the worker goes on reading what became of them.
	HandedBack, Resolving []wireid.ID
	// Direct says that the worker itself answered. Otherwise the fence was put up through Cloudflare, which tells the worker
	// within minutes: what is due until five minutes after Since may have been begun.
	Direct bool
	// Since is when the fence stood at the latest.
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

// RaiseFence takes back what the worker has not begun. The new epoch is stored before anything is sent, so that a fence of which
// nobody knows is never used twice. WORKER_UNREACHABLE says that neither the worker nor Cloudflare did it: nothing was taken back,
// or nobody knows of it.
func (l *Link) RaiseFence(ctx context.Context) (Fenced, error) {
	s := l.stack
	s.changing.Lock()
	defer s.changing.Unlock()
	st, err := s.update(ctx, func(row *storedWorker) { row.Epoch++ })
	if err != nil {
		return Fenced{}, err
	}
	got := fenceAnswer{}
	body := map[string]int64{"epoch": st.row.Epoch}
	asked := s.ask(ctx, workerCall{op: "raise the fence", method: http.MethodPost, path: "/v1/fence", body: body}, &got)
	if asked == nil {
		if err := s.raise(ctx, got.Epoch); err != nil {
			return Fenced{}, err
		}
		return Fenced{Epoch: max(got.Epoch, st.row.Epoch), HandedBack: got.HandedBack, Resolving: got.Resolving, Direct: true, Since: s.now()}, nil
	}
	if err := s.fenceOff(ctx, st); err != nil {
		return Fenced{}, apperror.Wrap(apperror.WorkerUnreachable, errors.Join(asked, err),
			"neither the cloud worker nor Cloudflare could be told to stop, so that no post was taken back: %s", sentence(err))
	}
	return Fenced{Epoch: st.row.Epoch, Since: s.now()}, nil
}

// fenceOff puts the fence up through Cloudflare.
func (s *Stack) fenceOff(ctx context.Context, st state) error {
	account, err := s.account(st)
	if err != nil {
		return err
	}
	kv := account.Namespace(st.row.NamespaceID)
	return kv.Put(ctx, cloudflare.Entry{Key: worker.KeyFence, Value: []byte(strconv.FormatInt(st.row.Epoch, 10))})
}

// sentence returns what to tell the user of an error.
func sentence(err error) string {
	var failed *cloudflare.Error
	if errors.As(err, &failed) {
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
