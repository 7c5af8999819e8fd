// Package docs has the documentation of Crier for the people who use it: the Markdown of the folder
// pages, one task a page. The running program serves it below /docs, and it can be read in the
// repository as it is.
//
// The file pages/README.md lists the pages with their sections, and is the page /docs/contents
// itself. A page begins with its title. The program serves a page as it is for the running service:
// the address that a service has by default is replaced by its own. Of the parts between the
// comments "sandbox", "live" or "repository" and "end", only those of the service's mode are left.
// The comments "limits", "network limits" and "life cycle" are replaced by what they name. Links to
// files that the program does not have, such as the licence, become plain text, and pictures other
// than those of screens are left out.
//
// In the program, error codes and addresses below /docs that are written as code become links. The
// pages of errors and of states have no Markdown: they are made from the program's own tables.
//
// The Markdown names the picture of a screen in the light theme, pictures/NAME-light.webp. The
// program shows the one of the reader's theme. A test of the interface takes all of them ("make
// picture") and fails when a screen says something else than its picture.
//
// A block of commands whose language is "sh run" is run by a test as it stands.
package docs
