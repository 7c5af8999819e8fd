// Package logging makes the service's log: structured records on standard error, as text or JSON.
//
// Secrets do not reach it: they live in secrets.Text, which prints a placeholder, and what others say of them is hidden in
// every line.
package logging
