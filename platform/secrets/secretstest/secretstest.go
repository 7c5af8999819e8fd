// Package secretstest replaces the keyring of the operating system for tests.
package secretstest

import "github.com/zalando/go-keyring"

// EmptyKeyring gives this process an empty keyring in the place of the one that it has used. No
// parallel test may call it, because all tests of the process share the keyring.
func EmptyKeyring() { keyring.MockInit() }
