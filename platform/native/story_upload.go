package native

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
)

const (
	uploadTimeout  = 10 * time.Minute
	uploadIDDigits = 13
	maxStoryPhoto  = 30 << 20
	maxStoryVideo  = 200 << 20
)

// StoryUpload is a story to be published.
type StoryUpload struct {
	// UploadID is chosen by the caller, who keeps it durably before anything is sent: NewUploadID
	// makes one.
	UploadID string
	// Path is the JPEG, or the MP4 of a video, of which CoverPath is a JPEG.
	Path, CoverPath string
	IsVideo         bool
	Width, Height   int
	Duration        time.Duration
	Mentions        []StickerMention
}

// StickerMention is a @mention on a story. X and Y are the centre of its area, as fractions of the
// frame.
type StickerMention struct {
	UserID, Username string
	X, Y             float64
}

// NewUploadID returns the id for an upload that begins at the instant: its milliseconds.
func NewUploadID(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }

// UserID returns the network's id of the user of the name, whom a story mentions, or an error of
// class NotFound. Its error is always an *Error.
func (c *Stories) UserID(ctx context.Context, s *Session, name string) (string, error) {
	asked := username(text(name))
	if asked == "" {
		return "", &Error{Op: OpUser, Class: NotFound, Message: "the name is none of the network's"}
	}
	var page struct {
		User *wireMember `json:"user"`
	}
	r := request{op: OpUser, path: pathUsers + asked + "/usernameinfo/", into: &page}
	if err := c.caller.session(ctx, s, r); err != nil {
		return "", err
	}
	if page.User == nil || page.User.PK == "" {
		return "", c.caller.malformed(ctx, r, "a user without an id")
	}
	if told := username(page.User.Username); told != "" && told != asked {
		return "", c.caller.malformed(ctx, r, "another user than the one asked for")
	}
	return string(page.User.PK), nil
}

// UploadStory sends the files of a story, which nobody sees yet. It can be called again with the
// same upload: a video goes on where the network has it. Its error is always an *Error.
func (c *Stories) UploadStory(ctx context.Context, s *Session, u StoryUpload) error {
	if err := u.check(); err != nil {
		return &Error{Op: OpUpload, Class: Refused, Message: clean(err.Error()), cause: err}
	}
	if !u.IsVideo {
		return c.uploadPhoto(ctx, s, OpUpload, u, u.Path)
	}
	if err := c.uploadVideo(ctx, s, u); err != nil {
		return err
	}
	return c.uploadPhoto(ctx, s, OpCover, u, u.CoverPath)
}

func (u *StoryUpload) check() error {
	if !isID(u.UploadID) || len(u.UploadID) < uploadIDDigits {
		return fmt.Errorf("%q is no upload id", u.UploadID)
	}
	return nil
}

// name returns the upload's name, the same in every try: by it the network finds what it has
// already.
func (u *StoryUpload) name() string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(u.UploadID))
	return fmt.Sprintf("%s_0_%010d", u.UploadID, h.Sum32())
}

func openFile(path string, limit int64) (*os.File, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && (info.Mode()&fs.ModeType != 0 || info.Size() == 0 || info.Size() > limit) {
		err = fmt.Errorf("the file has %d bytes, which is none or more than %d", info.Size(), limit)
	}
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

func (c *Stories) uploadPhoto(
	ctx context.Context, s *Session, op string, u StoryUpload, path string,
) error {
	f, size, err := openFile(path, maxStoryPhoto)
	if err != nil {
		return unreadable(op, err)
	}
	defer func() { _ = f.Close() }()
	params := map[string]string{
		"retry_context": retryContext, "media_type": photoType, "xsharing_user_ids": "[]", "upload_id": u.UploadID,
		"image_compression": imageCompression,
	}
	header, err := u.headers(params, "image/jpeg", size, 0)
	if err != nil {
		return unreadable(op, err)
	}
	return c.sendFile(ctx, s, u, request{
		op: op, path: pathPhotoUpload + u.name(), atRoot: true, timeout: uploadTimeout, body: &upload{content: f, size: size, header: header},
	})
}

// uploadVideo asks how much of the video the network has, and sends the rest.
func (c *Stories) uploadVideo(ctx context.Context, s *Session, u StoryUpload) error {
	f, size, err := openFile(u.Path, maxStoryVideo)
	if err != nil {
		return unreadable(OpUpload, err)
	}
	defer func() { _ = f.Close() }()
	var answer struct {
		Offset text `json:"offset"`
	}
	ask := request{op: OpUpload, path: pathVideoUpload + u.name(), atRoot: true, into: &answer}
	if err := c.caller.session(ctx, s, ask); err != nil {
		return err
	}
	offset, err := strconv.ParseInt(string(answer.Offset), 10, 64)
	if err != nil || offset < 0 || offset > size {
		return c.caller.malformed(ctx, ask, "an offset that is none of the file")
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		return unreadable(OpUpload, err)
	}
	params := map[string]string{
		"retry_context": retryContext, "media_type": videoType, "xsharing_user_ids": "[]", "upload_id": u.UploadID,
		// As instagrapi 2.18.17 sends them for the video of a story; instagram-private-api 1.46.1
		// sends the first (read 2026-11-22).
		"for_album": "1", "extract_cover_frame": "1", "content_tags": "has-overlay",
		"upload_media_width": strconv.Itoa(u.Width), "upload_media_height": strconv.Itoa(u.Height),
		"upload_media_duration_ms": strconv.FormatInt(u.Duration.Milliseconds(), 10),
	}
	header, err := u.headers(params, "video/mp4", size, offset)
	if err != nil {
		return unreadable(OpUpload, err)
	}
	return c.sendFile(ctx, s, u, request{
		op: OpUpload, path: ask.path, atRoot: true, timeout: uploadTimeout,
		body: &upload{content: f, size: size - offset, header: header},
	})
}

// sendFile sends a file, and checks that the network's answer names the upload.
func (c *Stories) sendFile(ctx context.Context, s *Session, u StoryUpload, r request) error {
	var answer struct {
		UploadID id `json:"upload_id"`
	}
	r.into = &answer
	if err := c.caller.session(ctx, s, r); err != nil {
		return err
	}
	if answer.UploadID != "" && string(answer.UploadID) != u.UploadID {
		return c.caller.malformed(ctx, r, "another upload than the one that was sent")
	}
	return nil
}

// headers say what is sent, and where it goes on.
func (u *StoryUpload) headers(params map[string]string, kind string, size, offset int64) (http.Header, error) {
	b, err := json.Marshal(params, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	h := http.Header{}
	for name, value := range map[string]string{
		headerUploadParams: string(b), "X-Entity-Type": kind, "X-Entity-Name": u.name(),
		"X-Entity-Length": strconv.FormatInt(size, 10), "Offset": strconv.FormatInt(offset, 10),
	} {
		h.Set(name, value)
	}
	return h, nil
}

func unreadable(op string, err error) *Error {
	return &Error{Op: op, Class: Refused, Message: clean(err.Error()), cause: err}
}
