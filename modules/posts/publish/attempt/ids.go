package attempt

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
)

// ErrUnreadable says that a row of the ledger does not have the form that Crier writes: its post is put aside, and the others go on.
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

// Scan reads a stored list. What is no list is ErrUnreadable.
func (ids *IDs) Scan(src any) error {
	var text []byte
	switch src := src.(type) {
	case string:
		text = []byte(src)
	case []byte:
		text = src
	default:
		return fmt.Errorf("%w: its ids are a %T", ErrUnreadable, src)
	}
	if err := json.Unmarshal(text, (*[]string)(ids)); err != nil {
		return fmt.Errorf("%w: its ids: %w", ErrUnreadable, err)
	}
	return nil
}
