package cloudflaretest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"mime"
	"net/http"
	"regexp"
	"slices"
)

type uploaded struct {
	Main       string      `json:"main_module"`
	Date       string      `json:"compatibility_date"`
	Flags      []string    `json:"compatibility_flags"`
	Bindings   []Binding   `json:"bindings"`
	Keep       []string    `json:"keep_bindings"`
	Migrations *migrations `json:"migrations"`
	Observe    struct {
		Enabled bool `json:"enabled"`
		Logs    struct {
			// Invocations is on unless it is switched off.
			Invocations *bool `json:"invocation_logs"`
		} `json:"logs"`
	} `json:"observability"`
}

// migrations are one step with its tags, or tags and a list of steps, as wrangler sends them.
type migrations struct {
	migrationStep

	OldTag string          `json:"old_tag"`
	NewTag string          `json:"new_tag"`
	Steps  []migrationStep `json:"steps"`
}

type migrationStep struct {
	SQLite  []string `json:"new_sqlite_classes"`
	Classes []string `json:"new_classes"`
	Deleted []string `json:"deleted_classes"`
}

// startupMillis is how long each script takes to start.
const startupMillis = 4

func invalid(code int, message string) answer {
	return refusal(http.StatusBadRequest, code, "workers.api.error: "+message)
}

// putScript replaces a script whole or, if it refuses, leaves it as it is.
func putScript(r *request) answer {
	next, ok := readUpload(r, true)
	if !ok {
		return answer{}
	}
	r.deploy(next)
	row := next.row()
	row["startup_time_ms"], row["deployment_id"] = startupMillis, next.version
	if r.query().Get("excludeScript") != "true" {
		// Without this parameter the API repeats the upload in its answer.
		row["script"] = string(r.body)
	}
	return result(row)
}

// readUpload returns the script that the call would make of the one that is there, or refuses it.
func readUpload(r *request, mayMigrate bool) (*script, bool) {
	switch plan := r.account.plan; {
	case !plan.EmailVerified:
		r.answer = invalid(10034, "You need to verify your account's email address before you can use Workers.")
		return nil, false
	case plan.NeedsSubdomain && r.account.subdomain == "":
		r.answer = invalid(10063, "You need a workers.dev subdomain in order to proceed. Please go to the dashboard and open the Workers menu.")
		return nil, false
	}
	next := r.nextScript()
	in, ok := readScript(r, next)
	switch {
	case !ok:
	case in.Migrations != nil && !mayMigrate:
		r.answer = refusal(http.StatusBadRequest, 10211, // cloudflare-docs#32982
			"Version upload failed. You attempted to upload a version of a Worker that includes a Durable Object migration, but migrations must be fully applied via a non-versioned deployment.")
	case in.Migrations != nil && !migrate(r, next, *in.Migrations):
	case !exportsAll(r, next):
	case bind(r, next, r.account.scripts[next.Name], in):
		return next, true
	}
	return nil, false
}

// nextScript returns a script without content, which keeps of the one that is there what an upload
// leaves alone.
func (r *request) nextScript() *script {
	next := &script{
		Script: Script{Name: r.value("script"), Secrets: map[string]string{}, Uploads: 1}, modified: r.server.clock.Now(),
		tag: r.server.newID(), version: uuid(r.server.newID()), from: r.client(), versions: map[string]*script{},
	}
	if old := r.account.scripts[next.Name]; old != nil {
		next.Classes, next.MigrationTag, next.schedules = slices.Clone(old.Classes), old.MigrationTag, old.schedules
		next.Served, next.Uploads, next.tag, next.versions = old.Served, old.Uploads+1, old.tag, old.versions
	}
	return next
}

