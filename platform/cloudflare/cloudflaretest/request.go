package cloudflaretest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// request is one call on its way through the routes.
type request struct {
	server  *Server
	http    *http.Request
	body    []byte
	token   *Token
	account *account
	// changed is the script that the call changed.
	changed string
	// after, if set, is called when the call has taken effect.
	after  func()
	answer answer
}

type requestKey struct{}

func with(ctx context.Context, r *request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// answer is what is written in the end.
type answer struct {
	status      int
	contentType string
	header      http.Header
	body        []byte
}

type apiError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

type envelope struct {
	Result   any        `json:"result"`
	Success  bool       `json:"success"`
	Errors   []apiError `json:"errors"`
	Messages []apiError `json:"messages"`
	Info     any        `json:"result_info,omitempty"`
}

func result(v any) answer { return list(v, nil) }

func list(v, info any) answer {
	return wrap(http.StatusOK, envelope{Result: v, Success: true, Errors: []apiError{}, Messages: []apiError{}, Info: info})
}

func refusal(status, code int, message string) answer {
	return wrap(status, envelope{Errors: []apiError{{code, message}}, Messages: []apiError{}})
}

func wrap(status int, e envelope) answer {
	b, err := json.Marshal(e)
	if err != nil {
		panic(err) // what the server itself made
	}
	return answer{status: status, contentType: "application/json", body: b}
}

func (r *request) value(name string) string { return r.http.PathValue(name) }

func (r *request) query() url.Values { return r.http.URL.Query() }

// decode reads the body and reports whether it is JSON of that form.
func (r *request) decode(v any) bool {
	return json.NewDecoder(bytes.NewReader(r.body)).Decode(v) == nil
}

// authenticate finds the request's token, or refuses as Cloudflare does.
func (r *request) authenticate(verify bool) bool {
	header := r.http.Header.Get("Authorization")
	value, isBearer := strings.CutPrefix(header, "Bearer ")
	switch {
	case header == "":
		r.answer = refusal(http.StatusBadRequest, 9106, `Missing "Authorization" header`)
	case !isBearer || value == "" || strings.ContainsAny(value, " \t"):
		r.answer = refusal(http.StatusBadRequest, 6003, "Invalid request headers")
	default:
		r.token = r.server.tokens[value]
		switch {
		case r.token == nil && verify:
			r.answer = refusal(http.StatusUnauthorized, 1000, "Invalid API Token")
		case r.token == nil && r.value("account") != "":
			// cloudflare/terraform-provider-cloudflare#5014 and #5019, read 2026-11-25.
			r.answer = refusal(http.StatusBadRequest, 10001, "Unable to authenticate request")
		case r.token == nil, !verify && r.token.hasEnded(r.server.clock.Now()):
			r.answer = refusal(http.StatusForbidden, 9109, "Invalid access token")
		}
	}
	return r.answer.status == 0
}

// authorize finds the request's account, or refuses a token that may not do this there.
func (r *request) authorize(permission string) bool {
	id := r.value("account")
	r.account = r.server.accounts[id]
	if r.account == nil {
		path := strings.TrimPrefix(r.http.URL.Path, prefix)
		r.answer = refusal(http.StatusNotFound, 7003, "Could not route to "+path+", perhaps your object identifier is invalid?")
		return false
	}
	if slices.Contains(r.token.Accounts, id) && (permission == "" || r.token.may(permission)) {
		return true
	}
	r.answer = refusal(http.StatusForbidden, 10000, "Authentication error")
	return false
}

// spend takes one operation from the account's budget of the day and refuses when there is none
// left.
func (r *request) spend(what string, budget int) bool {
	a, today := r.account, r.server.clock.Now().Format(time.DateOnly)
	if a.day != today {
		a.day, a.used = today, map[string]int{}
	}
	if a.used[what] >= budget {
		r.answer = refusal(http.StatusTooManyRequests, 10048, "your account has reached the free usage limit for this operation for today, please try again tomorrow or upgrade your plan")
		return false
	}
	a.used[what]++
	return true
}

// namespace returns the one of the path, or nil after refusing.
func (r *request) namespace() *namespace {
	n := r.account.namespace(r.value("ns"))
	if n == nil {
		r.answer = refusal(http.StatusNotFound, 10013, "namespace not found")
	}
	return n
}

// withR2 refuses when the account has no R2.
func (r *request) withR2() bool {
	if !r.account.plan.R2 {
		r.answer = refusal(http.StatusForbidden, 10042, "Please enable R2 through the Cloudflare Dashboard.")
	}
	return r.account.plan.R2
}

// bucket returns the one of the path, or nil after refusing.
func (r *request) bucket() *bucket {
	if !r.withR2() {
		return nil
	}
	b := r.account.buckets[r.value("bucket")]
	if b == nil {
		r.answer = refusal(http.StatusNotFound, 10006, "The specified bucket does not exist.")
	}
	return b
}

// script returns the one of the path, or nil after refusing.
func (r *request) script() *script {
	sc := r.account.scripts[r.value("script")]
	if sc == nil {
		r.answer = refusal(http.StatusNotFound, 10007, "This Worker does not exist on your account.")
	}
	return sc
}

// page returns the part of all that a list numbered by pages asks for.
func page[T any](r *request, all []T, usual int) answer {
	number, per := atoi(r.query().Get("page"), 1), atoi(r.query().Get("per_page"), usual)
	if number < 1 || per < 1 || per > 1000 {
		return refusal(http.StatusBadRequest, 10019, "invalid pagination")
	}
	from := min((number-1)*per, len(all))
	part := all[from:min(from+per, len(all))]
	return list(append([]T{}, part...), map[string]int{
		"page": number, "per_page": per, "count": len(part), "total_count": len(all), "total_pages": (len(all) + per - 1) / per,
	})
}

func atoi(s string, usual int) int {
	if s == "" {
		return usual
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// discard is the ResponseWriter of the routes. They write nothing to it: the answer is in the
// request.
type discard struct{}

func (discard) Header() http.Header { return http.Header{} }

func (discard) Write(b []byte) (int, error) { return len(b), nil }

func (discard) WriteHeader(int) {}
