// Package config is every setting of the service, its default, its environment variable and its
// help text, in one struct that the command line fills and the README's table is made from.
package config

import (
	"errors"
	"fmt"
	"net/url"
	"time"
	"unicode/utf8"

	"crier/platform/container"
	"crier/platform/loopback"
	"crier/platform/objectstore/bucket"
	"crier/platform/secrets"
)

// Network says which social network the service talks to.
type Network string

// The network modes. They never mix: an account belongs to the mode that it was connected in.
const (
	Sandbox Network = "sandbox"
	Live    Network = "live"
)

// Decider is a kind of thing that decides about the network.
type Decider string

// The deciders, the strongest first.
const (
	ByFlag        Decider = "flag"
	ByEnvironment Decider = "environment"
	BySetting     Decider = "setting"
	ByDefault     Decider = "default"
)

// Decision says what has decided about the network: Name is a flag or a variable. The zero value
// says that nobody has.
type Decision struct {
	By   Decider
	Name string
}

// FFmpeg says whether a native ffmpeg is used.
type FFmpeg string

// The settings for ffmpeg.
const (
	FFmpegAuto FFmpeg = "auto"
	FFmpegOff  FFmpeg = "off"
)

// Config is the configuration of one running service. Zero values are not defaults; Default has
// those.
type Config struct {
	DataDir         string        `name:"data-dir" env:"CRIER_DATA_DIR" complete:"folder" placeholder:"DIR" help:"Folder for everything that Crier keeps (default: the per-user data folder)."`
	StateDir        string        `name:"state-dir" env:"CRIER_STATE_DIR" complete:"folder" placeholder:"DIR" help:"Folder outside of the data folder, for the mark by which a data folder that went back in time is found out (default: the one that was named last for the data folder, or else the per-user folder for state)."`
	MachineID       string        `name:"machine-id" env:"CRIER_MACHINE_ID" placeholder:"TEXT" help:"What tells this machine from others, in place of the id of its operating system; in a container nothing else does."`
	Host            string        `env:"CRIER_HOST" default:"localhost" help:"Name or address to listen on. Only this machine's loopback is allowed."`
	Port            int           `env:"CRIER_PORT" default:"7171" help:"Port to listen on, on 127.0.0.1 and ::1. 0 takes a free one."`
	ContainerBind   bool          `name:"container-bind" env:"CRIER_CONTAINER_BIND" help:"In a container, listen on its own addresses too, so that its port can be published. Publish it to 127.0.0.1 of the machine, never to all addresses."`
	Network         Network       `env:"CRIER_NETWORK" enum:"sandbox,live" default:"sandbox" help:"Network to publish to (${enum}). The sandbox is simulated: nothing is really published. When this is not set, what crier network or the browser has chosen decides."`
	NetworkBy       Decision      `kong:"-"`
	SandboxURL      string        `name:"sandbox-url" env:"CRIER_SANDBOX_URL" placeholder:"URL" help:"Use the sandbox network at this address (crier sandbox) in place of the built-in one."`
	SandboxPort     int           `env:"CRIER_SANDBOX_PORT" default:"0" help:"Port of the built-in sandbox network. 0 takes a free one."`
	VersionManifest string        `name:"version-manifest" env:"CRIER_VERSION_MANIFEST" placeholder:"URL" help:"JSON document whose member version names the newest version of the network's app, for live mode (default: none, nothing is checked)."`
	BucketEndpoint  string        `env:"CRIER_BUCKET_ENDPOINT" placeholder:"URL" help:"S3 API of the bucket from which the network fetches media, such as https://ACCOUNT.r2.cloudflarestorage.com (default: what crier bucket set has stored)."`
	BucketName      string        `env:"CRIER_BUCKET_NAME" placeholder:"NAME" help:"Name of the bucket."`
	BucketRegion    string        `env:"CRIER_BUCKET_REGION" placeholder:"NAME" help:"Region of the bucket (default: auto)."`
	BucketKeyID     string        `name:"bucket-access-key-id" env:"CRIER_BUCKET_ACCESS_KEY_ID" placeholder:"ID" help:"Access key id of the bucket."`
	BucketSecret    string        `name:"bucket-secret" env:"CRIER_BUCKET_SECRET_ACCESS_KEY" placeholder:"TEXT" help:"Secret access key of the bucket. As a flag, other users of the machine can see it: use the variable."`
	BucketPublicURL string        `name:"bucket-public-url" env:"CRIER_BUCKET_PUBLIC_URL" placeholder:"URL" help:"Address under which everybody can read the bucket's objects."`
	CloudflareURL   string        `name:"cloudflare-url" env:"CRIER_CLOUDFLARE_URL" placeholder:"URL" help:"Address of Cloudflare's REST API, for tests and proxies (default: https://api.cloudflare.com/client/v4)."`
	WorkersURL      string        `name:"workers-url" env:"CRIER_WORKERS_URL" placeholder:"URL" help:"Where workers answer, by the name of their host, and at /@HOST/ to those who cannot set it, in place of https://NAME.SUBDOMAIN.workers.dev: for tests, and for the cloud in sandbox mode."`
	SessionSecret   string        `name:"session-secret" env:"CRIER_SESSION_SECRET" placeholder:"TEXT" help:"Secret that signs session cookies, 32 characters at least (default: one made once and kept in the data folder)."`
	RateLimitRPM    int           `name:"rate-limit-rpm" env:"RATE_LIMIT_RPM" default:"100" help:"Requests a minute that an API key may make."`
	RateLimitRPH    int           `name:"rate-limit-rph" env:"RATE_LIMIT_RPH" default:"1000" help:"Requests an hour that an API key may make."`
	MaxFileSizeMB   int           `name:"max-file-size-mb" env:"MAX_FILE_SIZE_MB" default:"100" help:"Largest upload in MB (of 1,048,576 bytes)."`
	FFmpeg          FFmpeg        `name:"ffmpeg" env:"CRIER_FFMPEG" enum:"auto,off" default:"auto" help:"Use the ffmpeg of this machine for posters and conversions of videos, where there is one (auto), or leave it alone (off)."`
	LateGrace       time.Duration `env:"CRIER_LATE_GRACE" default:"24h" help:"How late a scheduled post may still be published when Crier was not running at its time."`
	LateSpacing     time.Duration `env:"CRIER_LATE_SPACING" default:"60s" help:"Least time between two late posts of one account."`
	Keyring         string        `env:"CRIER_KEYRING" enum:"auto,off" default:"auto" help:"Keep the sealing key in the OS keyring where there is one (auto), or in the data folder (off)."`
	Backup          string        `env:"CRIER_BACKUP" enum:"daily,off" default:"daily" help:"Make a backup of the data folder every day (daily), or none (off)."`
	BackupDir       string        `name:"backup-dir" env:"CRIER_BACKUP_DIR" complete:"folder" placeholder:"DIR" help:"Folder for the backups of each day, with all media: best on another disk (default: the folder backups in the data folder, without media)."`
	OnEvent         string        `name:"on-event" env:"CRIER_ON_EVENT" complete:"file" placeholder:"PROGRAM" help:"Program that is run when something needs you, with what it is as JSON on its standard input; it is ended after 10 seconds."`
	LogLevel        string        `env:"CRIER_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"Least level that is logged: ${enum}."`
	LogFormat       string        `env:"CRIER_LOG_FORMAT" enum:"text,json" default:"text" help:"Form of the log on standard error: ${enum}."`
	LogFile         string        `name:"log-file" env:"CRIER_LOG_FILE" complete:"file" placeholder:"FILE" help:"Write the log to this file in place of the standard error. At 5 MB it is renamed to FILE.1, in place of the one before."`
	Metrics         bool          `env:"CRIER_METRICS" help:"Answer at /metrics in numbers how Crier is, for Prometheus and programs like it. Every program of this machine can read them."`
	Dev             bool          `env:"CRIER_DEV" help:"Developer mode: validation errors carry details."`
}

