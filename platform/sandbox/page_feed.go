package sandbox

import (
	"strings"

	"crier/platform/sandbox/edges"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const paramAttached = "attached_media"

// attachedPhoto returns the id of the one photo that the call names, in a list or in a parameter for each.
func attachedPhoto(c *call) (string, *graphError) {
	var attached []struct {
		Media jsontext.Value `json:"media_fbid"`
	}
	text := c.params[paramAttached]
	if text == "" {
		var each []string
		for name, value := range c.params {
			if strings.HasPrefix(name, paramAttached+"[") && strings.HasSuffix(name, "]") {
				each = append(each, value)
			}
		}
		if len(each) == 0 {
			return "", errMissing(paramAttached)
		}
		text = "[" + strings.Join(each, ",") + "]"
	}
	if err := json.Unmarshal([]byte(text), &attached); err != nil {
		return "", errParameter("Param attached_media must be an array")
	}
	if len(attached) != 1 {
		return "", errParameter("Param attached_media must name one photo here")
	}
	id := string(attached[0].Media)
	if attached[0].Media.Kind() == '"' {
		id = strings.Trim(id, `"`)
	}
	if !isNumber(id) {
		return "", errParameter("Param attached_media[0][media_fbid] must be the id of a photo")
	}
	return id, nil
}

// attachments returns the field of a post that says what it has attached: the photo or the video that it is made of.
func attachments(w *world, p *pageItem, sel selection) any {
	kind := kindPhoto
	if p.isVideo() {
		kind = kindVideo
	}
	if sel == nil {
		sel = selection{{name: "media_type"}, {name: "target"}, {name: "url"}}
	}
	var o object
	for _, f := range sel {
		if !edges.Has("StoryAttachment", f.name, edges.Edge{}) {
			return errUnknownField(f.name, "StoryAttachment")
		}
		switch f.name {
		case "media_type", "type":
			o = append(o, member{f.name, kind})
		case "url":
			o = append(o, member{f.name, w.pages.permalink(p)})
		case "target":
			target, gerr := pick("StoryAttachmentTarget", f.sub, func(f field) (any, bool) {
				return map[string]any{"id": p.ID, "url": w.pages.permalink(p)}[f.name], f.name == "id" || f.name == "url"
			})
			if gerr != nil {
				return gerr
			}
			o = append(o, member{f.name, target})
		default:
			return errUnknownField(f.name, "StoryAttachment")
		}
	}
	return object{{"data", []object{o}}}
}
