package cloudflaretest

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"time"
)

var bucketName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$`)

type bucket struct {
	name, id string
	created  time.Time
	public   bool
	custom   []CustomDomain
	rules    []json.RawMessage
	// afterRules, if set, is called when a call has stored rules.
	afterRules func()
}

// CustomDomain is a domain of the user's own that a bucket is public under.
type CustomDomain struct {
	Domain  string
	Enabled bool
	// Status is that of its ownership and its certificate, active when it works.
	Status string
}

func (b *bucket) domain() string { return "pub-" + b.id + ".r2.dev" }

// R2 is an account's buckets as tests see them.
type R2 struct {
	server  *Server
	account string
}

// AddCustomDomain gives the bucket, if it is there, a domain.
func (r R2) AddCustomDomain(bucket string, d CustomDomain) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	if b := r.server.accounts[r.account].buckets[bucket]; b != nil {
		b.custom = append(b.custom, d)
	}
}

// Buckets returns the names of the account's buckets, sorted.
func (r R2) Buckets() []string {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	return append([]string{}, slices.Sorted(maps.Keys(r.server.accounts[r.account].buckets))...)
}

// Delete deletes the bucket, as its owner can without the client.
func (r R2) Delete(bucket string) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	delete(r.server.accounts[r.account].buckets, bucket)
}

// IsPublic reports whether there is a bucket that is public at the host, which is one of r2.dev.
func (r R2) IsPublic(host string) bool {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	for _, b := range r.server.accounts[r.account].buckets {
		if b.domain() == host {
			return b.public
		}
	}
	return false
}

func (b *bucket) row() map[string]any {
	return map[string]any{
		"name": b.name, "creation_date": b.created.Format(time.RFC3339Nano), "location": "WEUR", "storage_class": "Standard", "jurisdiction": "default",
	}
}

func createBucket(r *request) answer {
	if !r.withR2() {
		return answer{}
	}
	var in struct {
		Name string `json:"name"`
	}
	if !r.decode(&in) || !bucketName.MatchString(in.Name) {
		return refusal(http.StatusBadRequest, 10005, "The specified bucket name is not valid.")
	}
	if r.account.buckets[in.Name] != nil {
		return refusal(http.StatusConflict, 10004, "The bucket you tried to create already exists, and you own it.")
	}
	b := &bucket{name: in.Name, id: r.server.newID(), created: r.server.clock.Now(), rules: []json.RawMessage{json.RawMessage(defaultRule)}}
	r.account.buckets[in.Name] = b
	return result(b.row())
}

func getBucket(_ *request, b *bucket) answer {
	return result(b.row())
}

func deleteBucket(r *request, b *bucket) answer {
	delete(r.account.buckets, b.name)
	return result(map[string]any{})
}

func getManaged(_ *request, b *bucket) answer {
	return result(map[string]any{"bucketId": b.id, "domain": b.domain(), "enabled": b.public})
}

func putManaged(r *request, b *bucket) answer {
	var in struct {
		Enabled *bool `json:"enabled"`
	}
	if !r.decode(&in) || in.Enabled == nil {
		return refusal(http.StatusBadRequest, 10040, "The JSON you provided was not well formed.")
	}
	b.public = *in.Enabled
	return getManaged(r, b)
}

func listCustom(_ *request, b *bucket) answer {
	rows := []any{}
	for _, d := range b.custom {
		rows = append(rows, map[string]any{
			"domain": d.Domain, "enabled": d.Enabled, "status": map[string]string{"ownership": d.Status, "ssl": d.Status},
		})
	}
	return result(map[string]any{"domains": rows})
}
