package cloudflare_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"crier/platform/cloudflare"
	"crier/platform/httpclient"
	"crier/platform/secrets"
)

// TestUnknown: the observer is told of codes that the table does not have and of announcements of an end, and of nothing else.
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
