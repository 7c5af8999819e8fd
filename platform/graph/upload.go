package graph

import (
	"context"
	"net/http"
	"net/url"
)

// Upload is a container whose video is sent to the network, in the place of an address to fetch it
// from.
type Upload struct {
	// ID is the container's.
	ID string
	// URI is where the bytes go, on the host of Endpoints.Upload.
	URI string
}

// CreateUpload asks the network to prepare a container of a video whose bytes follow, by SendBytes;
// MediaURL is not used. It is for the partner login and for Reel, VideoStory and CarouselVideo
// only.
func (c *Containers) CreateUpload(ctx context.Context, a Account, container Container) (Upload, error) {
	if a.Login != Partner {
		return Upload{}, refuse(OpCreateUpload, Permanent, "the network takes bytes of accounts of the partner login only")
	}
	if !isID(a.ID) {
		return Upload{}, refuse(OpCreateUpload, Permanent, "the account's id is no id of the network")
	}
	params, err := container.uploadParams()
	if err != nil {
		return Upload{}, refuse(OpCreateUpload, Permanent, "%s", err)
	}
	got, err := call[uploadAnswer](ctx, c.caller, request{
		op: OpCreateUpload, method: http.MethodPost, account: a, path: []string{a.ID, "media"}, params: params,
	})
	return Upload{ID: string(got.ID), URI: got.URI}, err
}

type uploadAnswer struct {
	ID  id     `json:"id"`
	URI string `json:"uri"`
}

func (a uploadAnswer) flaw(x *exchange) string {
	switch {
	case a.ID == "":
		return "success without an id"
	case x.caller.uploadURL(a.URI) == nil:
		return "bytes are wanted somewhere else than at the network's host for them"
	}
	return ""
}

// SendBytes sends the file from the offset on to where the network wants it, without ever holding
// the whole of it. It fails when nothing of it moves for a minute, however long the whole takes.
// After any failure the network's own count (UploadStatus, PageVideoStatus) says where to go on; an
// *Error of ErrOffset or ErrPartial asks for just that.
func (c *Containers) SendBytes(ctx context.Context, a Account, uri string, file File, offset int64) error {
	if offset < 0 || offset > file.Size {
		return refuse(OpUpload, Permanent, "the upload cannot go on at byte %d of %d", offset, file.Size)
	}
	_, err := call[sentAnswer](ctx, c.caller, request{op: OpUpload, method: http.MethodPost, account: a, bytes: newStream(uri, file, offset)})
	return err
}

type sentAnswer struct {
	Success *flag `json:"success"`
}

func (a sentAnswer) flaw(*exchange) string {
	return flawIf(a.Success == nil || !bool(*a.Success), "no word of success")
}

// The phases of an upload or of a video's processing. The network may add others, which are passed
// on as they are.
const (
	PhaseWaiting  = "not_started"
	PhaseRunning  = "in_progress"
	PhaseComplete = "complete"
	PhaseError    = "error"
)

// UploadState is how far the network has got with a container whose bytes are sent.
type UploadState struct {
	Status

	// Bytes is how many bytes of the file the network has.
	Bytes int64
	// Phase is the upload's, empty when the network does not say; Fault is what went wrong in it,
	// as the network words it. A container whose upload has a fault can stay IN_PROGRESS for ever.
	Phase, Fault string
}

// UploadStatus is ContainerStatus for a container that CreateUpload made, with how far its upload
// has come.
func (c *Containers) UploadStatus(ctx context.Context, a Account, containerID string) (UploadState, error) {
	if !isID(containerID) {
		return UploadState{}, refuse(OpUploadStatus, Permanent, "the container's id is no id of the network")
	}
	got, err := call[uploadStatusAnswer](ctx, c.caller, request{
		op: OpUploadStatus, method: http.MethodGet, account: a, path: []string{containerID}, asked: containerID,
		params: url.Values{"fields": {"id,status_code,status,video_status"}},
	})
	if err != nil {
		return UploadState{}, err
	}
	phase := got.Video.Uploading
	return UploadState{
		Status: got.statusFor(a), Bytes: phase.bytes(), Phase: clean(phase.Status, a.Token), Fault: clean(phase.fault(), a.Token),
	}, nil
}

type uploadStatusAnswer struct {
	statusAnswer

	Video struct {
		Uploading phaseAnswer `json:"uploading_phase"`
	} `json:"video_status"`
}

// phaseAnswer is one phase of a video. The count of bytes is spelt in two ways.
type phaseAnswer struct {
	Status        string       `json:"status"`
	Transferred   length       `json:"bytes_transferred"`
	Transfered    length       `json:"bytes_transfered"`
	Errors        []phaseError `json:"errors"`
	Error         *phaseError  `json:"error"`
	PublishStatus string       `json:"publish_status"`
}

type phaseError struct {
	Code    integer `json:"code"`
	Message string  `json:"message"`
}

func (p phaseAnswer) bytes() int64 { return max(0, int64(p.Transferred), int64(p.Transfered)) }

// faultCode returns the code of what went wrong in the phase; 0 where the network gives none.
func (p phaseAnswer) faultCode() int {
	if p.Error != nil {
		return int(p.Error.Code)
	}
	if len(p.Errors) > 0 {
		return int(p.Errors[0].Code)
	}
	return 0
}

// fault returns what went wrong in the phase, and the empty text when nothing did.
func (p phaseAnswer) fault() string {
	switch {
	case p.Error != nil && p.Error.Message != "":
		return p.Error.Message
	case len(p.Errors) > 0 && p.Errors[0].Message != "":
		return p.Errors[0].Message
	case p.Error != nil || len(p.Errors) > 0 || p.Status == PhaseError:
		return "without a reason"
	}
	return ""
}
