package graph

import (
	"strings"
	"unicode/utf8"

	"crier/platform/limits"
	"crier/platform/sandbox/edges"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// comments serves what is said below posts and reels.
type comments struct{ *world.Store }

// create answers POST /{media}/comments.
func (s *comments) create(c *wire.Call) wire.Answer {
	text := c.Params["message"]
	return s.onMedia(c, func(w *world.World, m *world.Media) wire.Answer {
		switch {
		case strings.TrimSpace(text) == "":
			return wire.Failed(wire.MissingParameter("message"))
		case utf8.RuneCountInString(text) > limits.MaxFirstComment:
			return wire.Failed(wire.BadParameter("Param message must be at most %d characters", limits.MaxFirstComment))
		}
		one := w.Comments.Make(m, m.AccountID, w.Accounts.ByID[m.AccountID].Profile.Username, text)
		return wire.OK(wire.Object{{"id", one.ID}})
	})
}

// list answers GET /{media}/comments: newest first, without those that a filter hides.
func (s *comments) list(c *wire.Call) wire.Answer {
	sel, gerr := c.Selection()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	if sel == nil {
		sel = wire.Selection{{Name: "timestamp"}, {Name: "text"}}
	}
	p, gerr := c.ReadPage()
	if gerr != nil {
		return wire.Failed(gerr)
	}
	p.Limit = min(p.Limit, maxCommentPage)
	return s.onMedia(c, func(w *world.World, m *world.Media) wire.Answer {
		if isLagging(w, m) {
			return wire.Failed(wire.UnknownObject(c.Method, m.ID))
		}
		all := []listed{}
		for _, one := range w.Comments.Listed(m.ID) {
			all = append(all, listed{one.ID, func(f wire.Field) (any, bool) { return commentField(w, m, one, f) }})
		}
		return showNodes(c, edges.TypeComment, sel, all, p)
	})
}

// maxCommentPage is how many comments one page has at most.
const maxCommentPage = 50

// onMedia runs f on the post or reel that the call is about. Stories, items of carousels and what
// is another account's have no comments, and a token needs a permission of its own for them.
func (s *comments) onMedia(c *wire.Call, f func(*world.World, *world.Media) wire.Answer) wire.Answer {
	return s.Answer(func(w *world.World) wire.Answer {
		g, gerr := w.Logins.Authorize(c.Host, c.Token)
		if gerr != nil {
			return wire.Failed(gerr)
		}
		if !g.MayComment() {
			return wire.Failed(wire.NotPermitted())
		}
		m := w.Media.ByID[c.Node]
		if m == nil || m.AccountID != g.Account.ID || m.ParentID != "" || m.MediaType == world.MediaStory || m.DeletedAt != nil {
			return wire.Failed(wire.UnknownObject(c.Method, c.Node))
		}
		c.NodeAccount = g.Account.ID
		return f(w, m)
	})
}

func commentField(w *world.World, m *world.Media, one *world.Comment, f wire.Field) (any, bool) {
	switch f.Name {
	case "id":
		return one.ID, true
	case "text":
		return one.Text, true
	case "timestamp":
		return w.Settings.Dated(one.CreatedAt.Time()).Format(wire.NetworkTime), true
	case "username":
		return one.Username, true
	case "like_count":
		return 0, true
	case "hidden":
		return false, true
	case "media":
		return wire.Object{{"id", m.ID}}, true
	}
	return nil, false
}
