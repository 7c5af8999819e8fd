// Package auth knows who may use Crier and which accounts it publishes for (contract 2, SocialAccount; contract 4, Auth;
// contract 5).
//
// There is one user. A browser signs in by a one-time link, which only somebody who can read the data folder can have
// made, and gets a session cookie: a JWT (HS256) with sub, iat, exp and jti. Signing out revokes the jti until the token
// would have expired by itself.
//
// An account belongs to the network that it was connected in, sandbox or live; the other mode does not see it. Its
// tokens are sealed and bound to its id. In sandbox mode the first run connects the sandbox's two demo accounts; once
// removed they stay away.
//
// Choices that the contract leaves open: the username of GET /auth/check is that of the account that was connected
// first, and is absent while there is none; a session cookie without a jti, or of another user, is TOKEN_INVALID; a
// used or expired link is TOKEN_INVALID too.
package auth
