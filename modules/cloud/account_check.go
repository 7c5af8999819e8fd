package cloud

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/httpapi"
	"crier/platform/httpclient"

	"github.com/danielgtaylor/huma/v2"
)

// CloudCall is one call of a check with its result. It contains no secret.
type CloudCall struct {
	Name    string `json:"name" doc:"What was asked for." example:"list scripts"`
	Actual  string `json:"actual" doc:"What the answer was." example:"2 scripts"`
	Row     string `json:"row" doc:"The row of Crier's tables that the answer is held against." example:"GET /accounts/{account}/workers/scripts (Cloudflare's SDK 7.3.0; 2026-11-24)"`
	Verdict string `json:"verdict" enum:"confirms,contradicts,refused,unreached" doc:"What the answer means for that row." example:"confirms"`
}

// CloudCheck is the answer of POST /api/cloud/check.
type CloudCheck struct {
	Calls []CloudCall `json:"calls" doc:"Each call that was made, in order."`
}

// rowSource is where the forms of the calls were read, and when.
const rowSource = "Cloudflare's SDK 7.3.0; 2026-11-24"

// checker makes all the calls that only read of the account with the worker's token, and compares
// each answer with what is known of Cloudflare. It changes nothing.
type checker struct {
	stack    *stack
	verifier *verifier
	expiry   *expiry
}

// reading is a call of a check, with its path. read returns the result in a few words.
type reading struct {
	op   cloudflare.Op
	path string
	read func(context.Context) (string, error)
}

func (c *checker) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "checkCloud", Method: http.MethodPost, Path: "/cloud/check", Tags: []string{tag},
		Summary: "Hold Cloudflare's answers against what is known of it",
		Description: "Reads all that can be read of the worker, its namespace and its bucket by the stored token. Each answer is held against the tables " +
			"that Crier is built on. It changes nothing there.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.CloudNotConfigured, apperror.TokenRequired, apperror.NotConfigured)),
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[CloudCheck], error) {
		calls, err := c.Check(ctx)
		return httpapi.Answer(CloudCheck{Calls: calls}, err)
	})
}

// Check makes the calls and returns the result of each. It returns CLOUD_NOT_CONFIGURED where
// nothing was set up, and TOKEN_REQUIRED without a token that can be opened here.
func (c *checker) Check(ctx context.Context) ([]CloudCall, error) {
	st := c.stack.get()
	account, err := c.stack.account(st)
	if err != nil {
		return nil, err
	}
	unknown := ""
	ctx = httpclient.WithObserver(ctx, func(u httpclient.Unknown) { unknown = u.What })
	calls := []CloudCall{}
	for _, r := range append(c.ofAccount(st, account), c.ofBucket(account)...) {
		unknown = ""
		actual, err := r.read(ctx)
		calls = append(calls, r.judge(actual, err, unknown))
	}
	return calls, nil
}

// ofAccount returns the calls about the token, the namespace and the worker.
func (c *checker) ofAccount(st state, account *cloudflare.Account) []reading {
	const inAccount, script = "GET /accounts/{account}/", "GET /accounts/{account}/workers/scripts/{script}/"
	workers, name := account.Workers(), st.row.WorkerName
	return []reading{
		{cloudflare.OpVerifyToken, "GET /user/tokens/verify, or that of an account", func(ctx context.Context) (string, error) {
			got, err := c.verifier.verifyToken(ctx, st.token, st.row.AccountID)
			return "the token is " + got.Status, err
		}},
		{cloudflare.OpListAccounts, "GET /accounts", counted("accounts", c.stack.api.As(st.token).Accounts)},
		{cloudflare.OpListNamespaces, inAccount + "storage/kv/namespaces", counted("namespaces", account.Namespaces)},
		{cloudflare.OpListKeys, inAccount + "storage/kv/namespaces/{namespace}/keys", func(ctx context.Context) (string, error) {
			got, err := account.Namespace(st.row.NamespaceID).Keys(ctx, "", "", 0)
			return fmt.Sprintf("%d keys on the first page", len(got.Keys)), err
		}},
		{cloudflare.OpListScripts, inAccount + "workers/scripts", counted("scripts", workers.Scripts)},
		{cloudflare.OpGetSubdomain, inAccount + "workers/subdomain", func(ctx context.Context) (string, error) {
			_, err := workers.Subdomain(ctx)
			return "there is one", err
		}},
		{cloudflare.OpScriptSubdomain, script + "subdomain", func(ctx context.Context) (string, error) {
			served, err := workers.ScriptServed(ctx, name)
			return fmt.Sprintf("served: %t", served), err
		}},
		{cloudflare.OpGetSchedules, script + "schedules", counted("schedules", of(name, workers.Schedules))},
		{cloudflare.OpListSecrets, script + "secrets", counted("secrets", of(name, workers.Secrets))},
	}
}

// ofBucket returns the calls about the bucket, none where it is not in the account.
func (c *checker) ofBucket(account *cloudflare.Account) []reading {
	const bucket = "GET /accounts/{account}/r2/buckets/{bucket}"
	place, isOurs := c.expiry.managed()
	if !isOurs {
		return nil
	}
	r2, name := account.R2(), place.name
	return []reading{
		{cloudflare.OpGetBucket, bucket, func(ctx context.Context) (string, error) {
			_, err := r2.Bucket(ctx, name)
			return "it is there", err
		}},
		{cloudflare.OpManagedDomain, bucket + "/domains/managed", func(ctx context.Context) (string, error) {
			got, err := r2.ManagedDomain(ctx, name)
			return fmt.Sprintf("enabled: %t", got.Enabled), err
		}},
		{cloudflare.OpCustomDomains, bucket + "/domains/custom", counted("domains", of(name, r2.CustomDomains))},
		{cloudflare.OpGetLifecycle, bucket + "/lifecycle", counted("rules", of(name, r2.Lifecycle))},
	}
}

// counted describes a list by its length.
func counted[T any](what string, list func(context.Context) ([]T, error)) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		all, err := list(ctx)
		return fmt.Sprintf("%d %s", len(all), what), err
	}
}

func of[T any](name string, list func(context.Context, string) ([]T, error)) func(context.Context) ([]T, error) {
	return func(ctx context.Context) ([]T, error) { return list(ctx, name) }
}

// judge says what an answer means for its row.
func (r reading) judge(actual string, err error, unknown string) CloudCall {
	out := CloudCall{Name: string(r.op), Actual: actual, Row: fmt.Sprintf("%s (%s)", r.path, rowSource), Verdict: "confirms"}
	if err != nil {
		out.Actual, out.Verdict = err.Error(), "refused"
	}
	if e, ok := errors.AsType[*cloudflare.Error](err); ok {
		out.Actual = e.Error()
		if e.Unverified {
			out.Actual += "; what the code means is unverified"
		}
		switch e.Kind {
		case cloudflare.NotCloudflare:
			out.Verdict = "contradicts"
		case cloudflare.Unreachable:
			out.Verdict = "unreached"
		default:
		}
	}
	if unknown != "" {
		out.Actual, out.Verdict = out.Actual+"; unknown here: "+unknown, "contradicts"
	}
	return out
}
