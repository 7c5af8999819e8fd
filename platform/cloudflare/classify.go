package cloudflare

import (
	"net/http"
	"slices"
	"strings"
)

// The codes that callers tell from others of their Kind.
const (
	// CodeTokenMissing: the call came without a token.
	CodeTokenMissing = 9106
	// CodeCronsUsedUp: the account has no cron trigger left.
	CodeCronsUsedUp = 10072
)

// The codes that the calls themselves act on.
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

// meaning is a row of the table: what a code means in some calls. In other calls the same code may
// mean something else.
type meaning struct {
	code int
	// in are the calls; none is all.
	in   group
	kind Kind
	// source is where somebody else names it, read by 2026-11-25. Without one the code may not
	// exist: what it means is this client's own belief.
	source string
}

// group is a set of operations.
type group []Op

func (g group) has(op Op) bool { return len(g) == 0 || slices.Contains(g, op) }

var (
	everywhere = group(nil)
	ofBuckets  = group{
		OpCreateBucket, OpGetBucket, OpManagedDomain, OpSetManagedDomain, OpCustomDomains, OpGetLifecycle, OpSetLifecycle,
	}
	ofKV = group{
		OpCreateNamespace, OpListNamespaces, OpDeleteNamespace, OpListKeys, OpGetValue, OpPutValue, OpDeleteValue,
		OpGetValues,
	}
	ofScripts = group{
		OpListScripts, OpUploadScript, OpDeleteScript, OpListSecrets, OpScriptSubdomain, OpServeScript, OpGetSchedules,
		OpPutSchedules, OpStartTail, OpEndTail,
	}
	ofSubdomains = group{OpGetSubdomain, OpPutSubdomain, OpServeScript, OpScriptSubdomain}
	onUpload     = group{OpUploadScript}
	onDelete     = group{OpDeleteScript}
)

// meanings are the codes that mean the same under every status. The first row that fits counts; a
// code in a call that no row fits is read by the answer's status.
var meanings = []meaning{
	{code: 1000, kind: TokenWrong, source: seen},
	{code: 1001, kind: TokenWrong, source: "kissgyorgy/cloudflare-dyndns#40"},
	{code: 6003, kind: TokenWrong, source: "kissgyorgy/cloudflare-dyndns#40"},
	{code: 6111, kind: TokenWrong, source: "kissgyorgy/cloudflare-dyndns#40"},
	{code: CodeTokenMissing, kind: TokenWrong, source: seen},
	{code: 9103, kind: TokenWrong},
	{code: codeNoSuchPlace, kind: NotFound, source: "cloudflare/wrangler-legacy#320"},
	{code: codeNoRoute, kind: NotFound, source: "rocicorp/mono#931"},

	{code: codeBucketIsOurs, in: ofBuckets, kind: Taken, source: seen},
	{code: 10006, in: ofBuckets, kind: NotFound, source: "cloudflare/workers-sdk#2798"},
	{code: codeR2NotEnabled, in: ofBuckets, kind: NotEnabled, source: seen + "; the words are in cloudflare/moltworker#41"},

	{code: 10009, in: ofKV, kind: NotFound, source: "cloudflare/wrangler-legacy#405"},
	{code: 10013, in: ofKV, kind: NotFound, source: "cloudflare/wrangler-legacy#405"},
	{code: codeTitleExists, in: ofKV, kind: Taken, source: "cloudflare/workers-sdk#13242"},
	{code: 10048, in: ofKV, kind: Quota, source: seen},
	{code: 971, in: everywhere, kind: RateLimited},
	{code: 10429, in: everywhere, kind: RateLimited},

	{code: codeNotFound, in: ofScripts, kind: NotFound, source: "wrangler 4.86.0, whose code names it"},
	{code: 10090, in: ofScripts, kind: NotFound, source: "wrangler 4.86.0, whose code names it"},
	{code: codeNotFound, in: ofSubdomains, kind: NotFound, source: "Shudesu/line-harness-oss#216"},
	{code: 10090, in: ofSubdomains, kind: NotFound, source: "wrangler 4.86.0, whose code names it"},
	{code: 10031, in: ofSubdomains, kind: Taken, source: "Shudesu/line-harness-oss#216"},
	{code: codeHasSubdomain, in: ofSubdomains, kind: Taken, source: seen},
	{code: codeEmailNotVerified, in: everywhere, kind: NotEnabled, source: "cloudflare/wrangler-legacy#320"},
	{code: codeNeedsSubdomain, in: everywhere, kind: NotEnabled, source: "cloudflare/workers-sdk#9045"},
	{code: CodeCronsUsedUp, in: ofScripts, kind: Quota, source: seen},
	{code: 10037, in: ofScripts, kind: Quota, source: seen},
	// A queue, or another script, still uses what is to be deleted.
	{code: 10064, in: onDelete, kind: InUse, source: "cloudflare/workers-sdk#3370, kentcdodds/kody#1336"},
	// A class that Durable Objects depend on is not exported; the text of the script cannot be
	// parsed; a binding names a KV namespace that is none; a parameter of the address is malformed.
	{code: 10064, in: onUpload, kind: Refused, source: "botiverse/hands#167, kentcdodds/kody#1559"},
	{code: 10006, in: onUpload, kind: Refused, source: seen},
	{code: codeR2NotEnabled, in: onUpload, kind: Refused, source: "cloudflare/workers-sdk#14249"},
	{code: codeBucketIsOurs, in: ofScripts, kind: Refused, source: seen},
	{code: 10021, kind: Refused, source: "cloudflare-typescript#2799 and #158"},
	{code: 10027, kind: Refused, source: "wrangler 4.86.0, whose code names it"},
	{code: codeClassExists, kind: Refused, source: "elizaOS/eliza#23974"},
	{code: codeMigrationTag, kind: Refused, source: "cloudflare/workers-sdk#705, SullyOS#525"},
	{code: 10097, kind: Refused, source: seen},
	{code: 10085, in: onUpload, kind: Refused, source: seen},
	{code: 10061, in: onUpload, kind: Refused, source: "cloudflare/workers-sdk#1792, #7899 and #10246"},
	{code: 10041, in: onUpload, kind: Refused},
	{code: 10030, in: ofSubdomains, kind: Refused},
}

// seen stands for a source in the code of Cloudflare's own client, in its public issues or in other
// public reports, whose number was not kept.
const seen = "wrangler 4.86.0, its public issues and other reports, read 2026-11-22; no number is known"

// wordsNoToken are the words of the answer to a text that is no token. That answer has the code
// 10001, which other calls use for other things.
const (
	codeUnable   = 10001
	wordsNoToken = "unable to authenticate"
)

// dayLimits are words of an answer about a limit of the plan. An answer about too many calls in a
// short time has the same status, 429, and none of these words.
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
	if i := slices.IndexFunc(meanings, func(m meaning) bool { return m.code == code && m.in.has(op) }); i >= 0 {
		return meanings[i].kind
	}
	return kindOfStatus(op, status)
}

// isUnverified reports whether what a code means in a call is this client's own belief: see
// meaning.
func isUnverified(op Op, code int) bool {
	return slices.ContainsFunc(meanings, func(m meaning) bool { return m.code == code && m.in.has(op) && m.source == "" })
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
	return slices.ContainsFunc(dayLimits, func(words string) bool { return strings.Contains(message, words) })
}
