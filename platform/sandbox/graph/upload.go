package graph

import (
	"net/http"
	"strconv"
	"strings"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
	"crier/platform/wiretime"
)

// The errors of the upload host, which have a format of their own.
const (
	uploadRefused = "ProcessingFailedError"
	uploadOffset  = "OffsetInvalidError"
	uploadPartial = "PartialRequestError"
)

func uploadFailed(kind, message string, retriable bool) wire.Answer {
	info := wire.Object{{"retriable", retriable}, {"type", kind}, {"message", message}}
	return wire.Answer{Status: http.StatusBadRequest, Body: wire.Object{{"debug_info", info}}}
}

func uploadDone() wire.Answer {
	return wire.OK(wire.Object{{"success", true}, {"message", "Upload successful."}})
}

// incoming is the receiver of bytes, as it is before they come.
type incoming struct {
	id string
	// size is the length of the file as an earlier part announced it; 0 before the first.
	size int64
	// complete says that the network has all bytes.
	complete bool
}

// uploadAPI receives the bytes of videos.
type uploadAPI struct {
	*world.Store

	spool *files.Spool
}

// route takes POST /{door}/{version}/{id}.
func (u *uploadAPI) route(c *wire.Call) wire.Answer {
	parts := strings.Split(strings.TrimPrefix(c.Inner(), "/"), "/")
	if c.Method != http.MethodPost || len(parts) != 3 || !wire.IsVersion(parts[1]) || !wire.IsNode(parts[2]) ||
		parts[0] != wire.DoorContainers && parts[0] != wire.DoorPages {
		return u.Unexpected(c)
	}
	c.Version, c.Node = parts[1], parts[2]
	defer u.spool.Lock(c.Node)()
	var in incoming
	refusal := u.Answer(func(w *world.World) wire.Answer { return expectUpload(w, c, parts[0], &in) })
	if refusal.Status != http.StatusOK {
		return refusal
	}
	return u.take(c, in)
}

// expectUpload finds the receiver of the bytes.
func expectUpload(w *world.World, c *wire.Call, door string, in *incoming) wire.Answer {
	g, gerr := w.Logins.Authorize(wire.HostFB, c.Token)
	if gerr != nil || c.Scheme != "OAuth" {
		return uploadFailed(uploadRefused, `{"success":false,"error":{"message":"unauthorized user request"}}`, false)
	}
	c.NodeAccount = g.Account.ID
	if one := w.Containers.ByID[c.Node]; door == wire.DoorContainers && one != nil && one.Upload && one.AccountID == g.Account.ID {
		*in = incoming{id: one.ID, size: one.FileSize, complete: one.Uploaded}
		if one.StatusAt(w.Now()) == world.StatusExpired {
			return uploadFailed(uploadRefused, "The upload session has expired", false)
		}
		return wire.OK(nil)
	}
	if item := w.Pages.ByID[c.Node]; door == wire.DoorPages && item != nil && item.IsUpload() && item.AccountID == g.Account.ID {
		*in = incoming{id: item.ID, size: item.FileSize, complete: item.State != world.PageStarted}
		return wire.OK(nil)
	}
	return noUploadSession()
}

func noUploadSession() wire.Answer {
	return uploadFailed(uploadRefused, "There is no such upload session", false)
}

// take adds the bytes to those that have arrived, if they continue there.
func (u *uploadAPI) take(c *wire.Call, in incoming) wire.Answer {
	offset, errOffset := strconv.ParseInt(c.Params["offset"], 10, 64)
	size, errSize := strconv.ParseInt(c.Params["file_size"], 10, 64)
	have := u.spool.Size(in.id)
	if in.complete {
		have = in.size
	}
	switch {
	case errOffset != nil || errSize != nil || size <= 0 || size > files.MaxSpooled || in.size != 0 && in.size != size:
		return uploadFailed(uploadRefused, "The headers offset and file_size do not fit", false)
	case offset != have:
		return uploadFailed(uploadOffset, "The offset is "+c.Params["offset"]+", expected "+strconv.FormatInt(have, 10), true)
	case in.complete:
		return uploadDone()
	}
	ans := u.Answer(func(w *world.World) wire.Answer { announceUpload(w, in.id, size); return wire.OK(nil) })
	if ans.Err != nil {
		return ans
	}
	// When a client hangs up, the bytes that came before stay.
	err := u.spool.Receive(in.id, c.Body, size-offset)
	return u.Answer(func(w *world.World) wire.Answer {
		switch have := u.spool.Size(in.id); {
		case w.Containers.ByID[in.id] == nil && w.Pages.ByID[in.id] == nil: // The world was reset since the call came in.
			u.spool.Drop(in.id)
			return noUploadSession()
		case have < size:
			return uploadFailed(uploadPartial, "The request ended before the file did", true)
		case err != nil:
			return wire.Failed(wire.Unavailable())
		}
		completeUpload(w, in.id)
		return uploadDone()
	})
}

func announceUpload(w *world.World, id string, size int64) {
	if one := w.Containers.ByID[id]; one != nil && one.FileSize != size {
		one.FileSize = size
		w.Containers.Put(one)
	}
	if item := w.Pages.ByID[id]; item != nil && item.FileSize != size {
		item.FileSize = size
		w.Pages.Put(item)
	}
}

// completeUpload stores that all bytes have arrived; from now on the network processes them.
func completeUpload(w *world.World, id string) {
	if one := w.Containers.ByID[id]; one != nil {
		one.Uploaded, one.ReadyAt = true, wiretime.Of(w.Now().Add(w.VideoLatency()))
		w.Containers.Put(one)
	}
	if item := w.Pages.ByID[id]; item != nil {
		item.State = world.PageUploaded
		w.Pages.Put(item)
	}
}

func videoStatus(one *world.Container, c *wire.Call, status string) wire.Object {
	uploading, processing := "not_started", "not_started"
	have := c.Received
	switch {
	case one.Uploaded && one.Forced == world.ForceStuck:
		fault := wire.Object{{"code", 1363008}, {"message", "OIL Error"}}
		return wire.Object{
			{"uploading_phase", wire.Object{{"status", "error"}, {"bytes_transferred", one.FileSize}, {"errors", []wire.Object{fault}}}},
			{"processing_phase", wire.Object{{"status", "not_started"}}},
		}
	case one.Uploaded:
		uploading, processing, have = "complete", "in_progress", one.FileSize
	case have > 0:
		uploading = "in_progress"
	}
	switch status {
	case world.StatusFinished, world.StatusPublished:
		processing = "complete"
	case world.StatusError:
		processing = "error"
	}
	return wire.Object{
		{"uploading_phase", wire.Object{{"status", uploading}, {"bytes_transferred", have}}},
		{"processing_phase", wire.Object{{"status", processing}}},
	}
}
