package graph

import (
	"net/http"
	"slices"
)

// Class says what is worth doing after a failure.
type Class string

const (
	// Retry: the same call may succeed later.
	Retry Class = "retry"
	// NewContainer: the container is lost, a new one may succeed.
	NewContainer Class = "new container"
	// NotReady: the container is not finished; read its status again, then repeat.
	NotReady Class = "not ready"
	// Wait: a limit of requests is reached or the action is blocked for a while, see RetryAfter.
	Wait Class = "wait"
	// CapReached: the account's publishing cap is reached, until its window has moved on.
	CapReached Class = "cap reached"
	// TokenDead: the token no longer works, and the account must be connected again.
	TokenDead Class = "token dead"
	// NoPermission: the token lacks a permission, the account must be connected again with it.
	NoPermission Class = "no permission"
	// UserAction: the network wants its user to act in its own app first.
	UserAction Class = "user action"
	// Permanent: the same request fails again.
	Permanent Class = "permanent"
)

// Side limits a Rule to reads or writes.
type Side string

// The sides; the zero value is both.
const (
	OnRead  Side = "read"
	OnWrite Side = "write"
)

// Rule is one row of the table that gives each code of the network its Class.
type Rule struct {
	// Code is the error's code; 0 is any. With CodeEnd it is the first of a range that ends there.
	Code, CodeEnd int
	// Subcode is the error's subcode; 0 is any that has no row of its own.
	Subcode int
	On      Side
	Class   Class
	// Tries, if above 0, is how many repeats are worthwhile before the failure counts as Then.
	Tries int
	Then  Class
	// Unsure marks an answer that a write may get although it took effect.
	Unsure bool
	// Unknown marks the rows for errors that the table does not have.
	Unknown bool
	Meaning string
	// Fix is what a person can do about it, in words that go on after the Meaning. It is empty
	// where waiting is all, where the class says it, and where nobody knows whether a call took
	// effect.
	Fix string
}

const (
	// Subcodes between these bounds belong to publishing and mean the same under every code.
	firstPublishingSubcode, lastPublishingSubcode = 2207000, 2207999

	fewTries = 3
)

// Rules returns the table, rows with a subcode first.
func Rules() []Rule {
	return slices.Concat(publishingRules(), processingRules(), tokenRules(), pageRules(), pageVideoRules(), codeRules())
}

