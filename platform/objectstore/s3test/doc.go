// Package s3test starts a real S3 server for tests: versitygw, at a pinned version, with real
// signatures and multipart uploads.
//
// The first test that needs the server installs it into the user's cache folder, which takes a few
// minutes once; the variable CRIER_TEST_VERSITYGW names one that is there already. Where it can be
// neither found nor installed, the tests are skipped, and fail when CI is "true".
package s3test
