package storyrepost

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

// PollStatus says how a poll of the inbox ended.
type PollStatus string

// The poll statuses of contract 3.
const (
	PollSucceeded  PollStatus = "SUCCESS"
	PollFailed     PollStatus = "FAILED"
	PollNoMentions PollStatus = "NO_MENTIONS"
)

// TransformSchema lists the statuses, and null where the field is nullable.
func (PollStatus) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Enum = []any{string(PollSucceeded), string(PollFailed), string(PollNoMentions)}
	if s.Nullable {
		s.Enum = append(s.Enum, nil)
	}
	return s
}

// StoryRepostConfig is one account's configuration (contract 2).
type StoryRepostConfig struct {
	bun.BaseModel `bun:"table:story_repost_configs,alias:config" json:"-"`

	ID                    wireid.ID      `bun:",pk" json:"id"                    example:"c4b8a2d6-1e3f-4a5c-9b7d-8f0e2c6a4d1b" doc:"Id of the configuration."`
	UserID                wireid.ID      `json:"userId"                example:"5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51" doc:"The one user."`
	SocialAccountID       *wireid.ID     `json:"socialAccountId"       example:"7c9e6679-7425-40de-944b-e07fc1f90ae7" doc:"The account."`
	IsEnabled             bool           `json:"isEnabled"             example:"true" doc:"Whether story repost is on."`
	SNUsername            string         `bun:"-" json:"snUsername" example:"northwind.bakery" doc:"Name of the account at the network."`
	PollIntervalHours     int            `json:"pollIntervalHours"     minimum:"6" maximum:"48" example:"12" doc:"Hours between two polls of the inbox."`
	JitterMinutes         int            `json:"jitterMinutes"         example:"30" doc:"Random offset of each poll, in minutes either way."`
	LastPollAt            *wiretime.Time `json:"lastPollAt"            example:"2026-03-14T06:12:00.000Z" doc:"When the inbox was last polled; null before the first time."`
	LastPollStatus        *PollStatus    `json:"lastPollStatus"        example:"NO_MENTIONS" doc:"How the last poll ended; null before the first one."`
	LastPollError         *string        `json:"lastPollError"         doc:"Why the last poll failed; null when it did not."`
	ConsecutiveFailures   int            `json:"consecutiveFailures"   example:"0" doc:"Polls that failed in a row."`
	AutoDisabledAt        *wiretime.Time `json:"autoDisabledAt"        doc:"When failures switched story repost off; null when they did not."`
	AutoDisableReason     *string        `json:"autoDisableReason"     doc:"Why they did."`
	ChallengeCount30d     int            `bun:"challenge_count_30d" json:"challengeCount30d" example:"0" doc:"Challenges within 30 days."`
	LastChallengeAt       *wiretime.Time `json:"lastChallengeAt"       doc:"When the network last challenged a login."`
	ChallengePauseUntil   *wiretime.Time `json:"challengePauseUntil"   doc:"Polling rests until then; null when it does not."`
	ConfiguredAt          *wiretime.Time `json:"configuredAt"          example:"2026-03-13T08:30:00.000Z" doc:"When the account was configured."`
	WarmUpComplete        bool           `bun:"-" json:"warmUpComplete" example:"false" doc:"Whether the grace period of a new configuration, seven days, is over."`
	SleepWindowStart      int            `json:"sleepWindowStart"      minimum:"0" maximum:"23" example:"23" doc:"Local hour at which quiet mode begins."`
	SleepWindowEnd        int            `json:"sleepWindowEnd"        minimum:"0" maximum:"23" example:"7" doc:"Local hour at which quiet mode ends."`
	DailyRepostLimit      int            `json:"dailyRepostLimit"      example:"10" doc:"Most reposts a day."`
	RepostsToday          int            `json:"repostsToday"          example:"0" doc:"Reposts of today."`
	RepostsTodayResetAt   *wiretime.Time `json:"repostsTodayResetAt"   doc:"When that count begins anew; null before the first repost."`
	AutoRepostEnabled     bool           `json:"autoRepostEnabled"     example:"false" doc:"Whether mentions are reposted without being asked about."`
	LastAutoSyncAt        *wiretime.Time `json:"lastAutoSyncAt"        doc:"When reposting last ran by itself."`
	AutoTagOriginalPoster bool           `json:"autoTagOriginalPoster" example:"true" doc:"Whether the author of the story is tagged."`
	SignatureOverlay      *string        `json:"signatureOverlay"      example:"{\"text\":\"via @author\"}" doc:"JSON text overlay that names the author; null for none."`
	CreatedAt             wiretime.Time  `json:"createdAt"             example:"2026-03-13T08:30:00.000Z" doc:"When the configuration was made."`
	UpdatedAt             wiretime.Time  `json:"updatedAt"             example:"2026-03-14T06:12:00.000Z" doc:"When it last changed."`

	// PausedUntil is until when somebody has paused polls and automatic reposts; nil when nobody
	// has.
	PausedUntil *wiretime.Time `json:"-"`
	// NextPollAt is when the inbox is polled next; nil until that is planned.
	NextPollAt *wiretime.Time `json:"-"`
	// Challenges are the instants of the challenges of the last 30 days.
	Challenges instants `bun:"type:text" json:"-"`
	// TimeZone is the IANA name of the zone whose hours and days count; nil for the machine's.
	TimeZone *string `json:"-"`
}

