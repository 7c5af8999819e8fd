// Package secrets keeps tokens and credentials sealed at rest and out of every log.
//
// A Box seals with AES-256-GCM under the data folder's key. It binds each value to its record, so a
// sealed value cannot be moved to another record. The key is in the operating system's keyring
// where there is one, and otherwise in a file of mode 0600 in the data folder. That file says which
// of the two it is: when a keyring cannot be reached, there must be a clear error and never a
// second key.
//
// Text holds a secret in memory and never prints it.
package secrets
