package cloudflare

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"crier/platform/secrets"
)

// ModuleType is the type of a script's ES module.
const ModuleType = "application/javascript+module"

// Module is a file of a script.
type Module struct {
	// Name is the path by which the others import it.
	Name string
	// Type is its media type; empty is ModuleType.
	Type    string
	Content []byte
}

// Migration makes classes of Durable Objects known, under a tag that the script then has. Classes
// are stored in SQLite, as the free plan wants it.
type Migration struct {
	Tag           string
	SQLiteClasses []string
}

// Script is a worker as it is uploaded.
type Script struct {
	Name string
	// Main is the name of the module that is started.
	Main               string
	Modules            []Module
	CompatibilityDate  string
	CompatibilityFlags []string
	// Bindings replace all that the script had. Name every secret among them: Cloudflare's own
	// wrangler 4.86.0 relies on Cloudflare keeping the others, but users report the opposite.
	Bindings []Binding
	// Migrations are all that there have been, the first one first. Some or all of them may have
	// been applied before.
	Migrations []Migration
	// Observability has Cloudflare keep what the script logs for some days. The addresses of its
	// requests are not kept.
	Observability bool
}

// Uploaded is what Cloudflare says about an uploaded script.
type Uploaded struct {
	ETag         string
	MigrationTag string
	// Migrated says that this upload applied a migration.
	Migrated bool
}

// Binding is what a script finds in its environment.
type Binding struct {
	wire   wireBinding
	secret secrets.Text
}

type wireBinding struct {
	Type      string `json:"type"`
	Name      string `json:"name"`
	Namespace string `json:"namespace_id,omitzero"`
	Class     string `json:"class_name,omitzero"`
	Text      string `json:"text,omitzero"`
}

// BindKV binds the KV namespace with the id.
func BindKV(name, namespace string) Binding {
	return Binding{wire: wireBinding{Type: "kv_namespace", Name: name, Namespace: namespace}}
}

// BindObjects binds a class of Durable Objects that the script itself exports.
func BindObjects(name, class string) Binding {
	return Binding{wire: wireBinding{Type: "durable_object_namespace", Name: name, Class: class}}
}

// BindText binds a text that is no secret.
func BindText(name, value string) Binding {
	return Binding{wire: wireBinding{Type: "plain_text", Name: name, Text: value}}
}

// BindSecret binds a secret, which Cloudflare gives to the script alone.
func BindSecret(name string, value secrets.Text) Binding {
	return Binding{wire: wireBinding{Type: "secret_text", Name: name}, secret: value}
}

// Format prints type and name alone: fmt would read the secret out of a field that is not exported.
func (b Binding) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "%s %s", b.wire.Type, b.wire.Name)
}

type wireMetadata struct {
	Main       string         `json:"main_module"`
	Date       string         `json:"compatibility_date"`
	Flags      []string       `json:"compatibility_flags,omitzero"`
	Bindings   []wireBinding  `json:"bindings"`
	Migrations *wireMigration `json:"migrations,omitzero"`
	// Observe is nil for a script whose logs are not kept.
	Observe *wireObservability `json:"observability,omitzero"`
}

type wireObservability struct {
	Enabled bool     `json:"enabled"`
	Logs    wireLogs `json:"logs"`
}

// wireLogs are the logs that are kept: those of invocations have the addresses of all requests.
type wireLogs struct {
	Enabled     bool `json:"enabled"`
	Invocations bool `json:"invocation_logs"`
}

type wireMigration struct {
	OldTag  string   `json:"old_tag,omitzero"`
	NewTag  string   `json:"new_tag"`
	Classes []string `json:"new_sqlite_classes"`
}

type wireUploaded struct {
	ID           string `json:"id"`
	ETag         string `json:"etag"`
	MigrationTag text   `json:"migration_tag"`
}

func (u *wireUploaded) flaw() string { return missing([2]string{"id", u.ID}) }

// UploadScript puts the script in the place of what has its name, or nowhere if Cloudflare refuses
// it. Migrations that the script has had are left out: its tag says which. An account without a
// workers.dev subdomain may be refused with Kind NotEnabled until it has one.
func (a Workers) UploadScript(ctx context.Context, s Script) (Uploaded, error) {
	if err := s.check(); err != nil {
		return Uploaded{}, err
	}
	next := migration{all: s.Migrations}
	if len(s.Migrations) > 0 {
		known, _, err := a.Script(ctx, s.Name)
		if err != nil {
			return Uploaded{}, err
		}
		next = next.from(known.MigrationTag)
	}
	for {
		got, err := a.upload(ctx, s, next)
		// Somebody else has applied one since, or the list did not name the tag.
		if err == nil || len(next.all) == 0 || asError(err).Code != codeMigrationTag && asError(err).Code != codeClassExists {
			return got, err
		}
		next = migration{old: next.all[0].Tag, all: next.all[1:]}
	}
}

// migration leads from a tag, which is empty for a script that has none, over all that follow.
type migration struct {
	old string
	all []Migration
}

