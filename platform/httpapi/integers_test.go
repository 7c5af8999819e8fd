package httpapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

type wholeInput struct {
	Body struct {
		N     int                `json:"n,omitempty" maximum:"1000" doc:"x"`
		Large int64              `json:"large,omitempty" doc:"x"`
		Maybe httpapi.Patch[int] `json:"maybe,omitzero" doc:"x"`
	}
}

// TestIntegers_InAnySpelling: JSON Schema says that 6.0 is an integer. What a float would round is
// not rounded.
func TestIntegers_InAnySpelling(t *testing.T) {
	t.Parallel()
	var got wholeInput
	b := setup(t, func(p *httpapi.Deps) {
		p.V1 = []httpapi.Routes{{Module: "whole", Register: func(api *httpapi.Operations) {
			httpapi.Register(api, huma.Operation{
				OperationID: "whole", Method: http.MethodPost, Path: "/whole", Tags: []string{"Posts"}, Summary: "x", Description: "x", Security: httpapi.Any(),
			}, func(_ context.Context, in *wholeInput) (*struct{}, error) {
				got = *in
				return nil, nil
			})
		}}}
	})
	send := func(body string) int {
		got = wholeInput{}
		return b.do(t, request{method: http.MethodPost, path: "/api/v1/whole", body: body}).Code
	}
	for text, want := range map[string]int{"6": 6, "6.0": 6, "6e0": 6, "60E-1": 6, "0.6e+1": 6, "-0.0": 0, "1e3": 1000, "-6.000": -6} {
		if code := send(`{"n":` + text + `,"large":` + text + `,"maybe":` + text + `}`); code != http.StatusNoContent ||
			got.Body.N != want || got.Body.Large != int64(want) || got.Body.Maybe.Value == nil || *got.Body.Maybe.Value != want {
			t.Errorf("%s: %d, %+v", text, code, got.Body)
		}
	}
	if code := send(`{"large":9007199254740993}`); code != http.StatusNoContent || got.Body.Large != 9007199254740993 {
		t.Errorf("a large one: %d, %+v", code, got.Body)
	}
	// A property that the operation does not know is ignored (contract 2), whatever number it has.
	for _, text := range []string{"1e400", "-1e400", strings.Repeat("9", 400), `[{"a":1e400}]`} {
		if code := send(`{"n":6,"unknown":` + text + `}`); code != http.StatusNoContent || got.Body.N != 6 {
			t.Errorf("unknown, %.20s: got %d, %+v", text, code, got.Body)
		}
	}
	for _, text := range []string{"6.5", "6.000001", "65e-1", "1001.0", `"6"`, `"6.0"`, "true", "1e400"} {
		if code := send(`{"n":` + text + `}`); code != http.StatusBadRequest {
			t.Errorf("%s: got %d, %+v", text, code, got.Body)
		}
	}
	for _, text := range []string{"9223372036854775808", "1e30", "1e400"} {
		if code := send(`{"large":` + text + `}`); code != http.StatusBadRequest {
			t.Errorf("%s: got %d, %+v", text, code, got.Body)
		}
	}
}