// readScript reads the form into the script, or refuses it.
func readScript(r *request, to *script) (in uploaded, ok bool) {
	kind, params, _ := mime.ParseMediaType(r.http.Header.Get("Content-Type"))
	parts, ok := readParts(r.body, params["boundary"])
	switch {
	case kind == "application/javascript" && bytes.HasPrefix(r.body, []byte("--")):
		// The body is the script itself then, and the boundary of a form is no JavaScript
		// (cloudflare-typescript#2799).
		r.answer = invalid(10021, "Uncaught SyntaxError: Invalid left-hand side expression in prefix operation\n  at worker.js:1:4")
		return in, false
	case !ok:
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
	to.LogsAddresses = in.Observe.Enabled && (in.Observe.Logs.Invocations == nil || *in.Observe.Logs.Invocations)
	to.ETag = hex.EncodeToString(sum.Sum(nil))
	isMain := func(m Module) bool { return m.Name == in.Main && m.Type == "application/javascript+module" }
	switch {
	case !described:
		r.answer = invalid(10021, "could not read content for part metadata")
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

// migrate applies the steps, or refuses them all.
func migrate(r *request, to *script, in migrations) bool {
	if in.OldTag != to.MigrationTag {
		r.answer = refusal(http.StatusPreconditionFailed, 10079, "workers.api.error: migration tag precondition failed; current tag is "+to.MigrationTag)
		return false
	}
	for _, step := range append(in.Steps, in.migrationStep) {
		if !step.apply(r, to) {
			return false
		}
	}
	to.MigrationTag = in.NewTag
	return true
}

func (step migrationStep) apply(r *request, to *script) bool {
	if len(step.Classes) > 0 {
		r.answer = invalid(10097, "In order to use Durable Objects with a free plan, you must create a namespace using a `new_sqlite_classes` migration.")
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
	return true
}

// bind gives the script what it asks for and what it keeps of the old one, or refuses what is not
// there.
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
	if old != nil && (!r.account.plan.ForgetsSecrets || slices.Contains(in.Keep, "secret_text")) {
		kept := maps.Clone(old.Secrets)
		maps.Copy(kept, to.Secrets)
		to.Secrets = kept
	}
	return true
}

// exportsAll refuses an upload without a class that has objects already. It does not check a class
// that the same upload makes, because nobody has reported what Cloudflare answers then.
func exportsAll(r *request, to *script) bool {
	old := r.account.scripts[to.Name]
	if old == nil {
		return true
	}
	for _, class := range old.Classes {
		if slices.Contains(to.Classes, class) && !to.exports(class) {
			r.answer = invalid(10064, "New version of script does not export class '"+class+"' which is depended on by existing Durable Objects.")
			return false
		}
	}
	return true
}

// exports reports whether the text of the main module exports the name: as a declaration, in a
// list, or with everything that another module exports.
func (sc *script) exports(name string) bool {
	i := slices.IndexFunc(sc.Modules, func(m Module) bool { return m.Name == sc.Main })
	quoted := regexp.QuoteMeta(name)
	return regexp.MustCompile(`export\s+(class|const|let|var|function)\s+` + quoted + `\b|export\s*\{[^}]*\b` + quoted + `\b[^}]*\}|export\s*\*`).Match(sc.Modules[i].Content)
}

func (sc *script) inherit(old *script, name string) bool {
	if old == nil {
		return false
	}
	if value, ok := old.Secrets[name]; ok {
		sc.Secrets[name] = value
		return true
	}
	i := slices.IndexFunc(old.Bindings, func(b Binding) bool { return b.Name == name })
	if i >= 0 {
		sc.Bindings = append(sc.Bindings, old.Bindings[i])
	}
	return i >= 0
}

// missing refuses a binding to what does not exist.
func missing(r *request, to *script, b Binding) answer {
	switch {
	case b.Type == "kv_namespace" && r.account.namespace(b.Namespace) == nil:
		return invalid(10042, "KV namespace '"+b.Namespace+"' is not valid.")
	case b.Type == "r2_bucket" && r.account.buckets[b.Bucket] == nil:
		return invalid(10085, "R2 bucket '"+b.Bucket+"' not found.")
	case b.Type == "durable_object_namespace" && !slices.Contains(to.Classes, b.Class):
		return invalid(10061, "Cannot create binding for class '"+b.Class+"' because it is not currently configured to implement Durable Objects.")
	}
	return answer{}
}
