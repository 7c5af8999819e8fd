package pages

import (
	"crier/platform/sandbox/edges"
	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
	"crier/platform/wiretime"
)

// reader shows what is on a Page. For a video that is being uploaded it reads how much has arrived.
type reader struct{ spool *files.Spool }

// read answers GET /{photo}, /{video} or /{post}.
func (r reader) read(w *world.World, p *world.PageItem, c *wire.Call, sel wire.Selection) wire.Answer {
	node := TypeOf(p, c.Node)
	get := map[string]field{edges.TypePost: pagePostField, edges.TypeVideo: r.videoField, edges.TypePhoto: pagePhotoField}[node]
	return wire.Shown(wire.Pick(node, sel, func(f wire.Field) (any, bool) { return get(w, p, f) }))
}

// TypeOf returns the type of the node that an item is under one of its ids: its own, or its post's.
func TypeOf(p *world.PageItem, id string) string {
	switch {
	case id != p.ID:
	case p.IsVideo():
		return edges.TypeVideo
	case p.Kind == world.KindPhoto:
		return edges.TypePhoto
	}
	return edges.TypePost
}

type field func(w *world.World, p *world.PageItem, f wire.Field) (value any, known bool)

func pagePostField(w *world.World, p *world.PageItem, f wire.Field) (any, bool) {
	switch f.Name {
	case "id":
		return p.PostID, true
	case "message":
		return wire.TextOrNone(p.Text), true
	case "created_time":
		return shownTime(w, p), true
	case "permalink_url":
		return w.Pages.Permalink(p), true
	case "attachments":
		return attachments(w, p, f.Sub), true
	}
	return nil, false
}

func pagePhotoField(w *world.World, p *world.PageItem, f wire.Field) (any, bool) {
	switch f.Name {
	case "id":
		return p.ID, true
	case "name":
		return wire.TextOrNone(p.Text), true
	case "created_time":
		return w.Settings.Dated(p.CreatedAt.Time()).Format(wire.NetworkTime), true
	case "link":
		return w.Pages.Permalink(p), true
	}
	return nil, false
}

func (r reader) videoField(w *world.World, p *world.PageItem, f wire.Field) (any, bool) {
	switch f.Name {
	case "id":
		return p.ID, true
	case "description":
		return wire.TextOrNone(p.Text), true
	case "created_time":
		return shownTime(w, p), true
	case "permalink_url":
		return w.Pages.Permalink(p), true
	case "universal_video_id":
		return wire.TextOrNone(p.Mark), true
	case "status":
		return r.videoStatus(w, p), true
	}
	return nil, false
}

// attachments returns the field of a post that lists its attachment: the photo or the video from
// which it was made.
func attachments(w *world.World, p *world.PageItem, sel wire.Selection) any {
	kind := world.KindPhoto
	if p.IsVideo() {
		kind = world.KindVideo
	}
	if sel == nil {
		sel = wire.Selection{{Name: "media_type"}, {Name: "target"}, {Name: "url"}}
	}
	var o wire.Object
	for _, f := range sel {
		if !edges.Has("StoryAttachment", f.Name, edges.Edge{}) {
			return wire.UnknownField(f.Name, "StoryAttachment")
		}
		switch f.Name {
		case "media_type", "type":
			o = append(o, wire.Member{f.Name, kind})
		case "url":
			o = append(o, wire.Member{f.Name, w.Pages.Permalink(p)})
		case "target":
			target, gerr := wire.Pick("StoryAttachmentTarget", f.Sub, func(f wire.Field) (any, bool) {
				return map[string]any{"id": p.ID, "url": w.Pages.Permalink(p)}[f.Name], f.Name == "id" || f.Name == "url"
			})
			if gerr != nil {
				return gerr
			}
			o = append(o, wire.Member{f.Name, target})
		default:
			return wire.UnknownField(f.Name, "StoryAttachment")
		}
	}
	return wire.Object{{"data", []wire.Object{o}}}
}

func shownTime(w *world.World, p *world.PageItem) any {
	at := p.CreatedAt
	if p.ShownAt != nil {
		at = *p.ShownAt
	}
	return w.Settings.Dated(at.Time()).Format(wire.NetworkTime)
}

// videoStatus is the progress of a video: uploaded, processed, published. The network misspells the
// count of bytes.
func (r reader) videoStatus(w *world.World, p *world.PageItem) wire.Object {
	video, uploading, processing := "processing", "not_started", "not_started"
	publishing := wire.Object{{"status", "not_started"}}
	have := p.FileSize
	switch {
	case p.State == world.PageStarted:
		if have = r.spool.Size(p.ID); have > 0 {
			uploading = "in_progress"
		}
	case p.State == world.PageUploaded:
		video, uploading = "upload_complete", "complete"
	case w.Now().Before(p.ReadyAt.Time()):
		uploading, processing = "complete", "in_progress"
	default:
		video, uploading, processing = "ready", "complete", "complete"
		publishing = wire.Object{{"status", "complete"}, {"publish_status", "published"}, {"publish_time", shownTime(w, p)}}
	}
	return wire.Object{
		{"video_status", video},
		{"uploading_phase", wire.Object{{"status", uploading}, {"bytes_transfered", have}}},
		{"processing_phase", wire.Object{{"status", processing}}},
		{"publishing_phase", publishing},
	}
}

// Delete answers DELETE /{post} and /{video} of a Page.
func Delete(w *world.World, c *wire.Call, p *world.PageItem) wire.Answer {
	if p.ShownAt == nil {
		return wire.Failed(wire.UnknownObject(c.Method, c.Node))
	}
	p.DeletedAt = wiretime.Ptr(w.Now())
	w.Pages.Put(p)
	return wire.OK(wire.Object{{"success", true}})
}
