package cloud

import (
	"context"

	"crier/platform/apperror"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// StepState says what came of a step.
type StepState string

// The states of a step. A warning is a step that is done, with something to know about it.
const (
	StepPending StepState = "PENDING"
	StepDone    StepState = "DONE"
	StepWarning StepState = "WARNING"
	StepFailed  StepState = "FAILED"
)

// storedStep is the row of a step of the last set-up.
type storedStep struct {
	bun.BaseModel `bun:"table:cloud_steps,alias:step"`

	Network string `bun:",pk"`
	Name    string `bun:",pk"`
	State   StepState
	Code    apperror.Code
	Text    string
	At      wiretime.Time
}

func upsertStep(ctx context.Context, db bun.IDB, row storedStep) error {
	_, err := db.NewInsert().Model(&row).On("CONFLICT (network, name) DO UPDATE").
		Set("state = EXCLUDED.state").Set("code = EXCLUDED.code").Set("text = EXCLUDED.text").Set("at = EXCLUDED.at").Exec(ctx)
	return err
}

func selectSteps(ctx context.Context, db bun.IDB, network string) (map[string]storedStep, error) {
	var rows []storedStep
	if err := db.NewSelect().Model(&rows).Where("network = ?", network).Scan(ctx); err != nil {
		return nil, err
	}
	byName := make(map[string]storedStep, len(rows))
	for _, row := range rows {
		byName[row.Name] = row
	}
	return byName, nil
}

func deleteSteps(ctx context.Context, db bun.IDB, network string) error {
	_, err := db.NewDelete().Model((*storedStep)(nil)).Where("network = ?", network).Exec(ctx)
	return err
}
