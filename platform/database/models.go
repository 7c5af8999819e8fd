package database

import (
	"context"
	"fmt"
)

// Model is a pointer to a struct with bun tags, as a module registers it.
type Model any

// CheckModels compares every model with the migrated schema and returns an error that names the first column or table
// that the schema lacks.
func (db *DB) CheckModels(ctx context.Context, models []Model) error {
	for _, m := range models {
		if _, err := db.NewSelect().Model(m).Where("1 = 0").Exec(ctx); err != nil {
			return fmt.Errorf("the schema does not fit %T: %w", m, err)
		}
	}
	return nil
}
