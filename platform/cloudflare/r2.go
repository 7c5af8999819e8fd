package cloudflare

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Bucket is an R2 bucket.
type Bucket struct {
	Name string
	// Location is where its objects are, as Cloudflare abbreviates it; it may be empty.
	Location string
	Created  time.Time
}

type wireBucket struct {
	Name     string  `json:"name"`
	Location text    `json:"location"`
	Created  instant `json:"creation_date"`
}

func (b *wireBucket) flaw() string { return missing([2]string{"name", b.Name}) }

func (b *wireBucket) bucket() Bucket {
	return Bucket{Name: b.Name, Location: string(b.Location), Created: b.Created.Time}
}

// EnsureBucket returns the bucket of the name, made by this call or before it, and whether it was
// made by it as far as that can be told. An account without R2 is of Kind NotEnabled.
func (a R2) EnsureBucket(ctx context.Context, name string) (Bucket, bool, error) {
	made, _, err := call[wireBucket](ctx, a.account.client, request{
		op: OpCreateBucket, method: http.MethodPost, path: a.account.path("r2", "buckets"), body: jsonBody(map[string]string{"name": name}),
	})
	if err == nil {
		return made.bucket(), true, nil
	}
	e := asError(err)
	if e.Code != codeBucketIsOurs && !e.unsure {
		return Bucket{}, false, err
	}
	found, foundErr := a.Bucket(ctx, name)
	if Is(foundErr, NotFound) {
		return Bucket{}, false, err
	}
	return found, false, foundErr
}

// Bucket returns the bucket of the name; one that is not there is of Kind NotFound.
func (a R2) Bucket(ctx context.Context, name string) (Bucket, error) {
	got, _, err := call[wireBucket](ctx, a.account.client, request{op: OpGetBucket, method: http.MethodGet, path: a.account.path("r2", "buckets", name)})
	return got.bucket(), err
}

// Domain is an address under which a bucket's objects are public.
type Domain struct {
	// Name is the host alone, for instance pub-<hex>.r2.dev.
	Name    string
	Enabled bool
	// Active says that requests are answered there; a custom domain may be enabled and not active
	// yet.
	Active bool
}

type wireManaged struct {
	Domain  string `json:"domain"`
	Enabled bool   `json:"enabled"`
}

func (d *wireManaged) flaw() string {
	return flawIf(!isHost(d.Domain), "the result has no domain")
}

func (d *wireManaged) domain() Domain {
	return Domain{Name: d.Domain, Enabled: d.Enabled, Active: d.Enabled}
}

// ManagedDomain returns the bucket's address under r2.dev, which is not for much traffic.
func (a R2) ManagedDomain(ctx context.Context, bucket string) (Domain, error) {
	return a.managed(ctx, request{op: OpManagedDomain, method: http.MethodGet, path: a.account.path("r2", "buckets", bucket, "domains", "managed")})
}

// SetManagedDomain makes the bucket public under its address of r2.dev, or no longer.
func (a R2) SetManagedDomain(ctx context.Context, bucket string, enabled bool) (Domain, error) {
	return a.managed(ctx, request{
		op: OpSetManagedDomain, method: http.MethodPut, path: a.account.path("r2", "buckets", bucket, "domains", "managed"),
		body: jsonBody(map[string]bool{"enabled": enabled}),
	})
}

func (a R2) managed(ctx context.Context, r request) (Domain, error) {
	got, _, err := call[wireManaged](ctx, a.account.client, r)
	return got.domain(), err
}

type wireCustom struct {
	Domains []struct {
		wireManaged `json:",inline"`
		Status      struct {
			Ownership text `json:"ownership"`
			SSL       text `json:"ssl"`
		} `json:"status"`
	} `json:"domains"`
}

func (l *wireCustom) flaw() string {
	for i := range l.Domains {
		if flaw := l.Domains[i].flaw(); flaw != "" {
			return flaw
		}
	}
	return ""
}

// CustomDomains returns the user's own domains that the bucket is public under.
func (a R2) CustomDomains(ctx context.Context, bucket string) ([]Domain, error) {
	got, _, err := call[wireCustom](ctx, a.account.client, request{
		op: OpCustomDomains, method: http.MethodGet, path: a.account.path("r2", "buckets", bucket, "domains", "custom"),
	})
	if err != nil {
		return nil, err
	}
	domains := make([]Domain, 0, len(got.Domains))
	for _, d := range got.Domains {
		active := d.Enabled && d.Status.Ownership == statusActive && d.Status.SSL == statusActive
		domains = append(domains, Domain{Name: d.Domain, Enabled: d.Enabled, Active: active})
	}
	return domains, nil
}

// isHost reports whether s can stand as the host of an address, alone.
func isHost(s string) bool {
	u, err := url.Parse("https://" + s + "/")
	return err == nil && s != "" && u.Hostname() == s && u.Path == "/"
}
