package wireid

import (
	"errors"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
)

// ID is the id of a resource. The zero value is no id.
type ID string

var _ huma.SchemaTransformer = ID("")

const textLength = 36

// New returns a new random id.
func New() ID { return ID(uuid.NewString()) }

// Parse reads a UUID in its canonical form of 36 characters, in either case, and returns it in lower case.
func Parse(s string) (ID, error) {
	// The library also reads URNs, braces and bare digits, which the contract does not have.
	if len(s) != textLength {
		return "", errors.New("not a UUID")
	}
	u, err := uuid.Parse(s)
	if err != nil {
		return "", errors.New("not a UUID")
	}
	return ID(u.String()), nil
}

// UnmarshalText reads what Parse reads.
func (id *ID) UnmarshalText(b []byte) error {
	parsed, err := Parse(string(b))
	if err != nil {
		return err
	}
	*id = parsed
	return nil
}

// TransformSchema documents the type as a uuid string; a pointer to it stays nullable.
func (ID) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Type = huma.TypeString
	s.Format = "uuid"
	if len(s.Examples) == 0 {
		s.Examples = []any{"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"}
	}
	return s
}
