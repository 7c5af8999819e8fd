package handoff

import (
	"log/slog"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/modules/posts/quarantine"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/instance"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module hands posts over to the cloud worker.
var Module = fx.Provide(
	provideQueue, newExchange, newRecords, newWithdrawer, newFetcher, provideSender, newEditor, newSeeker, newStrays, newAdopter, provideReconciler, newSyncer,
	func(db *database.DB, accounts *auth.Service, l *cloud.Link) *identities {
		return newIdentities(db, accounts, l)
	},
	func(q *queue, p *posts.CloudPosts, i *identities, files *media.Service, l *cloud.Link) *packer {
		packer := newPacker(q, p, i, files, l, l)
		l.OnFiles(packer.needed)
		files.KeepWhile(packer.named)
		return packer
	},
	func(q *queue, i *identities, p *posts.CloudPosts, files *media.Service, l *cloud.Link) *outdated {
		o := newOutdated(q, i, p, files)
		l.OnFilesLost(o.loseFiles)
		return o
	},
	func(q *queue, l *cloud.Link, f folder, r *records, w *withdrawer, p *posts.CloudPosts, log *slog.Logger) *Reclaimer {
		return newReclaimer(q, l, f, r, w, p, log)
	},
	func(l *cloud.Link, t *auth.Renewals, log *slog.Logger) *renewals { return newRenewals(l, t, log) },
	func(q *queue, w *withdrawer) posts.Cloud { return port{q, w} },
	func(s *posts.Schedule) planner { return s },
	func(s *auth.Service) accountList { return s },
	func(i *instance.Instance) folder { return i },
	func(u *media.Uploads, s *media.Service) addedFiles { return library{u, s} },
	func(f *publish.Finder) observer { return f },
	func(q *queue, x *exchange) quarantine.Worker { return newStandings(q, x) },
	database.ProvideModels((*entry)(nil)),
	auth.ProvideRevivalHook(func(q *queue) auth.RevivalHook { return q.Revived }),
	scheduler.ProvideChore("schedule.cloud", "@every 15s", (*reconciler).Reconcile),
)

func provideQueue(lc fx.Lifecycle, db *database.DB, clk clock.Clock, accounts *auth.Service, link *cloud.Link, f folder) *queue {
	q := newQueue(db, clk, accounts, link)
	watchFolder(q, link, f)
	link.OnTeardown(q.MayTearDown)
	lc.Append(fx.StartHook(q.Start))
	return q
}

func provideSender(lc fx.Lifecycle, cfg config.Config, q *queue, x *exchange, p *packer, r *records, w *withdrawer, of *posts.CloudPosts, log *slog.Logger) *Sender {
	s := newSender(q, x, p, r, w, of, log, cfg.LateGrace)
	lc.Append(fx.StartStopHook(s.Start, s.Stop))
	return s
}

func provideReconciler(lc fx.Lifecycle, q *queue, x *exchange, results *fetcher, r *records, o *outdated, s *seeker, strays *Strays,
	p *posts.CloudPosts, log *slog.Logger,
) *reconciler {
	c := newReconciler(q, x, results, r, o, s, strays, p, log)
	lc.Append(fx.StartStopHook(c.Start, c.Stop))
	return c
}

// port is the queue, and the withdrawer, as package posts sees them.
type port struct {
	*queue
	*withdrawer
}
