package database_test

import (
	"errors"
	"fmt"
	"testing"

	"crier/platform/database"
	"crier/platform/database/databasetest"
)

func TestFailed(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	_, readOnly := db.Reader().ExecContext(t.Context(), "CREATE TABLE t (x)")
	if readOnly == nil || !database.Failed(fmt.Errorf("write: %w", readOnly)) {
		t.Errorf("%v is not recognised", readOnly)
	}
	_, wrong := db.ExecContext(t.Context(), "SELECT * FROM nothing")
	for _, err := range []error{nil, wrong, errors.New("disk I/O error")} {
		if database.Failed(err) {
			t.Errorf("%v is taken for a failure of the database", err)
		}
	}
}
