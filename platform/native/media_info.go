package native

import (
	"context"
	"math"
	"strconv"
	"time"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	photoType = "1"
	videoType = "2"

	maxCandidates = 100
	maxAddress    = 8 << 10
	maxDuration   = 24 * time.Hour
	maxSide       = 1 << 16
)

// StoryMedia is somebody's story as the network describes it. What is not known is empty.
type StoryMedia struct {
	ID                     string
	OwnerID, OwnerUsername string
	IsVideo                bool
	// URL is where the largest file is. Only Download may follow it.
	URL           string
	Width, Height int
	Duration      time.Duration
	TakenAt       time.Time
	// ExpiresAt is a day after TakenAt where the network does not say it.
	ExpiresAt time.Time
}

type wireMedia struct {
	PK             jsontext.Value `json:"pk"`
	ID             jsontext.Value `json:"id"`
	MediaType      text           `json:"media_type"`
	TakenAt        jsontext.Value `json:"taken_at"`
	ExpiringAt     jsontext.Value `json:"expiring_at"`
	Images         *wireImages    `json:"image_versions2"`
	Videos         []wireFile     `json:"video_versions"`
	VideoDuration  text           `json:"video_duration"`
	User           *wireMember    `json:"user"`
	UploadID       text           `json:"upload_id"`
	DeviceTime     text           `json:"device_timestamp"`
	ReelMentions   jsontext.Value `json:"reel_mentions"`
	StickerMention jsontext.Value `json:"story_bloks_stickers"`
}

type wireImages struct {
	Candidates []wireFile `json:"candidates"`
}

type wireFile struct {
	URL    text `json:"url"`
	Width  text `json:"width"`
	Height text `json:"height"`
}

// id returns the media's id in decimal digits, empty when there is none.
func (m *wireMedia) id() string {
	if pk := looseID(m.PK); pk != "" {
		return pk
	}
	return looseID(m.ID)
}

func (m *wireMedia) expiry() time.Time {
	if at := instant(m.ExpiringAt, time.Second); !at.IsZero() {
		return at
	}
	if at := instant(m.TakenAt, time.Second); !at.IsZero() {
		return at.Add(storyLife)
	}
	return time.Time{}
}

func (m *wireMedia) duration() time.Duration {
	seconds, err := strconv.ParseFloat(string(m.VideoDuration), 64)
	if err != nil || math.IsNaN(seconds) || seconds < 0 || seconds > maxDuration.Seconds() {
		return 0
	}
	return time.Duration(seconds * float64(time.Second))
}

// largest returns the file with the most pixels.
func largest(files []wireFile) (address string, width, height int) {
	for _, f := range files[:min(len(files), maxCandidates)] {
		w, h := side(f.Width), side(f.Height)
		if f.URL != "" && len(f.URL) <= maxAddress && (address == "" || w*h > width*height) {
			address, width, height = string(f.URL), w, h
		}
	}
	return address, width, height
}

// smallest returns the address of the file with the fewest pixels, empty when no file says how many
// it has.
func smallest(files []wireFile) (address string) {
	least := 0
	for _, f := range files[:min(len(files), maxCandidates)] {
		pixels := side(f.Width) * side(f.Height)
		if f.URL != "" && len(f.URL) <= maxAddress && pixels > 0 && (address == "" || pixels < least) {
			address, least = string(f.URL), pixels
		}
	}
	return address
}

func side(t text) int {
	n, err := strconv.Atoi(string(t))
	if err != nil || n < 0 || n > maxSide {
		return 0
	}
	return n
}

// Info returns what the network tells of the media with the id. It returns an error of class
// NotFound for media that are gone, or not for this user to see. Its error is always an *Error.
func (m *Media) Info(ctx context.Context, s *Session, id string) (StoryMedia, error) {
	var page struct {
		Items []jsontext.Value `json:"items"`
	}
	r := request{op: OpMedia, path: pathMedia + id + "/info/", into: &page}
	if !isID(id) {
		return StoryMedia{}, &Error{Op: OpMedia, Class: NotFound, Message: "the id is none of the network's"}
	}
	if err := m.caller.session(ctx, s, r); err != nil {
		return StoryMedia{}, err
	}
	if len(page.Items) == 0 {
		return StoryMedia{}, &Error{Op: OpMedia, Class: NotFound, HTTPStatus: 200, Message: "the network shows no such media"}
	}
	var told wireMedia
	if err := httpclient.Unmarshal(page.Items[0], &told); err != nil {
		return StoryMedia{}, m.caller.malformed(ctx, r, "media that cannot be read")
	}
	if told.id() != id {
		return StoryMedia{}, m.caller.malformed(ctx, r, "other media than those asked for")
	}
	story, ok := told.story()
	if !ok {
		return StoryMedia{}, m.caller.malformed(ctx, r, "media without a file")
	}
	return story, nil
}

// story returns the media with the file to fetch; ok is false when there is no file.
func (m *wireMedia) story() (story StoryMedia, ok bool) {
	out := StoryMedia{
		ID: m.id(), IsVideo: m.MediaType == videoType || len(m.Videos) > 0, Duration: m.duration(), TakenAt: instant(m.TakenAt, time.Second),
		ExpiresAt: m.expiry(),
	}
	if m.User != nil {
		out.OwnerID, out.OwnerUsername = string(m.User.PK), username(m.User.Username)
	}
	switch {
	case out.IsVideo:
		out.URL, out.Width, out.Height = largest(m.Videos)
	case m.Images != nil && m.MediaType == photoType:
		out.URL, out.Width, out.Height = largest(m.Images.Candidates)
	}
	return out, out.URL != ""
}
