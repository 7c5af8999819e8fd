// Package conformance has clients that others have written drive our simulators through whole
// journeys: Meta's SDK the publishing API, an open-source client the app API, Cloudflare's SDK and
// wrangler the deployment, and Amazon's SDK the bucket. Where a client does not understand what a
// simulator answers, or the other way round, the two of us who wrote both sides have made a
// mistake. What a journey leaves out it prints as LEFT OUT. Its tests are of the tier plain.
//
// table.json says a second time, from its sources, what fields, parameters and edges the publishing
// API has: the sandbox's table must be the same, and what is said to be in Meta's SDK must be
// there. answers.json has errors that users have shown.
//
// The packages come from npm, at exact versions with a lock file; make conformance and make test
// install them.
package conformance
