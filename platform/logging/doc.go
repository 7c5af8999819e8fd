// Package logging makes the service's log: structured records on standard error, as text or JSON, and a copy of them in a file of
// bounded size.
//
// Secrets do not reach it: they live in secrets.Text, which prints a placeholder, and what others say of them is hidden in
// every line.
package logging
