package native

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/platform/httpclient"
)

const (
	maxManifestBytes = 64 << 10
	manifestTimeout  = 5 * time.Second
	maxRedirects     = 3
	maxVersionParts  = 8
	maxVersionLength = 64
)

// Manifest returns the address of the version manifest, empty when there is none.
type Manifest func() string

// SandboxManifest returns the address of the manifest of a sandbox network that listens at base.
func SandboxManifest(base string) string { return base + "/manifest/version.json" }

// LatestVersion reads the newest version of the network's app from the JSON manifest at address:
// {"version": "1.2.3"}. It follows redirects within the host only. Its error is always an *Error.
func (m *Manifests) LatestVersion(ctx context.Context, address string) (string, error) {
	fail := func(err error) *Error {
		return &Error{Op: OpManifest, Class: Transport, Message: clean(err.Error()), cause: err}
	}
	ctx, cancel := context.WithTimeout(ctx, min(manifestTimeout, m.caller.timeout))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return "", fail(err)
	}
	req.Header.Set("Accept", "application/json")
	resp, err := (&http.Client{Transport: m.caller.transport, CheckRedirect: sameHost}).Do(req)
	if err != nil {
		return "", fail(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := readBounded(resp.Body, maxManifestBytes)
	if err != nil {
		return "", fail(err)
	}
	var manifest struct {
		Version text `json:"version"`
	}
	if resp.StatusCode != http.StatusOK || httpclient.Unmarshal(body, &manifest) != nil || !IsVersion(string(manifest.Version)) {
		return "", fail(fmt.Errorf("%w: HTTP %d without a version", ErrMalformed, resp.StatusCode))
	}
	return string(manifest.Version), nil
}

// sameHost lets a redirect pass that stays where the first request went.
func sameHost(next *http.Request, before []*http.Request) error {
	if len(before) > maxRedirects || next.URL.Host != before[0].URL.Host || next.URL.Scheme != before[0].URL.Scheme {
		return http.ErrUseLastResponse
	}
	return nil
}

// IsVersion reports whether s is a version: whole numbers with dots between them.
func IsVersion(s string) bool {
	parts := strings.Split(s, ".")
	return len(s) <= maxVersionLength && len(parts) <= maxVersionParts && !slices.ContainsFunc(parts, func(part string) bool {
		_, err := strconv.ParseUint(part, 10, 63)
		return err != nil || strings.HasPrefix(part, "+")
	})
}

// IsOlder reports whether the version a comes before b, number by number; one that goes on where
// the other ends is the later one, unless it goes on in zeros. What is no version is never older,
// and nothing is older than it.
func IsOlder(a, b string) bool {
	if !IsVersion(a) || !IsVersion(b) {
		return false
	}
	left, right := numbers(a), numbers(b)
	for i := range max(len(left), len(right)) {
		if l, r := at(left, i), at(right, i); l != r {
			return l < r
		}
	}
	return false
}

func numbers(version string) []uint64 {
	var all []uint64
	for part := range strings.SplitSeq(version, ".") {
		n, _ := strconv.ParseUint(part, 10, 63)
		all = append(all, n)
	}
	return all
}

func at(all []uint64, i int) uint64 {
	if i >= len(all) {
		return 0
	}
	return all[i]
}
