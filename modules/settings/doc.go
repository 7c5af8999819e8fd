// Package settings keeps the API keys (contract 2, ApiKey; contract 4, Settings: API keys; contract
// 5) and the native-story credentials (contract 4, Settings: native story credentials, and GET
// /health/sn-version).
//
// # Keys
//
// Crier stores the SHA-256 and the first twelve characters of a key. It shows the whole text once,
// when the key is made. Revoking a key takes effect with the next request, wherever it was revoked,
// because every request asks the database. The time of a key's last use is kept in memory, and
// written every few seconds, before a list is read, and when the service ends, so that a request
// costs no write.
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
// The password of an account with two-factor authentication is refused with TWO_FACTOR_REQUIRED,
// and the sign-in waits in memory as one with a challenge does; what the interface has beside v1
// goes on with a code of the user's app, of a text message, or a backup code.
//
// A session that is signed in elsewhere can be imported in place of a password; the network is
// asked whose it is. When it ends it cannot be renewed.
//
// InSession gives the saved session to the code that publishes or reads, one at a time for an
// account, and stores the changed session. When the network has ended the session, InSession signs
// in again on the same device with the saved password, once. When the network refuses that, or asks
// for a code, nothing is tried again automatically: only new credentials of the user, or the code,
// help. Apart from that Crier never signs in by itself. The logins of an account run one at a time.
// After five logins that the network has refused within 15 minutes, the next must wait
// (LOGIN_RATE_LIMITED) until the first of them is that old. A login that works resets the count,
// and one that the network did not judge (no answer, too many logins, a challenge) does not count.
// A user keeps the device on which the last login was tried, because the network challenges each
// new one. Calls that only read keep the distance that Pace says, in each module.
//
// Choices that the contract leaves open:
//
//   - success is false when challengeRequired is true. challengeState is PENDING while a code is
//     waited for, else null.
//   - LOGIN_FAILED is also the answer when the network cannot be reached, which a pending challenge
//     survives, and when it wants the login confirmed in its own app.
//   - LOGIN_FAILED is also the answer, in live mode, to the sign-in of a user whose name is not the
//     account's: a story would be published by that user, and the inbox of that user be read. A
//     password needs the account's username, not an email address that signs in as well. Crier
//     knows the new name of an account that was renamed once its profile has been read.
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
