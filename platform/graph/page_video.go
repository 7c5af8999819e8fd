package graph

import (
	"bytes"
	"context"
	"mime/multipart"
	"net/http"
	"net/url"

	"crier/platform/intent"
)

// PageVideoKind says as what a video that is sent in phases appears on a Page.
type PageVideoKind string

// The kinds, as the network names their edges.
const (
	PageReel       PageVideoKind = "video_reels"
	PageVideoStory PageVideoKind = "video_stories"
)

// PageUpload is a video for a Page whose bytes are to be sent.
type PageUpload struct {
	// ID is the video's.
	ID string
	// URI is where the bytes go, on the host of Endpoints.Upload.
	URI string
}

// StartPageVideo begins a video of the kind: SendBytes and FinishPageVideo follow. Nobody sees it
// until it is finished.
func (c *PagePublications) StartPageVideo(ctx context.Context, page Account, kind PageVideoKind) (PageUpload, error) {
	got, err := toPage[pageUploadAnswer](ctx, c.caller, OpPageStart, page, string(kind), url.Values{"upload_phase": {"start"}})
	return PageUpload{ID: string(got.ID), URI: got.URI}, err
}

type pageUploadAnswer struct {
	ID  id     `json:"video_id"`
	URI string `json:"upload_url"`
}

func (a pageUploadAnswer) flaw(x *exchange) string { return uploadAnswer(a).flaw(x) }

// FinishPageVideo makes a video visible whose bytes the network has. It spends the Intent, and
// returns the post's id, empty when the network does not name it. After an error whose
// OutcomeUnknown is true, PageVideoStatus tells whether it took effect.
func (c *PagePublications) FinishPageVideo(ctx context.Context, i intent.Intent, page Account, kind PageVideoKind, videoID, description string) (postID string, err error) {
	if !isID(videoID) {
		return "", refuse(OpPageFinish, Permanent, "the video's id is no id of the network")
	}
	if err := permitted(OpPageFinish, page, i); err != nil {
		return "", err
	}
	params := url.Values{"upload_phase": {"finish"}, "video_id": {videoID}}
	if kind == PageReel {
		params.Set("video_state", "PUBLISHED")
		if description != "" {
			params.Set("description", description)
		}
	}
	got, err := toPage[pagePostAnswer](ctx, c.caller, OpPageFinish, page, string(kind), params)
	return string(got.PostID), err
}

// PublishPageVideo posts a video of any length and shape on a Page, sending its bytes with the
// call, and returns the video's id. The mark, which the network calls the publisher's own code for
// the video, is shown to nobody but in PageVideos: it tells the video after an answer that was
// lost.
func (c *PagePublications) PublishPageVideo(ctx context.Context, i intent.Intent, page Account, file File, description, mark string) (videoID string, err error) {
	if err := checkPage(OpPageVideo, page); err != nil {
		return "", err
	}
	form, err := newMultipartForm(map[string]string{"description": description, "universal_video_id": mark}, "source", "video.mp4")
	if err != nil {
		return "", refuse(OpPageVideo, Permanent, "%s", err)
	}
	if err := spend(OpPageVideo, i); err != nil {
		return "", err
	}
	sent := newStream("", file, 0)
	sent.form = form
	got, err := call[createdAnswer](ctx, c.caller, request{
		op: OpPageVideo, method: http.MethodPost, account: page, path: []string{page.ID, "videos"}, bytes: sent,
	})
	return string(got.ID), err
}

// multipartForm is what stands around a file in a multipart body.
type multipartForm struct{ contentType, head, tail string }

func newMultipartForm(fields map[string]string, name, filename string) (*multipartForm, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for field, text := range fields {
		if text == "" {
			continue
		}
		if err := w.WriteField(field, text); err != nil {
			return nil, err
		}
	}
	if _, err := w.CreateFormFile(name, filename); err != nil {
		return nil, err
	}
	head := b.String()
	b.Reset()
	if err := w.Close(); err != nil {
		return nil, err
	}
	return &multipartForm{contentType: w.FormDataContentType(), head: head, tail: b.String()}, nil
}

// PageVideo is how far the network has got with a video of a Page.
type PageVideo struct {
	// Status is ready, processing, expired, error or another word of the network's.
	Status string
	// Bytes is how many bytes of the file the network has.
	Bytes int64
	// Uploading, Processing and Publishing are the phases, empty when the network does not say;
	// PublishStatus is published or another word of the network's.
	Uploading, Processing, Publishing, PublishStatus string
	// Fault is what went wrong, as the network words it, and FaultCode its code, 0 where it gives
	// none. Status may still say processing then.
	Fault     string
	FaultCode int
}

