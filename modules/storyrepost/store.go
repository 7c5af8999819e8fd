package storyrepost

import (
	"context"

	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

func selectConfig(ctx context.Context, db bun.IDB, account wireid.ID) (*StoryRepostConfig, error) {
	config := new(StoryRepostConfig)
	err := db.NewSelect().Model(config).Where("social_account_id = ?", account).Scan(ctx)
	return config, err
}

// saveConfig inserts the configuration or takes the place of the one with its id.
func saveConfig(ctx context.Context, db bun.IDB, config *StoryRepostConfig) error {
	_, err := db.NewInsert().Model(config).On("CONFLICT (id) DO UPDATE").
		Set("is_enabled = EXCLUDED.is_enabled").Set("poll_interval_hours = EXCLUDED.poll_interval_hours").
		Set("auto_tag_original_poster = EXCLUDED.auto_tag_original_poster").Set("consecutive_failures = EXCLUDED.consecutive_failures").
		Set("auto_disabled_at = EXCLUDED.auto_disabled_at").Set("auto_disable_reason = EXCLUDED.auto_disable_reason").
		Set("updated_at = EXCLUDED.updated_at").Exec(ctx)
	return err
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
