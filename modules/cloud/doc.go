// Package cloud tells of the user's own cloud worker, which publishes scheduled posts while this machine is off (contract
// 4, Cloud). It is read-only on the v1 surface.
//
// While no worker is configured, everything has its unconfigured answer: flags are false, names and addresses null, lists
// empty, and diagnostics are CLOUD_NOT_CONFIGURED.
package cloud
