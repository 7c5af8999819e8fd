package loopback_test

import (
	"testing"

	"crier/platform/loopback"
)

func TestSplitHost(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]struct {
		name string
		port int
		ours bool
	}{
		"127.0.0.1":                   {"127.0.0.1", 0, true},
		"127.0.0.1:7171":              {"127.0.0.1", 7171, true},
		"LocalHost:65535":             {"localhost", 65535, true},
		"[::1]":                       {"[::1]", 0, true},
		"[::1]:80":                    {"[::1]", 80, true},
		"127.0.0.1:7171.evil.example": {},
		"127.0.0.1:7171:7171":         {},
		"127.0.0.1:":                  {},
		"127.0.0.1:0":                 {},
		"127.0.0.1:65536":             {},
		"127.0.0.1:+80":               {},
		"127.0.0.1:080":               {},
		"127.0.0.1:99999999999999999": {},
		"127.0.0.1.evil.example:7171": {},
		"evil.localhost":              {},
		"::1":                         {},
		"[::1]x:80":                   {},
		"[::1]:80]":                   {},
		"localhost.":                  {},
		"":                            {},
		":7171":                       {},
		"user@127.0.0.1:7171":         {},
	} {
		name, port, ok := loopback.SplitHost(host)
		if ours := ok && loopback.IsName(name); ours != want.ours || ours && (name != want.name || port != want.port) {
			t.Errorf("%q: got %q, %d, %v", host, name, port, ok)
		}
	}
}
