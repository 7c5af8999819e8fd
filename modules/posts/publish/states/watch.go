package states

import (
	"context"
	"log/slog"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
)

// checkInterval is how long passes from one check of all posts to the next. Of 100,000 posts a
// check takes half a second of a connection that only reads.
const checkInterval = 24 * time.Hour

// maxLogged is how many posts a check logs at most. The next check logs further ones.
const maxLogged = 50

const whatToDo = "posts: a fault of Crier has left a post in a state that it cannot leave by itself; its history tells what happened (crier posts show): " +
	"before you publish it again, look whether the account shows it, and please report the fault"

// watch logs the posts whose combination is not in the table. Nobody learns of such a post
// otherwise: nothing goes on from there, and no error is stored with it.
type watch struct {
	db    *database.DB
	clock clock.Clock
	log   *slog.Logger
	// checked is when the posts were compared last, zero before the first time.
	checked time.Time
	// logged are what the last check found and the log has named: each combination is logged once.
	logged map[Post]bool
}

func newWatch(db *database.DB, clk clock.Clock, log *slog.Logger) *watch {
	return &watch{db: db, clock: clk, log: log}
}

// checkDaily checks all posts, unless it did so within the last day.
func (w *watch) checkDaily(ctx context.Context) error {
	now := w.clock.Now()
	if since := now.Sub(w.checked); !w.checked.IsZero() && since >= 0 && since < checkInterval {
		return nil
	}
	illegal, err := Illegal(ctx, w.db.Reader())
	if err != nil {
		return err
	}
	logged := map[Post]bool{}
	lines := 0
	for _, p := range illegal {
		if !w.logged[p] {
			if lines++; lines > maxLogged {
				continue
			}
			w.log.Error(whatToDo, "post", p.ID, "status", p.Status, "beside", p.Beside, "job", p.Job, "call", p.Verdict)
		}
		logged[p] = true
	}
	if more := lines - maxLogged; more > 0 {
		w.log.Error("posts: more posts are in states that they cannot leave by themselves; the next check names some of them", "posts", more)
	}
	w.checked, w.logged = now, logged
	return nil
}
