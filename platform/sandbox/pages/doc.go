// Package pages is the simulated network's API of Pages: photos, plain videos, reels, and stories
// of both kinds.
package pages
