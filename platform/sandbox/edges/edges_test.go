package edges_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/sandbox/edges"
)

// TestTable_EveryRowHasASource, and no field or parameter stands twice.
func TestTable_EveryRowHasASource(t *testing.T) {
	t.Parallel()
	dated := func(what, source, date string) {
		if _, err := time.Parse(time.DateOnly, date); err != nil || source == "" {
			t.Errorf("%s: source %q, date %q", what, source, date)
		}
	}
	once := func(what string, names []string) {
		slices.Sort(names)
		if len(names) != len(slices.Compact(slices.Clone(names))) {
			t.Errorf("%s: a name stands twice: %v", what, names)
		}
	}
	fields := map[string][]string{}
	for _, n := range edges.Nodes() {
		dated(n.Type, n.Source, n.Date)
		fields[n.Type] = append(fields[n.Type], strings.Fields(n.Fields)...)
	}
	for node, names := range fields {
		once(node, names)
	}
	for _, e := range edges.Edges() {
		what := e.Method + " " + e.Path
		dated(what, e.Source, e.Date)
		once(what, strings.Fields(edges.Common+" "+e.Params))
		if e.Returns != "" && len(fields[e.Returns]) == 0 {
			t.Errorf("%s gives nodes of the type %s, which has no row", what, e.Returns)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	with := func(pairs ...string) map[string]string {
		params := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			params[pairs[i]] = pairs[i+1]
		}
		return params
	}
	for name, c := range map[string]struct {
		call                edges.Call
		param, field, where string
		isKnown             bool
	}{
		"an image": {call: edges.Call{Host: "graph-ig", Method: "POST", Path: "/v25.0/17841/media", Params: with("image_url", "x", "caption", "y")}, isKnown: true},
		"the tasks of a user's Pages": {
			call:    edges.Call{Host: "graph-fb", Method: "GET", Path: "/v25.0/me/accounts", Params: with("fields", "id,tasks,instagram_business_account{id,username}")},
			isKnown: true,
		},
		"the tasks of a business's Pages": {
			call:  edges.Call{Host: "graph-fb", Method: "GET", Path: "/v25.0/7/owned_pages", Params: with("fields", "id,tasks")},
			field: "tasks", where: "Page",
		},
		"a field within a field": {
			call:  edges.Call{Host: "graph-fb", Method: "GET", Path: "/me/accounts", Params: with("fields", "id,instagram_business_account{id,nick},name")},
			field: "nick", where: "IGUser",
		},
		"a member of a list": {call: edges.Call{Host: "graph-fb", Method: "POST", Path: "/v25.0/1/feed", Params: with("attached_media[0]", "{}")}, isKnown: true},
		"a made-up parameter": {
			call:  edges.Call{Host: "graph-ig", Method: "POST", Path: "/v25.0/17841/media_publish", Params: with("creation_id", "1", "really", "1")},
			param: "really",
		},
		"fields of what gives none": {call: edges.Call{Host: "graph-ig", Method: "POST", Path: "/1/media_publish", Params: with("fields", "id")}, param: "fields"},
		"a call that there is not":  {call: edges.Call{Host: "graph-ig", Method: "GET", Path: "/v25.0/1/likes"}},
		"on the other host":         {call: edges.Call{Host: "graph-ig", Method: "GET", Path: "/v25.0/me/accounts"}},
		"a media or a container":    {call: edges.Call{Host: "graph-ig", Method: "GET", Path: "/v25.0/1", Params: with("fields", "id,status_code")}, isKnown: true},
		"a container's field of media": {
			call:  edges.Call{Host: "graph-ig", Method: "GET", Path: "/v25.0/1", About: edges.TypeContainer, Params: with("fields", "id,permalink")},
			field: "permalink", where: "IGContainer",
		},
		"a media's field of a Page's stories": {
			call:  edges.Call{Host: "graph-fb", Method: "GET", Path: "/1/stories", About: edges.TypePage, Params: with("fields", "caption")},
			field: "caption", where: "PageStory",
		},
		"an account's edge of a Page": {call: edges.Call{Host: "graph-fb", Method: "GET", Path: "/1/media", About: edges.TypePage}},
		"half a media, half a container": {
			call:  edges.Call{Host: "graph-ig", Method: "GET", Path: "/v25.0/1", Params: with("fields", "id,permalink,status_code")},
			field: "permalink", where: "IGUser",
		},
	} {
		err := edges.Check(c.call)
		if c.isKnown {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		unknown, ok := errors.AsType[*edges.Unknown](err)
		if !ok || unknown.Param != c.param || unknown.Field != c.field || unknown.Node != c.where {
			t.Errorf("%s: %+v", name, err)
		}
	}
}
