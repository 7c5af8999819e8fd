package sandbox

import (
	"time"

	"crier/platform/sandbox/edges"
)

// readLimit answers GET /{IGID}/content_publishing_limit.
func (n *Network) readLimit(c *call) answer {
	sel, gerr := c.selection()
	if gerr != nil {
		return failed(gerr)
	}
	if sel == nil {
		sel = selection{{name: "quota_usage"}}
	}
	var since int64
	if gerr := c.readInstant("since", &since); gerr != nil {
		return failed(gerr)
	}
	return n.asAccount(c, func(w *world, a *account) answer {
		from := dayBefore(w.now())
		if since != 0 {
			asked := time.Unix(since, 0)
			if asked.Before(w.now().Add(-capWindow)) || asked.After(w.now()) {
				return failed(errParameter("Param since must be a unix timestamp of the last 24 hours"))
			}
			from = mark{at: asked.UnixMilli()}
		}
		o := object{}
		for _, f := range sel {
			if !edges.Has("ContentPublishingLimit", f.name, edges.Edge{}) {
				return failed(errUnknownField(f.name, "ContentPublishingLimit"))
			}
			switch f.name {
			case "quota_usage":
				o = append(o, member{f.name, a.quotaUsed(from)})
			case "config":
				config := object{{"quota_total", a.QuotaTotal}, {"quota_duration", int(capWindow.Seconds())}}
				o = append(o, member{f.name, config})
			default:
				return failed(errUnknownField(f.name, "ContentPublishingLimit"))
			}
		}
		return ok(object{{"data", []object{o}}})
	})
}
