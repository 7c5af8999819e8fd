package storyrepost

import (
	"fmt"
	"slices"

	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Status is what became of a mention.
type Status string

// The statuses of a record (contract 4, GET /story-repost/history).
const (
	Detected   Status = "DETECTED"
	Pending    Status = "PENDING"
	Processing Status = "PROCESSING"
	Published  Status = "PUBLISHED"
	Failed     Status = "FAILED"
	Skipped    Status = "SKIPPED"
	Expired    Status = "EXPIRED"
)

// transition is a legal change of a record's status.
type transition struct {
	// From is empty where a record begins.
	From, To Status
	// Trigger says in a few words what causes the change.
	Trigger string
}

// lifeCycle is every legal change; the package's documentation draws it.
var lifeCycle = [...]transition{
	{"", Detected, "found, and waits for the user"},
	{"", Pending, "found, and is to be reposted by itself"},
	{"", Skipped, "found, and cannot be reposted"},
	{"", Expired, "found too late"},
	{Detected, Processing, "the user reposts it"},
	{Detected, Skipped, "the user skips it, or its account is disconnected"},
	{Detected, Expired, "the story has gone"},
	{Pending, Processing, "its turn has come, or the user reposts it"},
	{Pending, Detected, "automatic reposts are switched off, or the data folder may be older"},
	{Pending, Skipped, "the user skips it, or its account is disconnected"},
	{Pending, Expired, "the story has gone"},
	{Processing, Published, "its post is published"},
	{Processing, Failed, "its post has failed, or there will be none"},
	{Processing, Skipped, "the story turns out not to be one that can be reposted, or its account is disconnected"},
	{Processing, Expired, "the story turns out to have gone"},
	{Processing, Detected, "interrupted before there was a post, or the data folder may be older"},
	{Processing, Pending, "interrupted, or put off, before there was a post"},
	{Failed, Processing, "the user reposts it again, or retries its post"},
	{Failed, Published, "its post turns out to be live"},
	{Failed, Skipped, "the user skips it"},
}

// CanBecome reports whether the life cycle has a change from s to next. A new record has status "".
func (s Status) CanBecome(next Status) bool {
	return slices.ContainsFunc(lifeCycle[:], func(t transition) bool { return t.From == s && t.To == next })
}

func illegal(from, to Status) error {
	return fmt.Errorf("storyrepost: a record that is %q cannot become %q", from, to)
}

// RepostRecord is one mention and what became of it.
type RepostRecord struct {
	bun.BaseModel `bun:"table:story_reposts,alias:repost" json:"-"`

	ID               wireid.ID      `bun:",pk" json:"id" doc:"Id of the record." example:"0d9c3c5e-51b7-4a4e-9a39-3a6b0f1c2d77"`
	SocialAccountID  wireid.ID      `json:"socialAccountId"  doc:"The account that was mentioned." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	Status           Status         `json:"status"           enum:"DETECTED,PENDING,PROCESSING,PUBLISHED,FAILED,SKIPPED,EXPIRED" doc:"What became of the mention." example:"DETECTED"`
	Reason           *string        `json:"reason"           doc:"Why it was not reposted, or not yet; null when there is nothing to say."`
	SourceMediaID    *string        `bun:"source_media_id" json:"sourceMediaId" doc:"The network's id of the story; null when the inbox did not tell." example:"3587104962285710336"`
	ItemID           string         `bun:"item_id" json:"itemId"   doc:"The network's id of the message that mentions the account."`
	ThreadID         string         `bun:"thread_id" json:"threadId" doc:"The network's id of the conversation."`
	AuthorID         *string        `bun:"author_id" json:"authorId" doc:"The network's id of the author."`
	OriginalUsername string         `json:"originalUsername" doc:"Author of the story; empty when the inbox did not tell." example:"ann"`
	MentionedAt      wiretime.Time  `json:"mentionedAt"      doc:"When the account was mentioned." example:"2026-03-14T05:48:00.000Z"`
	ExpiresAt        wiretime.Time  `json:"expiresAt"        doc:"When the story goes away, at the latest." example:"2026-03-15T05:48:00.000Z"`
	IsAutomatic      bool           `json:"isAutomatic"      doc:"Whether it is, or was, reposted without being asked about."`
	Attempts         int            `json:"attempts"         doc:"How often reposting was begun." example:"0"`
	MediaFileID      *wireid.ID     `json:"mediaFileId"      doc:"What was fetched of the story, as a media file."`
	PostID           *wireid.ID     `json:"postId"           doc:"The post that publishes it."`
	Permalink        *string        `json:"permalink"        doc:"Address of the repost, once published."`
	PublishedAt      *wiretime.Time `json:"publishedAt"      doc:"When it was published."`
	PictureURL       *string        `bun:"-" json:"pictureUrl" doc:"Path at which this machine serves a small picture of the story; null where there is none."`
	CreatedAt        wiretime.Time  `json:"createdAt"        doc:"When the mention was found." example:"2026-03-14T06:12:00.000Z"`
	UpdatedAt        wiretime.Time  `json:"updatedAt"        doc:"When the record last changed." example:"2026-03-14T06:12:00.000Z"`

	// Tries counts how often in a row the work was begun and has not ended. It is stored before the
	// work begins, because the work may take this process down.
	Tries int `json:"-"`

	// preview is where the inbox says that a picture of a new mention is.
	preview string
}

// isExpired reports whether the story had gone by an instant of the network's clock.
func (r *RepostRecord) isExpired(gone wiretime.Time) bool {
	return !r.ExpiresAt.Time().After(gone.Time())
}

// setFirstStatus gives a new mention its status, unless it cannot be reposted.
func (r *RepostRecord) setFirstStatus(b beginning) {
	r.IsAutomatic = b.isAutomatic
	switch {
	case r.Status != Detected && r.Status != Pending:
	case b.isAutomatic:
		r.Status, r.Reason = Pending, nil
	default:
		r.Status, r.Reason = Detected, b.reason
	}
}

const (
	reasonExpired      = "the story was gone before it was reposted: stories last for 24 hours"
	reasonDisconnected = "account disconnected"
	reasonSkipped      = "skipped by the user"
	reasonInterrupted  = "interrupted: Crier ended, or the machine slept, before the repost was made"
	reasonDeaths       = "Crier ended three times in the middle of this repost: this machine may not have the memory for it. " +
		"Crier does not try it once more by itself, so that everything else goes on. Close other programs and repost it again, or repost it in the network's app"
	reasonOlder = "the data folder may be older than what was done with it: look whether the story was reposted"
)
