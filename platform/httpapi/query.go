package httpapi

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"crier/platform/apperror"

	"github.com/danielgtaylor/huma/v2"
)

// checkQuery refuses what huma would overlook: a query that does not parse, whose unreadable parts
// it drops; a second value for a parameter that takes one; and a value such as "?limit=", which it
// treats as missing. An empty header is refused for the same reason: a client that sends an
// Idempotency-Key without a key believes itself to be safe.
func checkQuery(api huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		u := ctx.URL()
		if err := queryError(ctx.Operation().Parameters, u.RawQuery); err != nil {
			refuse(api, ctx, err)
			return
		}
		if err := headerError(ctx); err != nil {
			refuse(api, ctx, err)
			return
		}
		next(ctx)
	}
}

func queryError(params []*huma.Param, raw string) *ErrorResponse {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return newResponse(apperror.InvalidParam, "the query string cannot be read: it takes name=value pairs, joined by & and percent-encoded")
	}
	for _, p := range params {
		values := query[p.Name]
		if p.In != "query" || len(values) == 0 || p.Schema.Type == huma.TypeArray {
			continue
		}
		if len(values) > 1 {
			return newResponse(apperror.InvalidParam, fmt.Sprintf("query.%s: it takes one value and stands %d times", p.Name, len(values)))
		}
		if values[0] == "" && !isFreeText(p) {
			return newResponse(apperror.InvalidParam, "query."+p.Name+": the value is empty")
		}
	}
	return nil
}

// headerError refuses a header of the operation that is empty or repeated.
func headerError(ctx huma.Context) (err *ErrorResponse) {
	seen := make(map[string]bool)
	ctx.EachHeader(func(name, value string) {
		isOurs := slices.ContainsFunc(ctx.Operation().Parameters, func(p *huma.Param) bool {
			return p.In == "header" && strings.EqualFold(p.Name, name)
		})
		switch {
		case !isOurs || err != nil:
		case value == "":
			err = newResponse(apperror.ValidationError, "header."+name+": the value is empty")
		case seen[name]:
			err = newResponse(apperror.ValidationError, "header."+name+": it stands more than once")
		}
		seen[name] = true
	})
	return err
}

// isFreeText reports whether every text is a value of the parameter.
func isFreeText(p *huma.Param) bool {
	return p.Schema.Type == huma.TypeString && p.Schema.Format == "" && len(p.Schema.Enum) == 0
}

// refuse answers a request before its operation runs.
func refuse(api huma.API, ctx huma.Context, resp *ErrorResponse) {
	_ = huma.WriteErr(api, ctx, resp.Status, resp.Message, resp)
}
