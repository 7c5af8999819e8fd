// Package auth knows who may use Crier and which accounts it publishes for (contract 2,
// SocialAccount; contract 4, Auth; contract 5).
//
// There is one user. A browser signs in by a one-time link, which only somebody who can read the
// data folder can have made, and gets a session cookie: a JWT (HS256) with sub, aud, iat, exp, jti
// and since. Signing out revokes the jti. The revocation is kept for longer than the token lives,
// so that a clock that was ahead for a while makes no token valid again. Restoring a backup signs
// everybody out: since names the last time that this was done before the token was issued, and the
// next one ends the token. No clock takes part in that.
//
// A session is valid only at the host name at which it was signed in, which is its aud. At the
// app's own name it lasts 30 days. At 127.0.0.1 it lasts 12 hours and may not do what has an effect
// beyond that, because browsers send the cookie of 127.0.0.1 to other programs too. The decision is
// in modules/decisions/29-browser-session-name.md.
//
// An account belongs to the network that it was connected in, sandbox or live; the other mode does
// not see it. Its tokens are sealed and bound to its id. In sandbox mode the first run connects the
// sandbox's two demo accounts; once removed they stay away.
//
// # Connecting
//
// Crier finds out what a pasted token is for: it asks the primary host first, and the partner's
// host if the primary one cannot read the token at all. A user's token leads to Pages, and a Page's
// token to its account. Where there are several accounts the caller names one. What the network
// tells of permissions is checked before anything is stored.
//
// A look asks the network the same, stores nothing and shows what it saw. The token is then held in
// memory alone, for ten minutes at most, and connected by a ticket.
//
// The other way is a login by the user's own app. Its redirect address is the cloud worker's, where
// that leads the browser back: to /oauth/callback at 127.0.0.1, on the port with which the state
// begins. The browser comes from another site and sends no session, so that the state alone proves
// the login. Its code is kept sealed under a ticket, with which the page at the app's own address
// finishes the login. Elsewhere the address is pasted. The state of a login can be used once,
// within an hour. The first address that is pasted with it uses it up, whatever the address says.
// The app's secret is sealed for that hour. If it is to be remembered, it replaces the remembered
// one once the network has taken it. A token or secret of the sandbox begins with SANDBOX- and is
// sent nowhere in live mode; any other is sent nowhere in sandbox mode.
//
// The network's id identifies an account. An account that is connected again keeps its id in Crier,
// gets the new token and loses its mark. One that was disconnected gets back the id that it had,
// because its posts have outlived it and can then be retried. That is safe because nothing else is
// stored under the id of a disconnected account; the id itself is all that is kept of it.
//
// The partner's host does not tell the kind of an account. BUSINESS is assumed unless the kind is
// known already.
//
// # The life of a token
//
//	stored ──refresh──> stored with a new token
//	   │                   from 10 days before its end, or at 24 hours when its end is a guess
//	   │
//	   └──refused by the network──> marked
//	                                  │
//	                 probe, refresh, connecting again
//	                                  ▼
//	                                stored, and revival hooks run
//
// A pasted token of the primary login is assumed to live 60 days until it has been refreshed after
// its first day, because the network names the end in no other answer. Until then tokenExpiresAt is
// null in v1, which cannot say that it is a guess. A refresh stores the new token only if the
// account still has the one that was refreshed: of two refreshes one counts, a token that was
// pasted meanwhile stays, and an account that was removed stays removed. A refresh that fails or is
// interrupted leaves the old token, which works until its own end, and is tried again after six
// hours, or after half of what the token has left. A Page's token is refreshed only if it expires,
// at any age: by the user's token that led to it, and a remembered app.
//
// Profiles are read daily, and within a minute of the start if a read was missed. They are also
// read when a token has come to its end, so that a dead one is noticed before a post needs it.
// MarkTokenDead marks an account once and logs one warning; tokenExpiresAt then has that instant,
// for the clients of v1. A checkpoint, at which the network wants the user to confirm something in
// its own app, is another mark (MarkCheckpoint), because its remedy is another; tokenExpiresAt then
// stays what the network said. An account has at most one of the two marks, that of the network's
// last answer. A marked account is probed after 1, 2, 4 ... 60 minutes. A probe that succeeds
// removes the mark, and so does a post that the network takes (MarkTokenAlive). The pauses start
// again at a minute only after a daily read has found the token good, so that an account whose mark
// comes and goes is not probed every minute.
//
// The token of a Page may have no end. The data access of its user's login ends all the same, 90
// days after the user has logged in last, and the network may then refuse the calls. The instant is
// stored as the network named it, when the account is connected and at each daily read. It is no
// mark: from ten days before it, the accounts of the internal surface have a warning and each daily
// read logs one, while posts go out as long as the network takes them. v1 does not show it.
//
// A clock that was ahead for a while does not stop the chores: a plan that lies further off than
// any pause is due, and an age or a life that no token has counts as unknown.
//
// Profile pictures are kept as uploads/avatars/ID.jpg and served with the protections of all
// uploads. Only JPEGs of up to 1 MiB are taken, which is what the network has. The old picture
// stays when the new one cannot be fetched.
//
// # Choices
//
// Choices that the contract leaves open: the username of GET /auth/check is that of the account
// that was connected first, and is absent while there is none; a session cookie without a jti, or
// of another user, is TOKEN_INVALID; a used or expired link is TOKEN_INVALID too.
package auth
