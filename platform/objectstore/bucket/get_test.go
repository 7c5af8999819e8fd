package bucket_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"
)

// isAt fails the test if not exactly these bytes are what anybody gets at an address.
func isAt(t *testing.T, address string, content []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	rest := same(content)
	_, err = io.Copy(&rest, resp.Body)
	if closeErr := resp.Body.Close(); err != nil || closeErr != nil || resp.StatusCode != http.StatusOK || len(rest) != 0 {
		t.Errorf("%s: status %d, %v, %v, %d bytes of %d are missing", address, resp.StatusCode, err, closeErr, len(rest), len(content))
	}
}

// same takes the bytes that it begins with, until nothing is left of it: what is read is compared as it comes, for to keep it would be most
// of the work of these tests.
type same []byte

func (s *same) Write(p []byte) (int, error) {
	rest, found := bytes.CutPrefix(*s, p)
	if !found {
		return 0, io.ErrShortWrite
	}
	*s = rest
	return len(p), nil
}
