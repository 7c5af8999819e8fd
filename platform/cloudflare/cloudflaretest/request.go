package cloudflaretest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
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
	answer  answer
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

// discard takes what the routes write by themselves, which is nothing: the answer is in the request.
type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}
