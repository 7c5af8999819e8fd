package posts

import (
	"encoding/json"
	"fmt"
	"reflect"

	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Content is what a person says a post is, beside its account, its type and its files. A Post has a
// field of the same name for each of these in the form in which it is stored: texts as they are, a
// list as JSON text. ContentPatch has one that can be absent. The fields are copied between the
// three by their names, so that a new one is declared in them and nowhere else;
// TestContent_NoFieldIsLost fails for one that is missing.
type Content struct {
	Caption            *string        `json:"caption,omitempty"            nullable:"true" maxLength:"2200" doc:"The text of the post, hashtags included, at most 2200 characters. Counted are Unicode code points, as everywhere: an é is one or two, an emoji one or several." example:"Fresh from the oven: our spring rye. #bakery #sourdough"`
	UserTags           []UserTag      `json:"userTags,omitempty"           nullable:"true" maxItems:"20" doc:"People in the picture; only on IMAGE and CAROUSEL."`
	Collaborators      []string       `json:"collaborators,omitempty"      nullable:"true" maxItems:"3" doc:"Usernames of co-authors, at most 3; not on STORIES." example:"[\"flour.and.stone\"]"`
	LocationID         *string        `json:"locationId,omitempty"         nullable:"true" maxLength:"100" doc:"Id of a place at the network." example:"213385402"`
	LocationName       *string        `json:"locationName,omitempty"       nullable:"true" maxLength:"200" doc:"Name of that place." example:"Lisbon, Portugal"`
	CrossPostToPartner *bool          `json:"crossPostToPartner,omitempty" nullable:"true" doc:"Share to the linked Page too. The account must have been connected with one; not on CAROUSEL."`
	StoryMentions      []StoryMention `json:"storyMentions,omitempty"      nullable:"true" maxItems:"5" doc:"Mention stickers; only on STORIES, and needs native-story credentials."`
	AltText            *string        `json:"altText,omitempty"            nullable:"true" maxLength:"1000" doc:"Description of the picture for those who do not see it; only on IMAGE." example:"Three round loaves of rye bread on a wooden board"`
	FirstComment       *string        `json:"firstComment,omitempty"       nullable:"true" maxLength:"2200" doc:"What the account comments below the post once it is published, at most 2200 characters; not on STORIES. The post stays PUBLISHED whatever becomes of it." example:"Which loaf shall we bake next?"`

	CoverMediaFileID *wireid.ID `json:"coverMediaFileId,omitempty" nullable:"true" doc:"The picture that the reel has as its cover, by its id from POST /media/upload; only on REELS, and not with thumbOffsetMs." example:"9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e"`
	ThumbOffsetMs    *int64     `json:"thumbOffsetMs,omitempty"    nullable:"true" minimum:"0" doc:"The moment of the reel that is its cover, in milliseconds from its beginning; only on REELS, and not with coverMediaFileId." example:"2500"`
	ShareToFeed      *bool      `json:"shareToFeed,omitempty"      nullable:"true" doc:"Whether the reel is to be on the account's grid and in the feed too, and not only among its reels; only on REELS. Absent leaves it to the network."`
	AltTexts         Texts      `json:"altTexts,omitempty"         nullable:"true" maxItems:"10" doc:"Descriptions of the pictures of a CAROUSEL for those who do not see them, by their positions, each at most 1000 characters; an empty text for none, as for a video." example:"[\"Three round loaves of rye bread\",\"The oven, seen from below\"]"`
	PeopleTagged     Texts      `json:"peopleTagged,omitempty"     nullable:"true" maxItems:"20" doc:"Usernames of people in the video or story, at most 20; only on REELS and STORIES. People in pictures of the feed have a place, and are in userTags." example:"[\"potter\"]"`
	IsAIGenerated    *bool      `json:"isAiGenerated,omitempty"    nullable:"true" doc:"Whether the network labels the post as made with artificial intelligence."`
	Trial            *Trial     `json:"trial,omitempty"            nullable:"true" enum:"manual,performance" doc:"Makes the reel a trial, which only people who do not follow the account see at first: manual until somebody shows it to all in the network's own app, performance until it does well. Only on REELS."`
}

// UserTag is a person in a picture (contract 2).
type UserTag struct {
	Username string  `json:"username" minLength:"1" maxLength:"30" doc:"Username of the person." example:"potter"`
	X        float64 `json:"x"        minimum:"0" maximum:"1" doc:"0 is left, 1 is right." example:"0.4"`
	Y        float64 `json:"y"        minimum:"0" maximum:"1" doc:"0 is top, 1 is bottom." example:"0.6"`
}

// StoryMention is a mention sticker on a story (contract 2).
type StoryMention struct {
	Username string   `json:"username"    minLength:"1" maxLength:"30" doc:"Username of the person." example:"potter"`
	X        *float64 `json:"x,omitempty" nullable:"true" minimum:"0" maximum:"1" default:"0.5" doc:"0 is left, 1 is right." example:"0.5"`
	Y        *float64 `json:"y,omitempty" nullable:"true" minimum:"0" maximum:"1" default:"0.5" doc:"0 is top, 1 is bottom." example:"0.8"`
}

var contentFields = reflect.VisibleFields(reflect.TypeFor[Content]())

// store writes the content into a post, an empty list as none.
func (c Content) store(post *Post) error {
	from, to := reflect.ValueOf(c), reflect.ValueOf(post).Elem()
	for _, f := range contentFields {
		said, stored := from.FieldByIndex(f.Index), to.FieldByName(f.Name)
		switch {
		case said.Kind() == reflect.Slice && said.Len() == 0:
			stored.SetZero()
		case said.Type() == stored.Type():
			stored.Set(said)
		case stored.Kind() == reflect.Bool:
			stored.SetBool(!said.IsNil() && said.Elem().Bool())
		default:
			b, err := json.Marshal(said.Interface())
			if err != nil {
				return fmt.Errorf("encode a post: %w", err)
			}
			stored.Set(reflect.ValueOf(new(string(b))))
		}
	}
	return nil
}

// load reads the content of a post. It is the reverse of store.
func (c *Content) load(post Post) error {
	from, to := reflect.ValueOf(post), reflect.ValueOf(c).Elem()
	for _, f := range contentFields {
		stored, said := from.FieldByName(f.Name), to.FieldByIndex(f.Index)
		switch {
		case said.Type() == stored.Type():
			said.Set(stored)
		case stored.Kind() == reflect.Bool:
			said.Set(reflect.ValueOf(new(stored.Bool())))
		case stored.IsNil():
			said.SetZero()
		default:
			if err := json.Unmarshal([]byte(stored.Elem().String()), said.Addr().Interface()); err != nil {
				return fmt.Errorf("decode a post: %w", err)
			}
		}
	}
	return nil
}

// apply changes the content: only what the patch has, and null clears.
func (c ContentPatch) apply(content *Content) {
	from, to := reflect.ValueOf(c), reflect.ValueOf(content).Elem()
	for _, f := range contentFields {
		patch, said := from.FieldByName(f.Name), to.FieldByIndex(f.Index)
		value := patch.FieldByName("Value")
		switch {
		case !patch.FieldByName("IsSet").Bool():
		case value.Type() == said.Type():
			said.Set(value)
		case value.IsNil():
			said.SetZero()
		default:
			said.Set(value.Elem())
		}
	}
}

func contentColumns(db bun.IDB) []string {
	var columns []string
	for _, column := range db.Dialect().Tables().Get(reflect.TypeFor[*Post]()).Fields {
		if _, ok := reflect.TypeFor[Content]().FieldByName(column.GoName); ok {
			columns = append(columns, column.Name)
		}
	}
	return columns
}
