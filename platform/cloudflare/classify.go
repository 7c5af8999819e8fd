package cloudflare

import (
	"net/http"
	"slices"
	"strings"
)

// Codes that mean something to the calls themselves.
const (
	codeR2NotEnabled     = 10042
	codeEmailNotVerified = 10034
	codeTitleExists      = 10014
	codeBucketIsOurs     = 10004
	codeNotFound         = 10007 // of a script, and of the account's workers.dev subdomain
	codeClassExists      = 10074
	codeMigrationTag     = 10079
	codeNeedsSubdomain   = 10063
	codeUnauthorized     = 9109
	codeAuthentication   = 10000
	codeHasSubdomain     = 10036
	codeNoSuchPlace      = 7000
	codeNoRoute          = 7003
)

// meaning is a row of the table: what a code means in some calls, for the same code means different
// things in others.
type meaning struct {
	code int
	// in are the calls; none is all.
	in   group
	kind Kind
	// unverified marks a code that no source but this client's first author names: it may not
	// exist.
	unverified bool
}

// group is a set of operations.
type group []Op

func (g group) has(op Op) bool { return len(g) == 0 || slices.Contains(g, op) }

var (
	everywhere = group(nil)
	ofBuckets  = group{
		OpCreateBucket, OpGetBucket, OpDeleteBucket, OpManagedDomain, OpSetManagedDomain, OpCustomDomains, OpGetLifecycle, OpSetLifecycle,
	}
	ofKV = group{
		OpCreateNamespace, OpListNamespaces, OpDeleteNamespace, OpListKeys, OpGetValue, OpPutValue, OpDeleteValue,
		OpGetValues,
	}
	ofScripts = group{
		OpListScripts, OpUploadScript, OpDeleteScript, OpPutSecret, OpListSecrets, OpScriptSubdomain, OpServeScript, OpGetSchedules,
		OpPutSchedules, OpStartTail, OpEndTail,
	}
	ofSubdomains = group{OpGetSubdomain, OpPutSubdomain, OpServeScript, OpScriptSubdomain}
	onUpload     = group{OpUploadScript}
	onDelete     = group{OpDeleteScript}
)

// meanings are the codes that mean the same under every status. The first row that fits counts; a
// code in a call that no row fits is read by the answer's status. Where they are from: Cloudflare's
// own client wrangler 4.86.0 and its public issues, and reports by users, read on 2026-11-22.
var meanings = []meaning{
	{code: 1000, kind: TokenWrong},
	{code: 1001, kind: TokenWrong},
	{code: 6003, kind: TokenWrong},
	{code: 6111, kind: TokenWrong},
	{code: 9106, kind: TokenWrong},
	{code: 9103, kind: TokenWrong},
	{code: codeNoSuchPlace, kind: NotFound},
	{code: codeNoRoute, kind: NotFound},

	{code: codeBucketIsOurs, in: ofBuckets, kind: Taken},
	{code: 10006, in: ofBuckets, kind: NotFound},
	{code: 10008, in: ofBuckets, kind: NotEmpty, unverified: true},
	{code: codeR2NotEnabled, in: ofBuckets, kind: NotEnabled},

	{code: 10009, in: ofKV, kind: NotFound},
	{code: 10013, in: ofKV, kind: NotFound},
	{code: codeTitleExists, in: ofKV, kind: Taken},
	{code: 10048, in: ofKV, kind: Quota},
	{code: 971, in: everywhere, kind: RateLimited, unverified: true},
	{code: 10429, in: everywhere, kind: RateLimited, unverified: true},

	{code: codeNotFound, in: ofScripts, kind: NotFound},
	{code: 10090, in: ofScripts, kind: NotFound},
	{code: codeNotFound, in: ofSubdomains, kind: NotFound},
	{code: 10090, in: ofSubdomains, kind: NotFound},
	{code: 10031, in: ofSubdomains, kind: Taken},
	{code: codeHasSubdomain, in: ofSubdomains, kind: Taken},
	{code: codeEmailNotVerified, in: everywhere, kind: NotEnabled},
	{code: codeNeedsSubdomain, in: everywhere, kind: NotEnabled},
	{code: 10072, in: ofScripts, kind: Quota},
	{code: 10037, in: ofScripts, kind: Quota},
	// A queue, or another script, still uses what is to be deleted.
	{code: 10064, in: onDelete, kind: NotEmpty},
	// A class that Durable Objects depend on is not exported; the text of the script cannot be
	// parsed; a binding names a KV namespace that is none; a parameter of the address is malformed.
	{code: 10064, in: onUpload, kind: Refused},
	{code: 10006, in: onUpload, kind: Refused},
	{code: codeR2NotEnabled, in: onUpload, kind: Refused},
	{code: codeBucketIsOurs, in: ofScripts, kind: Refused},
	{code: 10021, kind: Refused},
	{code: 10027, kind: Refused},
	{code: codeClassExists, kind: Refused},
	{code: codeMigrationTag, kind: Refused},
	{code: 10097, kind: Refused},
	{code: 10085, in: onUpload, kind: Refused},
	{code: 10061, in: onUpload, kind: Refused, unverified: true},
	{code: 10041, in: onUpload, kind: Refused, unverified: true},
	{code: 10030, in: ofSubdomains, kind: Refused, unverified: true},
}

