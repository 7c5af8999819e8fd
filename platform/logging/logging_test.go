package logging_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"crier/platform/config"
	"crier/platform/logging"
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
