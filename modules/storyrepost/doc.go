// Package storyrepost reposts stories that mention the account (contract 2, StoryRepostConfig; contract 4, Story repost).
//
// It needs native-story credentials. While an account has none, nothing can be configured, enabled or scanned
// (CREDENTIALS_NOT_CONFIGURED); the status is unconfigured, the history empty, and switching off succeeds.
package storyrepost
