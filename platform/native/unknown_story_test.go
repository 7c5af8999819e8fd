package native_test

import (
	"context"
	"net/http"
	"slices"
	"testing"

	"crier/platform/httpclient"
	"crier/platform/native"
	"crier/platform/secrets"
)

// unknownCase is an answer of a network that has changed, and what is told of it.
type unknownCase struct {
	status int
	body   string
	want   string
	class  native.Class
}

// told makes the call and holds what the observer was told against the case.
func (c unknownCase) told(t *testing.T, name, op string, call func(ctx context.Context) error) {
	t.Helper()
	var told []string
	ctx := httpclient.WithObserver(t.Context(), func(u httpclient.Unknown) {
		told = append(told, u.What)
		if u.Op != op {
			t.Errorf("%s: told of %s", name, u.Op)
		}
	})
	if err := call(ctx); native.ClassOf(err) != c.class {
		t.Errorf("%s: %v", name, err)
	}
	if c.want == "" && len(told) != 0 || c.want != "" && !slices.Equal(told, []string{c.want}) {
		t.Errorf("%s: told %q, want %q", name, told, c.want)
	}
}

// TestUnknown_OfAStory: an unknown state of the call that makes a story visible is named, and is
// neither a success nor a certain failure.
func TestUnknown_OfAStory(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]unknownCase{
		"as known":               {200, `{"media":{"pk":1},"new":1,"status":"ok"}`, "", ""},
		"still worked on":        {202, `{"message":"Transcode not finished yet.","status":"fail"}`, "", native.NotReady},
		"another state":          {202, `{"message":"media_needs_review","status":"fail"}`, "the state media_needs_review", native.NotReady},
		"a state without words":  {202, `{"status":"fail"}`, "the state HTTP 202 without words", native.NotReady},
		"taken, and live later":  {202, `{"media":{"pk":1},"status":"ok"}`, "the success HTTP 202", native.Transport},
		"later, in words":        {202, `{"message":"it will be live soon","status":"ok"}`, "the success HTTP 202", native.Transport},
		"a status with words":    {200, `{"message":"it will be live soon","status":"queued"}`, "the status queued", native.Transport},
		"words alone":            {200, `{"message":"it will be live soon"}`, "the answer it will be live soon", native.Transport},
		"refused in words alone": {400, `{"message":"glow_required"}`, "the refusal glow_required", native.Refused},
		"a status of its own":    {200, `{"status":"queued","upload_id":"1"}`, "the status queued", native.Transport},
		"another success":        {201, `{"media":{"pk":1},"status":"ok"}`, "the success HTTP 201", native.Transport},
		"a renamed member":       {200, `{"story":{"pk":1},"status":"ok"}`, "a story without an id", native.Transport},
		"a member of other form": {200, `{"media":[1],"status":"ok"}`, "a story without an id", native.Transport},
		"no word at all":         {403, `{}`, "HTTP 403 without words", native.Transport},
		"somebody else's page":   {502, `<html>`, "", native.Transport},
	} {
		client, session := answering(t, func(r *http.Request) (*http.Response, error) {
			return response(r, c.status, http.Header{}, c.body), nil
		})
		c.told(t, name, native.OpConfigure, func(ctx context.Context) error {
			_, err := client.ConfigureStory(ctx, permit(), session, native.StoryUpload{UploadID: "1600000000000", IsVideo: true})
			return err
		})
	}
}

// TestUnknown_OfAnUpload: the same for the file of a story, which nobody sees.
func TestUnknown_OfAnUpload(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	photo := s.photoStory()
	for name, c := range map[string]unknownCase{
		"as known":              {200, `{"upload_id":"` + photo.UploadID + `","xsharing_nonces":{},"status":"ok"}`, "", ""},
		"a status of its own":   {200, `{"upload_id":"` + photo.UploadID + `","status":"processing"}`, "the status processing", native.Transport},
		"another success":       {202, `{"upload_id":"` + photo.UploadID + `","status":"ok"}`, "the success HTTP 202", native.Transport},
		"an unknown refusal":    {400, `{"message":"glow_required","status":"fail"}`, "the refusal glow_required", native.Refused},
		"an id of another form": {200, `{"upload_id":{"id":1},"status":"ok"}`, "an answer of another form", native.Transport},
		"another upload":        {200, `{"upload_id":"5","status":"ok"}`, "another upload than the one that was sent", native.Transport},
	} {
		client, session := answering(t, func(r *http.Request) (*http.Response, error) {
			return response(r, c.status, http.Header{}, c.body), nil
		})
		c.told(t, name, native.OpUpload, func(ctx context.Context) error { return client.UploadStory(ctx, session, photo) })
	}
}

// TestUnknown_OfALogin: what a login lacks that must be there is named as well.
func TestUnknown_OfALogin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]unknownCase{
		"a renamed user":            {200, `{"user":{"pk":1},"status":"ok"}`, "a login without a user", native.Transport},
		"no session":                {200, `{"logged_in_user":{"pk":1},"status":"ok"}`, "a login without a session", native.Transport},
		"a status of its own":       {200, `{"status":"pending"}`, "the status pending", native.Transport},
		"an unknown way on":         {400, `{"error_type":"glow_verification","status":"fail"}`, "the type of error glow_verification", native.Refused},
		"a challenge of other form": {400, `{"challenge":"new","status":"fail"}`, "an answer of another form", native.Transport},
		"as known":                  {400, `{"error_type":"bad_password","status":"fail"}`, "", native.BadCredentials},
	} {
		client := always(c.status, c.body)
		c.told(t, name, native.OpLogin, func(ctx context.Context) error {
			_, err := client.Logins.Begin(native.NewSession(), "ann", secrets.NewText(password)).Login(ctx)
			return err
		})
	}
}
