// Package cloud tells of the user's own cloud worker, which publishes scheduled posts while this machine is off (contract
// 4, Cloud). It is read-only on the v1 surface.
//
// While no worker is configured, everything has its unconfigured answer: flags are false, names and addresses null, lists
// empty, and diagnostics are CLOUD_NOT_CONFIGURED.
//
// It also keeps the bucket from which the network fetches media (package bucket), which needs no worker: that of the
// environment, or else the one that was set on the internal surface, with its secret sealed for the endpoint, the name and the
// access key of its row. A bucket is stored only after a small object has been put into it, fetched by its public address and
// deleted. In sandbox mode a bucket takes the place of Crier's own server; without one the sandbox fetches from there,
// and live mode publishes nothing that the network would have to fetch.
//
// Changing to another bucket, and removing it, is refused while a post is being published: the network may still be at its
// files. Otherwise whatever is public of files is given up first, and deleted from the bucket that is left, for as long as
// the process runs; what that bucket does not let go by then stays in it. What the environment says nothing here changes.
package cloud
