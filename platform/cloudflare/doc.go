// Package cloudflare is the client of Cloudflare's REST API, as far as a worker that publishes
// posts needs it: tokens and accounts, KV, R2 buckets and their public addresses, worker scripts
// with their secrets and schedules. It knows Cloudflare's paths, forms and error codes, and nothing
// of posts.
//
// A Client is bound to a token by As, and to an account by Account. Every failure is an *Error with
// a Kind and with a Sentence for the user; no text of it holds the token, or a secret that was
// sent.
//
// # What is repeated
//
// After HTTP 429 a call waits for as long as Cloudflare says, and is made again. A wait longer than
// Options.Patience is left to the caller, and so is a quota of the day. What may be repeated
// without harm is also made again after HTTP 5xx, a cut connection or a slow one, up to
// Options.Tries times in all. That is every call: those that create something find it by its name
// when it turns out to be there, the upload of a script leaves its migration out once that was
// applied, and what was deleted meanwhile counts as deleted.
//
// # What is read leniently
//
// Unknown fields and codes are passed over; a code may be a string; lists may be null. Everything
// else that is not as Cloudflare documents it is of Kind NotCloudflare: no JSON (a proxy's page),
// an answer without "success", a missing id, a redirect, more bytes than the bound. HTML under 5xx
// comes from a Cloudflare that is down, and is of Kind Unreachable. No redirect is followed.
//
// The codes come from Cloudflare's tools and documents. Which of them an answer really has, and
// under which HTTP status, varies. So the code decides, and the status only where no code is known.
package cloudflare
