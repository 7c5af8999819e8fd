// Package wireid is the form of the ids that Crier itself gives out (contract 2): UUID version 4,
// in lower case with hyphens, as text on the wire and in the database.
package wireid

import (
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
)

// ID is the id of a resource; two IDs are equal when they are the same id. The zero value is no id.
//
// It is no plain string, because huma takes those from paths and queries without looking at them.
type ID struct{ text string }

var (
	_ driver.Valuer          = ID{}
	_ huma.SchemaTransformer = ID{}
)

const textLength = 36

// New returns a new random id.
func New() ID { return ID{uuid.NewString()} }

// Parse reads a UUID in its canonical form of 36 characters, in either case, and returns it in
// lower case.
func Parse(s string) (ID, error) {
	// The library also reads URNs, braces and bare digits, which the contract does not have.
	if len(s) != textLength {
		return ID{}, errors.New("not a UUID")
	}
	if isCanonical(s) {
		return ID{s}, nil
	}
	u, err := uuid.Parse(s)
	if err != nil {
		return ID{}, errors.New("not a UUID")
	}
	return ID{u.String()}, nil
}

// isCanonical reports whether s is in the very form that an ID has, as all are that come from the
// database.
func isCanonical(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if c != '-' {
				return false
			}
		case (c < '0' || c > '9') && (c < 'a' || c > 'f'):
			return false
		}
	}
	return true
}

// MustParse is Parse for constants; it panics where Parse returns an error.
func MustParse(s string) ID {
	id, err := Parse(s)
	if err != nil {
		panic(fmt.Sprintf("wireid: %q is %v", s, err))
	}
	return id
}

// IsZero reports whether this is no id.
func (id ID) IsZero() bool { return id.text == "" }

// String returns the wire form, empty for no id.
func (id ID) String() string { return id.text }

// MarshalText returns the wire form.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.text), nil }

// AppendText appends the wire form.
func (id ID) AppendText(b []byte) ([]byte, error) { return append(b, id.text...), nil }

// UnmarshalText reads what Parse reads.
func (id *ID) UnmarshalText(b []byte) error {
	parsed, err := Parse(string(b))
	if err != nil {
		return err
	}
	*id = parsed
	return nil
}

// Value returns the wire form for the database.
func (id ID) Value() (driver.Value, error) { return id.text, nil }

// Scan reads the wire form; NULL becomes no id.
func (id *ID) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*id = ID{}
		return nil
	case string:
		parsed, err := Parse(v)
		*id = parsed
		return err
	case []byte:
		return id.UnmarshalText(v)
	}
	return fmt.Errorf("wireid: cannot read a %T from the database", src)
}

// TransformSchema documents the type as a uuid string; a pointer to it stays nullable.
func (ID) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Format = "uuid"
	if len(s.Examples) == 0 {
		s.Examples = []any{"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"}
	}
	return s
}
