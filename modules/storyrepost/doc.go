// Package storyrepost reposts stories that mention the account (contract 2, StoryRepostConfig; contract 4, Story repost).
//
// So far it keeps the configurations. It does not read the inbox: a scan is answered with NOT_CONFIGURED, nothing is
// polled and the history is empty.
//
// It needs native-story credentials. While an account has none, nothing can be configured, enabled or scanned
// (CREDENTIALS_NOT_CONFIGURED); the status is unconfigured, the history empty, and switching off succeeds. Forgetting an
// account's credentials switches its story repost off, in the same transaction; the configuration stays.
//
// Choices that the contract leaves open:
//
//   - A configuration begins switched off; POST config leaves the switch as it is. Enabling an account without a
//     configuration makes one.
//   - The defaults: a poll every 12 hours, 30 minutes of jitter either way, a sleep window from 23 to 7, at most 10
//     reposts a day, the author is tagged, nothing is reposted without being asked about. warmUpComplete becomes true
//     seven days after configuredAt.
//   - Status without accountId is that of the account that was connected first among those with a configuration.
//   - Status, DELETE config, disable and history know no NOT_FOUND: an unknown account is one without a configuration.
package storyrepost