// from returns the migration for a script that has the tag. Nobody knows what a tag of somebody
// else stands for: all of them follow then.
func (m migration) from(tag string) migration {
	after := slices.IndexFunc(m.all, func(one Migration) bool { return one.Tag == tag }) + 1
	return migration{old: tag, all: m.all[after:]}
}

func (m migration) wire() *wireMigration {
	if len(m.all) == 0 {
		return nil
	}
	w := wireMigration{OldTag: m.old, NewTag: m.all[len(m.all)-1].Tag}
	for _, one := range m.all {
		w.Classes = append(w.Classes, one.SQLiteClasses...)
	}
	return &w
}

func (a Workers) upload(ctx context.Context, s Script, m migration) (Uploaded, error) {
	got, _, err := call[wireUploaded](ctx, a.account.client, request{
		op: OpUploadScript, method: http.MethodPut, path: a.account.path("workers", "scripts", s.Name), body: s.body(m),
		// Without this the answer repeats the whole script.
		query: url.Values{"excludeScript": {"true"}},
	})
	if err != nil {
		return Uploaded{}, err
	}
	return Uploaded{ETag: got.ETag, MigrationTag: string(got.MigrationTag), Migrated: len(m.all) > 0}, nil
}

func (s Script) check() error {
	if s.Main == "" || !slices.ContainsFunc(s.Modules, func(m Module) bool { return m.Name == s.Main }) {
		return notSent(OpUploadScript, fmt.Sprintf("there is no module %q", s.Main))
	}
	return nil
}

func (s Script) metadata(of migration) wireMetadata {
	m := wireMetadata{Main: s.Main, Date: s.CompatibilityDate, Flags: s.CompatibilityFlags, Bindings: []wireBinding{}, Migrations: of.wire()}
	for _, b := range s.Bindings {
		if !b.secret.IsEmpty() {
			b.wire.Text = b.secret.Reveal()
		}
		m.Bindings = append(m.Bindings, b.wire)
	}
	if s.Observability {
		m.Observe = &wireObservability{Enabled: true, Logs: wireLogs{Enabled: true}}
	}
	return m
}

func (s Script) body(m migration) body {
	parts := []part{{name: "metadata", kind: "application/json", bytes: jsonBody(s.metadata(m)).bytes}}
	for _, m := range s.Modules {
		parts = append(parts, part{name: m.Name, file: m.Name, kind: cmp.Or(m.Type, ModuleType), bytes: m.Content})
	}
	b := form(parts...)
	for _, binding := range s.Bindings {
		b.hidden = append(b.hidden, forms(binding.secret)...)
	}
	return b
}

// forms returns the secret as it may be repeated: as it is, and as it stands in JSON.
func forms(secret secrets.Text) []string {
	quoted, err := json.Marshal(secret.Reveal())
	if err != nil || len(quoted) < 2 {
		return []string{secret.Reveal()}
	}
	return []string{secret.Reveal(), string(quoted[1 : len(quoted)-1])}
}

// ScriptInfo is a script that the account has.
type ScriptInfo struct {
	Name         string
	ETag         string
	MigrationTag string
	Modified     time.Time
}

type wireScript struct {
	ID           string  `json:"id"`
	ETag         text    `json:"etag"`
	MigrationTag text    `json:"migration_tag"`
	Modified     instant `json:"modified_on"`
}

type wireScripts []wireScript

func (l *wireScripts) flaw() string {
	return lacking(*l, "a script has no id", func(one wireScript) bool { return one.ID == "" })
}

// Scripts returns the scripts that the account has.
func (a Workers) Scripts(ctx context.Context) ([]ScriptInfo, error) {
	all, _, err := call[wireScripts](ctx, a.account.client, request{
		op: OpListScripts, method: http.MethodGet, path: a.account.path("workers", "scripts"), limit: maxListBytes,
	})
	if err != nil {
		return nil, err
	}
	scripts := make([]ScriptInfo, len(all))
	for i, s := range all {
		scripts[i] = ScriptInfo{Name: s.ID, ETag: string(s.ETag), MigrationTag: string(s.MigrationTag), Modified: s.Modified.Time}
	}
	return scripts, nil
}

// Script returns the script of the name and whether the account has one.
func (a Workers) Script(ctx context.Context, name string) (ScriptInfo, bool, error) {
	all, err := a.Scripts(ctx)
	if err != nil {
		return ScriptInfo{}, false, err
	}
	if i := slices.IndexFunc(all, func(s ScriptInfo) bool { return s.Name == name }); i >= 0 {
		return all[i], true, nil
	}
	return ScriptInfo{}, false, nil
}

// DeleteScript deletes the script with its Durable Objects and all that they hold; one that is not
// there counts as deleted. When Cloudflare does not find the script, the list of scripts decides
// whether it is gone: a call for a wrong account gets the same answer.
func (a Workers) DeleteScript(ctx context.Context, name string) error {
	err := a.account.client.send(ctx, request{
		op: OpDeleteScript, method: http.MethodDelete, path: a.account.path("workers", "scripts", name), query: url.Values{"force": {"true"}},
		mayBeEmpty: true,
	})
	if !Is(err, NotFound) {
		return err
	}
	if _, found, failed := a.Script(ctx, name); failed != nil || found {
		return err
	}
	return nil
}
