// Package probe reads what a video file of any format says of itself. Its first bytes tell which
// reader is for it.
package probe
