// Package gallery is the pages on which people look at what became visible on the simulated
// network, and the pictures and videos that its answers name.
package gallery
