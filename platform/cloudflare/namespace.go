package cloudflare

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"crier/platform/clock"
)

// Namespace is a KV namespace.
type Namespace struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

func (n *Namespace) flaw() string { return missing([2]string{"id", n.ID}) }

type wireNamespaces []Namespace

func (l *wireNamespaces) flaw() string {
	return lacking(*l, "a namespace has no id", func(one Namespace) bool { return one.ID == "" })
}

// findTries is how often a namespace is looked for that Cloudflare says exists: its list may lag a
// little.
const findTries = 3

// Namespaces returns the account's KV namespaces.
func (a *Account) Namespaces(ctx context.Context) ([]Namespace, error) {
	return pages[wireNamespaces](ctx, a.client, request{op: OpListNamespaces, method: http.MethodGet, path: a.path("storage", "kv", "namespaces")})
}

// EnsureNamespace returns the namespace of the title, made by this call or before it, and whether
// it was made by it as far as that can be told.
func (a *Account) EnsureNamespace(ctx context.Context, title string) (Namespace, bool, error) {
	made, _, err := call[Namespace](ctx, a.client, request{
		op: OpCreateNamespace, method: http.MethodPost, path: a.path("storage", "kv", "namespaces"),
		body: jsonBody(map[string]string{"title": title}),
	})
	if err == nil {
		return made, true, nil
	}
	e := asError(err)
	if e.Code != codeTitleExists && !e.unsure {
		return Namespace{}, false, err
	}
	found, err := a.findNamespace(ctx, title, e)
	return found, false, err
}

// findNamespace looks for the namespace that the failed call says exists, or may have made.
func (a *Account) findNamespace(ctx context.Context, title string, failed *Error) (Namespace, error) {
	for try := 1; ; try++ {
		all, err := a.Namespaces(ctx)
		if err != nil {
			return Namespace{}, err
		}
		if i := slices.IndexFunc(all, func(n Namespace) bool { return n.Title == title }); i >= 0 {
			return all[i], nil
		}
		if try >= findTries || failed.Code != codeTitleExists {
			return Namespace{}, failed
		}
		if err := clock.Sleep(ctx, a.client.clock, firstPause); err != nil {
			return Namespace{}, failed
		}
	}
}

// DeleteNamespace deletes the namespace with all that is in it; one that is not there counts as
// deleted.
func (a *Account) DeleteNamespace(ctx context.Context, id string) error {
	return gone(a.client.send(ctx, request{op: OpDeleteNamespace, method: http.MethodDelete, path: a.path("storage", "kv", "namespaces", id)}))
}

// Namespace returns what reads and writes in the namespace with the id.
func (a *Account) Namespace(id string) *KV { return &KV{account: a, id: id} }

// gone returns nil for the failure to delete what is not there. A wrong account is no such failure.
func gone(err error) error {
	if e, isOurs := errors.AsType[*Error](err); isOurs && e.Kind == NotFound && e.Code != codeNoSuchPlace && e.Code != codeNoRoute {
		return nil
	}
	return err
}

// asError returns the *Error that every call of this package fails with.
func asError(err error) *Error {
	if e, isOurs := errors.AsType[*Error](err); isOurs {
		return e
	}
	return &Error{Kind: Refused, detail: err.Error(), cause: err}
}

// jsonBody returns the value as a body. What is given here are strings, numbers and lists of them,
// which can be encoded.
func jsonBody(v any) body {
	b, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic(fmt.Sprintf("cloudflare: a body cannot be encoded: %v", err))
	}
	return body{contentType: "application/json", bytes: b}
}

// seconds returns d in whole seconds, up.
func seconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
