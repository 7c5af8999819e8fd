package cloudflaretest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"mime"
	"net/http"
	"slices"
)

// uploaded is the metadata of an upload.
type uploaded struct {
	Main       string         `json:"main_module"`
	Date       string         `json:"compatibility_date"`
	Flags      []string       `json:"compatibility_flags"`
	Bindings   []Binding      `json:"bindings"`
	Keep       []string       `json:"keep_bindings"`
	Migrations *migrationStep `json:"migrations"`
	Observe    struct {
		Enabled bool `json:"enabled"`
	} `json:"observability"`
}

type migrationStep struct {
	OldTag  string   `json:"old_tag"`
	NewTag  string   `json:"new_tag"`
	SQLite  []string `json:"new_sqlite_classes"`
	Classes []string `json:"new_classes"`
	Deleted []string `json:"deleted_classes"`
}

func invalid(code int, message string) answer {
	return refusal(http.StatusBadRequest, code, "workers.api.error: "+message)
}

// putScript replaces a script whole or, if it refuses, leaves it as it is.
func putScript(r *request) answer {
	switch plan := r.account.plan; {
	case !plan.EmailVerified:
		return invalid(10034, "You need to verify your account's email address before you can use Workers.")
	case plan.NeedsSubdomain && r.account.subdomain == "":
		return invalid(10063, "You need a workers.dev subdomain in order to proceed. Please go to the dashboard and open the Workers menu.")
	}
	next := &script{Script: Script{Name: r.value("script"), Secrets: map[string]string{}, Uploads: 1}, modified: r.server.clock.Now()}
	old := r.account.scripts[next.Name]
	if old != nil {
		next.Classes, next.MigrationTag, next.schedules = slices.Clone(old.Classes), old.MigrationTag, old.schedules
		next.Served, next.Uploads = old.Served, old.Uploads+1
	}
	in, ok := readScript(r, next)
	if !ok {
		return answer{}
	}
	if in.Migrations != nil && !migrate(r, next, *in.Migrations) {
		return answer{}
	}
	if !bind(r, next, old, in) {
		return answer{}
	}
	r.account.scripts[next.Name], r.changed = next, next.Name
	row := next.row()
	row["startup_time_ms"] = 4
	if r.query().Get("excludeScript") != "true" {
		// To who does not ask for less the API repeats what it was sent.
		row["script"] = string(r.body)
	}
	return result(row)
}

// readScript reads the form into the script, or refuses it.
func readScript(r *request, to *script) (in uploaded, ok bool) {
	_, params, _ := mime.ParseMediaType(r.http.Header.Get("Content-Type"))
	parts, ok := readParts(r.body, params["boundary"])
	if !ok {
		r.answer = invalid(10021, "could not parse the multipart body")
		return in, false
	}
	size, described := 0, false
	sum := sha256.New()
	for _, p := range parts {
		_, _ = sum.Write(p.bytes)
		if p.name == "metadata" {
			described = json.Unmarshal(p.bytes, &in) == nil
			continue
		}
		size += len(p.bytes)
		to.Modules = append(to.Modules, Module{Name: p.file, Type: p.kind, Content: p.bytes})
	}
	to.Main, to.CompatibilityDate, to.CompatibilityFlags, to.Observed = in.Main, in.Date, in.Flags, in.Observe.Enabled
	to.ETag = hex.EncodeToString(sum.Sum(nil))
	isMain := func(m Module) bool { return m.Name == in.Main && m.Type == "application/javascript+module" }
	switch {
	case !described:
		r.answer = invalid(10021, "could not read content for part \"metadata\"")
	case size > r.account.plan.ScriptBytes:
		r.answer = invalid(10027, "Your Worker exceeded the size limit.")
	case in.Main == "" || !slices.ContainsFunc(to.Modules, isMain):
		r.answer = invalid(10021, "No such module \""+in.Main+"\".")
	case in.Date == "":
		r.answer = invalid(10021, "a compatibility date is required")
	default:
		return in, true
	}
	return in, false
}

// migrate applies the step, or refuses it.
func migrate(r *request, to *script, step migrationStep) bool {
	switch {
	case len(step.Classes) > 0:
		r.answer = invalid(10097, "In order to use Durable Objects with a free plan, you must create a namespace using a `new_sqlite_classes` migration.")
		return false
	case step.OldTag != to.MigrationTag:
		r.answer = refusal(http.StatusPreconditionFailed, 10079, "workers.api.error: migration tag precondition failed; current tag is "+to.MigrationTag)
		return false
	}
	for _, class := range step.SQLite {
		if slices.Contains(to.Classes, class) {
			r.answer = invalid(10074, "Cannot apply new-class migration to class '"+class+"' that is already depended on by existing Durable Objects.")
			return false
		}
		to.Classes = append(to.Classes, class)
	}
	to.Classes = slices.DeleteFunc(to.Classes, func(class string) bool { return slices.Contains(step.Deleted, class) })
	to.MigrationTag = step.NewTag
	return true
}

// bind gives the script what it asks for and what it keeps of the old one, or refuses what is not there.
func bind(r *request, to, old *script, in uploaded) bool {
	for _, b := range in.Bindings {
		if b.Type == "inherit" && !to.inherit(old, b.Name) {
			r.answer = invalid(10021, "there is no binding "+b.Name+" to inherit")
			return false
		}
		if refused := missing(r, to, b); refused.status != 0 {
			r.answer = refused
			return false
		}
		switch b.Type {
		case "inherit":
		case "secret_text":
			to.Secrets[b.Name] = b.Text
		default:
			to.Bindings = append(to.Bindings, b)
		}
	}
	if old != nil && slices.Contains(in.Keep, "secret_text") {
		kept := maps.Clone(old.Secrets)
		maps.Copy(kept, to.Secrets)
		to.Secrets = kept
	}
	return true
}

func (sc *script) inherit(old *script, name string) bool {
	if old == nil {
		return false
	}
	if value, ok := old.Secrets[name]; ok {
		sc.Secrets[name] = value
		return true
	}
	for _, b := range old.Bindings {
		if b.Name == name {
			sc.Bindings = append(sc.Bindings, b)
			return true
		}
	}
	return false
}

// missing refuses a binding to what does not exist.
func missing(r *request, to *script, b Binding) answer {
	switch {
	case b.Type == "kv_namespace" && r.account.namespace(b.Namespace) == nil:
		return invalid(10041, "KV namespace '"+b.Namespace+"' not found.")
	case b.Type == "r2_bucket" && r.account.buckets[b.Bucket] == nil:
		return invalid(10085, "R2 bucket '"+b.Bucket+"' not found.")
	case b.Type == "durable_object_namespace" && !slices.Contains(to.Classes, b.Class):
		return invalid(10061, "Cannot create binding for class '"+b.Class+"' because it is not currently configured to implement Durable Objects.")
	}
	return answer{}
}
