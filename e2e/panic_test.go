package e2e

import "testing"

func TestPanicIn(t *testing.T) {
	t.Parallel()
	for log, want := range map[string]string{
		"": "",
		"time=10:00 level=ERROR msg=\"jobs: the handler could not end\"\npanic\n":                           "",
		"time=10:00 level=INFO msg=stopping\npanic: runtime error: nil\n\ngoroutine 1":                      "panic: runtime error: nil",
		"fatal error: concurrent map writes\n":                                                              "fatal error: concurrent map writes",
		"one\ntime=10:00 level=ERROR msg=\"jobs: a handler panicked\" job=1\nthree":                         "time=10:00 level=ERROR msg=\"jobs: a handler panicked\" job=1",
		"{\"level\":\"ERROR\",\"msg\":\"httpapi: a handler panicked\",\"panic\":\"here\"}":                  "{\"level\":\"ERROR\",\"msg\":\"httpapi: a handler panicked\",\"panic\":\"here\"}",
		"time=10:00 level=WARN msg=\"posts: refused\" error=\"the network said \\\"panic: now\\\"\"\nend\n": "",
	} {
		if got := panicIn(log); got != want {
			t.Errorf("%q: got %q", log, got)
		}
	}
}
