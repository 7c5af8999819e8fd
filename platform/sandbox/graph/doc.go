// Package graph is the simulated network's publishing API on both its Graph hosts: profiles,
// containers, posts and their lists, the logins that give out tokens, and the host that takes the
// bytes of videos. Calls about Pages go to package pages.
package graph
