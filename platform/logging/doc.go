// Package logging makes the service's log: structured records on standard error, as text or JSON,
// and a copy of them in a file of bounded size.
//
// Secrets do not reach it. They live in secrets.Text, which prints a placeholder, and every line is
// searched for those that foreign text contains.
package logging