// publishingRules are of Meta's page of error codes of content publishing (read 2026-11-22, in a
// copy of September 2026), which says of 24/2207006 to generate a new container. That a post with
// 4/2207051 may be live is gitroomhq/postiz-app pull request 1681 of 2026-07-06; that fresh objects
// are answered 100/33 are its issue 1562 and pull request 1568 of May 2026, and
// geoff-maddock/events-tracker issue 1900. Of 110/2207013 no source is known but a client's code,
// and no page says what 100/2207089 is: the code is that of a parameter. 2207018 is a
// collaborator's name, often for an @ before it.
func publishingRules() []Rule {
	return []Rule{
		{Code: -2, Subcode: 2207003, Class: NewContainer, Meaning: "fetching the media took too long", Fix: "look whether its public address can be reached (crier bucket check), then retry the post"},
		{Code: -2, Subcode: 2207020, Class: NewContainer, Meaning: "what the network had fetched of the media has expired", Fix: "retry the post"},
		{Code: -1, Subcode: 2207001, Class: Retry, Unsure: true, Meaning: "the network's server failed"},
		{Code: -1, Subcode: 2207032, Class: NewContainer, Meaning: "the media could not be created", Fix: "retry the post"},
		{Code: -1, Subcode: 2207053, Class: NewContainer, Meaning: "the upload failed for a reason that is not given", Fix: "retry the post"},
		{Code: -1, Subcode: 2207073, Class: Permanent, Meaning: "media of this type cannot be deleted", Fix: "delete it in the network's own app"},
		{Code: 1, Subcode: 2207057, Class: Permanent, Meaning: "the cover lies outside of the video", Fix: "choose a moment within it, and publish it as a new post"},
		{Code: 4, Subcode: 2207051, Class: Wait, Unsure: true, Meaning: "the network takes this for spam and blocks it", Fix: "leave the account alone meanwhile"},
		{Code: 9, Subcode: 2207042, Class: CapReached, Meaning: "the publishing cap is reached"},
		{Code: 24, Subcode: 2207006, Class: NewContainer, Meaning: "the media was not found", Fix: "retry the post"},
		{
			Code: 24, Subcode: 2207008, Class: Retry, Tries: 2, Then: NewContainer,
			Meaning: "the container is missing, expired or not yet known everywhere", Fix: "retry the post",
		},
		{Code: 25, Subcode: 2207050, Class: UserAction, Meaning: "the account is inactive, restricted or at a checkpoint"},
		{Subcode: 2207018, Class: Permanent, Meaning: "the username of a collaborator is refused", Fix: "write the names without an @, of public accounts that let others add them, and publish it as a new post"},
		{Code: 100, Subcode: 2207023, Class: Permanent, Meaning: "this kind of post is unknown to the network", Fix: "update Crier"},
		{Code: 100, Subcode: 2207028, Class: Permanent, Meaning: "a carousel needs 2 to 10 files", Fix: "put 2 to 10 files into it, and publish it as a new post"},
		{Code: 100, Subcode: 2207035, Class: Permanent, Meaning: "a product tag is not accepted", Fix: "publish it as a new post without product tags"},
		{Code: 100, Subcode: 2207036, Class: Permanent, Meaning: "a product tag is not accepted", Fix: "publish it as a new post without product tags"},
		{Code: 100, Subcode: 2207037, Class: Permanent, Meaning: "a product tag is not accepted", Fix: "publish it as a new post without product tags"},
		{Code: 100, Subcode: 2207040, Class: Permanent, Meaning: "the post has more than 20 tags", Fix: "mention at most 20 accounts (@) in the caption, and publish it as a new post"},
		{Code: 100, Subcode: 2207089, Class: Permanent, Meaning: "the account or the post does not take one of the settings", Fix: "publish it as a new post without its trial, its label, its cover and the people in it"},
		{
			Code: 100, Subcode: 33, On: OnRead, Class: Retry, Tries: fewTries, Then: Permanent,
			Meaning: "the object is missing, not permitted or not yet known everywhere",
		},
		{Code: 100, Subcode: 33, On: OnWrite, Class: Permanent, Meaning: "the object is missing, or does not permit this"},
		{Code: 110, Subcode: 2207013, Class: Permanent, Meaning: "there is no such account, or it is not a professional one", Fix: "make it a professional account in the network's own app, then retry the post"},
	}
}

// processingRules are of the same page. The subcodes without a code are what Postiz takes them for
// (its Instagram provider, read 2026-11-22). Of 2207069 there is no source: it counts as any
// subcode of publishing that nobody knows.
func processingRules() []Rule {
	return []Rule{
		{Code: 352, Subcode: 2207026, Class: Permanent, Meaning: "videos of this format are not accepted", Fix: "convert it (crier media convert), and publish it as a new post"},
		{Code: 9004, Subcode: 2207052, Class: Retry, Meaning: "the media could not be fetched", Fix: "look whether its public address can be reached (crier bucket check), then retry the post"},
		{Code: 9007, Subcode: 2207027, Class: NotReady, Meaning: "the media is not ready to be published"},
		{Code: 36000, Subcode: 2207004, Class: Permanent, Meaning: "the picture is larger than 8 MiB", Fix: "upload a smaller one, and publish it as a new post"},
		{Code: 36001, Subcode: 2207005, Class: Permanent, Meaning: "pictures of this format are not accepted", Fix: "upload it as a JPEG, and publish it as a new post"},
		{Code: 36003, Subcode: 2207009, Class: Permanent, Meaning: "pictures of this shape are not accepted", Fix: "crop it or pad it (--fit), and publish it as a new post"},
		{Code: 36004, Subcode: 2207010, Class: Permanent, Meaning: "the caption is too long, or has too many hashtags", Fix: "shorten the caption to 2,200 characters with at most 30 hashtags, and publish it as a new post"},
		{Subcode: 2207076, Class: Permanent, Meaning: "the video was refused while it was processed", Fix: "convert it (crier media convert), and publish it as a new post"},
		{Subcode: 2207077, Class: NewContainer, Meaning: "the video could not be fetched", Fix: "look whether its public address can be reached (crier bucket check), then retry the post"},
		{Subcode: 2207081, Class: Permanent, Meaning: "the account cannot use trial reels", Fix: "publish it as a new post that is an ordinary reel"},
		{Subcode: 2207082, Class: NewContainer, Meaning: "the upload or the processing failed", Fix: "retry the post, or convert the file (crier media convert) and publish it as a new post"},
		{Subcode: 2207085, Class: NewContainer, Unsure: true, Meaning: "it failed for a reason that is not given"},
		{Subcode: 2207069, Class: Retry, Tries: 1, Then: Permanent, Meaning: "an error that the network describes nowhere"},
	}
}

