package e2e_test

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crier/e2e"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestContract_Examples: every example in the document fits its schema.
func TestContract_Examples(t *testing.T) {
	t.Parallel()
	served := e2e.Boot(t).Anonymous(t).Get("/api/v1/openapi.json").Want(200).Body
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(served))
	if err != nil {
		t.Fatal(err)
	}
	doc, ok := value.(map[string]any)
	if !ok {
		t.Fatal("the document is no object")
	}
	c := &exampleCheck{t: t, doc: doc, compiler: jsonschema.NewCompiler()}
	c.compiler.AssertFormat()
	if err := c.compiler.AddResource("openapi.json", value); err != nil {
		t.Fatal(err)
	}
	c.walk("", value)
	if c.count < 3*len(operationIDs(t, served)) {
		t.Errorf("only %d examples were found", c.count)
	}
}

type exampleCheck struct {
	t        *testing.T
	doc      map[string]any
	compiler *jsonschema.Compiler
	count    int
}

// walk checks the examples of v, which is at pointer, and of everything in it: those of bodies,
// parameters and headers against their schema, those of a schema against itself.
func (c *exampleCheck) walk(pointer string, v any) {
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			c.walk(pointer+"/"+strconv.Itoa(i), item)
		}
	case map[string]any:
		if _, ok := v["schema"].(map[string]any); ok {
			c.beside(pointer, v)
		} else if examples, ok := v["examples"].([]any); ok {
			for _, example := range examples {
				c.check(pointer, example)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if key != "example" && key != "examples" {
				c.walk(pointer+"/"+escaped(key), v[key])
			}
		}
	}
}

func (c *exampleCheck) beside(pointer string, v map[string]any) {
	if example, ok := v["example"]; ok {
		c.check(pointer+"/schema", example)
	}
	named, _ := v["examples"].(map[string]any)
	for name, example := range named {
		example, ok := example.(map[string]any)
		if !ok {
			c.t.Errorf("%s: the example %s is no object", pointer, name)
			continue
		}
		if ref, ok := example["$ref"].(string); ok {
			example = c.component(strings.TrimPrefix(ref, "#/components/examples/"))
		}
		c.check(pointer+"/schema", example["value"])
	}
}

func (c *exampleCheck) component(name string) map[string]any {
	components, _ := c.doc["components"].(map[string]any)
	examples, _ := components["examples"].(map[string]any)
	example, ok := examples[name].(map[string]any)
	if !ok {
		c.t.Errorf("there is no example %s among the components", name)
	}
	return example
}

func (c *exampleCheck) check(pointer string, example any) {
	c.count++
	schema, err := c.compiler.Compile("openapi.json#" + pointer)
	if err != nil {
		c.t.Errorf("%s: %v", pointer, err)
		return
	}
	if err := schema.Validate(example); err != nil {
		c.t.Errorf("the example at %s does not fit: %v", pointer, err)
	}
}

// escaped escapes a name for a JSON pointer within a URL.
func escaped(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(name)
}
