// Package secrets keeps tokens and credentials sealed at rest and out of every log.
//
// A Box seals with AES-256-GCM under the data folder's key, each value bound to the record it
// belongs to, so that sealed values cannot be swapped between records. The key lives in the
// operating system's keyring where there is one, else in a file of mode 0600 in the data folder;
// which of the two was chosen is written down there, because a keyring that is only sometimes
// reachable must end in a clear error and never in a second key.
//
// Text holds a secret in memory and never prints it.
package secrets