// tokenRules are of Meta's guides to access tokens and to handling errors, read 2026-11-22.
func tokenRules() []Rule {
	return []Rule{
		{Code: 190, Subcode: 458, Class: TokenDead, Meaning: "the user removed the app"},
		{Code: 190, Subcode: 459, Class: TokenDead, Meaning: "the user is at a checkpoint"},
		{Code: 190, Subcode: 460, Class: TokenDead, Meaning: "the password was changed"},
		{Code: 190, Subcode: 463, Class: TokenDead, Meaning: "the token has expired"},
		{Code: 190, Subcode: 464, Class: TokenDead, Meaning: "the user is unconfirmed"},
		{Code: 190, Subcode: 467, Class: TokenDead, Meaning: "the token was invalidated by a logout"},
		{Code: 190, Subcode: 492, Class: TokenDead, Meaning: "the token's session is invalid"},
		{Code: 102, Class: TokenDead, Meaning: "the session is invalid"},
		{Code: 190, Class: TokenDead, Meaning: "the token is invalid"},
	}
}

// pageRules are the subcodes of posts on Pages. They are not documented; what they mean is what
// Postiz, a client of many users, takes them for (its Facebook provider, read 2026-11-22).
func pageRules() []Rule {
	return []Rule{
		{Subcode: 1404078, Class: UserAction, Meaning: "the Page wants a publishing authorisation first"},
		{Subcode: 4854002, Class: UserAction, Meaning: "the user's identity must be confirmed in the network's app first"},
		{Subcode: 1404006, Class: UserAction, Meaning: "the network wants a security check first"},
		{Subcode: 1390008, Class: Wait, Meaning: "the account posts too fast", Fix: "leave the account alone meanwhile"},
		{Subcode: 1404112, Class: Wait, Meaning: "the account's access is limited for some days", Fix: "leave the account alone until then"},
		{Subcode: 1366046, Class: Permanent, Meaning: "the picture is too large, or neither JPEG nor PNG", Fix: "upload a smaller JPEG, and share it by hand"},
		{Subcode: 1366051, Class: Permanent, Meaning: "the same pictures were posted before", Fix: "share other pictures"},
		{Subcode: 1404102, Class: Permanent, Meaning: "the content is against the network's standards", Fix: "change it, and publish it as a new post"},
		{Subcode: 1346003, Class: Permanent, Meaning: "the content was reported as abusive", Fix: "look at what the network's own app says of it"},
	}
}

// pageVideoRules are of Meta's reference of page/videos and its guide to reels on Pages, read
// 2026-11-22.
func pageVideoRules() []Rule {
	return []Rule{
		{Subcode: 1363040, Class: Permanent, Meaning: "videos of this shape are not accepted", Fix: "crop it or pad it (--fit), and publish it as a new post"},
		{Subcode: 1363127, Class: Permanent, Meaning: "videos of this size are not accepted", Fix: "convert it (crier media convert), and publish it as a new post"},
		{Subcode: 1363128, Class: Permanent, Meaning: "videos of this length are not accepted", Fix: "cut it (crier media fit), and publish it as a new post"},
		{Subcode: 1363129, Class: Permanent, Meaning: "videos of this frame rate are not accepted", Fix: "convert it (crier media convert), and publish it as a new post"},
		{Code: 389, Class: Retry, Meaning: "the video could not be fetched", Fix: "look whether its public address can be reached (crier bucket check), then share it by hand"},
		{Code: 382, Class: Permanent, Meaning: "the video is too small", Fix: "upload a larger one, and publish it as a new post"},
		{Code: 6000, CodeEnd: 6001, Class: Retry, Meaning: "the upload of the video failed"},
	}
}

