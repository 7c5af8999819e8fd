package httpapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Param is an optional query parameter that tells absence from a zero value.
type Param[T any] struct {
	Value T
	IsSet bool
}

// Receiver gives huma the field that it parses into.
func (p *Param[T]) Receiver() reflect.Value { return reflect.ValueOf(&p.Value).Elem() }

// OnParamSet notes whether the parameter came.
func (p *Param[T]) OnParamSet(isSet bool, _ any) { p.IsSet = isSet }

// Schema documents the parameter as its value.
func (Param[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}
