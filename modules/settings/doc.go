// Package settings keeps the API keys (contract 2, ApiKey; contract 4, Settings: API keys; contract
// 5) and the native-story credentials (contract 4, Settings: native story credentials, and GET
// /health/sn-version).
//
// # Keys
//
// Of a key only the SHA-256 and the first twelve characters are stored; the full text is shown
// once, when the key is made. Revoking a key takes effect with the next request, wherever it was
// revoked, because every request asks the database. When a key was last used is noted in memory and
// written every few seconds, before a list is read, and at the end, so that a request costs no
// write.
//
// Choices that the contract leaves open: keys are listed newest first; a name is trimmed of white
// space at its ends before it is measured.
//
// # Native credentials
//
// An account has at most one set of credentials: a username, and sealed, each bound to the account,
// the password and the session. They are saved once the network has taken them, never before:
//
//	Save --signed in--> saved
//	     \-> the network has sent a code: kept in memory --Answer--> saved
//	                                      \-> ten minutes, the third wrong code, a new Save,
//	                                          Forget, the end of the program: forgotten
//
// A session that is signed in elsewhere can be imported in the place of a password; the network is
// asked whose it is. There is nothing to renew it with when it ends.
//
// Use gives the saved session to the code that publishes or reads, one at a time of an account, and
// stores what becomes of it. When the network has ended the session, Use signs in again on the same
// device with the saved password, once. What the network refuses then, or wants a code for, is not
// tried again by itself: only the user's saving the credentials again, or the code, mends it. Apart
// from that nothing signs in by itself. The logins of an account run one at a time. After five that
// the network has refused within 15 minutes, the next must wait (LOGIN_RATE_LIMITED) until the
// first of them is that old; a login that works starts the count again, and one that the network
// did not judge (no answer, too many logins, a challenge) does not count. A user keeps the device
// on which the last login was tried, for the network challenges each new one.
//
// Choices that the contract leaves open:
//
//   - success is false when challengeRequired is true. challengeState is PENDING while a code is
//     waited for, else null.
//   - LOGIN_FAILED is also the answer when the network cannot be reached, which a pending challenge
//     survives, and when it wants the login confirmed in its own app.
//   - The challenge operation also gives NOT_FOUND, and what a login gives, for the login goes on
//     with the code. accountId null or empty is MISSING_ACCOUNT_ID; one that is no UUID is
//     VALIDATION_ERROR.
//   - A session is warm, phase 3, seven days after its login.
//   - Forgetting succeeds when there is nothing to forget.
//   - In live mode only CRIER_VERSION_MANIFEST makes GET /health/sn-version and versionWarning
//     warn. The network names its newest version nowhere, and asking somebody else unasked would
//     tell them of each Crier. The age of a version says little: a single user was refused 446 a
//     week after other clients had begun to speak as it (instagrapi's issue 2807). So without a
//     manifest latestVersion stays null, which says that nothing is known. What the network says of
//     the version is in the text of the login that it refuses, with what to do.
//   - The version manifest is looked at within a minute of the start, unless it was less than 12
//     hours ago. lastCheckedAt is null before the first look. A look that fails moves it, and
//     leaves latestVersion.
package settings
