// Package diskcopy copies a stream to a file, and writes what has come while it reads on.
package diskcopy
