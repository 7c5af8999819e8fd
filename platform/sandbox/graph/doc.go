// Package graph is the simulated network's publishing API on both its Graph hosts: profiles,
// containers, posts with their lists and comments, the logins that give out tokens, and the host
// that takes the bytes of videos. Calls about Pages go to package pages.
//
// # Videos that are sent
//
// The partner login may send a reel, a video story or a carousel's video instead of its address
// (upload_type=resumable). The received bytes are in a file beside the state file, so that the
// length of the file is right after a kill too. An upload continues at exactly that length. The
// upload host refuses a wrong offset, a body that ends early and a foreign session with the
// network's texts. The processing, with its latency, begins with the last byte. The upload of a
// container that is forced to be STUCK says that it failed (1363008), and the container stays
// IN_PROGRESS.
//
// # Logins
//
// The first-run world has accounts that are not connected (FurtherAccounts), and one app (DemoApp).
// A page that asks for consent leads back with a code at once. Its parameter sandbox_account names
// who agrees, by default the florist or the potter; with sandbox_deny they refuse. A code is good
// once, for an hour, for the redirect address that it went to.
//
// A token from a code lives an hour, and one from an exchange or a refresh 60 days. A token of the
// primary login can be refreshed once it is 24 hours old, and stays good until its own end. A
// Page's token that came from a short-lived user's token ends with that one; any other never ends.
// The control API ends the tokens that an account has at the time of the call, and a later login
// gives out good ones. The network's answer to a refresh that comes too early is not known: here it
// is code 100.
package graph
