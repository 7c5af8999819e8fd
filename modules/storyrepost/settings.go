package storyrepost

import (
	"context"
	"time"

	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// RepostSettings is all of an account's configuration: what v1 shows, and what it does not.
type RepostSettings struct {
	Config      StoryRepostConfig `json:"config"     doc:"The configuration."`
	Timezone    *string           `json:"timezone"   doc:"IANA name of the zone whose hours and days count; null for this machine's." example:"Europe/Lisbon"`
	NextPollAt  *wiretime.Time    `json:"nextPollAt" doc:"When the inbox is polled next; null while that was never said." example:"2026-03-14T18:20:00.000Z"`
	PausedUntil *wiretime.Time    `json:"pausedUntil" doc:"Until when somebody has paused it; null when nobody has. Reposting by hand goes on." example:"2026-03-15T09:20:00.000Z"`
	Warning     string            `json:"warning"    doc:"What it means to switch this on."`
}

// pauseFor is how long somebody pauses an account's reposts.
const pauseFor = 24 * time.Hour

// RepostSettingsRequest is a change of an account's configuration: what is left out stays as it is.
type RepostSettingsRequest struct {
	PollIntervalHours     *int    `json:"pollIntervalHours,omitempty"     minimum:"6" maximum:"48" doc:"Hours between two polls of the inbox." example:"12"`
	JitterMinutes         *int    `json:"jitterMinutes,omitempty"         minimum:"0" maximum:"180" doc:"Random offset of each poll, in minutes either way." example:"30"`
	SleepWindowStart      *int    `json:"sleepWindowStart,omitempty"      minimum:"0" maximum:"23" doc:"Local hour at which quiet mode begins." example:"23"`
	SleepWindowEnd        *int    `json:"sleepWindowEnd,omitempty"        minimum:"0" maximum:"23" doc:"Local hour at which quiet mode ends; the same as its beginning for no quiet mode." example:"7"`
	Timezone              *string `json:"timezone,omitempty"              maxLength:"64" doc:"IANA name of the zone whose hours and days count; empty for this machine's." example:"Europe/Lisbon"`
	DailyRepostLimit      *int    `json:"dailyRepostLimit,omitempty"      minimum:"0" maximum:"25" doc:"Most reposts a day." example:"10"`
	AutoRepostEnabled     *bool   `json:"autoRepostEnabled,omitempty"     doc:"Whether mentions are reposted without being asked about." example:"false"`
	AutoTagOriginalPoster *bool   `json:"autoTagOriginalPoster,omitempty" doc:"Whether the author of the story is tagged with a mention sticker." example:"true"`
	IsPaused              *bool   `json:"isPaused,omitempty" doc:"Pauses polls and automatic reposts for 24 hours from now, or has them go on." example:"true"`
	SignatureOverlay      *string `json:"signatureOverlay,omitempty"      maxLength:"4096" doc:"JSON text overlay that names the author, {username} standing for the name; {} for the default one, empty for none." example:"{\"text\":\"via @{username}\"}"`
}

// Settings returns all of the account's configuration, or NOT_FOUND when it has none.
func (s *configs) Settings(ctx context.Context, account wireid.ID) (RepostSettings, error) {
	config, err := s.Config(ctx, account)
	if err == nil && config == nil {
		err = apperror.New(apperror.NotFound, "story repost is not configured for this account")
	}
	if err != nil {
		return RepostSettings{}, err
	}
	return settingsOf(config), nil
}

func settingsOf(c *StoryRepostConfig) RepostSettings {
	return RepostSettings{Config: *c, Timezone: c.TimeZone, NextPollAt: c.NextPollAt, PausedUntil: c.PausedUntil, Warning: risk}
}

// ChangeSettings changes what the request names, and makes the account's configuration, switched
// off, if it has none. Mentions that wait to be reposted by themselves wait for the user once that
// is switched off. It returns the errors of Configure, and VALIDATION_ERROR for an overlay that
// cannot be drawn and for a zone that nobody knows.
func (s *configs) ChangeSettings(ctx context.Context, account wireid.ID, r RepostSettingsRequest) (RepostSettings, error) {
	config, err := s.change(ctx, account, func(ctx context.Context, tx bun.IDB, c *StoryRepostConfig) error {
		if err := r.apply(c, s.clock.Now(), s.chance, s.zone); err != nil || c.AutoRepostEnabled {
			return err
		}
		return moveReposts(ctx, tx, Pending, Detected, nil, s.now(), func(u *bun.UpdateQuery) { u.Where("social_account_id = ?", account) })
	})
	if err != nil {
		return RepostSettings{}, err
	}
	return settingsOf(config), nil
}

func (r RepostSettingsRequest) apply(c *StoryRepostConfig, now time.Time, chance Chance, machine *time.Location) error {
	if r.PollIntervalHours != nil {
		c.setInterval(*r.PollIntervalHours, now, chance, machine)
	}
	set(&c.JitterMinutes, r.JitterMinutes)
	set(&c.SleepWindowStart, r.SleepWindowStart)
	set(&c.SleepWindowEnd, r.SleepWindowEnd)
	set(&c.DailyRepostLimit, r.DailyRepostLimit)
	set(&c.AutoRepostEnabled, r.AutoRepostEnabled)
	set(&c.AutoTagOriginalPoster, r.AutoTagOriginalPoster)
	if r.IsPaused != nil {
		c.PausedUntil = nil
		if *r.IsPaused {
			c.PausedUntil = wiretime.Ptr(now.Add(pauseFor))
		}
	}
	if err := c.setZone(r.Timezone); err != nil {
		return err
	}
	return c.setOverlay(r.SignatureOverlay)
}

func set[T any](field, to *T) {
	if to != nil {
		*field = *to
	}
}
