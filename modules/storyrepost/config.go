package storyrepost

import (
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// StoryRepostConfig is one account's configuration (contract 2).
type StoryRepostConfig struct {
	ID                    wireid.ID      `json:"id"                    doc:"Id of the configuration."`
	UserID                wireid.ID      `json:"userId"                doc:"The one user."`
	SocialAccountID       *wireid.ID     `json:"socialAccountId"       doc:"The account."`
	IsEnabled             bool           `json:"isEnabled"             doc:"Whether the inbox is polled."`
	SNUsername            string         `json:"snUsername"            doc:"Name of the account at the network."`
	PollIntervalHours     int            `json:"pollIntervalHours"     minimum:"6" maximum:"48" doc:"Hours between two polls."`
	JitterMinutes         int            `json:"jitterMinutes"         doc:"Random offset of each poll, in minutes either way."`
	LastPollAt            *wiretime.Time `json:"lastPollAt"            doc:"When the inbox was last polled."`
	LastPollStatus        *string        `json:"lastPollStatus"        doc:"SUCCESS, FAILED or NO_MENTIONS."`
	LastPollError         *string        `json:"lastPollError"         doc:"Why the last poll failed."`
	ConsecutiveFailures   int            `json:"consecutiveFailures"   doc:"Polls that failed in a row."`
	AutoDisabledAt        *wiretime.Time `json:"autoDisabledAt"        doc:"When failures switched polling off."`
	AutoDisableReason     *string        `json:"autoDisableReason"     doc:"Why they did."`
	ChallengeCount30d     int            `json:"challengeCount30d"     doc:"Challenges within 30 days."`
	LastChallengeAt       *wiretime.Time `json:"lastChallengeAt"       doc:"When the network last challenged the login."`
	ChallengePauseUntil   *wiretime.Time `json:"challengePauseUntil"   doc:"Polling rests until then."`
	ConfiguredAt          *wiretime.Time `json:"configuredAt"          doc:"When the account was configured."`
	WarmUpComplete        bool           `json:"warmUpComplete"        doc:"Whether the grace period of a new configuration is over."`
	SleepWindowStart      int            `json:"sleepWindowStart"      minimum:"0" maximum:"23" doc:"Local hour at which quiet mode begins."`
	SleepWindowEnd        int            `json:"sleepWindowEnd"        minimum:"0" maximum:"23" doc:"Local hour at which quiet mode ends."`
	DailyRepostLimit      int            `json:"dailyRepostLimit"      doc:"Most reposts a day."`
	RepostsToday          int            `json:"repostsToday"          doc:"Reposts of today."`
	RepostsTodayResetAt   *wiretime.Time `json:"repostsTodayResetAt"   doc:"When that count begins anew."`
	AutoRepostEnabled     bool           `json:"autoRepostEnabled"     doc:"Whether mentions are reposted without being asked about."`
	LastAutoSyncAt        *wiretime.Time `json:"lastAutoSyncAt"        doc:"When reposting last ran by itself."`
	AutoTagOriginalPoster bool           `json:"autoTagOriginalPoster" doc:"Whether the author of the story is tagged."`
	SignatureOverlay      *string        `json:"signatureOverlay"      doc:"JSON text overlay that names the author."`
	CreatedAt             wiretime.Time  `json:"createdAt"             doc:"When the configuration was made."`
	UpdatedAt             wiretime.Time  `json:"updatedAt"             doc:"When it last changed."`
}
