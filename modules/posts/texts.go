package posts

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// Texts is a list of texts, stored as JSON text, and an empty one as none.
type Texts []string

// Value returns what the table stores.
func (t Texts) Value() (driver.Value, error) {
	if len(t) == 0 {
		return nil, nil
	}
	b, err := json.Marshal([]string(t))
	return string(b), err
}

// Scan reads what the table stores.
func (t *Texts) Scan(stored any) error {
	*t = nil
	switch stored := stored.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(stored), (*[]string)(t))
	case []byte:
		return json.Unmarshal(stored, (*[]string)(t))
	}
	return fmt.Errorf("posts: %T is no list of texts", stored)
}

// MarshalJSON writes null for none, as the other lists of a post are null.
func (t Texts) MarshalJSON() ([]byte, error) {
	if t == nil {
		return []byte("null"), nil
	}
	return json.Marshal([]string(t))
}
