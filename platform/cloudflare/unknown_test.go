package cloudflare_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/httpclient"
	"crier/platform/secrets"
)

// TestUnknown: the observer is told of codes that the table does not have and of announcements of
// an end, and of nothing else.
func TestUnknown(t *testing.T) {
	t.Parallel()
	refused := func(code string) string {
		return `{"success":false,"errors":[{"code":` + code + `,"message":"glow"}],"result":null}`
	}
	for name, c := range map[string]struct {
		status int
		header [2]string
		body   string
		want   string
	}{
		"as known":          {status: 200, body: `{"success":true,"errors":[],"result":{"name":"media"}}`},
		"an end":            {status: 200, header: [2]string{"Sunset", "soon"}, body: `{"success":true,"errors":[],"result":{"name":"media"}}`, want: "the header Sunset: soon"},
		"a known code":      {status: 404, body: refused("10006")},
		"a token that died": {status: 401, body: refused("10000")},
		"an unknown code":   {status: 400, body: refused("987654"), want: "the error 987654"},
		"one without codes": {status: 400, body: `{"success":false,"errors":[],"result":null}`},
		"a failure inside":  {status: 503, body: refused("987654")},
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if c.header[0] != "" {
				w.Header().Set(c.header[0], c.header[1])
			}
			w.WriteHeader(c.status)
			_, _ = io.WriteString(w, c.body)
		}))
		var told []httpclient.Unknown
		client := cloudflare.New(cloudflare.Options{
			BaseURL: func() string { return srv.URL }, Tries: 1, Unknown: func(u httpclient.Unknown) { told = append(told, u) },
		})
		_, _ = client.As(secrets.NewText(tokenValue)).Account("acc").R2().Bucket(t.Context(), "media")
		var want []httpclient.Unknown
		if c.want != "" {
			want = []httpclient.Unknown{{Op: string(cloudflare.OpGetBucket), What: c.want, Status: c.status, Path: "/accounts/acc/r2/buckets/media"}}
		}
		if !slices.Equal(told, want) {
			t.Errorf("%s: told %+v, want %+v", name, told, want)
		}
		client.CloseIdleConnections()
		srv.Close()
	}
}

// TestUnknown_StatusOfAToken: Cloudflare's SDK 7.3.0 lists three (read 2026-11-24). Another one is
// told, and no proof of anything.
func TestUnknown_StatusOfAToken(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]string{"active": "", "disabled": "", "expired": "", "enabled": "the status enabled"} {
		s := cloudflaretest.Start(t, clock.NewFake(time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)))
		s.AddToken(cloudflaretest.Token{Value: tokenValue, Status: status})
		var told string
		client := cloudflare.New(cloudflare.Options{BaseURL: s.URL, Unknown: func(u httpclient.Unknown) { told += u.What }})
		got, err := client.As(secrets.NewText(tokenValue)).VerifyToken(t.Context())
		if ended := status == "disabled" || status == "expired"; err != nil || got.Ended() != ended || told != want {
			t.Errorf("%s: %+v, %v, told %q", status, got, err, told)
		}
		client.CloseIdleConnections()
	}
}
