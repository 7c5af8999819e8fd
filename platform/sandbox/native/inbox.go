package native

import (
	"net/http"
	"slices"
	"strconv"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	inboxLimit   = 20
	threadLimit  = 10
	olderLimit   = 20
	mentionText  = "Mentioned you in their story"
	goneTitle    = "Story unavailable"
	goneSentence = "This story is no longer available."
)

// showInbox answers with a page of the inbox, or of the requests of strangers.
func showInbox(pending bool) func(*world.World, *wire.Call, *world.NativeUser) wire.Answer {
	return func(w *world.World, c *wire.Call, u *world.NativeUser) wire.Answer {
		all := w.Natives.Threads(u, pending)
		limit := numberOr(c.Params["limit"], inboxLimit)
		if cursor := c.Params["cursor"]; cursor != "" {
			before, err := strconv.ParseInt(cursor, 10, 64)
			if err != nil || c.Params["direction"] != "older" {
				return refused(http.StatusBadRequest, "Invalid cursor")
			}
			all = slices.DeleteFunc(all, func(t *world.Thread) bool { return t.Latest() >= before })
		}
		shown := all[:min(len(all), limit)]
		threads := []wire.Object{}
		for _, t := range shown {
			threads = append(threads, showThread(w, c, u, t, pending, t.Items, numberOr(c.Params["thread_message_limit"], threadLimit)))
		}
		inbox := wire.Object{{"threads", threads}, {"has_older", len(shown) < len(all)}, {"unseen_count", len(shown)}}
		if len(shown) > 0 {
			inbox = append(inbox, wire.Member{"oldest_cursor", strconv.FormatInt(shown[len(shown)-1].Latest(), 10)})
		}
		self := wire.Object{{"pk", jsontext.Value(u.Profile.UserID)}, {"username", u.Username}}
		return nativeDone(wire.Object{{"inbox", inbox}, {"viewer", self}, {"seq_id", w.Seq}, {"pending_requests_total", len(w.Natives.Threads(u, true))}})
	}
}

func numberOr(text string, otherwise int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > wire.MaxLimit {
		return otherwise
	}
	return n
}

// showConversation answers with a page of the messages of one conversation, the latest first.
func showConversation(id string) func(*world.World, *wire.Call, *world.NativeUser) wire.Answer {
	return func(w *world.World, c *wire.Call, u *world.NativeUser) wire.Answer {
		for _, pending := range []bool{false, true} {
			for _, t := range w.Natives.Threads(u, pending) {
				if w.Natives.ThreadID(t.Items[0]) == id {
					return showOlder(w, c, u, t, pending)
				}
			}
		}
		return refused(http.StatusNotFound, "Thread not found")
	}
}

func showOlder(w *world.World, c *wire.Call, u *world.NativeUser, t *world.Thread, pending bool) wire.Answer {
	items := t.Items
	if cursor := c.Params["cursor"]; cursor != "" {
		at := slices.IndexFunc(items, func(i *world.DirectItem) bool { return cursorOf(i) == cursor })
		if at < 0 || c.Params["direction"] != "older" {
			return refused(http.StatusBadRequest, "Invalid cursor")
		}
		items = items[:at]
	}
	return nativeDone(wire.Object{{"thread", showThread(w, c, u, t, pending, items, numberOr(c.Params["limit"], olderLimit))}})
}

// cursorOf is the cursor of the messages that are older than the message.
func cursorOf(i *world.DirectItem) string { return strconv.FormatInt(i.Seq, 10) }

