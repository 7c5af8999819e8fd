package cloudflaretest

import (
	"net/http"
	"strings"
	"time"
)

// client returns who calls, as Cloudflare names those that deploy.
func (r *request) client() string {
	if strings.HasPrefix(r.http.UserAgent(), "wrangler/") {
		return "wrangler"
	}
	return "api"
}

// uuid writes 32 hex digits as Cloudflare writes the ids of versions and deployments.
func uuid(digits string) string {
	return strings.Join([]string{digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]}, "-")
}

// deployment says which versions are live, and since when.
type deployment struct {
	ID       string    `json:"id"`
	Source   string    `json:"source"`
	Strategy string    `json:"strategy"`
	Created  string    `json:"created_on"`
	Versions []traffic `json:"versions"`
}

type traffic struct {
	Version    string  `json:"version_id"`
	Percentage float64 `json:"percentage"`
}

// A deployment divides requests by percentages, and here gives all of them to one version.
const (
	strategy = "percentage"
	whole    = 100
)

// deploy makes the script the live one of its name, and enters that first in the list of
// deployments.
func (r *request) deploy(next *script) deployment {
	var before []deployment
	if old := r.account.scripts[next.Name]; old != nil {
		before = old.deployments
	}
	made := deployment{
		ID: uuid(r.server.newID()), Source: next.from, Strategy: strategy, Created: r.server.clock.Now().Format(time.RFC3339Nano),
		Versions: []traffic{{next.version, whole}},
	}
	next.deployments = append([]deployment{made}, before...)
	r.account.scripts[next.Name], r.changed = next, next.Name
	return made
}

func getDeployments(_ *request, sc *script) answer {
	return result(map[string]any{"deployments": sc.deployments})
}

// getService describes a script with its environment. wrangler calls it to find out whether the
// script exists.
func getService(r *request) answer {
	sc := r.account.scripts[r.value("script")]
	if sc == nil {
		return refusal(http.StatusNotFound, 10090, "workers.api.error.service_not_found")
	}
	return result(map[string]any{
		"id": sc.Name, "default_environment": map[string]any{"environment": "production", "script": sc.row()},
	})
}

// postVersion keeps an upload for a deployment. It leaves what is live alone.
func postVersion(r *request, old *script) answer {
	next, ok := readUpload(r, false)
	if !ok {
		return answer{}
	}
	next.Observed, next.LogsAddresses = old.Observed, old.LogsAddresses
	old.versions[next.version] = next
	return result(map[string]any{
		"id": next.version, "number": next.Uploads, "startup_time_ms": startupMillis, "metadata": map[string]any{"source": next.from, "has_preview": false},
		"resources": map[string]any{
			"script": map[string]any{"etag": next.ETag, "last_deployed_from": next.from}, "bindings": next.Bindings,
			"script_runtime": map[string]any{"compatibility_date": next.CompatibilityDate, "usage_model": "standard", "migration_tag": next.MigrationTag},
		},
	})
}

// postDeployment makes a version the live one. This server has no deployments that divide requests
// among several.
func postDeployment(r *request, old *script) answer {
	var in struct {
		Strategy string    `json:"strategy"`
		Versions []traffic `json:"versions"`
	}
	if !r.decode(&in) || in.Strategy != strategy || len(in.Versions) != 1 || in.Versions[0].Percentage != whole {
		return refusal(http.StatusBadRequest, 10023, "Could not parse request body")
	}
	next := old.versions[in.Versions[0].Version]
	if next == nil {
		return refusal(http.StatusNotFound, 10007, "This version does not exist on your Worker.")
	}
	next.schedules, next.Served, next.Observed, next.tags = old.schedules, old.Served, old.Observed, old.tags
	return result(r.deploy(next))
}

// patchSettings changes what belongs to a script and to none of its versions.
func patchSettings(r *request, sc *script) answer {
	var in struct {
		Observe *struct {
			Enabled bool `json:"enabled"`
		} `json:"observability"`
		Tags *[]string `json:"tags"`
	}
	if !r.decode(&in) {
		return refusal(http.StatusBadRequest, 10023, "Could not parse request body")
	}
	if in.Observe != nil {
		sc.Observed = in.Observe.Enabled
	}
	if in.Tags != nil {
		sc.tags = *in.Tags
	}
	r.changed = sc.Name
	return result(map[string]any{"logpush": false, "observability": map[string]bool{"enabled": sc.Observed}, "tags": sc.tags})
}