// instants are stored as a JSON array of milliseconds.
type instants []int64

// Value returns the JSON text.
func (i instants) Value() (driver.Value, error) {
	if i == nil {
		return "[]", nil
	}
	b, err := json.Marshal([]int64(i))
	return string(b), err
}

// Scan reads the JSON text.
func (i *instants) Scan(src any) error {
	text, ok := src.(string)
	if !ok {
		return fmt.Errorf("storyrepost: %T is no list of instants", src)
	}
	return json.Unmarshal([]byte(text), (*[]int64)(i))
}

// The values of a configuration that nobody has changed.
const (
	defaultPollHours     = 12
	defaultJitterMinutes = 30
	defaultSleepStart    = 23
	defaultSleepEnd      = 7
	defaultDailyLimit    = 10
	// warmUp is the grace period of a new configuration.
	warmUp = 7 * 24 * time.Hour
)

// newConfig returns the configuration that an account begins with, switched off.
func newConfig(user, account wireid.ID, now wiretime.Time) *StoryRepostConfig {
	return &StoryRepostConfig{
		ID: wireid.New(), UserID: user, SocialAccountID: &account, PollIntervalHours: defaultPollHours, JitterMinutes: defaultJitterMinutes,
		SleepWindowStart: defaultSleepStart, SleepWindowEnd: defaultSleepEnd, DailyRepostLimit: defaultDailyLimit,
		AutoTagOriginalPoster: true, ConfiguredAt: &now, CreatedAt: now, UpdatedAt: now,
	}
}

// refresh fills in the fields that are not stored and those that change with time, as of now.
func (c *StoryRepostConfig) refresh(username string, now wiretime.Time) {
	c.dropFarPlans(now.Time())
	c.SNUsername = username
	c.WarmUpComplete = !c.isWarmingUp(now.Time())
	c.forgetChallenges(now.Time())
	if c.ChallengePauseUntil != nil && !c.ChallengePauseUntil.Time().After(now.Time()) {
		c.ChallengePauseUntil = nil
	}
	if !c.isOnHold(now.Time()) {
		c.PausedUntil = nil
	}
	if c.isNewDay(now.Time()) {
		c.RepostsToday = 0
	}
}

func (c *StoryRepostConfig) setZone(name *string) error {
	switch {
	case name == nil:
		return nil
	case *name == "":
		c.TimeZone = nil
		return nil
	}
	if _, err := posts.Zone(*name); err != nil {
		return apperror.New(apperror.ValidationError, "timezone must be the IANA name of a zone, such as Europe/Lisbon, or empty for this machine's")
	}
	c.TimeZone = name
	return nil
}

func (c *StoryRepostConfig) setOverlay(text *string) error {
	switch {
	case text == nil:
		return nil
	case *text == "":
		c.SignatureOverlay = nil
		return nil
	}
	if _, err := parseOverlay(*text); err != nil {
		return err
	}
	c.SignatureOverlay = text
	return nil
}

// setInterval changes how often the inbox is polled; the next poll is moved with it.
func (c *StoryRepostConfig) setInterval(hours int, now time.Time, chance Chance, machine *time.Location) {
	if c.PollIntervalHours == hours {
		return
	}
	c.PollIntervalHours = hours
	if c.NextPollAt == nil || c.LastPollAt == nil {
		return
	}
	next := c.nextPoll(c.LastPollAt.Time(), chance.around(), machine)
	if soon := now.Add(firstPoll); next.Before(soon) {
		next = c.afterQuietHours(soon, chance.around(), machine)
	}
	c.NextPollAt = wiretime.Ptr(next)
}
