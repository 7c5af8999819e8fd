package quarantine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// service handles the posts that a quarantine holds.
type service struct {
	deps

	// looking is locked during a look.
	looking sync.Mutex
	// begun is when the quarantine began, or continued at a start, by how long the machine was on.
	begun atomic.Int64
}

// deps are the parts that a service works with.
type deps struct {
	DB       *database.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Queue    *jobs.Queue
	Media    *media.Service
	Surveyor *publish.Surveyor
	Folder   *instance.Instance
	Worker   Worker
}

// newService returns a service, and registers it for each quarantine that begins.
func newService(p deps) *service {
	s := &service{deps: p}
	p.Folder.OnQuarantine(s.begin)
	return s
}

func (s *service) begin(ctx context.Context, tx bun.IDB) error {
	s.begun.Store(int64(s.Clock.Running().Elapsed))
	return s.hold(ctx, tx)
}

// isSettled reports whether an account proves by now that something is not there: a call that was
// on its way when the quarantine began has arrived, and is listed. Setting the clock does not
// count.
func (s *service) isSettled() bool {
	return s.Clock.Running().Elapsed-time.Duration(s.begun.Load()) >= publish.ShownWithin
}

func (s *service) now() wiretime.Time { return wiretime.Of(s.Clock.Now()) }

func (s *service) hold(ctx context.Context, tx bun.IDB) error {
	state, err := instance.Read(ctx, tx)
	if err != nil || !state.IsQuarantined() {
		return err
	}
	return hold(ctx, tx, state.Reason(), s.now())
}

// Look reads what the accounts show of the posts without a decision, and makes those PUBLISHED that
// are live. Of more than maxLooked, each look is about those whose turn it is.
func (s *service) Look(ctx context.Context) error { return s.look(ctx, maxLooked) }

// look is Look for as many posts.
func (s *service) look(ctx context.Context, limit int) error {
	s.looking.Lock()
	defer s.looking.Unlock()
	state, err := s.Folder.State(ctx)
	if err != nil || !state.IsQuarantined() {
		return err
	}
	if err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.hold(ctx, tx) }); err != nil {
		return err
	}
	held, err := undecided(ctx, s.DB, limit)
	if err == nil {
		err = posts.AttachMedia(ctx, s.DB, s.Media, held)
	}
	if err != nil {
		return fmt.Errorf("read the posts that are held: %w", err)
	}
	for _, list := range s.lists(held) {
		judged, err := s.judge(ctx, list, state)
		if err == nil {
			err = s.take(ctx, list, judged)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lists groups posts that one read decides about.
func (s *service) lists(held []posts.Post) (lists [][]posts.Post) {
	type list struct {
		account wireid.ID
		kind    string
	}
	of := map[list]int{}
	for _, post := range held {
		key := list{post.SocialAccountID, s.kindOf(post)}
		n, ok := of[key]
		if !ok {
			n = len(lists)
			of[key], lists = n, append(lists, nil)
		}
		lists[n] = append(lists[n], post)
	}
	return lists
}

// Kinds of posts that no read decides about.
const (
	inCloud = "cloud"
	shared  = "share"
	native  = "native"
)

func (s *service) kindOf(post posts.Post) string {
	switch {
	case post.InCloud():
		return inCloud
	case post.Status == posts.Published:
		return shared
	case s.Surveyor.IsNative(post):
		return native
	case post.MediaType == posts.Stories:
		return "stories"
	}
	return "media"
}

// judge returns what is known about the posts of one list.
func (s *service) judge(ctx context.Context, list []posts.Post, state instance.State) ([]judgement, error) {
	all := func(j judgement) []judgement { return slices.Repeat([]judgement{j}, len(list)) }
	switch s.kindOf(list[0]) {
	case inCloud:
		return judgeCloud(ctx, s.Worker, list)
	case shared:
		return all(unsure("the post is live, and nobody can tell whether it was shared to the Page: look there")), nil
	case native:
		return all(unsure("the network's lists do not show a story with mentions later: look at the account")), nil
	}
	since := wiretime.Of(state.TakenAt.Time().Add(-slack))
	surveys, why, err := s.Surveyor.Survey(ctx, list, since.Time())
	switch {
	case err != nil:
		return nil, fmt.Errorf("read what an account shows: %w", err)
	case why != "":
		return all(unsure("the account cannot be read: %s", why)), nil
	}
	rivals, err := rivalLooks(ctx, s.DB, list[0].SocialAccountID)
	if err != nil {
		return nil, fmt.Errorf("read what else an item may be: %w", err)
	}
	return judge(list, surveys, rivals, since, s.isSettled()), nil
}

// take stores the verdicts, and makes the live posts PUBLISHED.
func (s *service) take(ctx context.Context, list []posts.Post, judged []judgement) error {
	for i, post := range list {
		err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			if err := storeVerdict(ctx, tx, post.ID, judged[i], s.now()); err != nil || judged[i].verdict != Live {
				return err
			}
			err := s.Surveyor.Adopt(ctx, tx, post.ID, *judged[i].item, "found on the account; the data folder did not know of it")
			return errors.Join(err, decide(ctx, tx, post.ID, "live", s.now()))
		})
		switch {
		case apperror.From(err) != nil, errors.Is(err, sql.ErrNoRows):
			s.Log.Warn("quarantine: a post changed while Crier looked for it", "post", post.ID, "error", err)
		case err != nil:
			return err
		case judged[i].verdict == Live:
			s.Log.Info("quarantine: a post that is held turned out to be live", "post", post.ID, "media", judged[i].item.ID)
		}
	}
	return nil
}
