package bucket

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"crier/platform/loopback"
	"crier/platform/secrets"

	"golang.org/x/net/idna"
)

// DefaultRegion is what Cloudflare R2 calls its only region.
const DefaultRegion = "auto"

// Config says where a bucket is.
type Config struct {
	// Endpoint is the address of the S3 API, such as https://<account>.r2.cloudflarestorage.com.
	// The scheme https:// may be left out; http:// is for this machine alone.
	Endpoint string
	// Region is DefaultRegion when it is empty.
	Region string
	// Name is the bucket's.
	Name            string
	AccessKeyID     string
	SecretAccessKey secrets.Text
	// PublicURL is the address under which everybody can read the objects, such as
	// https://media.example.com.
	PublicURL string
}

var (
	namePattern   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`) })
	regionPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-zA-Z0-9-]{1,64}$`) })
	visible       = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[!-~]+$`) })
)

// isKey reports whether the text fits into a header: 1 to 256 visible characters. The bound is not
// in the expression, because {1,256} would take a millisecond to compile at each start.
func isKey(text string) bool { return len(text) <= 256 && visible().MatchString(text) }

// Normalise returns the configuration as it is used and shown: addresses in ASCII, with a scheme
// and without a slash at the end, and a region. Its error names every fault and does not contain
// the secret.
func (c Config) Normalise() (Config, error) {
	var errs []error
	note := func(what string, err error) {
		if err != nil {
			errs = append(errs, fmt.Errorf("%s %w", what, err))
		}
	}
	if c.Region == "" {
		c.Region = DefaultRegion
	}
	endpoint, err := address(c.Endpoint)
	note("the endpoint", err)
	if err == nil && endpoint.Path != "" {
		note("the endpoint", errors.New("must have no path; the bucket's name is a setting of its own"))
	}
	public, err := address(c.PublicURL)
	note("the public address", err)
	if !namePattern().MatchString(c.Name) {
		note("the bucket's name", errors.New("must be 3 to 63 small letters, digits, dots and hyphens"))
	}
	if !regionPattern().MatchString(c.Region) {
		note("the region", errors.New("must be letters, digits and hyphens"))
	}
	if !isKey(c.AccessKeyID) {
		note("the access key id", errors.New("must be set, without spaces"))
	}
	if !isKey(c.SecretAccessKey.Reveal()) {
		note("the secret access key", errors.New("must be set, without spaces"))
	}
	if len(errs) > 0 {
		return Config{}, errors.Join(errs...)
	}
	c.Endpoint, c.PublicURL = endpoint.String(), public.String()
	return c, nil
}

// maxAddress is longer than the address of any bucket.
const maxAddress = 1024

// address parses an address that a person wrote, and converts it to ASCII.
func address(text string) (*url.URL, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, errors.New("must be set")
	}
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil || len(text) > maxAddress || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("must look like https://host")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("must have no password, query or fragment")
	}
	if u.Scheme == "http" && loopback.CheckHost(u.Hostname()) != nil {
		return nil, errors.New("must begin with https://; http is for this machine alone")
	}
	host, err := asciiHost(u.Hostname())
	if err != nil {
		return nil, errors.New("has a name that no address can have")
	}
	if port := u.Port(); port != "" {
		host = net.JoinHostPort(host, port)
	} else if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return &url.URL{Scheme: u.Scheme, Host: host, Path: strings.TrimRight(u.Path, "/")}, nil
}

// asciiHost returns the name in the form of the DNS: bücher.example is xn--bcher-kva.example.
func asciiHost(host string) (string, error) {
	if _, err := netip.ParseAddr(host); err == nil {
		return host, nil
	}
	ascii, err := idna.Lookup.ToASCII(strings.ToLower(host))
	if err != nil {
		return "", err
	}
	// The result must be a valid name itself. For some odd names it is not.
	if again, err := idna.Lookup.ToASCII(ascii); err != nil || again != ascii {
		return "", errors.New("not a name")
	}
	return ascii, nil
}
