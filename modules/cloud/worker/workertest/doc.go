// Package workertest runs what was uploaded to a cloudflaretest.Server in the real runtime, so that
// a test has a Cloudflare that publishes: Miniflare, of the packages in ../package.json, starts a
// workerd for each script. Nothing of it is in the product.
//
// A Runtime answers under the scripts' names of workers.dev, fires their crons, ends them and
// starts them again on the same disk, and makes requests go wrong: see Fault. The scripts' KV is
// the fake's, over the protocol that the runtime speaks with Cloudflare's own. What one side writes
// the other reads, with the pace and the quotas of the account's plan.
//
// The differences from production: KV shows at once what was written unless its reads are frozen; a
// deployment kills the running script, which Cloudflare lets go on for a while; and crons come when
// a test fires them.
//
// One Node process, the bridge, serves all the Runtimes of a test program. It ends when its
// standard input does, and all that it has started with it, so that nothing outlives the tests,
// however they end.
package workertest