// codeRules are of Meta's guides to handling errors and to rate limits, read 2026-11-22.
func codeRules() []Rule {
	return []Rule{
		{Code: 1, Class: Retry, Unsure: true, Meaning: "the network failed for a reason that it does not give"},
		{Code: 2, Class: Retry, Unsure: true, Meaning: "the network is out of order for a while"},
		{Code: 3, Class: Permanent, Meaning: "the app lacks a capability", Fix: "give it to the app in the network's settings for developers, then retry the post"},
		{Code: 4, Class: Wait, Meaning: "the app's rate limit is reached"},
		{Code: 17, Class: Wait, Meaning: "the user's rate limit is reached"},
		{Code: 32, Class: Wait, Meaning: "the Page's rate limit is reached"},
		{Code: 613, Class: Wait, Meaning: "a rate limit is reached"},
		{Code: 80001, CodeEnd: 80002, Class: Wait, Meaning: "the business use case's rate limit is reached"},
		{Code: 341, Class: Wait, Meaning: "the app's limit is reached"},
		{Code: 368, Class: Wait, Meaning: "the network blocks the account for a while, because of its rules", Fix: "leave the account alone meanwhile"},
		{Code: 506, Class: Permanent, Meaning: "the same post was just made", Fix: "change the caption if it is to go out twice, and publish it as a new post"},
		{Code: 10, Class: NoPermission, Meaning: "a permission is missing"},
		{Code: 200, CodeEnd: 299, Class: NoPermission, Meaning: "a permission is missing"},
	}
}

// ruleFor returns the row for an error. It takes the first that there is of these: the row of the
// code and the subcode, the row of a publishing subcode under any code, the row of the code alone,
// and the rule for unknown codes. An unknown code takes its class from the answer's HTTP status
// where that tells a limit or a server that failed, as an answer without a code does.
func ruleFor(code, subcode int, side Side, transient bool, status int) Rule {
	publishing := subcode >= firstPublishingSubcode && subcode <= lastPublishingSubcode
	rules := Rules()
	for _, matches := range []func(Rule) bool{
		func(r Rule) bool { return subcode != 0 && r.Subcode == subcode && r.hasCode(code) },
		func(r Rule) bool { return publishing && r.Subcode == subcode },
		func(r Rule) bool { return r.Subcode == 0 && r.hasCode(code) },
	} {
		for _, r := range rules {
			if (r.On == "" || r.On == side) && matches(r) {
				// The code alone does not say what a subcode of publishing is about.
				r.Unknown = publishing && r.Subcode == 0
				return r
			}
		}
	}
	switch {
	case publishing:
		return Rule{Class: Retry, Tries: 1, Then: Permanent, Unsure: transient, Unknown: true, Meaning: "unknown publishing error"}
	case status == http.StatusTooManyRequests:
		return Rule{Class: Wait, Unsure: true, Unknown: true, Meaning: "unknown error of a limit of requests"}
	case transient:
		return Rule{Class: Retry, Unsure: true, Meaning: "unknown error that the network calls transient"}
	case status >= http.StatusInternalServerError:
		return Rule{Class: Retry, Unsure: true, Unknown: true, Meaning: "unknown error of a server that failed"}
	}
	return Rule{Class: Permanent, Unknown: true, Meaning: "unknown error"}
}

// ofLimits are subcodes of rate limits that say no more than their codes do (Meta's guide to rate
// limits, read 2026-11-22).
var ofLimits = []int{1996, 2446079}

// LimitSubcodes returns the subcodes of rate limits that say no more than their codes do. The cloud
// worker is given them.
func LimitSubcodes() []int { return slices.Clone(ofLimits) }

// IsKnown reports whether the table has an error, for reads or for writes. Of a subcode without a
// row nobody knows what it says, although the row of its code tells what is worth doing.
func IsKnown(code, subcode int) bool {
	isPublishing := subcode >= firstPublishingSubcode && subcode <= lastPublishingSubcode
	return slices.ContainsFunc(Rules(), func(r Rule) bool {
		switch r.Subcode {
		case subcode:
			return isPublishing || r.hasCode(code)
		case 0:
			return r.hasCode(code) && r.Class == Wait && slices.Contains(ofLimits, subcode)
		}
		return false
	})
}

func (r Rule) hasCode(code int) bool {
	return r.Code == 0 || r.Code == code || (r.CodeEnd != 0 && r.Code <= code && code <= r.CodeEnd)
}
