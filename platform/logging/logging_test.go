package logging_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"crier/platform/config"
	"crier/platform/logging"
	"crier/platform/secrets"
)

func TestNew_FollowsLevelAndFormat(t *testing.T) {
	t.Parallel()
	cfg := config.Default()
	var text bytes.Buffer
	log := logging.New(&text, cfg)
	log.Debug("hidden")
	log.Info("shown", "post", 7)
	if got := text.String(); strings.Contains(got, "hidden") || !strings.Contains(got, "msg=shown post=7") {
		t.Errorf("got %q", got)
	}
	cfg.LogLevel, cfg.LogFormat = "debug", "json"
	var encoded bytes.Buffer
	logging.New(&encoded, cfg).Debug("shown")
	var record struct{ Level, Msg string }
	if err := json.Unmarshal(encoded.Bytes(), &record); err != nil || record.Level != "DEBUG" || record.Msg != "shown" {
		t.Errorf("got %s, %v", encoded.Bytes(), err)
	}
}

// TestNew_HidesSecrets in whatever form they come: a text, an error, a path, a list.
func TestNew_HidesSecrets(t *testing.T) {
	t.Parallel()
	box, err := secrets.NewBox(secrets.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	const token = "LoggedTokenOfAnotherAccount0123456789"
	box.Seal(secrets.NewText(token), "x")
	for _, format := range []string{"text", "json"} {
		cfg := config.Default()
		cfg.LogFormat = format
		var out bytes.Buffer
		log := logging.New(&out, cfg)
		var none *url.Error
		log.With("with", token).WithGroup("group").Info("shown", "text", "it says "+token, "error", fmt.Errorf("echoed: %s", token[5:30]),
			"address", &url.URL{Host: "a.example", RawQuery: "access_token=short"}, "list", []string{token}, "none", none,
			"path", "/api/v1/svc_live_abcdefghijklmnopqrstuvwxyz", slog.Group("inner", "text", token), "post", 7, "took", time.Second)
		got := out.String()
		for _, secret := range []string{token[5:30], "access_token=short", "defghijkl"} {
			if strings.Contains(got, secret) {
				t.Errorf("%s: %s", secret, got)
			}
		}
		if strings.Count(got, "[hidden]") != 7 || !strings.Contains(got, "svc_live_abc[hidden]") {
			t.Errorf("got %s", got)
		}
	}
}