// Default returns the configuration that a first run has.
func Default() Config {
	return Config{
		Host:          "localhost",
		Port:          7171,
		Network:       Sandbox,
		RateLimitRPM:  100,
		RateLimitRPH:  1000,
		MaxFileSizeMB: 100,
		FFmpeg:        FFmpegAuto,
		LateGrace:     24 * time.Hour,
		LateSpacing:   time.Minute,
		Keyring:       "auto",
		Backup:        "daily",
		LogLevel:      "info",
		LogFormat:     "text",
	}
}

// Chosen returns the configuration with the network that somebody has chosen, unless a flag or a
// variable decides, or nobody has chosen one. Live mode has no sandbox.
func (c Config) Chosen(network Network) Config {
	if c.NetworkBy == (Decision{}) && network != "" {
		c.Network, c.NetworkBy = network, Decision{By: BySetting}
	}
	if c.Network == Live {
		c.SandboxURL = ""
	}
	return c
}

const (
	maxPort     = 65535
	bytesPerMB  = 1 << 20
	maxUploadMB = 10 << 10
)

// Check returns an error that names every setting with an unusable value.
func (c Config) Check() error {
	errs := []error{
		loopback.CheckHost(c.Host),
		c.checkContainerBind(),
		checkRange("the port (CRIER_PORT)", c.Port, 0, maxPort),
		checkRange("the sandbox's port (CRIER_SANDBOX_PORT)", c.SandboxPort, 0, maxPort),
		checkRange("RATE_LIMIT_RPM", c.RateLimitRPM, 1, 1_000_000),
		checkRange("RATE_LIMIT_RPH", c.RateLimitRPH, 1, 100_000_000),
		checkRange("MAX_FILE_SIZE_MB", c.MaxFileSizeMB, 1, maxUploadMB),
		c.checkSandboxURL(),
		checkAddress("CRIER_VERSION_MANIFEST", c.VersionManifest),
		checkAddress("CRIER_CLOUDFLARE_URL", c.CloudflareURL),
		checkAddress("CRIER_WORKERS_URL", c.WorkersURL),
		c.checkBucket(),
		c.checkSessionSecret(),
	}
	if c.Network != Sandbox && c.Network != Live {
		errs = append(errs, fmt.Errorf("CRIER_NETWORK must be %s or %s, not %q", Sandbox, Live, c.Network))
	}
	if c.LateGrace < 0 || c.LateSpacing < 0 {
		errs = append(errs, errors.New("CRIER_LATE_GRACE and CRIER_LATE_SPACING must not be negative"))
	}
	return errors.Join(errs...)
}

