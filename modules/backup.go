package modules

import (
	"context"
	"time"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/media"
	"crier/modules/notify"
	"crier/modules/posts"
	"crier/modules/settings"
	"crier/modules/storyrepost"
	"crier/platform/backup"
	"crier/platform/database"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// BackedUp is what the modules have in a backup.
func BackedUp() backup.Contents {
	type change = func(context.Context, bun.Tx, time.Time) error
	return backup.Contents{
		Files:  []func(context.Context, bun.IDB, func(backup.File) error) error{media.BackedUp, auth.BackedUp},
		Ended:  posts.EndedMedia,
		Sealed: []func(*database.DB) secrets.Keeper{auth.Keeper, settings.Keeper, cloud.Keeper, notify.Keeper},
		Header: media.CheckHeader,
		Revoke: []change{settings.RevokeKeys, auth.EndLogins},
		Admit:  auth.Admit,
		Forget: []change{auth.ForgetTokens, settings.ForgetCredentials, cloud.ForgetSecrets, notify.ForgetAddresses, storyrepost.DisableAll},
	}
}
