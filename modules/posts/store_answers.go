package posts

import (
	"context"

	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// selectAnswer returns what was answered under a key.
func selectAnswer(ctx context.Context, db bun.IDB, key string) (idempotentAnswer, error) {
	var stored idempotentAnswer
	err := db.NewSelect().Model(&stored).Where("key = ?", key).Scan(ctx)
	return stored, err
}

// selectOldAnswers returns those that were given until the one instant, or after the other, without what was answered.
func selectOldAnswers(ctx context.Context, db bun.IDB, until, now wiretime.Time) (old []idempotentAnswer, err error) {
	err = db.NewSelect().Model(&old).ExcludeColumn("answer").Where("created_at <= ? OR created_at > ?", until, now).Scan(ctx)
	return old, err
}

// replaceAnswer stores an answer; one under the same key that is too old to count gives way.
func replaceAnswer(ctx context.Context, db bun.IDB, answer *idempotentAnswer) error {
	_, err := db.NewInsert().Model(answer).On("CONFLICT (key) DO UPDATE").
		Set("fingerprint = EXCLUDED.fingerprint, answer = EXCLUDED.answer, created_at = EXCLUDED.created_at, ran_ms = EXCLUDED.ran_ms, net_at = EXCLUDED.net_at").Exec(ctx)
	return err
}

// deleteAnswer removes an answer, unless the key has another one by now.
func deleteAnswer(ctx context.Context, db bun.IDB, answer idempotentAnswer) error {
	_, err := db.NewDelete().Model((*idempotentAnswer)(nil)).Where("key = ? AND created_at = ?", answer.Key, answer.CreatedAt).Exec(ctx)
	return err
}
