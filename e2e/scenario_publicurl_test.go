package e2e_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"crier/platform/publicurl"
)

// TestScenario_09_PublicURLOfNoUse: a file whose public address is empty, or leads to this machine
// or its own network, is refused here with a reason in plain words, and nothing is sent to where it
// leads.
func TestScenario_09_PublicURLOfNoUse(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 100)
	port := listening(t, asked)
	checker := publicurl.New(false)
	t.Cleanup(checker.CloseIdleConnections)
	for address, says := range map[string]string{
		"":                                             "no public address",
		"http://127.0.0.1:" + port + "/x.jpg":          "this machine",
		"http://localhost:" + port + "/x.jpg":          "this machine",
		"http://LOCALHOST.:" + port + "/x.jpg":         "this machine",
		"http://[::1]:" + port + "/x.jpg":              "this machine",
		"http://[::ffff:127.0.0.1]:" + port + "/x.jpg": "this machine",
		"http://0.0.0.0:" + port + "/x.jpg":            "this machine",
		"http://192.168.1.20/x.jpg":                    "its own network",
		"http://10.0.0.7/x.jpg":                        "its own network",
		"http://169.254.169.254/x.jpg":                 "its own network",
		"http://printer.local/x.jpg":                   "its own network",
		"file:///x.jpg":                                "http:// or https://",
		"/uploads/x.jpg":                               "http:// or https://",
		"https://user:secret@example.org/x.jpg":        "password",
	} {
		err := checker.Check(t.Context(), address, publicurl.File{ContentType: "image/jpeg", Size: 1})
		unfit, ok := errors.AsType[*publicurl.Error](err)
		if !ok || !unfit.Permanent || !strings.Contains(unfit.Error(), says) || strings.Contains(unfit.Error(), "secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
	if len(asked) > 0 {
		t.Errorf("asked was %s", <-asked)
	}
}

// listening serves on this machine and tells of every request. It returns the port.
func listening(t *testing.T, asked chan<- string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.String() }))
	t.Cleanup(server.Close)
	return server.URL[strings.LastIndexByte(server.URL, ':')+1:]
}

// TestPublicURL_InNoLog: the address under which the network fetches a file lets anybody fetch it.
// Its secret part therefore is in no line of the log, not even of the whole one; the month before
// it is no secret.
func TestPublicURL_InNoLog(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.ended(j.publish(j.imagePost("fetched")))
	log := j.Log.String()
	if found := regexp.MustCompile(`[0-9a-f]{40,}`).FindString(log); found != "" {
		t.Errorf("the log has %s", found)
	}
	if !regexp.MustCompile(`path=/public/crier-20[0-9]{4}-\[hidden\]\.jpg `).MatchString(log) {
		t.Error("the log does not have the request")
	}
}
