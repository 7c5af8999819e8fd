package sandbox

import (
	"io"
	"net/http"
	"strconv"
	"strings"

	"crier/platform/wiretime"
)

// hostUpload is the prefix of the network's host for the bytes of videos.
const hostUpload = "rupload"

// The two doors of that host: one for containers, one for the videos of Pages.
const (
	doorContainers = "ig-api-upload"
	doorPages      = "video-upload"
)

// The errors of that host, which has a shape of its own for them.
const (
	uploadRefused = "ProcessingFailedError"
	uploadOffset  = "OffsetInvalidError"
	uploadPartial = "PartialRequestError"
)

func uploadFailed(kind, message string, retriable bool) answer {
	info := object{{"retriable", retriable}, {"type", kind}, {"message", message}}
	return answer{status: http.StatusBadRequest, body: object{{"debug_info", info}}}
}

func uploadDone() answer {
	return ok(object{{"success", true}, {"message", "Upload successful."}})
}

// readUploadHeaders makes parameters of the headers that say which part of the file the body is.
func (c *call) readUploadHeaders(r *http.Request) {
	c.body = r.Body
	for _, name := range []string{"offset", "file_size", "file_url"} {
		if value := r.Header.Get(name); value != "" {
			c.params[name] = strings.ToValidUTF8(value, "\uFFFD")
		}
	}
}

// incoming is what wants bytes, as it stands before they come.
type incoming struct {
	id string
	// size is the length of the file as an earlier part of it was announced with; 0 before the first.
	size int64
	// complete says that the network has all of it.
	complete bool
}

// uploadAPI takes the bytes of videos.
type uploadAPI struct {
	*store

	spool *spool
}

// route takes POST /{door}/{version}/{id}.
func (u *uploadAPI) route(c *call) answer {
	parts := strings.Split(strings.TrimPrefix(c.inner(), "/"), "/")
	if c.method != http.MethodPost || len(parts) != 3 || !isVersion(parts[1]) || !isNode(parts[2]) ||
		parts[0] != doorContainers && parts[0] != doorPages {
		return u.unexpected(c)
	}
	c.version, c.node = parts[1], parts[2]
	defer u.spool.lock(c.node)()
	var in incoming
	refusal := u.answer(func(w *world) answer { return expectUpload(w, c, parts[0], &in) })
	if refusal.status != http.StatusOK {
		return refusal
	}
	return u.take(c, in)
}

// expectUpload finds what the bytes are for.
func expectUpload(w *world, c *call, door string, in *incoming) answer {
	g, gerr := w.logins.authorize(hostFB, c.token)
	if gerr != nil || c.scheme != "OAuth" {
		return uploadFailed(uploadRefused, `{"success":false,"error":{"message":"unauthorized user request"}}`, false)
	}
	c.nodeAccount = g.account.ID
	if one := w.containers.byID[c.node]; door == doorContainers && one != nil && one.Upload && one.AccountID == g.account.ID {
		*in = incoming{id: one.ID, size: one.FileSize, complete: one.Uploaded}
		if one.status(w.now()) == statusExpired {
			return uploadFailed(uploadRefused, "The upload session has expired", false)
		}
		return ok(nil)
	}
	if item := w.pages.byID[c.node]; door == doorPages && item != nil && item.isUpload() && item.AccountID == g.account.ID {
		*in = incoming{id: item.ID, size: item.FileSize, complete: item.State != pageStarted}
		return ok(nil)
	}
	return noUploadSession()
}

func noUploadSession() answer {
	return uploadFailed(uploadRefused, "There is no such upload session", false)
}

// take adds the bytes to what there is, if they go on where that ends.
func (u *uploadAPI) take(c *call, in incoming) answer {
	offset, errOffset := strconv.ParseInt(c.params["offset"], 10, 64)
	size, errSize := strconv.ParseInt(c.params["file_size"], 10, 64)
	have := u.spool.size(in.id)
	if in.complete {
		have = in.size
	}
	switch {
	case errOffset != nil || errSize != nil || size <= 0 || size > maxSpooled || in.size != 0 && in.size != size:
		return uploadFailed(uploadRefused, "The headers offset and file_size do not fit", false)
	case offset != have:
		return uploadFailed(uploadOffset, "The offset is "+c.params["offset"]+", expected "+strconv.FormatInt(have, 10), true)
	case in.complete:
		return uploadDone()
	}
	ans := u.answer(func(w *world) answer { announceUpload(w, in.id, size); return ok(nil) })
	if ans.err != nil {
		return ans
	}
	// A client that hangs up leaves what came before.
	err := u.spool.receive(in.id, c.body, size-offset)
	return u.answer(func(w *world) answer {
		switch have := u.spool.size(in.id); {
		case w.containers.byID[in.id] == nil && w.pages.byID[in.id] == nil: // The world was reset since the call came in.
			u.spool.drop(in.id)
			return noUploadSession()
		case have < size:
			return uploadFailed(uploadPartial, "The request ended before the file did", true)
		case err != nil:
			return failed(errUnavailable())
		}
		completeUpload(w, in.id)
		return uploadDone()
	})
}

func announceUpload(w *world, id string, size int64) {
	if one := w.containers.byID[id]; one != nil && one.FileSize != size {
		one.FileSize = size
		w.containers.put(one)
	}
	if item := w.pages.byID[id]; item != nil && item.FileSize != size {
		item.FileSize = size
		w.pages.put(item)
	}
}

// completeUpload notes that all bytes are there; from here on the network processes them.
func completeUpload(w *world, id string) {
	if one := w.containers.byID[id]; one != nil {
		one.Uploaded, one.ReadyAt = true, wiretime.Of(w.now().Add(w.videoLatency()))
		w.containers.put(one)
	}
	if item := w.pages.byID[id]; item != nil {
		item.State = pageUploaded
		w.pages.put(item)
	}
}

// discard reads what is left of a body, as far as that is worth the while, so that the client gets to read the answer.
func (c *call) discard() {
	if c.body != nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(c.body, maxCallBody))
	}
}

// uploadURL is where the bytes of an upload go.
func (c *call) uploadURL(door, id string) string {
	return c.base + "/" + hostUpload + "/" + door + "/" + c.version + "/" + id
}

// videoStatus is what a container says of its upload.
func videoStatus(one *container, c *call, status string) object {
	uploading, processing := "not_started", "not_started"
	have := c.received
	switch {
	case one.Uploaded && one.Forced == forceStuck:
		fault := object{{"code", 1363008}, {"message", "OIL Error"}}
		return object{
			{"uploading_phase", object{{"status", "error"}, {"bytes_transferred", one.FileSize}, {"errors", []object{fault}}}},
			{"processing_phase", object{{"status", "not_started"}}},
		}
	case one.Uploaded:
		uploading, processing, have = "complete", "in_progress", one.FileSize
	case have > 0:
		uploading = "in_progress"
	}
	switch status {
	case statusFinished, statusPublished:
		processing = "complete"
	case statusError:
		processing = "error"
	}
	return object{
		{"uploading_phase", object{{"status", uploading}, {"bytes_transferred", have}}},
		{"processing_phase", object{{"status", processing}}},
	}
}
