package httpapi

import (
	"errors"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Patch is an optional property of a partial update: absent, null, or a value. Its field takes the
// tag omitzero.
type Patch[T any] struct {
	// IsSet says that the request has the property. Value is nil when the property is null.
	IsSet bool
	Value *T
}

// UnmarshalJSON sets IsSet, and reads the value as strictly as the rest of the body.
func (p *Patch[T]) UnmarshalJSON(b []byte) error {
	p.IsSet = true
	return decode(b, &p.Value)
}

// Schema documents the value, or null.
func (Patch[T]) Schema(r huma.Registry) *huma.Schema {
	s := huma.SchemaFromType(r, reflect.TypeFor[T]())
	s.Nullable = true
	return s
}

// Replacement is an optional property of a partial update that cannot be cleared: absent, or a
// value. Its field takes the tag omitzero.
type Replacement[T any] struct {
	// Value is nil when the request does not have the property.
	Value *T
}

// UnmarshalJSON reads the value as strictly as the rest of the body, and refuses null.
func (p *Replacement[T]) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return errNotNullable
	}
	return decode(b, &p.Value)
}

var errNotNullable = errors.New("it cannot be null")

// Schema documents the value.
func (Replacement[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}

// Apply sets *target to the property's value, or to the zero value for null. Without the property
// it changes nothing.
func (p Patch[T]) Apply(target *T) {
	if !p.IsSet {
		return
	}
	*target = *new(T)
	if p.Value != nil {
		*target = *p.Value
	}
}

// ApplyPointer is Apply for a target that is nil for null.
func (p Patch[T]) ApplyPointer(target **T) {
	if p.IsSet {
		*target = p.Value
	}
}
