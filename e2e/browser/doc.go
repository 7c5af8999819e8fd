// Package browser drives a real headless Chromium for tests and records what a page did: every address it asked for,
// and everything that went wrong in its console.
//
// Nothing leaves the machine: to this browser no name but localhost and those that end in .localhost, and no address but the loopback ones exists. What a
// page asks for elsewhere is recorded and fails. Of windows and workers that a page opens nothing is recorded.
//
// Without a Chromium the tests are skipped, or fail if CRIER_TEST_STRICT is 1, as it is in CI.
package browser
