// Package static serves files that the program contains: each in two encodings, of which the second is made when somebody first asks for it, with a
// tag by which a browser sees whether its copy is the newest.
package static
