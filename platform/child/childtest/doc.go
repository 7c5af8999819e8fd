// Package childtest shows tests whether a child process still lives.
package childtest
