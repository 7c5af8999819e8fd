package bucket_test

import (
	"io"
	"net/http"
	"testing"
)

// get returns what anybody gets at an address.
func get(t *testing.T, address string) []byte {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(resp.Body)
	if closeErr := resp.Body.Close(); err != nil || closeErr != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp.StatusCode, err, closeErr)
	}
	return content
}
