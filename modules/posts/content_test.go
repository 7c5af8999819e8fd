package posts

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"crier/modules/media"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// fill sets all of v: texts to name, numbers to a half, lists to one element.
func fill(v reflect.Value, name string) {
	if v.Type() == reflect.TypeFor[wireid.ID]() {
		v.Set(reflect.ValueOf(square))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), name)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), name)
		}
	case reflect.String:
		v.SetString(name)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Int64:
		v.SetInt(2500)
	default:
		panic("a field of a kind that this test does not know: " + v.Type().String())
	}
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// everyContent has something in each field.
func everyContent() Content {
	var c Content
	for _, f := range contentFields {
		fill(reflect.ValueOf(&c).Elem().FieldByIndex(f.Index), f.Name)
	}
	return c
}

// TestContent_NoFieldIsLost follows each field from the body of a request to the stored post, the
// answer and what is sent once more, and through the changes of a draft.
func TestContent_NoFieldIsLost(t *testing.T) {
	t.Parallel()
	for _, f := range contentFields {
		for _, other := range []reflect.Type{reflect.TypeFor[Post](), reflect.TypeFor[ContentPatch]()} {
			if same, ok := other.FieldByName(f.Name); !ok || jsonName(same) != jsonName(f) {
				t.Fatalf("%s has no field %s with the name %s", other, f.Name, jsonName(f))
			}
		}
	}
	for i := range reflect.TypeFor[ContentPatch]().NumField() {
		if f := reflect.TypeFor[ContentPatch]().Field(i); !hasField[Content](f.Name) {
			t.Fatalf("a patch changes %s, which no content has", f.Name)
		}
	}
	want := everyContent()
	body, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var sent PublishablePost
	if err := json.Unmarshal(body, &sent.Content); err != nil || !reflect.DeepEqual(sent.Content, want) {
		t.Fatalf("the request became %+v, %v", sent.Content, err)
	}

	b := setup(t)
	cover := media.MediaFile{ID: square, OriginalFilename: "cover.jpg", StoragePath: "images/cover.jpg", MimeType: "image/jpeg", FileSize: 1, IsValid: true}
	if _, err := b.db.NewInsert().Model(&cover).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	now := wiretime.Of(b.clock.Now())
	made := newPost(b.accounts.UserID(), now)
	sent.AccountID, sent.MediaType, made.Status = b.bakery.ID, Image, Draft
	if err := sent.fill(&made); err != nil {
		t.Fatal(err)
	}
	if err := insertPost(t.Context(), b.db, &made); err != nil {
		t.Fatal(err)
	}
	held := func(when string, want Content) {
		t.Helper()
		stored := b.read(t, made.ID)
		if again, err := ContentOf(stored); err != nil || !reflect.DeepEqual(again.Content, want) {
			t.Errorf("%s: the stored post reads as %+v, %v", when, again.Content, err)
		}
	}
	held("made", want)
	var answer map[string]any
	told, err := json.Marshal(b.read(t, made.ID))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(told, &answer); err != nil {
		t.Fatal(err)
	}
	for _, f := range contentFields {
		if answer[jsonName(f)] == nil {
			t.Errorf("the answer has no %s", jsonName(f))
		}
	}

	// Everything is cleared, and then set again by a patch of the same body.
	none := Content{CrossPostToPartner: new(false)}
	change := func(when string, to Content) {
		t.Helper()
		if err := to.store(&made); err != nil {
			t.Fatal(err)
		}
		if ok, err := updateContent(t.Context(), b.db, &made, Draft); !ok || err != nil {
			t.Fatalf("%s: %v, %v", when, ok, err)
		}
		held(when, to)
	}
	change("cleared", none)
	var patch ContentPatch
	if err := json.Unmarshal(body, &patch); err != nil {
		t.Fatal(err)
	}
	patch.apply(&none)
	if !reflect.DeepEqual(none, want) {
		t.Errorf("the patch made %+v", none)
	}
	change("set again", none)
	ContentPatch{}.apply(&none)
	if !reflect.DeepEqual(none, want) {
		t.Errorf("an empty patch made %+v", none)
	}
}

func hasField[T any](name string) bool {
	_, ok := reflect.TypeFor[T]().FieldByName(name)
	return ok
}

// TestContent_IsSent: a channel reads each field, and so does the code that makes a job for the
// cloud worker, or this test says why not.
func TestContent_IsSent(t *testing.T) {
	t.Parallel()
	for _, way := range []struct {
		name  string
		files []string
		not   map[string]string
	}{
		{"the network", []string{"publish/feed/*.go", "publish/story/*.go", "publish/page/*.go", "publish/comment/*.go", "publish/delivery/*.go"}, map[string]string{
			"LocationName":       "the network takes the place's id alone",
			"CrossPostToPartner": "the engine has the post shared",
		}},
		{"the cloud worker", []string{"../schedule/handoff/packer.go"}, map[string]string{
			"LocationName":       "the network takes the place's id alone",
			"CrossPostToPartner": "the worker shares nothing to a Page",
			"StoryMentions":      "a post with them stays with this machine",
		}},
	} {
		read := selected(t, way.files...)
		for _, f := range contentFields {
			if why := way.not[f.Name]; read[f.Name] == (why != "") {
				t.Errorf("to %s, %s is read: %t; that it is not sent: %q", way.name, f.Name, read[f.Name], why)
			}
		}
	}
}

// selected returns the names that are selected (as in x.Name) in the files that are no tests.
func selected(t *testing.T, patterns ...string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s, %v", pattern, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					names[s.Sel.Name] = true
				}
				return true
			})
		}
	}
	return names
}