// wordsNoToken are how a token that is none is answered under the code 10001, which other calls use
// for other things.
const (
	codeUnable   = 10001
	wordsNoToken = "unable to authenticate"
)

// dayLimits are the words by which a limit of the plan is told from a limit of the pace, for both
// come with 429.
var dayLimits = []string{"free usage limit", "free tier limit", "daily", "for the day", "for today", "per day"}

// kindOf returns what an error of Cloudflare's means.
func kindOf(op Op, status, code int, message string) Kind {
	lower := strings.ToLower(message)
	switch {
	case status >= http.StatusInternalServerError: // what fails inside has codes that mean something else elsewhere
		return Unreachable
	case code == codeAuthentication && (op == OpVerifyToken || status != http.StatusForbidden),
		code == codeUnauthorized && (op == OpVerifyToken || strings.Contains(lower, "access token")),
		code == codeUnable && (op == OpVerifyToken || strings.Contains(lower, wordsNoToken)):
		return TokenWrong
	case code == codeAuthentication, code == codeUnauthorized:
		return PermissionMissing
	case status == http.StatusTooManyRequests && isDayLimit(lower):
		return Quota
	}
	for _, m := range meanings {
		if m.code == code && m.in.has(op) {
			return m.kind
		}
	}
	return kindOfStatus(op, status)
}

// isUnverified reports whether what a code means in a call is this client's own belief: see meaning.
func isUnverified(op Op, code int) bool {
	return slices.ContainsFunc(meanings, func(m meaning) bool { return m.code == code && m.in.has(op) && m.unverified })
}

// isKnown reports whether kindOf knows what a code means in a call. The codes of failures inside of
// Cloudflare and of limits do not matter: such answers are read by their status.
func isKnown(op Op, status, code int) bool {
	switch {
	case code == 0, status >= http.StatusInternalServerError, status == http.StatusTooManyRequests:
		return true
	case code == codeAuthentication, code == codeUnauthorized, code == codeUnable:
		return true
	}
	return slices.ContainsFunc(meanings, func(m meaning) bool { return m.code == code && m.in.has(op) })
}

func kindOfStatus(op Op, status int) Kind {
	switch {
	case status == http.StatusTooManyRequests:
		return RateLimited
	case status == http.StatusUnauthorized, status == http.StatusForbidden && permissions[op] == "":
		return TokenWrong
	case status == http.StatusForbidden:
		return PermissionMissing
	case status == http.StatusNotFound:
		return NotFound
	case status >= http.StatusInternalServerError:
		return Unreachable
	default:
		return Refused
	}
}

func isDayLimit(message string) bool {
	for _, words := range dayLimits {
		if strings.Contains(message, words) {
			return true
		}
	}
	return false
}
