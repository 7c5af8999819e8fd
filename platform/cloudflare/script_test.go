package cloudflare_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/cloudflare"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/secrets"
)

const code = "export default { fetch() { return new Response('hi') } }\r\n--boundary\n"

// objectCode is that of a script with a class of Durable Objects.
const objectCode = code + "export class Scheduler {}\n"

// worker returns a script without bindings.
func worker(name string) cloudflare.Script {
	return cloudflare.Script{
		Name: name, Main: "worker.js", CompatibilityDate: "2026-04-01",
		Modules: []cloudflare.Module{{Name: "worker.js", Content: []byte(code)}},
	}
}

// whole returns a script that has one of each binding.
func whole(t *testing.T, b *bench) cloudflare.Script {
	t.Helper()
	_, ns := b.kv(t)
	if _, _, err := b.account.R2().EnsureBucket(t.Context(), "media"); err != nil {
		t.Fatal(err)
	}
	s := worker("crier")
	s.Modules[0].Content = []byte(objectCode)
	s.Modules = append(s.Modules, cloudflare.Module{Name: "lib/graph.js", Content: []byte("export const x = 1")})
	s.CompatibilityFlags = []string{"nodejs_compat"}
	s.Bindings = []cloudflare.Binding{
		cloudflare.BindKV("POSTS", ns), cloudflare.BindObjects("SCHED", "Scheduler"),
		cloudflare.BindText("VERSION", "1.2"), cloudflare.BindSecret("KEY", secrets.NewText(`s3cr"et`)),
	}
	s.Migrations = []cloudflare.Migration{{Tag: "v1", SQLiteClasses: []string{"Scheduler"}}}
	return s
}

func TestUploadScript_WithEverything(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	got := must(b.account.Workers().UploadScript(t.Context(), whole(t, b)))(t)
	if got.ETag == "" || got.MigrationTag != "v1" || !got.Migrated {
		t.Errorf("got %+v", got)
	}
	s, ok := b.Script(b.id, "crier")
	if !ok || s.Main != "worker.js" || s.CompatibilityDate != "2026-04-01" || !slices.Equal(s.CompatibilityFlags, []string{"nodejs_compat"}) {
		t.Fatalf("stored %+v", s)
	}
	if len(s.Modules) != 2 || string(s.Modules[0].Content) != objectCode || s.Modules[1].Name != "lib/graph.js" || s.Modules[1].Type != cloudflare.ModuleType {
		t.Errorf("modules %+v", s.Modules)
	}
	if len(s.Bindings) != 3 || s.Secrets["KEY"] != `s3cr"et` || !slices.Equal(s.Classes, []string{"Scheduler"}) {
		t.Errorf("bindings %+v, secrets %v, classes %v", s.Bindings, s.Secrets, s.Classes)
	}
}

func TestUploadScript_AgainLeavesTheMigrationOut(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := whole(t, b)
	first := must(b.account.Workers().UploadScript(t.Context(), s))(t)
	const next = "class S {}\nexport { S as Scheduler, S as default, S as Other }"
	s.Modules[0].Content = []byte(next)
	again := must(b.account.Workers().UploadScript(t.Context(), s))(t)
	if again.Migrated || again.ETag == first.ETag || again.MigrationTag != "v1" || b.Count("PUT", "/scripts/crier") != 2 {
		t.Errorf("got %+v in %d calls", again, b.Count("PUT", "/scripts/crier"))
	}
	stored, _ := b.Script(b.id, "crier")
	if stored.Secrets["KEY"] != `s3cr"et` || stored.Uploads != 2 || string(stored.Modules[0].Content) != next {
		t.Errorf("stored %+v", stored)
	}
	s.Migrations = append(s.Migrations, cloudflare.Migration{Tag: "v2", SQLiteClasses: []string{"Other"}})
	if got := must(b.account.Workers().UploadScript(t.Context(), s))(t); !got.Migrated || got.MigrationTag != "v2" {
		t.Errorf("got %+v", got)
	}
}

