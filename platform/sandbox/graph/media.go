package graph

import (
	"strconv"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// readMedia answers GET /{media}. While a read lag is set, it reports fresh media as missing.
func readMedia(w *world.World, m *world.Media, c *wire.Call, sel wire.Selection) wire.Answer {
	if isLagging(w, m) {
		return wire.Failed(wire.UnknownObject(c.Method, m.ID))
	}
	return wire.Shown(showMedia(w, m, c, sel))
}

// isLagging reports whether a read lag befalls this read of the media, and counts it.
func isLagging(w *world.World, m *world.Media) bool {
	if w.Settings.ReadLag <= 0 || !w.Media.IsFresh(m) {
		return false
	}
	w.Settings.ReadLag--
	w.PutSettings()
	return true
}

func showMedia(w *world.World, m *world.Media, c *wire.Call, sel wire.Selection) (wire.Object, *wire.Error) {
	return wire.Pick("IGMedia", sel, func(f wire.Field) (any, bool) { return mediaField(w, m, c, f) })
}

func mediaField(w *world.World, m *world.Media, c *wire.Call, f wire.Field) (any, bool) {
	switch f.Name {
	case "id":
		return m.ID, true
	case "ig_id":
		return strconv.FormatInt(m.Seq, 10), true
	case "caption":
		return wire.TextOrNone(m.Caption), true
	case "alt_text":
		return wire.TextOrNone(m.AltText), true
	case "media_type":
		return networkType(m), true
	case "media_product_type":
		return productType(m), true
	case "timestamp":
		return w.Settings.Dated(m.PublishedAt.Time()).Format(wire.NetworkTime), true
	case "username":
		return w.Accounts.ByID[m.AccountID].Profile.Username, true
	case "owner":
		return wire.Object{{"id", m.AccountID}}, true
	case "permalink":
		return wire.TextOrNone(w.Media.Permalink(m)), true
	case "shortcode":
		return m.Shortcode(), true
	case "media_url":
		return c.Base + "/cdn/media/" + m.ID, true
	case "thumbnail_url":
		if !m.Video {
			return nil, true
		}
		return c.Base + "/cdn/media/" + m.ID + ".jpg", true
	case "like_count":
		return 0, true
	case "comments_count":
		return len(w.Comments.On(m.ID)), true
	case "is_comment_enabled":
		return true, true
	case "is_shared_to_feed":
		if m.MediaType != world.MediaReel {
			return nil, true
		}
		return !m.IsOffGrid, true
	case "children":
		return childrenField(w, m, c, f.Sub), true
	}
	return nil, false
}

// childrenField returns the items of a carousel as its children field, and nil for other media.
func childrenField(w *world.World, m *world.Media, c *wire.Call, sel wire.Selection) any {
	if len(m.Items) == 0 {
		return nil
	}
	list, gerr := showItems(w, m, c, sel)
	if gerr != nil {
		return gerr
	}
	return wire.Object{{"data", list}}
}

func showItems(w *world.World, m *world.Media, c *wire.Call, sel wire.Selection) ([]wire.Object, *wire.Error) {
	list := []wire.Object{}
	for _, id := range m.Items {
		item := w.Media.ByID[id]
		if item == nil {
			continue
		}
		// An item has no items of its own: this ends at the second level.
		o, gerr := showMedia(w, item, c, sel)
		if gerr != nil {
			return nil, gerr
		}
		list = append(list, o)
	}
	return list, nil
}

// networkType is the media_type of a read, which has other words than that of a container.
func networkType(m *world.Media) string {
	switch {
	case m.MediaType == world.MediaCarousel:
		return "CAROUSEL_ALBUM"
	case m.Video:
		return "VIDEO"
	default:
		return "IMAGE"
	}
}

func productType(m *world.Media) string {
	switch m.MediaType {
	case world.MediaReel:
		return "REELS"
	case world.MediaStory:
		return "STORY"
	default:
		return "FEED"
	}
}
