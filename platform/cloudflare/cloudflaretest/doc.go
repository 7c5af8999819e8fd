// Package cloudflaretest is a Cloudflare for tests: accounts, tokens with permissions, KV with its
// limits, R2 buckets and their domains, worker scripts, all behind Cloudflare's REST API over real
// HTTP and with its bodies and error codes. It keeps what is uploaded, so that a test can run it,
// and does on request what goes wrong in the world: see Fault.
//
// It runs no script and knows no JavaScript: what Cloudflare finds out by starting a script (a
// syntax error, a class that is not exported) a test asks for by a Fault. The codes are those of
// Cloudflare's tools and documents; where these name none, as for a second write within a second,
// the status is theirs and the code a guess.
package cloudflaretest
