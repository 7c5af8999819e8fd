// Package auth knows who may use Crier and which accounts it publishes for (contract 2,
// SocialAccount; contract 4, Auth; contract 5).
//
// There is one user. A browser signs in by a one-time link, which only somebody who can read the
// data folder can have made, and gets a session cookie: a JWT (HS256) with sub, aud, iat, exp,
// jti and since. Signing out revokes the jti for longer than until the token would have expired by
// itself, so that a clock that was ahead for a while makes no token good again. Restoring a backup
// signs everybody out: since names the last time that this was done, and another one ends the
// token, whatever a clock showed or shows.
//
// A session is good at the host name alone at which it was signed in, which is its aud: at the
// app's own name for 30 days, or at 127.0.0.1 for 12 hours and without what lasts longer than that,
// as browsers send the cookie of 127.0.0.1 to other programs too. The decision is in
// modules/decisions/29-browser-session-name.md.
//
// An account belongs to the network that it was connected in, sandbox or live; the other mode does
// not see it. Its tokens are sealed and bound to its id. In sandbox mode the first run connects the
// sandbox's two demo accounts; once removed they stay away.
//
// # Connecting
//
// A pasted token says by itself what it is for: the primary host is asked first, and where that
// cannot read the token at all, the partner's. A user's token leads to Pages, a Page's to its
// account; where there are several the caller names one. What the network tells of permissions is
// checked before anything is stored. The other way is a login by the user's own app: the state of a
// login is good once, for an hour, and is used up by the first address that is pasted with it,
// whatever that says; an app's secret is sealed, for that hour or, if it is to be remembered, until
// another is, which it is once the network has taken it. A token or secret of the sandbox begins
// with SANDBOX- and is sent nowhere in live mode; one without it is sent nowhere in sandbox mode.
//
// An account is what the network's id says: connected again it keeps its id, gets the new token and
// is revived if it was marked. One that was disconnected gets the id back that it had: posts
// outlive their account, so that what failed with it can be retried. That is safe because nothing
// else is keyed by the id once the account is gone; which id it was is all that is kept.
//
// The partner's host does not tell the kind of an account: BUSINESS is assumed,
// unless the kind is known already.
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
// A pasted token of the primary login is taken to live 60 days, until a refresh after the first day
// tells, because the network says it in no other answer. In v1 tokenExpiresAt is null meanwhile:
// only the other surfaces can say that it is a guess. A refresh stores what the network gave only
// where the account still has the token that was refreshed: of two refreshes one counts, a token
// that was pasted meanwhile stays, an account that is gone stays gone. A refresh that fails, or
// whose end nobody lived to see, leaves the old token, which works until its own end; it is tried
// again after six hours. A Page's token is refreshed only if it expires, by the user's token that
// led to it and a remembered app.
//
// Profiles are read daily, within a minute of the start if that was missed, and when a token has
// come to its end: so a dead one is noticed before a post needs it. MarkTokenDead marks once and
// logs one warning; tokenExpiresAt then says that instant, for the clients of v1. A checkpoint, at
// which the network wants its user to confirm something in its own app, is a mark of its own
// (MarkCheckpoint): the remedy is another, and tokenExpiresAt stays what the network said. An
// account has one of the two, that of the network's last word. A marked account is probed after 1,
// 2, 4 ... 60 minutes; a probe that succeeds takes the mark off, and so does a post that the
// network takes (MarkTokenAlive). The pauses begin again only after a daily read found the token
// good, so that one that comes and goes is not asked for every minute.
//
// The token of a Page may never end, and the data access of its user's login ends all the same: 90
// days after the user has logged in, unless that happens again. The network may refuse the calls
// then. The instant is kept as the network named it, when the account is connected and at each
// daily read, and is no mark: from ten days before it the accounts of the internal surface have a
// warning and each daily read logs one, while posts go out as long as the network takes them. v1
// does not see it.
//
// A clock that was ahead for a while ends no care for a token: what lies further off than it is
// ever planned is due, and an age or a life that no token has counts as unknown.
//
// Profile pictures are kept as uploads/avatars/ID.jpg and served with the protections of all
// uploads. Only JPEGs of up to 1 MiB are taken, which is what the network has; the old one stays
// when a new one cannot be had.
//
// # Choices
//
// Choices that the contract leaves open: the username of GET /auth/check is that of the account
// that was connected first, and is absent while there is none; a session cookie without a jti, or
// of another user, is TOKEN_INVALID; a used or expired link is TOKEN_INVALID too.
package auth