func checkRange(name string, value, least, most int) error {
	if value < least || value > most {
		return fmt.Errorf("%s must be between %d and %d, not %d", name, least, most, value)
	}
	return nil
}

// LeastSessionSecret is the least length, in characters, of the secret that signs session cookies.
// The owner of a cookie can find a shorter one by trying, without asking the service.
const LeastSessionSecret = 32

func (c Config) checkSessionSecret() error {
	n := utf8.RuneCountInString(c.SessionSecret)
	if n == 0 || n >= LeastSessionSecret {
		return nil
	}
	return fmt.Errorf("CRIER_SESSION_SECRET must have at least %d characters, and has %d: a shorter one can be found from any session cookie by trying, "+
		"and signs others; set a longer one that was made at random, or leave it unset to have one made and kept in the data folder", LeastSessionSecret, n)
}

// checkContainerBind keeps the setting from a machine whose addresses others reach.
func (c Config) checkContainerBind() error {
	if !c.ContainerBind || container.Detected() {
		return nil
	}
	return errors.New("CRIER_CONTAINER_BIND is for a container, and nothing here says that this is one " +
		"(no /.dockerenv, no /run/.containerenv, no variable named container): leave it unset, as Crier answers this machine only")
}

// checkSandboxURL keeps a sandbox's fake tokens, and the pretence that something was published, on
// this machine.
func (c Config) checkSandboxURL() error {
	if c.SandboxURL == "" {
		return nil
	}
	if c.Network == Live {
		return errors.New("CRIER_SANDBOX_URL has no meaning with CRIER_NETWORK=live")
	}
	u, err := url.Parse(c.SandboxURL)
	if err != nil || u.Scheme != "http" || u.Host == "" || (u.Path != "" && u.Path != "/") {
		return fmt.Errorf("CRIER_SANDBOX_URL must look like http://127.0.0.1:7272, not %q", c.SandboxURL)
	}
	if err := loopback.CheckHost(u.Hostname()); err != nil {
		return fmt.Errorf("CRIER_SANDBOX_URL must name this machine, not %q", u.Hostname())
	}
	return nil
}

// checkAddress requires an address whose answer nobody can change on its way.
func checkAddress(name, address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || loopback.CheckHost(u.Hostname()) != nil) {
		return fmt.Errorf("%s must be an https address, or an http one on this machine, without a password", name)
	}
	return nil
}

// checkBucket wants all that a bucket needs as soon as one of its settings is there.
func (c Config) checkBucket() error {
	if configured, ok := c.Bucket(); ok {
		if _, err := configured.Normalise(); err != nil {
			return fmt.Errorf("the bucket (CRIER_BUCKET_...): %w", err)
		}
	}
	return nil
}

// Bucket returns the configured bucket, and false when nothing of it is set.
func (c Config) Bucket() (bucket.Config, bool) {
	isSet := c.BucketEndpoint+c.BucketName+c.BucketRegion+c.BucketKeyID+c.BucketSecret+c.BucketPublicURL != ""
	return bucket.Config{
		Endpoint: c.BucketEndpoint, Region: c.BucketRegion, Name: c.BucketName, AccessKeyID: c.BucketKeyID,
		SecretAccessKey: secrets.NewText(c.BucketSecret), PublicURL: c.BucketPublicURL,
	}, isSet
}

// MaxFileSize returns the largest upload in bytes.
func (c Config) MaxFileSize() int64 { return int64(c.MaxFileSizeMB) * bytesPerMB }

// UseKeyring reports whether the OS keyring may hold the sealing key.
func (c Config) UseKeyring() bool { return c.Keyring == "auto" }

// Secret returns the configured session secret, empty when there is none.
func (c Config) Secret() secrets.Text { return secrets.NewText(c.SessionSecret) }
