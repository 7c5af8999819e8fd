package cloudflaretest

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"time"
)

// Script is an uploaded worker, with all that is needed to run it.
type Script struct {
	Name               string
	Main               string
	CompatibilityDate  string
	CompatibilityFlags []string
	Modules            []Module
	// Bindings are without the secrets.
	Bindings []Binding
	Secrets  map[string]string
	// Classes are those of Durable Objects that the migrations made, in the order in which they
	// did.
	Classes      []string
	MigrationTag string
	ETag         string
	// Uploads is how often it was uploaded.
	Uploads int
	Crons   []string
	// Observed says that what it logs is kept.
	Observed bool
	// LogsAddresses says that the addresses of its requests are kept too.
	LogsAddresses bool
	// Served says that it answers at its address of workers.dev.
	Served bool
}

// Module is a file of a script.
type Module struct {
	Name, Type string
	Content    []byte
}

// Binding is what a script finds in its environment, in the fields of the API.
type Binding struct {
	Type      string `json:"type"`
	Name      string `json:"name"`
	Namespace string `json:"namespace_id,omitempty"`
	Bucket    string `json:"bucket_name,omitempty"`
	Class     string `json:"class_name,omitempty"`
	Text      string `json:"text,omitempty"`
}

type script struct {
	Script

	modified  time.Time
	schedules []schedule
	// tag is the script's id, which no other has; version the id of what was uploaded last.
	tag, version string
	// from is the client that has deployed it, as Cloudflare names it: api or wrangler.
	from string
	// versions are those that were uploaded and await a deployment, by their ids.
	versions map[string]*script
	// deployments are those of its name, the latest first.
	deployments []deployment
	// tags are what a client has put on the script.
	tags []string
}

type schedule struct {
	Cron     string `json:"cron"`
	Created  string `json:"created_on"`
	Modified string `json:"modified_on"`
}

func (sc *script) snapshot() Script {
	c := sc.Script
	c.Modules, c.Bindings, c.Classes = slices.Clone(c.Modules), slices.Clone(c.Bindings), slices.Clone(c.Classes)
	c.Secrets = maps.Clone(c.Secrets)
	c.Crons = []string{}
	for _, s := range sc.schedules {
		c.Crons = append(c.Crons, s.Cron)
	}
	return c
}

func listScripts(r *request) answer {
	rows := []any{}
	all := slices.SortedFunc(maps.Values(r.account.scripts), func(a, b *script) int { return cmp.Compare(a.Name, b.Name) })
	for _, sc := range all {
		rows = append(rows, sc.row())
	}
	return result(rows)
}

func (sc *script) row() map[string]any {
	row := map[string]any{
		"id": sc.Name, "etag": sc.ETag, "modified_on": sc.modified.Format(time.RFC3339Nano), "usage_model": "standard",
		"tag": sc.tag, "tags": sc.tags, "last_deployed_from": sc.from, "has_modules": true,
	}
	if sc.MigrationTag != "" {
		row["migration_tag"] = sc.MigrationTag
	}
	return row
}

func deleteScript(r *request, sc *script) answer {
	if len(sc.Classes) > 0 && r.query().Get("force") != "true" {
		return refusal(http.StatusBadRequest, 10064, "Cannot delete this Worker as it is still referenced by Durable Objects.")
	}
	delete(r.account.scripts, sc.Name)
	r.changed = sc.Name
	return result(nil)
}

func listSecrets(_ *request, sc *script) answer {
	rows := []any{}
	for _, name := range slices.Sorted(maps.Keys(sc.Secrets)) {
		rows = append(rows, map[string]string{"name": name, "type": "secret_text"})
	}
	return result(rows)
}

func putSecret(r *request, sc *script) answer {
	var in Binding
	if !r.decode(&in) || in.Name == "" || in.Type != "secret_text" {
		return refusal(http.StatusBadRequest, 10021, "the secret is not as expected")
	}
	sc.Secrets[in.Name] = in.Text
	r.changed = sc.Name
	return result(map[string]string{"name": in.Name, "type": "secret_text"})
}

func getServed(_ *request, sc *script) answer {
	return result(map[string]bool{"enabled": sc.Served, "previews_enabled": false})
}

func postServed(r *request, sc *script) answer {
	var in struct {
		Enabled *bool `json:"enabled"`
	}
	switch {
	case !r.decode(&in) || in.Enabled == nil:
		return refusal(http.StatusBadRequest, 10023, "Could not parse request body")
	case *in.Enabled && r.account.subdomain == "":
		return refusal(http.StatusBadRequest, 10063, "You need a workers.dev subdomain in order to proceed.")
	}
	sc.Served, r.changed = *in.Enabled, sc.Name
	return getServed(r, sc)
}

func getSchedules(_ *request, sc *script) answer {
	return result(map[string]any{"schedules": append([]schedule{}, sc.schedules...)})
}

func putSchedules(r *request, sc *script) answer {
	var in []schedule
	if !r.decode(&in) {
		return refusal(http.StatusBadRequest, 10023, "Could not parse request body")
	}
	others := 0
	for _, other := range r.account.scripts {
		if other != sc {
			others += len(other.schedules)
		}
	}
	if others+len(in) > r.account.plan.Schedules {
		return refusal(http.StatusBadRequest, 10072, "You have exceeded the limit of scheduled (cron) triggers on your account.")
	}
	sc.replan(in, r.server.clock.Now().Format(time.RFC3339Nano))
	r.changed = sc.Name
	return getSchedules(r, sc)
}

// replan replaces the schedules; one that stays keeps its beginning.
func (sc *script) replan(crons []schedule, now string) {
	next := []schedule{}
	for _, c := range crons {
		row := schedule{Cron: c.Cron, Created: now, Modified: now}
		for _, old := range sc.schedules {
			if old.Cron == c.Cron {
				row.Created = old.Created
			}
		}
		next = append(next, row)
	}
	sc.schedules = next
}
