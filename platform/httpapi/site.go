package httpapi

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"

	"crier/platform/apperror"
	"crier/platform/loopback"

	"github.com/danielgtaylor/huma/v2"
)

// Site is a host name for which browsers store cookies: Addresses, or the app's own name, such as
// crier-k3v9x0qa.localhost.
//
// Cookies do not depend on ports. A browser sends its cookies for 127.0.0.1 to every server on this
// machine that it visits there. Only Crier gets the cookies for a name that no other server has.
type Site string

// Addresses stands for 127.0.0.1, localhost and [::1].
const Addresses Site = "127.0.0.1"

// SiteOf returns the site that the request of ctx is addressed to.
func SiteOf(ctx context.Context) Site { return stateOf(ctx).site }

// AppURL returns the app's own address, at which browsers have their sessions, for the request of
// ctx.
func AppURL(ctx context.Context) string { return stateOf(ctx).appURL }

// PortOf returns the port that the server of the request of ctx answers on.
func PortOf(ctx context.Context) int { return stateOf(ctx).port }

// standardPort is the port of a Host header without one.
const standardPort = 80

// hosts are the host names that the server accepts.
type hosts struct {
	// app is the app's own name, empty when there is none.
	app string
	// port returns the port that the server answers on.
	port func() int
}

// site returns the site of a Host header, and false when the header names another server. A page
// that had its name resolved to the loopback address sends that name.
func (h hosts) site(host string) (Site, bool) {
	name, port, ok := loopback.SplitHost(host)
	switch {
	case !ok || cmp.Or(port, standardPort) != h.port():
		return "", false
	case loopback.IsName(name):
		return Addresses, true
	}
	return Site(name), h.app != "" && name == h.app
}

// url returns the app's own address, that of 127.0.0.1 when there is none, and "" before the port
// is open.
func (h hosts) url() string {
	if h.port() == 0 {
		return ""
	}
	return "http://" + net.JoinHostPort(cmp.Or(h.app, string(Addresses)), strconv.Itoa(h.port()))
}

const ownAddressMetadata metadataKey = "ownAddress"

// AtOwnAddress says, in an operation's metadata, that a limited session cannot use it, because its
// effect lasts longer than such a session: it issues a credential, such as an API key, or sets
// where the user's files or tokens go.
func AtOwnAddress(metadata map[string]any) map[string]any {
	return with(metadata, ownAddressMetadata, true)
}

// AtAnyAddress says, in an operation's metadata, that a limited session can use it, because a thief
// of such a session gains nothing lasting by it.
func AtAnyAddress(metadata map[string]any) map[string]any {
	return with(metadata, ownAddressMetadata, false)
}

// NeedsOwnAddress reports whether an operation has AtOwnAddress.
func NeedsOwnAddress(op *huma.Operation) bool { return op.Metadata[string(ownAddressMetadata)] == true }

// mustSayWhatLasts panics when an operation that changes something accepts only the cookie and has
// neither AtOwnAddress nor AtAnyAddress: then nobody has considered a stolen session.
func mustSayWhatLasts(op *huma.Operation) {
	access := Access(op.Security)
	if op.Method == http.MethodGet || access.isPublic() || access.takes(bearerScheme) {
		return
	}
	if _, isSaid := op.Metadata[string(ownAddressMetadata)]; !isSaid {
		panic(fmt.Sprintf("httpapi: %s %s changes something and takes the cookie alone, but has neither AtOwnAddress nor AtAnyAddress", op.Method, op.Path))
	}
}

// documentOwnAddress says so in the operation's description.
func documentOwnAddress(op *huma.Operation) {
	if NeedsOwnAddress(op) {
		op.Description = strings.TrimSpace(op.Description) + " A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address " +
			"goes to other programs' pages too. Sign in with the link of `crier login` as it is printed."
	}
}

// checkPower refuses an effect that lasts longer than the session to a limited session.
func checkPower(op *huma.Operation, id Identity) error {
	if id.Session == nil || !id.Session.Limited || !NeedsOwnAddress(op) {
		return nil
	}
	return apperror.New(apperror.CookieAuthRequired, "a session of 127.0.0.1 cannot do this, as other programs' pages there get its cookie; "+
		"open Crier again at its own address (crier login prints the link), or use the command line")
}
