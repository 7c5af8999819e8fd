package httpapi

import (
	"net/http"
	"slices"

	"crier/platform/apperror"

	"github.com/danielgtaylor/huma/v2"
)

// Access says which credentials an operation accepts. It becomes the operation's security in the
// document.
type Access []map[string][]string

const (
	bearerScheme  = "bearer"
	sessionScheme = "session"
)

// The three kinds of access of contract 4 and 5. They are functions so that no operation can change
// another's.

// Any accepts an API key or the session cookie.
func Any() Access { return Access{{bearerScheme: {}}, {sessionScheme: {}}} }

// CookieOnly accepts only the session cookie.
func CookieOnly() Access { return Access{{sessionScheme: {}}} }

// Public accepts every request.
func Public() Access { return Access{{}} }

func (a Access) takes(scheme string) bool {
	return slices.ContainsFunc(a, func(alternative map[string][]string) bool {
		_, isIn := alternative[scheme]
		return isIn
	})
}

func (a Access) isPublic() bool {
	return slices.ContainsFunc(a, func(alternative map[string][]string) bool { return len(alternative) == 0 })
}

// authorise decides whether the sender may use an operation, and charges the key's budget. It
// returns nil when the sender may.
func authorise(limiter *limiter, h http.Header, id Identity, access Access) error {
	if access.isPublic() {
		return nil
	}
	if id.err != nil {
		return id.err
	}
	if !id.Authenticated() {
		return apperror.New(apperror.AuthRequired, "the request has neither an API key nor a session; send Authorization: Bearer svc_live_... with a key of crier keys create, or open the link of crier login in the browser")
	}
	if id.Key.IsZero() {
		return nil
	}
	v := limiter.take(id.Key)
	limiter.writeHeaders(h, v)
	if !v.allowed {
		err := apperror.New(apperror.RateLimited, "more than %s with this API key", v.exceeded)
		err.RetryAfter = v.retryAfter
		return err
	}
	if !access.takes(bearerScheme) {
		return apperror.New(apperror.CookieAuthRequired, "this needs the signed-in browser or the command line; an API key cannot do it")
	}
	return nil
}

// authorised is the huma middleware that refuses requests without the credentials that the
// operation's security names.
func authorised(limiter *limiter, api huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		h := http.Header{}
		id := IdentityOf(ctx.Context())
		err := authorise(limiter, h, id, Access(ctx.Operation().Security))
		if err == nil {
			err = checkPower(ctx.Operation(), id)
		}
		for name, values := range h {
			ctx.SetHeader(name, values[0])
		}
		if err == nil {
			next(ctx)
			return
		}
		refuse(api, ctx, responseFor(ctx.Context(), err))
	}
}

// protect does the same for a plain handler.
func protect(limiter *limiter, access Access, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := authorise(limiter, w.Header(), IdentityOf(r.Context()), access); err != nil {
			writeError(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}
