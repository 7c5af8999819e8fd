// Package modules lists the feature modules of Crier. It is the only place that names every one of
// them.
package modules

import (
	"crier/modules/auth"
	"crier/modules/backups"
	"crier/modules/cloud"
	"crier/modules/desktop"
	"crier/modules/docs"
	"crier/modules/golive"
	"crier/modules/health"
	"crier/modules/health/support"
	"crier/modules/media"
	"crier/modules/notify"
	"crier/modules/posts"
	"crier/modules/posts/badday"
	"crier/modules/posts/book"
	"crier/modules/posts/bulk"
	"crier/modules/posts/publish"
	"crier/modules/posts/publish/states"
	"crier/modules/posts/quarantine"
	"crier/modules/schedule"
	"crier/modules/settings"
	"crier/modules/storyrepost"
	"crier/modules/watch"
	"crier/platform/backup"
	"crier/platform/instance"

	"go.uber.org/fx"
)

// All returns every module.
func All() fx.Option {
	return fx.Options(
		auth.Module,
		settings.Module,
		media.Module,
		posts.Module,
		publish.Module,
		states.Module,
		quarantine.Module,
		badday.Module,
		book.Module,
		bulk.Module,
		schedule.Module,
		cloud.Module,
		storyrepost.Module,
		docs.Module,
		desktop.Module,
		backups.Module,
		golive.Module,
		health.Module,
		support.Module,
		watch.Module,
		notify.Module,
		fx.Supply(BackedUp()),
		fx.Provide(
			func(c *cloud.Cloud) settings.Cloud { return c.Overview },
			func(l *cloud.Link) auth.LoginAddress { return l.LoginAddress },
		),
		fx.Invoke(func(folder *instance.Instance, contents backup.Contents) {
			for _, end := range contents.Revoke {
				folder.OnBehind(end)
			}
		}),
	)
}
