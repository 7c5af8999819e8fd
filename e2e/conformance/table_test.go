package conformance_test

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"crier/platform/sandbox/edges"
)

//go:embed table.json
var tableFile []byte

// tableRow is what a source says of the publishing API, written down beside platform/sandbox/edges
// and not from it.
type tableRow struct {
	// Of is a type of node, or a method and a path, with "adds" behind it for the fields which that
	// edge alone gives.
	Of string `json:"of"`
	// SDK is the class of Meta's SDK that has the names as fields; with a method behind it, the
	// class that has the edge.
	SDK string `json:"sdk,omitempty"`
	// Names are fields or parameters, separated by spaces.
	Names  string `json:"names"`
	Source string `json:"source,omitempty"`
}

func readTable(t *testing.T) (rows []tableRow) {
	t.Helper()
	if err := json.Unmarshal(tableFile, &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.SDK == "" && r.Source == "" {
			t.Errorf("%s %q has no source", r.Of, r.Names)
		}
	}
	return rows
}

// TestTable_IsWhatItsSourcesSay: a field, parameter or edge that is taken out of the sandbox's
// table, or put into it without a source, shows here.
func TestTable_IsWhatItsSourcesSay(t *testing.T) {
	t.Parallel()
	said, ours := map[string][]string{}, map[string][]string{}
	for _, r := range readTable(t) {
		said[r.Of] = append(said[r.Of], strings.Fields(r.Names)...)
	}
	for _, n := range edges.Nodes() {
		ours[n.Type] = append(ours[n.Type], strings.Fields(n.Fields)...)
	}
	for _, e := range edges.Edges() {
		call := e.Method + " " + e.Path
		ours[call] = append(ours[call], strings.Fields(e.Params)...)
		if e.Adds != "" {
			ours[call+" adds"] = strings.Fields(e.Adds)
		}
	}
	for _, of := range slices.Sorted(maps.Keys(said)) {
		if _, known := ours[of]; !known {
			t.Errorf("the sandbox's table has no %s", of)
		}
	}
	for _, of := range slices.Sorted(maps.Keys(ours)) {
		if _, known := said[of]; !known {
			t.Errorf("%s has no source in table.json", of)
			continue
		}
		if a, b := set(said[of]), set(ours[of]); !slices.Equal(a, b) {
			t.Errorf("%s: the sources say %v, the sandbox's table %v", of, a, b)
		}
	}
}

func set(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// TestTable_IsInMetasSDK: what a row says to be from facebook-nodejs-business-sdk is there, in the
// lists that Meta generates.
func TestTable_IsInMetasSDK(t *testing.T) {
	t.Parallel()
	run(t, "table", map[string]any{"rows": readTable(t)})
}
