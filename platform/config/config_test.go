package config_test

import (
	"strings"
	"testing"

	"crier/platform/config"

	"github.com/alecthomas/kong"
)

func TestDefault_IsWhatTheTagsSay(t *testing.T) {
	t.Parallel()
	var parsed config.Config
	parser, err := kong.New(&parsed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(nil); err != nil {
		t.Fatal(err)
	}
	if parsed != config.Default() {
		t.Errorf("the tags give\n%+v\nDefault gives\n%+v", parsed, config.Default())
	}
	if err := parsed.Check(); err != nil {
		t.Errorf("the defaults are refused: %v", err)
	}
}

func TestCheck_NamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*config.Config)
		want   string
	}{
		"foreign host":     {func(c *config.Config) { c.Host = "0.0.0.0" }, "0.0.0.0"},
		"port":             {func(c *config.Config) { c.Port = 70000 }, "CRIER_PORT"},
		"sandbox port":     {func(c *config.Config) { c.SandboxPort = -1 }, "CRIER_SANDBOX_PORT"},
		"no requests":      {func(c *config.Config) { c.RateLimitRPM = 0 }, "RATE_LIMIT_RPM"},
		"no upload":        {func(c *config.Config) { c.MaxFileSizeMB = 0 }, "MAX_FILE_SIZE_MB"},
		"network":          {func(c *config.Config) { c.Network = "real" }, "CRIER_NETWORK"},
		"negative":         {func(c *config.Config) { c.LateGrace = -1 }, "CRIER_LATE_GRACE"},
		"foreign sandbox":  {func(c *config.Config) { c.SandboxURL = "http://example.com:1" }, "this machine"},
		"sandbox path":     {func(c *config.Config) { c.SandboxURL = "http://127.0.0.1:1/x" }, "CRIER_SANDBOX_URL"},
		"sandbox scheme":   {func(c *config.Config) { c.SandboxURL = "https://127.0.0.1:1" }, "CRIER_SANDBOX_URL"},
		"manifest":         {func(c *config.Config) { c.VersionManifest = "http://example.com/v.json" }, "CRIER_VERSION_MANIFEST"},
		"manifest secret":  {func(c *config.Config) { c.VersionManifest = "https://a:b@example.com/v.json" }, "CRIER_VERSION_MANIFEST"},
		"cloud in clear":   {func(c *config.Config) { c.CloudflareURL = "http://api.example.com" }, "CRIER_CLOUDFLARE_URL"},
		"workers in clear": {func(c *config.Config) { c.WorkersURL = "http://workers.example.com" }, "CRIER_WORKERS_URL"},
		"half a bucket":    {func(c *config.Config) { c.BucketName = "media" }, "the endpoint must be set"},
		"bucket in clear":  {func(c *config.Config) { c.BucketEndpoint = "http://s3.example.com" }, "http is for this machine alone"},
		"short secret":     {func(c *config.Config) { c.SessionSecret = strings.Repeat("é", 31) }, "CRIER_SESSION_SECRET must have at least 32 characters, and has 31: a shorter one can be found from any session cookie by trying, and signs others; set a longer one"},
		"live and sandbox": {func(c *config.Config) { c.Network, c.SandboxURL = config.Live, "http://127.0.0.1:1" }, "no meaning"},
	} {
		cfg := config.Default()
		c.change(&cfg)
		if err := cfg.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
