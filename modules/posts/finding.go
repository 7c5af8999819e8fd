package posts

import (
	"cmp"
	"fmt"

	"crier/modules/media/editing"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Finding is a problem or a warning about a post, with its remedies.
type Finding struct {
	Code        string     `json:"code"        doc:"What it is about: an error code, or the code of a warning as POST /schedule has them." example:"MEDIA_INVALID"`
	Rule        string     `json:"rule"        doc:"For a file, the rule that it breaks, as GET /media/{id}/check names it; empty otherwise." example:"aspect-ratio"`
	Field       string     `json:"field"       doc:"The field of the post that it is about; empty when it is about none." example:"mediaFileId"`
	MediaFileID *wireid.ID `json:"mediaFileId" doc:"The file that it is about; null when it is about none." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	Message     string     `json:"message"     doc:"What it is, and what to do, for people." example:"The picture is 1080 by 1920 pixels, a ratio of 0.56; feed pictures take 0.75 (3:4) to 1.91 (1.91:1): crop it, pad it, or publish it as a story."`
	Figure      string     `json:"figure"      doc:"What the post has; empty where no figure says it." example:"the picture is 1080 by 1920 pixels, a ratio of 0.56"`
	Limit       string     `json:"limit"       doc:"What is taken; empty where no figure says it." example:"0.75 (3:4) to 1.91 (1.91:1)"`
	Fixes       []Remedy   `json:"fixes"       doc:"What can be done about it at once; empty when only the author can."`
}

// Action is what a remedy does.
type Action string

const (
	PadFile     Action = "pad"
	CropFile    Action = "crop"
	ConvertFile Action = "convert"
	UploadFile  Action = "upload"
	ChangeType  Action = "changeType"
	LeaveOut    Action = "leaveOut"
	Move        Action = "move"
	Reconnect   Action = "reconnect"
	SignIn      Action = "signIn"
	OpenPost    Action = "openPost"
)

// Remedy solves a finding with one press of a button.
type Remedy struct {
	Action       Action         `json:"action"                 enum:"pad,crop,convert,upload,changeType,leaveOut,move,reconnect,signIn,openPost" doc:"pad and crop are put to PUT /media/{id}/edits, convert is asked for at POST /media/{id}/conversion; upload wants a file; changeType, leaveOut and move change the post; reconnect connects the account again, signIn saves its native-story credentials; openPost shows another post."`
	Says         string         `json:"says"                   doc:"What it does, for people." example:"Pad it to 4:5 with a blurred copy of itself."`
	MediaFileID  *wireid.ID     `json:"mediaFileId,omitempty"  doc:"For pad, crop and convert: the file." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	Ratio        string         `json:"ratio,omitempty"        doc:"For pad and crop: the shape that the picture gets." example:"4:5"`
	Edits        *editing.Spec  `json:"edits,omitempty"        doc:"For pad and crop: the edits of the file, those that it has among them."`
	MediaType    MediaType      `json:"mediaType,omitempty"    enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"For changeType: the type that fits; for convert: the type to convert for."`
	Field        string         `json:"field,omitempty"        doc:"For leaveOut: the field that goes." example:"altText"`
	ScheduledFor *wiretime.Time `json:"scheduledFor,omitempty" doc:"For move: a time at which nothing stands in the way." example:"2026-12-24T08:20:00.000Z"`
	AccountID    *wireid.ID     `json:"accountId,omitempty"    doc:"For reconnect and signIn: the account." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	PostID       *wireid.ID     `json:"postId,omitempty"       doc:"For openPost: the other post." example:"8d7c6b5a-4f3e-4d2c-9b1a-0f9e8d7c6b5a"`
}

// finding returns a finding without remedies.
func finding(code, format string, args ...any) Finding {
	return Finding{Code: code, Message: fmt.Sprintf(format, args...), Fixes: []Remedy{}}
}

// refusal turns an error that clients get as a finding into one, and returns false for any other.
func refusal(err error) (Finding, bool) {
	known := apperror.From(err)
	if known == nil {
		return Finding{}, false
	}
	return finding(string(known.Code), "%s", plainly(known)), true
}

// plainly returns the text of an API error for people.
func plainly(err error) string {
	known := apperror.From(err)
	if known == nil {
		return ""
	}
	return cmp.Or(known.Plain, known.Message)
}

// with returns the finding with further remedies.
func (f Finding) with(fixes ...Remedy) Finding {
	f.Fixes = append(append([]Remedy{}, f.Fixes...), fixes...)
	return f
}

// inField returns the finding with the name of its field.
func (f Finding) inField(field string) Finding {
	f.Field = field
	return f
}

func leaveOut(field string) Remedy {
	return Remedy{Action: LeaveOut, Says: "Leave it out.", Field: field}
}

func reconnect(account wireid.ID) Remedy {
	return Remedy{Action: Reconnect, Says: "Connect the account again.", AccountID: &account}
}