// showThread returns the conversation with the latest of the items, which are its own, oldest
// first.
func showThread(w *world.World, c *wire.Call, u *world.NativeUser, t *world.Thread, pending bool, items []*world.DirectItem, limit int) wire.Object {
	shown := items[max(0, len(items)-limit):]
	messages := []wire.Object{}
	for _, i := range slices.Backward(shown) {
		messages = append(messages, showItem(w, c, u, i))
	}
	o := wire.Object{
		{"thread_id", w.Natives.ThreadID(t.Items[0])},
		{"thread_v2_id", w.Natives.ThreadID(t.Items[0])},
		{"users", []wire.Object{showPerson(t.Author)}},
		{"items", messages},
		{"last_permanent_item", showItem(w, c, u, t.Items[len(t.Items)-1])},
		{"has_older", len(shown) < len(items)},
		{"pending", pending},
	}
	if len(shown) > 0 {
		o = append(o, wire.Member{"oldest_cursor", cursorOf(shown[0])})
	}
	return o
}

// showItem returns a message in the form of the item's variant.
func showItem(w *world.World, c *wire.Call, u *world.NativeUser, i *world.DirectItem) wire.Object {
	m := w.Natives.Media[i.MediaID]
	o := wire.Object{
		{"item_id", i.ItemID()},
		{"user_id", jsontext.Value(m.OwnerID)},
		{"timestamp", w.Settings.Dated(i.At.Time()).UnixMicro()},
		{"client_context", i.ItemID()},
		{"is_sent_by_viewer", false},
	}
	if i.Variant == world.VariantShare {
		share := wire.Object{{"text", ""}, {"type", "mention"}, {"mentioned_user_id", jsontext.Value(u.Profile.UserID)}, {"media", showShared(w, c, m)}}
		return append(o, wire.Member{"item_type", "reel_share"}, wire.Member{"reel_share", share})
	}
	name := world.VariantGeneric
	if i.Variant == world.VariantXMA {
		name = "xma_reel_mention"
	}
	return append(o,
		wire.Member{"item_type", name}, wire.Member{"auxiliary_text", mentionText}, wire.Member{"original_media_igid", jsontext.Value(m.ID)},
		wire.Member{name, []wire.Object{showXMA(w, c, m, i.Variant)}},
	)
}

func showXMA(w *world.World, c *wire.Call, m *world.NativeMedia, variant string) wire.Object {
	const micros = 1_000_000
	o := wire.Object{
		{"target_url", "https://www.instagram.com/stories/" + m.Owner + "/" + m.ID + "?reel_id=" + m.OwnerID},
		{"playable_url", nil},
		{"header_title_text", m.Owner},
	}
	if m.IsGone(w.Now()) {
		return append(o, wire.Member{"title_text", goneTitle}, wire.Member{"caption_body_text", goneSentence})
	}
	preview := pictureURL(c, m, smallWidth, smallHeight)
	o = append(
		o, wire.Member{"title_text", ""}, wire.Member{"preview_url", preview}, wire.Member{"preview_url_mime_type", "image/jpeg"},
		wire.Member{"preview_width", smallWidth}, wire.Member{"preview_height", smallHeight},
		wire.Member{"preview_url_info", wire.Object{{"url", preview}, {"url_expiration_timestamp_us", w.Settings.Dated(m.End()).Unix() * micros}}},
	)
	if variant == world.VariantXMA {
		o = append(o, wire.Member{"target_expiry_timestamp_ms", w.Settings.Dated(m.End()).UnixMilli()})
	}
	return o
}

// showShared returns the media of a reel_share, which has few fields once the story has ended.
func showShared(w *world.World, c *wire.Call, m *world.NativeMedia) wire.Object {
	if !m.IsGone(w.Now()) {
		return showNativeMedia(w, c, m)
	}
	return wire.Object{
		{"pk", jsontext.Value(m.ID)},
		{"id", m.ID + "_" + m.OwnerID},
		{"taken_at", w.Settings.Dated(m.TakenAt.Time()).Unix()},
		{"expiring_at", min(w.Settings.Dated(m.End()).Unix(), w.Settings.Dated(w.Now()).Unix())},
		{"user", showPerson(&world.Person{ID: m.OwnerID, Username: m.Owner})},
	}
}