// TestUploadScript_ASecondClass: wrangler 4.86.0 reads the script's tag and sends it as old_tag
// (read 2026-11-22). Without that, Cloudflare refuses the migration (10079), and without the
// migration the binding (10061).
func TestUploadScript_ASecondClass(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := whole(t, b)
	must(b.account.Workers().UploadScript(t.Context(), s))(t)
	one := s
	s.Migrations = append(slices.Clone(s.Migrations), cloudflare.Migration{Tag: "v2", SQLiteClasses: []string{"Other"}})
	s.Bindings = append(s.Bindings, cloudflare.BindObjects("OTHER", "Other"))
	s.Modules = []cloudflare.Module{{Name: "worker.js", Content: []byte(objectCode + "export class Other {}\n")}}
	mustHave := func(what string, migrated bool) {
		t.Helper()
		got := must(b.account.Workers().UploadScript(t.Context(), s))(t)
		stored, _ := b.Script(b.id, "crier")
		if got.Migrated != migrated || got.MigrationTag != "v2" || !slices.Equal(stored.Classes, []string{"Scheduler", "Other"}) {
			t.Errorf("%s: got %+v, the classes are %v", what, got, stored.Classes)
		}
	}
	mustHave("from the first to the second", true)
	mustHave("what has had both", false)
	if _, err := b.account.Workers().UploadScript(t.Context(), one); err == nil {
		t.Error("there is a way back to scripts without a class that has objects")
	}
	gone := func() {
		t.Helper()
		if err := b.account.Workers().DeleteScript(t.Context(), "crier"); err != nil {
			t.Fatal(err)
		}
	}
	gone()
	mustHave("both at once", true)

	// The list does not name the tag of a script that has had the first one.
	gone()
	must(b.account.Workers().UploadScript(t.Context(), one))(t)
	b.Fault(cloudflaretest.Fault{Method: "GET", Path: "/workers/scripts", Status: 200, Body: []byte(`{"success":true,"errors":[],"messages":[],"result":[]}`)})
	mustHave("a tag that nobody names", true)
}

// TestUploadScript_SaysWhatItWants: what wrangler 4.86.0 sends, and why (workers-sdk#1222, read
// 2026-11-22).
func TestUploadScript_SaysWhatItWants(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := worker("crier")
	for _, s.Observability = range []bool{false, true} {
		must(b.account.Workers().UploadScript(t.Context(), s))(t)
		if stored, _ := b.Script(b.id, "crier"); stored.Observed != s.Observability {
			t.Errorf("observability is %v, and not %v", stored.Observed, s.Observability)
		} else if stored.LogsAddresses {
			t.Error("Cloudflare keeps the addresses of requests, which are those of media")
		}
	}
	for _, c := range b.Calls() {
		if c.Method == "PUT" && c.Query.Get("excludeScript") != "true" {
			t.Errorf("%s %s asks for the whole script in the answer", c.Method, c.Path)
		}
	}
}

