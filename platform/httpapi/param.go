package httpapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
)

// Param is an optional query parameter that tells absence from a zero value.
type Param[T any] struct {
	Value T
	IsSet bool
}

// Receiver returns the field that huma parses into.
func (p *Param[T]) Receiver() reflect.Value { return reflect.ValueOf(&p.Value).Elem() }

// OnParamSet stores whether the request has the parameter.
func (p *Param[T]) OnParamSet(isSet bool, _ any) { p.IsSet = isSet }

// Schema documents the parameter as its value.
func (Param[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}

// Success is the answer of an operation that returns no data.
type Success struct {
	Success bool `json:"success" doc:"Always true." example:"true"`
}

// SuccessOutput is the output of such an operation.
type SuccessOutput struct{ Body Success }

// Succeeded returns a successful SuccessOutput.
func Succeeded() *SuccessOutput { return &SuccessOutput{Body: Success{Success: true}} }

// Nullable is an object of the contract that may be null. A plain pointer will not do: huma refuses
// to document it.
type Nullable[T any] struct{ Value *T }

// MarshalJSON writes the object, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(n.Value, json.Deterministic(true))
}

// Schema documents the object or null.
func (Nullable[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{r.Schema(reflect.TypeFor[T](), true, ""), {Type: "null"}}}
}
