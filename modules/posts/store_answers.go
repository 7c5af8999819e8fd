package posts

import (
	"context"

	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// selectAnswer returns what was answered under a key since then.
func selectAnswer(ctx context.Context, db bun.IDB, key string, since wiretime.Time) (idempotentAnswer, error) {
	var stored idempotentAnswer
	err := db.NewSelect().Model(&stored).Where("key = ? AND created_at > ?", key, since).Scan(ctx)
	return stored, err
}

// replaceAnswer stores an answer; one under the same key that is too old to count gives way.
func replaceAnswer(ctx context.Context, db bun.IDB, answer *idempotentAnswer) error {
	_, err := db.NewInsert().Model(answer).On("CONFLICT (key) DO UPDATE").
		Set("fingerprint = EXCLUDED.fingerprint, answer = EXCLUDED.answer, created_at = EXCLUDED.created_at").Exec(ctx)
	return err
}

func deleteAnswers(ctx context.Context, db bun.IDB, until wiretime.Time) error {
	_, err := db.NewDelete().Model((*idempotentAnswer)(nil)).Where("created_at <= ?", until).Exec(ctx)
	return err
}
