// Package avi reads what an AVI file says of itself, from its RIFF chunks. It decodes nothing, and
// what it reads of a file is bounded.
package avi
