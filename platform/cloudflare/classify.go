package cloudflare

import (
	"net/http"
	"strings"
)

// Codes that mean something to the calls themselves.
const (
	codeR2NotEnabled     = 10042
	codeEmailNotVerified = 10034
	codeBucketIsOurs     = 10004
	codeTitleExists      = 10014
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

// kinds are the codes that mean the same under every status and in every call.
var kinds = map[int]Kind{
	1000: TokenWrong, 1001: TokenWrong, 6003: TokenWrong, 6111: TokenWrong, 9106: TokenWrong, 9103: TokenWrong,
	codeNoSuchPlace: NotFound, codeNoRoute: NotFound, 10006: NotFound, codeNotFound: NotFound, 10009: NotFound, 10013: NotFound, 10090: NotFound,
	codeBucketIsOurs: Taken, codeTitleExists: Taken, 10031: Taken, codeHasSubdomain: Taken,
	10008:            NotEmpty,
	10064:            NotEmpty,
	codeR2NotEnabled: NotEnabled, codeEmailNotVerified: NotEnabled, codeNeedsSubdomain: NotEnabled,
	10048: Quota, 10072: Quota, 10037: Quota,
	971: RateLimited, 10429: RateLimited,
	10021: Refused, 10027: Refused, 10061: Refused, codeClassExists: Refused, codeMigrationTag: Refused, 10097: Refused,
}

// dayLimits are the words by which a limit of the plan is told from a limit of the pace, for both come with 429.
var dayLimits = []string{"free usage limit", "free tier limit", "daily", "for the day", "for today", "per day"}

// kindOf returns what an error of Cloudflare's means.
func kindOf(op Op, status, code int, message string) Kind {
	lower := strings.ToLower(message)
	switch {
	case status >= http.StatusInternalServerError: // what fails inside has codes that mean something else elsewhere
		return Unreachable
	case code == codeAuthentication && (op == OpVerifyToken || status != http.StatusForbidden),
		code == codeUnauthorized && (op == OpVerifyToken || strings.Contains(lower, "access token")):
		return TokenWrong
	case code == codeAuthentication, code == codeUnauthorized:
		return PermissionMissing
	case status == http.StatusTooManyRequests && isDayLimit(lower):
		return Quota
	}
	if kind, ok := kinds[code]; ok {
		return kind
	}
	return kindOfStatus(op, status)
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