// TestDeleteScript_WhatIsGone: Cloudflare's reference of the deletion has no body on success; third
// parties saw result null, and a script that is gone answered by 10007 or by 7003
// (rocicorp/mono#931, read 2026-11-22).
func TestDeleteScript_WhatIsGone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for name, fault := range map[string]cloudflaretest.Fault{
		"no body": {Method: "DELETE", Commit: true, Body: []byte{}},
		"204":     {Method: "DELETE", Commit: true, Status: 204, Body: []byte{}},
		"10007":   {Method: "DELETE", Commit: true, Status: 404, Code: 10007, Message: "workers.api.error.script_not_found"},
		"7003":    {Method: "DELETE", Commit: true, Status: 404, Code: 7003, Message: "Could not route to /accounts/x, perhaps your object identifier is invalid?"},
	} {
		must(b.account.Workers().UploadScript(t.Context(), worker("crier")))(t)
		b.Fault(fault)
		if err := b.account.Workers().DeleteScript(t.Context(), "crier"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	must(b.account.Workers().UploadScript(t.Context(), worker("crier")))(t)
	for _, code := range []int{7003, 10007} {
		b.Fault(cloudflaretest.Fault{Method: "DELETE", Status: 404, Code: code, Message: "not found"})
		if e := ofKind(t, b.account.Workers().DeleteScript(t.Context(), "crier"), cloudflare.NotFound); e.Code != code {
			t.Errorf("the script is still there: %v", e)
		}
		b.Fault(cloudflaretest.Fault{Method: "DELETE", Commit: true, Status: 404, Code: code, Message: "not found"})
		b.Fault(cloudflaretest.Fault{Method: "GET", Path: "/workers/scripts", Status: 403, Code: 10000, Message: "Authentication error"})
		if e := ofKind(t, b.account.Workers().DeleteScript(t.Context(), "crier"), cloudflare.NotFound); e.Code != code {
			t.Errorf("nobody has said that the script is gone: %v", e)
		}
		must(b.account.Workers().UploadScript(t.Context(), worker("crier")))(t)
	}
}

func TestUploadScript_LostAnswer(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := whole(t, b)
	b.Fault(cloudflaretest.Fault{Method: "PUT", Path: "/scripts/", Commit: true, Lose: true})
	if got := must(b.account.Workers().UploadScript(t.Context(), s))(t); got.MigrationTag != "v1" {
		t.Errorf("got %+v", got)
	}
	if stored, _ := b.Script(b.id, "crier"); len(stored.Classes) != 1 || stored.Uploads != 2 {
		t.Errorf("stored %+v", stored)
	}
}

func TestUploadScript_RefusedLeavesTheOldOne(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	good := whole(t, b)
	before := must(b.account.Workers().UploadScript(t.Context(), good))(t)
	for name, c := range map[string]struct {
		code   int
		change func(*cloudflare.Script)
	}{
		"too large":        {10027, func(s *cloudflare.Script) { s.Modules[0].Content = make([]byte, 3<<20) }},
		"no date":          {10021, func(s *cloudflare.Script) { s.CompatibilityDate = "" }},
		"unknown KV":       {10042, func(s *cloudflare.Script) { s.Bindings = []cloudflare.Binding{cloudflare.BindKV("X", "none")} }},
		"class left out":   {10064, func(s *cloudflare.Script) { s.Modules[0].Content = []byte("export default {}") }},
		"not a class":      {10061, func(s *cloudflare.Script) { s.Bindings = []cloudflare.Binding{cloudflare.BindObjects("X", "None")} }},
		"main of wasm":     {10021, func(s *cloudflare.Script) { s.Modules[0].Type = "application/wasm" }},
		"no main, not out": {0, func(s *cloudflare.Script) { s.Main = "other.js" }},
	} {
		s := good
		s.Modules, s.Migrations = slices.Clone(good.Modules), nil
		c.change(&s)
		if e := ofKind(t, second(b.account.Workers().UploadScript(t.Context(), s)), cloudflare.Refused); e.Code != c.code || e.OutcomeUnknown() {
			t.Errorf("%s: %v", name, e)
		}
	}
	got, ok, err := b.account.Workers().Script(t.Context(), "crier")
	if err != nil || !ok || got.ETag != before.ETag || got.MigrationTag != "v1" || !got.Modified.Equal(start) {
		t.Errorf("got %+v, %v, %v", got, ok, err)
	}
}

func TestUploadScript_AccountNotReady(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	plan := cloudflaretest.FreePlan()
	plan.NeedsSubdomain = true
	b.SetPlan(b.id, plan)
	if e := ofKind(t, second(b.account.Workers().UploadScript(t.Context(), worker("crier"))), cloudflare.NotEnabled); e.Code != 10063 {
		t.Errorf("got %v", e)
	}
	if got := must(b.account.Workers().EnsureSubdomain(t.Context(), "anna"))(t); got != "anna" {
		t.Errorf("got %q", got)
	}
	must(b.account.Workers().UploadScript(t.Context(), worker("crier")))(t)
	plan.EmailVerified = false
	b.SetPlan(b.id, plan)
	e := ofKind(t, second(b.account.Workers().UploadScript(t.Context(), worker("crier"))), cloudflare.NotEnabled)
	if e.Code != 10034 || !contains(e.Sentence(), "e-mail") {
		t.Errorf("got %v: %s", e, e.Sentence())
	}
}

func TestScript_SecretsServingAndEnd(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var changes []string
	b.Watch(func(_, script string) { changes = append(changes, script) })
	wantKind(t, second(b.account.Workers().Secrets(t.Context(), "crier")), cloudflare.NotFound)
	if _, ok, err := b.account.Workers().Script(t.Context(), "crier"); ok || err != nil {
		t.Fatalf("%v, %v", ok, err)
	}
	must(b.account.Workers().UploadScript(t.Context(), whole(t, b)))(t)
	b.SetSecret(b.id, "crier", "TOKEN", "another")
	if names := must(b.account.Workers().Secrets(t.Context(), "crier"))(t); !slices.Equal(names, []string{"KEY", "TOKEN"}) {
		t.Errorf("secrets %v", names)
	}
	wantKind(t, b.account.Workers().ServeScript(t.Context(), "crier", true), cloudflare.NotEnabled)
	must(b.account.Workers().EnsureSubdomain(t.Context(), "anna"))(t)
	if must(b.account.Workers().ScriptServed(t.Context(), "crier"))(t) {
		t.Error("served before it was wanted")
	}
	if err := b.account.Workers().ServeScript(t.Context(), "crier", true); err != nil || !must(b.account.Workers().ScriptServed(t.Context(), "crier"))(t) {
		t.Errorf("not served: %v", err)
	}
	if url := cloudflare.ScriptURL("crier", "anna"); url != "https://"+b.Host(b.id, "crier") {
		t.Errorf("the address is %s", url)
	}
	for range 2 {
		if err := b.account.Workers().DeleteScript(t.Context(), "crier"); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := b.Script(b.id, "crier"); ok || len(changes) != 4 {
		t.Errorf("there is still a script, or the changes are %v", changes)
	}
}

func TestSchedules(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	must(b.account.Workers().UploadScript(t.Context(), worker("crier")))(t)
	must(b.account.Workers().UploadScript(t.Context(), worker("other")))(t)
	if got := must(b.account.Workers().Schedules(t.Context(), "crier"))(t); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	must(b.account.Workers().SetSchedules(t.Context(), "crier", "* * * * *"))(t)
	b.clock.Advance(time.Hour)
	got := must(b.account.Workers().SetSchedules(t.Context(), "crier", "* * * * *", "0 3 * * *"))(t)
	want := []cloudflare.Schedule{
		{Cron: "* * * * *", Created: start, Modified: start.Add(time.Hour)}, {Cron: "0 3 * * *", Created: start.Add(time.Hour), Modified: start.Add(time.Hour)},
	}
	if !slices.Equal(got, want) || !slices.Equal(must(b.account.Workers().Schedules(t.Context(), "crier"))(t), want) {
		t.Errorf("got %v", got)
	}
	must(b.account.Workers().SetSchedules(t.Context(), "other", "1 * * * *", "2 * * * *", "3 * * * *"))(t)
	if e := ofKind(t, second(b.account.Workers().SetSchedules(t.Context(), "crier", "* * * * *", "1 1 * * *", "2 2 * * *")), cloudflare.Quota); e.Code != 10072 {
		t.Errorf("got %v", e)
	}
	must(b.account.Workers().SetSchedules(t.Context(), "crier"))(t)
	if s, _ := b.Script(b.id, "crier"); len(s.Crons) != 0 {
		t.Errorf("left %v", s.Crons)
	}
	wantKind(t, second(b.account.Workers().Schedules(t.Context(), "none")), cloudflare.NotFound)
}

func TestEnsureSubdomain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	wantKind(t, second(b.account.Workers().Subdomain(t.Context())), cloudflare.NotFound)
	b.SetSubdomain("", "crier")
	wantKind(t, second(b.account.Workers().EnsureSubdomain(t.Context(), "crier")), cloudflare.Taken)
	wantKind(t, second(b.account.Workers().EnsureSubdomain(t.Context(), "Not A Name")), cloudflare.Refused)
	b.Fault(cloudflaretest.Fault{Method: "PUT", Path: "/workers/subdomain", Commit: true, Lose: true, Times: 3})
	if got := must(b.account.Workers().EnsureSubdomain(t.Context(), "anna"))(t); got != "anna" {
		t.Errorf("after a lost answer: %q", got)
	}
	if got := must(b.account.Workers().EnsureSubdomain(t.Context(), "berta"))(t); got != "anna" {
		t.Errorf("the account has its own: %q", got)
	}
	// It got one from elsewhere between the question and the wish.
	none := `{"success":false,"errors":[{"code":10007,"message":"none"}],"result":null}`
	b.Fault(cloudflaretest.Fault{Method: "GET", Path: "/workers/subdomain", Status: 404, Body: []byte(none)})
	if got := must(b.account.Workers().EnsureSubdomain(t.Context(), "berta"))(t); got != "anna" {
		t.Errorf("got %q", got)
	}
}

func contains(s, part string) bool { return strings.Contains(s, part) }

func second[T any](_ T, err error) error { return err }

func third[T, U any](_ T, _ U, err error) error { return err }
