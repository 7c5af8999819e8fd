package sandbox

import "crier/platform/wiretime"

// pageReader shows what is on a Page. Of a video that is being sent it looks how much has come.
type pageReader struct{ spool *spool }

// read answers GET /{photo}, /{video} or /{post}.
func (r pageReader) read(w *world, p *pageItem, c *call, sel selection) answer {
	node, get := "Post", pagePostField
	switch {
	case c.node != p.ID:
	case p.isVideo():
		node, get = "Video", r.videoField
	case p.Kind == kindPhoto:
		node, get = "Photo", pagePhotoField
	}
	o, gerr := pick(node, sel, func(f field) (any, bool) { return get(w, p, f) })
	if gerr != nil {
		return failed(gerr)
	}
	return ok(o)
}

// pageField returns a field of an item.
type pageField func(w *world, p *pageItem, f field) (value any, known bool)

func pagePostField(w *world, p *pageItem, f field) (any, bool) {
	switch f.name {
	case "id":
		return p.PostID, true
	case "message":
		return textOrNone(p.Text), true
	case "created_time":
		return shownTime(w, p), true
	case "permalink_url":
		return w.pages.permalink(p), true
	case "attachments":
		return attachments(w, p, f.sub), true
	}
	return nil, false
}

func pagePhotoField(w *world, p *pageItem, f field) (any, bool) {
	switch f.name {
	case "id":
		return p.ID, true
	case "name":
		return textOrNone(p.Text), true
	case "created_time":
		return w.settings.dated(p.CreatedAt.Time()).Format(networkTime), true
	case "link":
		return w.pages.permalink(p), true
	}
	return nil, false
}

func (r pageReader) videoField(w *world, p *pageItem, f field) (any, bool) {
	switch f.name {
	case "id":
		return p.ID, true
	case "description":
		return textOrNone(p.Text), true
	case "created_time":
		return shownTime(w, p), true
	case "permalink_url":
		return w.pages.permalink(p), true
	case "status":
		return r.videoStatus(w, p), true
	}
	return nil, false
}

func shownTime(w *world, p *pageItem) any {
	at := p.CreatedAt
	if p.ShownAt != nil {
		at = *p.ShownAt
	}
	return w.settings.dated(at.Time()).Format(networkTime)
}

// videoStatus is how far a video is: uploaded, processed, published. The count of bytes is misspelt on this side.
func (r pageReader) videoStatus(w *world, p *pageItem) object {
	video, uploading, processing := "processing", "not_started", "not_started"
	publishing := object{{"status", "not_started"}}
	have := p.FileSize
	switch {
	case p.State == pageStarted:
		if have = r.spool.size(p.ID); have > 0 {
			uploading = "in_progress"
		}
	case p.State == pageUploaded:
		video, uploading = "upload_complete", "complete"
	case w.now().Before(p.ReadyAt.Time()):
		uploading, processing = "complete", "in_progress"
	default:
		video, uploading, processing = "ready", "complete", "complete"
		publishing = object{{"status", "complete"}, {"publish_status", "published"}, {"publish_time", shownTime(w, p)}}
	}
	return object{
		{"video_status", video},
		{"uploading_phase", object{{"status", uploading}, {"bytes_transfered", have}}},
		{"processing_phase", object{{"status", processing}}},
		{"publishing_phase", publishing},
	}
}

// deletePageItem answers DELETE /{post} and /{video} of a Page.
func deletePageItem(w *world, c *call, p *pageItem) answer {
	if p.ShownAt == nil {
		return failed(errUnknownObject(c.method, c.node))
	}
	p.DeletedAt = wiretime.Ptr(w.now())
	w.pages.put(p)
	return ok(object{{"success", true}})
}
