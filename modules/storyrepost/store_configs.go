package storyrepost

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// selectConfig returns the account's configuration, nil when it has none.
func selectConfig(ctx context.Context, db bun.IDB, account wireid.ID) (*StoryRepostConfig, error) {
	config, err := configOf.One(ctx, db, account)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &config, nil
}

func selectEnabled(ctx context.Context, db bun.IDB) ([]StoryRepostConfig, error) {
	return enabledConfigs.All(ctx, db)
}

// Paused returns until when somebody has paused the reposts of which accounts.
func Paused(ctx context.Context, db bun.IDB, now time.Time) (map[wireid.ID]wiretime.Time, error) {
	configs, err := selectEnabled(ctx, db)
	paused := map[wireid.ID]wiretime.Time{}
	for _, c := range configs {
		if c.SocialAccountID != nil && c.isOnHold(now) {
			paused[*c.SocialAccountID] = *c.PausedUntil
		}
	}
	return paused, err
}

var (
	configOf       = database.SelectFrom[StoryRepostConfig]("WHERE social_account_id = ?")
	enabledConfigs = database.SelectFrom[StoryRepostConfig]("WHERE is_enabled")
)

// saveConfig inserts the configuration or takes the place of the one with its id. It was read in
// the same transaction, which nobody else writes beside.
func saveConfig(ctx context.Context, db bun.IDB, config *StoryRepostConfig) error {
	changed, err := database.Changed(db.NewUpdate().Model(config).WherePK().Exec(ctx))
	if err != nil || changed {
		return err
	}
	_, err = db.NewInsert().Model(config).Exec(ctx)
	return err
}

// beginPoll notes that the inbox is being read, unless it was since the instant brake; of two at
// once, one begins, whichever looked at the clock first. What lies further ahead of now than that
// was noted by a clock that was set back.
func beginPoll(ctx context.Context, db bun.IDB, account wireid.ID, now, brake wiretime.Time) (bool, error) {
	return database.Changed(db.NewUpdate().Model((*StoryRepostConfig)(nil)).Set("last_poll_at = ?, updated_at = ?", now, now).
		Where("social_account_id = ? AND (last_poll_at IS NULL OR last_poll_at <= ? OR last_poll_at > ?)", account, brake, wiretime.Of(now.Time().Add(readGap))).Exec(ctx))
}

func disableConfig(ctx context.Context, db bun.IDB, account wireid.ID, now wiretime.Time) error {
	_, err := db.NewUpdate().Model((*StoryRepostConfig)(nil)).Set("is_enabled = FALSE").Set("updated_at = ?", now).
		Where("social_account_id = ? AND is_enabled", account).Exec(ctx)
	return err
}

func deleteConfig(ctx context.Context, db bun.IDB, account wireid.ID) error {
	_, err := db.NewDelete().Model((*StoryRepostConfig)(nil)).Where("social_account_id = ?", account).Exec(ctx)
	return err
}

// DisableAll ends the reposts of all accounts in a copy of a database whose credentials are gone.
func DisableAll(ctx context.Context, tx bun.Tx, _ time.Time) error {
	_, err := database.Exec(ctx, tx, "UPDATE story_repost_configs SET is_enabled = 0")
	return err
}
