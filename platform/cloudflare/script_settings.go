package cloudflare

import (
	"context"
	"net/http"
	"time"
)

type wireSecret struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

type wireSecrets []wireSecret

func (l *wireSecrets) flaw() string {
	return lacking(*l, "a secret has no name", func(one wireSecret) bool { return one.Name == "" })
}

// Secrets returns the names of the script's secrets; their values never leave Cloudflare.
func (a Workers) Secrets(ctx context.Context, script string) ([]string, error) {
	got, _, err := call[wireSecrets](ctx, a.account.client, request{
		op: OpListSecrets, method: http.MethodGet, path: a.account.path("workers", "scripts", script, "secrets"),
	})
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(got))
	for _, s := range got {
		names = append(names, s.Name)
	}
	return names, nil
}

type wireServed struct {
	Enabled *bool `json:"enabled"`
}

func (s *wireServed) flaw() string {
	return flawIf(s.Enabled == nil, "the result does not say whether the script is served")
}

// ScriptServed returns whether the script answers at ScriptURL.
func (a Workers) ScriptServed(ctx context.Context, script string) (bool, error) {
	got, _, err := call[wireServed](ctx, a.account.client, request{
		op: OpScriptSubdomain, method: http.MethodGet, path: a.account.path("workers", "scripts", script, "subdomain"),
	})
	return err == nil && *got.Enabled, err
}

// ServeScript makes the script answer at ScriptURL, or no longer.
func (a Workers) ServeScript(ctx context.Context, script string, enabled bool) error {
	return a.account.client.send(ctx, request{
		op: OpServeScript, method: http.MethodPost, path: a.account.path("workers", "scripts", script, "subdomain"),
		body: jsonBody(map[string]bool{"enabled": enabled, "previews_enabled": false}),
	})
}

// ScriptURL returns the address of a served script under the account's subdomain, without a closing
// slash.
func ScriptURL(script, subdomain string) string {
	return "https://" + script + "." + subdomain + ".workers.dev"
}

type wireSubdomain struct {
	Subdomain string `json:"subdomain"`
}

func (s *wireSubdomain) flaw() string {
	return flawIf(!isHost(s.Subdomain), "the result has no subdomain")
}

// Subdomain returns the account's subdomain of workers.dev; an account that has none is of Kind
// NotFound.
func (a Workers) Subdomain(ctx context.Context) (string, error) {
	got, _, err := call[wireSubdomain](ctx, a.account.client, request{op: OpGetSubdomain, method: http.MethodGet, path: a.account.path("workers", "subdomain")})
	return got.Subdomain, err
}

// EnsureSubdomain returns the account's subdomain, which is name if it had none. A name that
// another account has is of Kind Taken.
func (a Workers) EnsureSubdomain(ctx context.Context, name string) (string, error) {
	has, err := a.Subdomain(ctx)
	if !Is(err, NotFound) {
		return has, err
	}
	made, _, err := call[wireSubdomain](ctx, a.account.client, request{
		op: OpPutSubdomain, method: http.MethodPut, path: a.account.path("workers", "subdomain"), body: jsonBody(map[string]string{"subdomain": name}),
	})
	if err == nil {
		return made.Subdomain, nil
	}
	if e := asError(err); e.unsure || e.Code == codeHasSubdomain {
		// Somebody else may have given the account one in between, or this call did and its answer
		// was lost.
		if has, again := a.Subdomain(ctx); again == nil {
			return has, nil
		}
	}
	return "", err
}

// Schedule is a cron expression that starts a script.
type Schedule struct {
	Cron string
	// Created and Modified are zero where Cloudflare does not tell.
	Created, Modified time.Time
}

type wireSchedule struct {
	Cron     string  `json:"cron"`
	Created  instant `json:"created_on"`
	Modified instant `json:"modified_on"`
}

type wireSchedules struct {
	Schedules []wireSchedule `json:"schedules"`
}

func (l *wireSchedules) flaw() string {
	return lacking(l.Schedules, "a schedule has no cron expression", func(one wireSchedule) bool { return one.Cron == "" })
}

// Schedules returns the schedules that start the script.
func (a Workers) Schedules(ctx context.Context, script string) ([]Schedule, error) {
	return a.schedules(ctx, request{op: OpGetSchedules, method: http.MethodGet, path: a.account.path("workers", "scripts", script, "schedules")})
}

// SetSchedules replaces the schedules that start the script. When the account's plan allows no more
// of them, the error is of Kind Quota.
func (a Workers) SetSchedules(ctx context.Context, script string, crons ...string) ([]Schedule, error) {
	rows := make([]map[string]string, len(crons))
	for i, cron := range crons {
		rows[i] = map[string]string{"cron": cron}
	}
	return a.schedules(ctx, request{
		op: OpPutSchedules, method: http.MethodPut, path: a.account.path("workers", "scripts", script, "schedules"), body: jsonBody(rows),
	})
}

func (a Workers) schedules(ctx context.Context, r request) ([]Schedule, error) {
	got, _, err := call[wireSchedules](ctx, a.account.client, r)
	if err != nil {
		return nil, err
	}
	all := make([]Schedule, 0, len(got.Schedules))
	for _, s := range got.Schedules {
		all = append(all, Schedule{Cron: s.Cron, Created: s.Created.Time, Modified: s.Modified.Time})
	}
	return all, nil
}
