package bucket_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/objectstore/s3test"
	"crier/platform/secrets"
)

var secret = secrets.NewText("test-secret-0123456789abcdef")

// TestErrors: each error says what a person can do and contains no secret.
func TestErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		serve http.HandlerFunc
		kind  objectstore.Kind
		says  string
	}{
		"key id":        {answer(http.StatusForbidden, "InvalidAccessKeyId"), objectstore.WrongKeyID, "access key id"},
		"secret":        {answer(http.StatusForbidden, "SignatureDoesNotMatch"), objectstore.WrongSecret, "secret access key"},
		"bucket":        {answer(http.StatusNotFound, "NoSuchBucket"), objectstore.NoBucket, `no bucket "media"`},
		"permission":    {answer(http.StatusForbidden, "AccessDenied"), objectstore.NoPermission, "read, write, list and delete"},
		"unauthorized":  {answer(http.StatusUnauthorized, "Whatever"), objectstore.NoPermission, "HTTP 401 Whatever"},
		"clock":         {answer(http.StatusForbidden, "RequestTimeTooSkewed"), objectstore.ClockSkew, "clock"},
		"region":        {answer(http.StatusBadRequest, "AuthorizationHeaderMalformed"), objectstore.WrongRegion, `region "auto"`},
		"busy":          {answer(http.StatusServiceUnavailable, "SlowDown"), objectstore.Unavailable, "just now"},
		"refused":       {answer(http.StatusBadRequest, "Malformed<b>"), objectstore.Refused, "refuses"},
		"not done":      {answer(http.StatusNotImplemented, "NotImplemented"), objectstore.Refused, "NotImplemented"},
		"proxy":         {page(http.StatusForbidden), objectstore.NotS3, "page"},
		"page":          {page(http.StatusOK), objectstore.NotS3, "page"},
		"gateway":       {page(http.StatusBadGateway), objectstore.Unavailable, "502"},
		"busy edge":     {page(http.StatusTooManyRequests), objectstore.Unavailable, "429"},
		"slow edge":     {page(http.StatusRequestTimeout), objectstore.Unavailable, "408"},
		"no xml":        {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello <")) }, objectstore.NotS3, "page"},
		"endless":       {endless, objectstore.NotS3, "page"},
		"broken":        {cut(0), objectstore.NotReachable, "cannot be reached"},
		"gone":          {answer(http.StatusGone, "Gone"), objectstore.Refused, "410"},
		"no permission": {answer(http.StatusForbidden, ""), objectstore.NoPermission, "403"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(c.serve)
			t.Cleanup(server.Close)
			store := openAt(t, server.URL, patient)
			path, _ := file(t, 10)
			key := objectstore.NewKey("jpg")
			for _, err := range []error{store.Put(t.Context(), key, path, "image/jpeg"), store.Delete(t.Context(), key)} {
				if !isKind(err, c.kind) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("got %v", err)
				}
				if text := err.Error(); strings.Contains(text, secret.Reveal()) || strings.Contains(text, key[:40]) || strings.Contains(text, "sign was") {
					t.Errorf("tells too much: %v", err)
				}
			}
		})
	}
}

func endless(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/xml")
	_, _ = w.Write([]byte("<ListBucketResult><Name>"))
	for {
		if _, err := w.Write([]byte(strings.Repeat("a", 64<<10))); err != nil {
			return
		}
	}
}

// TestErrors_OfARealServer: the codes of a real server are understood too.
func TestErrors_OfARealServer(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	for name, c := range map[string]struct {
		change func(*bucket.Config)
		kind   objectstore.Kind
	}{
		"key id":      {func(c *bucket.Config) { c.AccessKeyID = "AKOTHER" }, objectstore.WrongKeyID},
		"secret":      {func(c *bucket.Config) { c.SecretAccessKey = secrets.NewText("another") }, objectstore.WrongSecret},
		"bucket":      {func(c *bucket.Config) { c.Name = "another" }, objectstore.NoBucket},
		"region":      {func(c *bucket.Config) { c.Region = "eu-west-1" }, objectstore.WrongRegion},
		"unreachable": {func(c *bucket.Config) { c.Endpoint = "http://127.0.0.1:1" }, objectstore.NotReachable},
	} {
		t.Run(name, func(t *testing.T) {
			config := server.Config()
			c.change(&config)
			err := open(t, config).Check(t.Context())
			var failed *objectstore.CheckError
			if !isKind(err, c.kind) || !errors.As(err, &failed) || failed.Step != objectstore.StepPut {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestErrors_NoTLS: https to a server that speaks http.
func TestErrors_NoTLS(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("something was sent") }))
	t.Cleanup(server.Close)
	path, _ := file(t, 10)
	err := openAt(t, strings.Replace(server.URL, "http:", "https:", 1), patient).Put(t.Context(), objectstore.NewKey("jpg"), path, "image/jpeg")
	if !isKind(err, objectstore.NotTrusted) || !strings.Contains(err.Error(), "TLS") {
		t.Errorf("got %v", err)
	}
}

// TestErrors_Certificate: an unknown certificate is not trusted, and nothing is sent.
func TestErrors_Certificate(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("something was sent") }))
	t.Cleanup(server.Close)
	path, _ := file(t, 10)
	err := openAt(t, server.URL, patient).Put(t.Context(), objectstore.NewKey("jpg"), path, "image/jpeg")
	if !isKind(err, objectstore.NotTrusted) {
		t.Errorf("got %v", err)
	}
}
