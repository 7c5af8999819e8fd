package httpapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
)

// Param is an optional query parameter. It distinguishes a missing parameter from a zero value.
type Param[T any] struct {
	Value T
	IsSet bool
}

// Receiver returns the field that huma parses into.
func (p *Param[T]) Receiver() reflect.Value { return reflect.ValueOf(&p.Value).Elem() }

// OnParamSet stores whether the request has the parameter.
func (p *Param[T]) OnParamSet(isSet bool, _ any) { p.IsSet = isSet }

// Pointer returns the value, nil when the request does not have the parameter.
func (p *Param[T]) Pointer() *T {
	if !p.IsSet {
		return nil
	}
	return &p.Value
}

// Schema documents the parameter as its value.
func (Param[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}

// Output is the answer of an operation that returns a body and no header of its own.
type Output[T any] struct{ Body T }

// Answer returns what a handler returns for the result of a call: the body, or only the error.
func Answer[T any](body T, err error) (*Output[T], error) {
	if err != nil {
		return nil, err
	}
	return &Output[T]{Body: body}, nil
}

// Success is the answer of an operation that returns no data.
type Success struct {
	Success bool `json:"success" doc:"Always true." example:"true"`
}

// SuccessOutput is the output of such an operation.
type SuccessOutput = Output[Success]

// Succeeded returns a Success for a call that did not fail.
func Succeeded(err error) (*SuccessOutput, error) { return Answer(Success{Success: true}, err) }

// Nullable is an object of the contract that may be null. huma refuses to document a plain pointer.
type Nullable[T any] struct{ Value *T }

// MarshalJSON writes the object, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(n.Value, json.Deterministic(true))
}

// Schema documents the object or null.
func (Nullable[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{r.Schema(reflect.TypeFor[T](), true, ""), {Type: "null"}}}
}
