// Package static serves files that the program contains. Each has two encodings; the second is made
// when somebody first asks for it. A tag tells a browser whether its copy is the newest.
package static