// Err returns an *Error about the Fault, and nil where there is none.
func (v PageVideo) Err() error {
	if v.Fault == "" {
		return nil
	}
	e := &Error{Op: OpPageVideoStatus, Code: v.FaultCode, Message: v.Fault}
	rule := ruleFor(v.FaultCode, 0, OnRead, false, 0)
	if rule.Unknown {
		rule = ruleFor(0, v.FaultCode, OnRead, false, 0) // A phase gives a subcode as its code.
	}
	e.obey(rule, OnRead)
	return e
}

// The words of PageVideo.Status and PublishStatus that decide.
const (
	VideoError     = "error"
	VideoExpired   = "expired"
	VideoPublished = "published"
)

// IsVisible reports whether the network says that the video is published.
func (v PageVideo) IsVisible() bool {
	return v.PublishStatus == VideoPublished || v.Publishing == PhaseComplete
}

// IsUntouched reports whether the network has not begun to publish the video: no finish was taken.
func (v PageVideo) IsUntouched() bool {
	return v.Fault == "" && !v.IsVisible() && v.Publishing == PhaseWaiting && v.Processing == PhaseWaiting
}

// IsTaken reports whether the network has begun to publish the video, or has published it: a finish
// was taken.
func (v PageVideo) IsTaken() bool {
	hasBegun := func(phase string) bool { return phase == PhaseRunning || phase == PhaseComplete }
	return v.Fault == "" && (v.IsVisible() || hasBegun(v.Processing) || hasBegun(v.Publishing))
}

// PageVideoStatus returns the state of a video of a Page.
func (c *PagePublications) PageVideoStatus(ctx context.Context, page Account, videoID string) (PageVideo, error) {
	if !isID(videoID) {
		return PageVideo{}, refuse(OpPageVideoStatus, Permanent, "the video's id is no id of the network")
	}
	got, err := call[pageVideoAnswer](ctx, c.caller, request{
		op: OpPageVideoStatus, method: http.MethodGet, account: page, path: []string{videoID}, asked: videoID,
		params: url.Values{"fields": {"status"}},
	})
	if err != nil {
		return PageVideo{}, err
	}
	s := got.Status
	return PageVideo{
		Status: clean(s.Video, page.Token), Bytes: s.Uploading.bytes(), Uploading: clean(s.Uploading.Status, page.Token),
		Processing: clean(s.Processing.Status, page.Token), Publishing: clean(s.Publishing.Status, page.Token),
		PublishStatus: clean(s.Publishing.PublishStatus, page.Token), Fault: clean(s.fault(), page.Token), FaultCode: s.faultCode(),
	}, nil
}

type pageVideoAnswer struct {
	ID     id               `json:"id"`
	Status *videoStatusWire `json:"status"`
}

type videoStatusWire struct {
	Video      string      `json:"video_status"`
	Uploading  phaseAnswer `json:"uploading_phase"`
	Processing phaseAnswer `json:"processing_phase"`
	Publishing phaseAnswer `json:"publishing_phase"`
}

// isEmpty reports whether it says nothing of what became of the video.
func (s videoStatusWire) isEmpty() bool {
	return s.Video+s.Uploading.Status+s.Processing.Status+s.Publishing.Status+s.Publishing.PublishStatus+s.fault() == ""
}

func (s videoStatusWire) fault() string {
	for _, p := range []phaseAnswer{s.Uploading, s.Processing, s.Publishing} {
		if fault := p.fault(); fault != "" {
			return fault
		}
	}
	if s.Video == VideoError || s.Video == VideoExpired {
		return "the video's status is " + s.Video
	}
	return ""
}

func (s videoStatusWire) faultCode() int {
	for _, p := range []phaseAnswer{s.Uploading, s.Processing, s.Publishing} {
		if p.fault() != "" {
			return p.faultCode()
		}
	}
	return 0
}

func (a pageVideoAnswer) flaw(x *exchange) string {
	switch {
	case a.Status == nil, a.Status.isEmpty():
		return "no status"
	case a.ID != "" && string(a.ID) != x.asked:
		return "the status of another video"
	}
	return ""
}
