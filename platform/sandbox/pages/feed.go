package pages

import (
	"strings"

	"crier/platform/sandbox/edges"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const paramAttached = "attached_media"

// attachedPhoto returns the id of the one photo that the call names, in a list or in a parameter for each.
func attachedPhoto(c *wire.Call) (string, *wire.Error) {
	var attached []struct {
		Media jsontext.Value `json:"media_fbid"`
	}
	text := c.Params[paramAttached]
	if text == "" {
		var each []string
		for name, value := range c.Params {
			if strings.HasPrefix(name, paramAttached+"[") && strings.HasSuffix(name, "]") {
				each = append(each, value)
			}
		}
		if len(each) == 0 {
			return "", wire.MissingParameter(paramAttached)
		}
		text = "[" + strings.Join(each, ",") + "]"
	}
	if err := json.Unmarshal([]byte(text), &attached); err != nil {
		return "", wire.BadParameter("Param attached_media must be an array")
	}
	if len(attached) != 1 {
		return "", wire.BadParameter("Param attached_media must name one photo here")
	}
	id := string(attached[0].Media)
	if attached[0].Media.Kind() == '"' {
		id = strings.Trim(id, `"`)
	}
	if !wire.IsNumber(id) {
		return "", wire.BadParameter("Param attached_media[0][media_fbid] must be the id of a photo")
	}
	return id, nil
}

// attachments returns the field of a post that says what it has attached: the photo or the video that it is made of.
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
