package graph_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/platform/graph"
)

func TestContainerStatus_AsksOnlyForWhatAContainerHas(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"status_code":"FINISHED","status":"Finished: ready","id":"`+containerID+`"}`))
	got, err := n.client.ContainerStatus(t.Context(), partner, containerID)
	if err != nil || got != (graph.Status{Code: graph.Finished, Text: "Finished: ready"}) || got.Err() != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	r := n.sent()[0]
	if r.method != http.MethodGet || r.path != "/fb/v25.0/"+containerID || r.query.Encode() != "fields=id%2Cstatus_code%2Cstatus" {
		t.Errorf("sent %s %s %v", r.method, r.path, r.query)
	}
}

func TestStatus_ClassesAFailedContainer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code, text string
		subcode    int
		class      graph.Class
		tries      int
	}{
		{"ERROR", "Error: Media upload has failed with error code 2207026", 2207026, graph.Permanent, 0},
		{"ERROR", "2207082", 2207082, graph.NewContainer, 0},
		{"ERROR", "code 2207052: the URL could not be fetched", 2207052, graph.NewContainer, 0},
		{"ERROR", "code=2207027.", 2207027, graph.NewContainer, 0},
		{"ERROR", "(2207003)", 2207003, graph.NewContainer, 0},
		{"ERROR", "code 2207069", 2207069, graph.NewContainer, 1},
		{"ERROR", "code 2207998", 2207998, graph.NewContainer, 1},
		{"ERROR", "a 12207026 b 22070261 c x2207026 d _2207026 e 2207026y", 0, graph.NewContainer, 1},
		{"ERROR", "", 0, graph.NewContainer, 1},
		{"EXPIRED", "Expired: not published in time", 0, graph.NewContainer, 0},
		{"IN_PROGRESS", "In Progress", 0, "", 0},
		{"PUBLISHED", "Published", 0, "", 0},
		{"REVIEWING", "a state of tomorrow", 0, "", 0},
	} {
		n := newNetwork(t, answers(http.StatusOK, `{"status_code":"`+c.code+`","status":"`+c.text+`"}`))
		got, err := n.client.ContainerStatus(t.Context(), primary, containerID)
		if err != nil || string(got.Code) != c.code || got.Text != c.text || got.Subcode != c.subcode {
			t.Errorf("%s %q: got %+v, %v", c.code, c.text, got, err)
		}
		if c.class == "" {
			if got.Err() != nil {
				t.Errorf("%s: got %v", c.code, got.Err())
			}
			continue
		}
		e := asError(t, got.Err())
		if e.Class != c.class || e.Tries != c.tries || e.Subcode != c.subcode || e.Message != c.text || e.OutcomeUnknown() {
			t.Errorf("%s %q: got %+v", c.code, c.text, e)
		}
	}
}

// TestContainerStatus_WithoutACode: a failure that stands in the text alone is a failure, with its
// text and subcode; another text is passed on as a state that nobody knows, and only an answer that
// says nothing at all cannot be understood.
func TestContainerStatus_WithoutACode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]graph.Status{
		"Error: Media upload has failed with error code 2207026": {Code: graph.Failed, Subcode: 2207026},
		"ERROR":                               {Code: graph.Failed},
		" error : no reason":                  {Code: graph.Failed},
		"Failed: the file is broken":          {Code: graph.Failed},
		"failure":                             {Code: graph.Failed},
		"2207052: it could not be fetched":    {Code: graph.Failed, Subcode: 2207052},
		"Expired: not published in time":      {Code: graph.Expired},
		"In Progress: an error is not likely": {},
		"Finished: ready":                     {},
		"Published: done":                     {},
		"Errors happen":                       {},
		"Failed uploads are tried again":      {},
	} {
		for _, code := range []string{`"status_code":"",`, `"status_code":null,`, `"status_code":" ",`, ``} {
			n := newNetwork(t, answers(http.StatusOK, `{`+code+`"status":"`+text+`","id":"`+containerID+`"}`))
			want.Text = strings.TrimSpace(text)
			got, err := n.client.ContainerStatus(t.Context(), primary, containerID)
			if err != nil || got != want {
				t.Errorf("%s %q: got %+v, %v", code, text, got, err)
			}
			upload, err := n.client.UploadStatus(t.Context(), primary, containerID)
			if err != nil || upload.Status != want {
				t.Errorf("upload, %s %q: got %+v, %v", code, text, upload, err)
			}
		}
	}
	for _, body := range []string{`{}`, `{"status_code":"","status":""}`, `{"status_code":" ","status":"\n"}`, `{"id":"` + containerID + `"}`} {
		n := newNetwork(t, answers(http.StatusOK, body))
		if got, err := n.client.ContainerStatus(t.Context(), primary, containerID); err == nil {
			t.Errorf("%s: got %+v", body, got)
		}
	}
}
