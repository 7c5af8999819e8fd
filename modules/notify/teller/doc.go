// Package teller shows a notification on the desktop, sends it to an address of a service such as
// ntfy, a mail server or Telegram, which is a URL of github.com/nicholas-fedor/shoutrrr, or runs a
// program for it.
//
// Each is the work of a child process, for which a program calls Main first in main. Some of those
// services know no deadline, as when a mail server never greets; a child is killed at its deadline,
// and ends when the service does, also when that is killed, each time with all that it has
// started. The address goes to the child on its standard input.
//
// An error says in plain words what happened, without a secret: every part of the address but its
// server is taken out of what the library and the service say.
package teller
