package e2e_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"crier/e2e"
)

const goldenDocument = "testdata/openapi.json"

// TestContract_Golden holds the served document against the committed one, so that every change of it shows in review.
func TestContract_Golden(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	got := app.Anonymous(t).Get("/api/v1/openapi.json").Want(200).Body
	if *update {
		if err := os.WriteFile(goldenDocument, got, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(goldenDocument)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the served document is not %s; look at the difference after make generate", goldenDocument)
	}
}

// TestContract_Document holds what must be true of the document whatever is in it.
func TestContract_Document(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	var doc struct {
		OpenAPI string `json:"openapi"`
		Info    struct{ Version string }
		Paths   map[string]map[string]struct {
			OperationID string                     `json:"operationId"`
			Security    []map[string][]string      `json:"security"`
			Responses   map[string]json.RawMessage `json:"responses"`
		}
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct {
					Description string
					Enum        []string
				}
			}
		}
	}
	app.Anonymous(t).Get("/api/v1/openapi.json").Want(200).JSON(&doc)
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != "4.4.0" {
		t.Errorf("openapi %s, version %s", doc.OpenAPI, doc.Info.Version)
	}
	ids := map[string]bool{}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			if ids[op.OperationID] || op.Security == nil || op.Responses["default"] != nil || op.Responses["422"] != nil {
				t.Errorf("%s %s: %+v", method, path, op)
			}
			ids[op.OperationID] = true
		}
	}
	for name, schema := range doc.Components.Schemas {
		if _, ok := schema.Properties["$schema"]; ok {
			t.Errorf("%s has a $schema", name)
		}
		for property, p := range schema.Properties {
			if p.Description == "" {
				t.Errorf("%s.%s has no description", name, property)
			}
		}
	}
	if codes := doc.Components.Schemas["ErrorResponse"].Properties["code"].Enum; len(codes) != 50 {
		t.Errorf("ErrorResponse.code lists %d codes", len(codes))
	}
}
