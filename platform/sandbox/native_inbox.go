package sandbox

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	inboxLimit   = 20
	threadLimit  = 10
	mentionText  = "Mentioned you in their story"
	goneTitle    = "Story unavailable"
	goneSentence = "This story is no longer available."
)

// showInbox answers with one page of the inbox, or of the one of strangers.
func showInbox(pending bool) func(*world, *call, *nativeUser) answer {
	return func(w *world, c *call, u *nativeUser) answer {
		all := w.natives.threads(u, pending)
		limit := numberOr(c.params["limit"], inboxLimit)
		if cursor := c.params["cursor"]; cursor != "" {
			before, err := strconv.ParseInt(cursor, 10, 64)
			if err != nil || c.params["direction"] != "older" {
				return refused(http.StatusBadRequest, "Invalid cursor")
			}
			all = slices.DeleteFunc(all, func(t *thread) bool { return t.latest() >= before })
		}
		shown := all[:min(len(all), limit)]
		threads := []object{}
		for _, t := range shown {
			threads = append(threads, showThread(w, c, u, t, pending))
		}
		inbox := object{{"threads", threads}, {"has_older", len(shown) < len(all)}, {"unseen_count", len(shown)}}
		if len(shown) > 0 {
			inbox = append(inbox, member{"oldest_cursor", strconv.FormatInt(shown[len(shown)-1].latest(), 10)})
		}
		self := object{{"pk", jsontext.Value(u.profile.UserID)}, {"username", u.Username}}
		return nativeDone(object{{"inbox", inbox}, {"viewer", self}, {"seq_id", w.seq}, {"pending_requests_total", len(w.natives.threads(u, true))}})
	}
}

func numberOr(text string, otherwise int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxLimit {
		return otherwise
	}
	return n
}

func showThread(w *world, c *call, u *nativeUser, t *thread, pending bool) object {
	shown := t.items[max(0, len(t.items)-numberOr(c.params["thread_message_limit"], threadLimit)):]
	items := []object{}
	for _, i := range slices.Backward(shown) {
		items = append(items, showItem(w, c, u, i))
	}
	return object{
		{"thread_id", w.natives.threadID(t.items[0])},
		{"thread_v2_id", w.natives.threadID(t.items[0])},
		{"users", []object{showPerson(t.author)}},
		{"items", items},
		{"last_permanent_item", items[0]},
		{"has_older", len(shown) < len(t.items)},
		{"oldest_cursor", strconv.FormatInt(shown[0].Seq, 10)},
		{"pending", pending},
	}
}

func showPerson(p *person) object {
	return object{{"pk", jsontext.Value(p.ID)}, {"username", p.Username}, {"full_name", p.Username}, {"is_private", false}, {"profile_pic_url", nil}}
}

// showItem returns a message as the network words it in the item's variant.
func showItem(w *world, c *call, u *nativeUser, i *directItem) object {
	m := w.natives.media[i.MediaID]
	o := object{
		{"item_id", i.id()},
		{"user_id", jsontext.Value(m.OwnerID)},
		{"timestamp", w.settings.dated(i.At.Time()).UnixMicro()},
		{"client_context", i.id()},
		{"is_sent_by_viewer", false},
	}
	if i.Variant == variantShare {
		share := object{{"text", ""}, {"type", "mention"}, {"mentioned_user_id", jsontext.Value(u.profile.UserID)}, {"media", showShared(w, c, m)}}
		return append(o, member{"item_type", "reel_share"}, member{"reel_share", share})
	}
	name := variantGeneric
	if i.Variant == variantXMA {
		name = "xma_reel_mention"
	}
	return append(o,
		member{"item_type", name}, member{"auxiliary_text", mentionText}, member{"original_media_igid", jsontext.Value(m.ID)},
		member{name, []object{showXMA(w, c, m, i.Variant)}},
	)
}

func showXMA(w *world, c *call, m *nativeMedia, variant string) object {
	const micros = 1_000_000
	o := object{
		{"target_url", "https://www.instagram.com/stories/" + m.Owner + "/" + m.ID + "?reel_id=" + m.OwnerID},
		{"playable_url", nil},
		{"header_title_text", m.Owner},
	}
	if m.isGone(w.now()) {
		return append(o, member{"title_text", goneTitle}, member{"caption_body_text", goneSentence})
	}
	preview := pictureURL(c, m, smallWidth, smallHeight)
	o = append(
		o, member{"title_text", ""}, member{"preview_url", preview}, member{"preview_url_mime_type", "image/jpeg"},
		member{"preview_width", smallWidth}, member{"preview_height", smallHeight},
		member{"preview_url_info", object{{"url", preview}, {"url_expiration_timestamp_us", w.settings.dated(m.end()).Unix() * micros}}},
	)
	if variant == variantXMA {
		o = append(o, member{"target_expiry_timestamp_ms", w.settings.dated(m.end()).UnixMilli()})
	}
	return o
}

// showShared is the media of a reel_share, of which little is left at the end.
func showShared(w *world, c *call, m *nativeMedia) object {
	if !m.isGone(w.now()) {
		return showNativeMedia(w, c, m)
	}
	return object{
		{"pk", jsontext.Value(m.ID)},
		{"id", m.ID + "_" + m.OwnerID},
		{"taken_at", w.settings.dated(m.TakenAt.Time()).Unix()},
		{"expiring_at", min(w.settings.dated(m.end()).Unix(), w.settings.dated(w.now()).Unix())},
		{"user", showPerson(&person{ID: m.OwnerID, Username: m.Owner})},
	}
}
