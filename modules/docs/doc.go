// Package docs has the documentation of Crier for the people who use it: the Markdown of the folder
// pages, one task a page. The running program serves it below /docs, and it can be read in the
// repository as it is.
//
// The file pages/README.md lists the pages with their sections, and is the page /docs/contents. A
// page begins with its title. Links between pages name the file; what the program does not have,
// such as the licence, is no link there. In the program a page speaks of the running service: the
// address that the service has by default becomes the one that it has, and of what stands between
// the comments "sandbox", "live" or "repository" and "end" only the part of its own mode is there.
//
// Errors' codes and addresses below /docs that stand as code are links in the program. Two pages,
// of errors and of states, are made from the program's own tables and have no Markdown; "limits"
// and "life cycle" are comments in whose place such a piece stands.
//
// A picture of a screen is named in the light, pictures/NAME-light.webp; the program shows the one
// of the reader's theme. A test of the interface takes them all ("make picture") and fails when a
// screen says something else than its picture. Other pictures are left out there.
//
// A block of commands whose language is "sh run" is run by a test as it stands.
package docs
