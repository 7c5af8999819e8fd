package sandbox

import "crier/platform/wiretime"

// deleteMedia answers DELETE /{media}, which the partner host alone has: posts, reels, stories and whole carousels, but
// not the items of one.
func (n *Network) deleteMedia(c *call) answer {
	return n.answer(func(w *world) answer {
		g, gerr := w.logins.authorize(c.host, c.token)
		if gerr != nil {
			return failed(gerr)
		}
		if p := w.pages.find(g.account, c.node); p != nil && c.host == hostFB {
			return deletePageItem(w, c, p)
		}
		m := w.media.byID[c.node]
		if c.host != hostFB || m == nil || m.AccountID != g.account.ID || m.isGone(w.now()) {
			return failed(errUnknownObject(c.method, c.node))
		}
		c.nodeAccount = g.account.ID
		if m.ParentID != "" {
			return failed(errMedia(codeServer, subDeleteType, "Media Type Not Supported", "This media type cannot be deleted."))
		}
		at := wiretime.Ptr(w.now())
		for _, id := range m.Items {
			if item := w.media.byID[id]; item != nil {
				item.DeletedAt = at
				w.media.put(item)
			}
		}
		m.DeletedAt = at
		w.media.put(m)
		return ok(object{{"success", true}, {"deleted_id", m.ID}})
	})
}
