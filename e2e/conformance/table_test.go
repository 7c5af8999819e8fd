package conformance_test

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"crier/platform/needtest"
	"crier/platform/sandbox/edges"
)

//go:embed table.json
var tableFile []byte

// tableRow is what a source says of the publishing API, written down beside platform/sandbox/edges
// and not from it.
type tableRow struct {
	// Of is a type of node, or a method and a path, with "adds" behind it for the fields which that
	// edge alone gives; or every call.
	Of string `json:"of"`
	// SDK is the class of Meta's SDK that has the names as fields; with a method behind it, the
	// class that has the edge.
	SDK string `json:"sdk,omitempty"`
	// Hosts are where the edge is, separated by spaces.
	Hosts string `json:"hosts,omitempty"`
	// Names are fields or parameters, separated by spaces.
	Names  string `json:"names"`
	Source string `json:"source,omitempty"`
}

const everyCall = "every call"

// networkHosts are the network's hosts by the sandbox's names of them.
var networkHosts = map[string]string{
	edges.HostInstagram: "graph.instagram.com", edges.HostFacebook: "graph.facebook.com", edges.HostCodes: "api.instagram.com",
}

// places are what the row speaks of: an edge at each of its hosts, or what has none.
func (r tableRow) places() (all []string) {
	if !strings.Contains(r.Of, "/") || strings.HasSuffix(r.Of, " adds") {
		return []string{r.Of}
	}
	for _, host := range strings.Fields(r.Hosts) {
		all = append(all, r.Of+" at "+host)
	}
	return all
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
		if len(r.places()) == 0 {
			t.Errorf("%s %q has no host", r.Of, r.Names)
		}
	}
	return rows
}

// TestTable_IsWhatItsSourcesSay: a field, a parameter, an edge or one of its hosts that is taken
// out of the sandbox's table, or put into it without a source, shows here.
func TestTable_IsWhatItsSourcesSay(t *testing.T) {
	t.Parallel()
	said, ours := map[string][]string{}, map[string][]string{everyCall: strings.Fields(edges.Common)}
	for _, r := range readTable(t) {
		for _, of := range r.places() {
			said[of] = append(said[of], strings.Fields(r.Names)...)
		}
	}
	for _, n := range edges.Nodes() {
		ours[n.Type] = append(ours[n.Type], strings.Fields(n.Fields)...)
	}
	for _, e := range edges.Edges() {
		call := e.Method + " " + e.Path
		for _, host := range strings.Fields(e.Hosts) {
			at := call + " at " + networkHosts[host]
			ours[at] = append(ours[at], strings.Fields(e.Params)...)
		}
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
	needtest.Night(t)
	t.Parallel()
	run(t, "table", map[string]any{"rows": readTable(t)})
}
