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
	// Classes are those of Durable Objects that the migrations made, in the order in which they did.
	Classes      []string
	MigrationTag string
	ETag         string
	// Uploads is how often it was uploaded.
	Uploads int
	Crons   []string
	// Observed says that what it logs is kept.
	Observed bool
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
}

type schedule struct {
	Cron     string `json:"cron"`
	Created  string `json:"created_on"`
	Modified string `json:"modified_on"`
}

// Script returns the script as it is now, and whether the account has it.
func (s *Server) Script(account, name string) (Script, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sc := s.accounts[account].scripts[name]
	if sc == nil {
		return Script{}, false
	}
	return sc.snapshot(), true
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

// Host returns the name at which the script answers when it is served, and the empty one for an account without a subdomain.
func (s *Server) Host(account, name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.accounts[account].subdomain == "" {
		return ""
	}
	return name + "." + s.accounts[account].subdomain + ".workers.dev"
}

// script returns the one of the path, or nil after refusing.
func (r *request) script() *script {
	sc := r.account.scripts[r.value("script")]
	if sc == nil {
		r.answer = refusal(http.StatusNotFound, 10007, "This Worker does not exist on your account.")
	}
	return sc
}

func (r *request) listScripts() answer {
	rows := []any{}
	all := slices.SortedFunc(maps.Values(r.account.scripts), func(a, b *script) int { return cmp.Compare(a.Name, b.Name) })
	for _, sc := range all {
		rows = append(rows, sc.row())
	}
	return result(rows)
}

func (sc *script) row() map[string]any {
	row := map[string]any{"id": sc.Name, "etag": sc.ETag, "modified_on": sc.modified.Format(time.RFC3339Nano), "usage_model": "standard"}
	if sc.MigrationTag != "" {
		row["migration_tag"] = sc.MigrationTag
	}
	return row
}

func (r *request) deleteScript() answer {
	sc := r.script()
	if sc == nil {
		return answer{}
	}
	if len(sc.Classes) > 0 && r.query().Get("force") != "true" {
		return refusal(http.StatusBadRequest, 10064, "Cannot delete this Worker as it is still referenced by Durable Objects.")
	}
	delete(r.account.scripts, sc.Name)
	r.changed = sc.Name
	return result(nil)
}

func (r *request) listSecrets() answer {
	sc := r.script()
	if sc == nil {
		return answer{}
	}
	rows := []any{}
	for _, name := range slices.Sorted(maps.Keys(sc.Secrets)) {
		rows = append(rows, map[string]string{"name": name, "type": "secret_text"})
	}
	return result(rows)
}

func (r *request) putSecret() answer {
	var in Binding
	sc := r.script()
	switch {
	case sc == nil:
		return answer{}
	case !r.decode(&in) || in.Name == "" || in.Type != "secret_text":
		return refusal(http.StatusBadRequest, 10021, "the secret is not as expected")
	}
	sc.Secrets[in.Name] = in.Text
	r.changed = sc.Name
	return result(map[string]string{"name": in.Name, "type": "secret_text"})
}

func (r *request) getServed() answer {
	sc := r.script()
	if sc == nil {
		return answer{}
	}
	return result(map[string]bool{"enabled": sc.Served, "previews_enabled": false})
}

func (r *request) postServed() answer {
	var in struct {
		Enabled *bool `json:"enabled"`
	}
	sc := r.script()
	switch {
	case sc == nil:
		return answer{}
	case !r.decode(&in) || in.Enabled == nil:
		return refusal(http.StatusBadRequest, 10023, "Could not parse request body")
	case *in.Enabled && r.account.subdomain == "":
		return refusal(http.StatusBadRequest, 10063, "You need a workers.dev subdomain in order to proceed.")
	}
	sc.Served, r.changed = *in.Enabled, sc.Name
	return r.getServed()
}

func (r *request) getSchedules() answer {
	sc := r.script()
	if sc == nil {
		return answer{}
	}
	return result(map[string]any{"schedules": append([]schedule{}, sc.schedules...)})
}

func (r *request) putSchedules() answer {
	var in []schedule
	sc := r.script()
	switch {
	case sc == nil:
		return answer{}
	case !r.decode(&in):
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
	return r.getSchedules()
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
