package handoff

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Unknown is a post that the worker has without this folder knowing, as after the folder was
// restored.
type Unknown struct {
	ID wireid.ID `json:"id" doc:"Id of the post." example:"5b1e7c1c-6a1c-4f0e-9d5e-0a9d6d2b7f10"`
	// State is the worker's. Status is the post's in this folder, nil where the folder does not
	// have it.
	State     string        `json:"state"     doc:"What the worker does with it: SCHEDULED, PROCESSING, PUBLISHING, or FENCED for one that it gave back." example:"SCHEDULED"`
	Status    *posts.Status `json:"status"    doc:"Status of the post of this id in this folder; null where there is none."`
	RunAt     wiretime.Time `json:"runAt"     doc:"When the worker publishes it." example:"2026-03-14T09:26:53.589Z"`
	SNUserID  string        `json:"snUserId"  doc:"The network's id of the account." example:"17841400008460056"`
	Username  *string       `json:"username"  doc:"Name of the account; null for one that is not connected here." example:"bakery"`
	MediaType string        `json:"mediaType" doc:"Type of the post." example:"IMAGE"`
	Caption   *string       `json:"caption"   doc:"Its caption."`
	Files     int           `json:"files"     doc:"How many files it has." example:"1"`
}

// Strays finds posts that the worker has without this folder knowing, and cancels them there.
type Strays struct {
	queue    *queue
	exchange *exchange
	accounts accountList
	posts    *posts.CloudPosts
	log      *slog.Logger
}

type accountList interface {
	Accounts(ctx context.Context) ([]auth.SocialAccount, error)
}

func newStrays(queue *queue, x *exchange, accounts accountList, p *posts.CloudPosts, log *slog.Logger) *Strays {
	return &Strays{queue: queue, exchange: x, accounts: accounts, posts: p, log: log}
}

// List asks the worker for the posts that this folder does not know, the next one due first.
func (s *Strays) List(ctx context.Context) ([]Unknown, error) {
	jobs, err := s.find(ctx)
	if err != nil {
		return nil, forUser(err)
	}
	accounts, err := s.accounts.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Unknown, 0, len(jobs))
	for _, job := range jobs {
		one := Unknown{
			ID: job.ID, State: job.State, RunAt: job.RunAt, SNUserID: job.AccountID, MediaType: job.Post.MediaType, Caption: job.Post.Caption, Files: len(job.Post.Items),
		}
		if post, err := s.posts.Post(ctx, job.ID); err == nil {
			one.Status = &post.Status
		}
		if i := slices.IndexFunc(accounts, func(a auth.SocialAccount) bool { return a.SNUserID == job.AccountID }); i >= 0 {
			one.Username = &accounts[i].Username
		}
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b Unknown) int {
		return cmp.Or(a.RunAt.Time().Compare(b.RunAt.Time()), cmp.Compare(a.ID.String(), b.ID.String()))
	})
	return list, nil
}

// find returns the jobs that have not ended, or were given back, and that the worker has without
// this folder knowing. Without a worker it returns none.
func (s *Strays) find(ctx context.Context) ([]cloud.JobContent, error) {
	if !s.exchange.link.HasWorker() {
		return nil, nil
	}
	open, err := s.exchange.open(ctx)
	if err != nil {
		return nil, err
	}
	back, err := s.givenBack(ctx)
	if err != nil {
		return nil, err
	}
	var found []cloud.JobContent
	for _, id := range slices.AppendSeq(back, maps.Keys(open)) {
		job, isStray, err := s.look(ctx, id)
		if err != nil {
			return nil, err
		}
		if isStray {
			found = append(found, job)
		}
	}
	return found, nil
}

// givenBack returns the posts of results that nobody applied because a fence stopped them.
func (s *Strays) givenBack(ctx context.Context) (ids []wireid.ID, err error) {
	for after := int64(0); ; {
		page, err := s.exchange.results(ctx, after)
		if err != nil {
			return nil, err
		}
		for _, job := range page.Results {
			if job.State == cloud.JobFenced {
				ids = append(ids, job.ID)
			}
		}
		if !page.HasMore || page.Next <= after {
			return ids, nil
		}
		after = page.Next
	}
}

// look reports whether the worker has a post without this folder knowing, and returns what the
// worker has.
func (s *Strays) look(ctx context.Context, id wireid.ID) (job cloud.JobContent, isStray bool, err error) {
	if !s.exchange.link.HasWorker() {
		return job, false, nil
	}
	if row, err := s.queue.entry(ctx, id); err != nil || row != nil {
		return job, false, err
	}
	free, err := s.queue.lock(ctx, id)
	if err != nil {
		return job, false, err
	}
	defer free()
	if row, err := s.queue.entry(ctx, id); err != nil || row != nil {
		return job, false, err // It has come there meanwhile.
	}
	job, err = s.exchange.link.Content(ctx, id)
	if failed := cloud.AsWorkerError(err); failed != nil && failed.Code == cloud.CodeUnknownJob {
		return job, false, nil
	}
	if err != nil || job.HasEnded() && job.State != cloud.JobFenced {
		return job, false, err
	}
	if job.State == cloud.JobFenced {
		isKnown, err := s.posts.Knows(ctx, id)
		return job, !isKnown, err
	}
	return job, true, nil
}

// note records the posts of this folder that the worker has without this folder knowing: they are
// not sent from here meanwhile.
func (s *Strays) note(ctx context.Context) error {
	found, err := s.find(ctx)
	if err != nil {
		return err
	}
	noted, err := s.posts.FoundInCloud(ctx)
	if err != nil {
		return err
	}
	return s.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		var errs []error
		for _, job := range found {
			if job.State == cloud.JobFenced {
				continue
			}
			if !slices.Contains(noted, job.ID) {
				s.log.Warn("schedule: the cloud worker has a post that this folder does not know of; crier cloud status shows it", "post", job.ID, "state", job.State, "run_at", job.RunAt)
			}
			errs = append(errs, s.posts.RecordFoundInCloud(ctx, tx, job.ID, job.RunAt))
		}
		for _, id := range noted {
			if !slices.ContainsFunc(found, func(job cloud.JobContent) bool { return job.ID == id && job.State != cloud.JobFenced }) {
				errs = append(errs, s.posts.RecordGoneFromCloud(ctx, tx, id))
			}
		}
		return errors.Join(errs...)
	})
}

// Cancel makes sure that the worker never publishes a post that it has without this folder knowing.
func (s *Strays) Cancel(ctx context.Context, id wireid.ID) error {
	return forUser(s.cancel(context.WithoutCancel(ctx), id))
}

func (s *Strays) cancel(ctx context.Context, id wireid.ID) error {
	job, isStray, err := s.look(ctx, id)
	if err != nil {
		return err
	}
	if !isStray {
		return errNoStray(id)
	}
	free, err := s.queue.lock(ctx, id)
	if err != nil {
		return err
	}
	defer free()
	err = s.exchange.withdrawStray(ctx, job.JobState)
	if errors.Is(err, errChanged) {
		return errNoStray(id)
	}
	if err != nil {
		return err
	}
	return s.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		s.posts.Note(ctx, tx, id, "the cloud worker had the post without this folder knowing, and was told to give it up")
		return s.posts.RecordGoneFromCloud(ctx, tx, id)
	})
}

func errNoStray(id wireid.ID) error {
	return apperror.New(apperror.NotFound, "the cloud worker has no post %s that this folder does not know; look again which it has (crier cloud status)", id)
}
