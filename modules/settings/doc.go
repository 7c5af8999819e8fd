// Package settings keeps the API keys (contract 2, ApiKey; contract 4, Settings: API keys; contract 5).
//
// Of a key only the SHA-256 and the first twelve characters are stored; the full text is shown once, when the key is
// made. Revoking a key takes effect with the next request, wherever it was revoked, because every request asks the
// database. When a key was last used is noted in memory and written every few seconds, before a list is read, and
// at the end, so that a request costs no write.
//
// Choices that the contract leaves open: keys are listed newest first; a name is trimmed of white space at its ends
// before it is measured.
package settings
