package attempt

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"

	"crier/platform/database"
)

// ErrUnreadable says that a row of the ledger is not as Crier writes it. Its post is put aside, and
// the others go on.
var ErrUnreadable = errors.New("attempt: the row of an attempt cannot be read")

// IDs is a list of the network's ids, stored as a JSON array.
type IDs []string

// Value returns the list as it is stored.
func (ids IDs) Value() (driver.Value, error) {
	if len(ids) == 0 {
		return "[]", nil
	}
	text, err := json.Marshal([]string(ids))
	return string(text), err
}

// isUnreadable reports whether an error means that a row has another form, and not that the
// database failed.
func isUnreadable(err error) bool { return errors.Is(err, database.ErrMalformed) }

// Scan reads a stored list.
func (ids *IDs) Scan(src any) error {
	var text []byte
	switch src := src.(type) {
	case string:
		text = []byte(src)
	case []byte:
		text = src
	default:
		return fmt.Errorf("the ids are a %T", src)
	}
	if err := json.Unmarshal(text, (*[]string)(ids)); err != nil {
		return fmt.Errorf("the ids are no list: %w", err)
	}
	return nil
}
