package clients_test

import (
	"bytes"
	"context"
	"errors"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/e2e/clients/goclient"

	"github.com/google/uuid"
	"github.com/oapi-codegen/nullable"
)

// invented is a well-formed key that nobody has made.
const invented = "svc_live_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

// goWalk is the walk of typescript/walk.ts with the Go client.
type goWalk struct {
	t       *testing.T
	app     *e2e.App
	api     *goclient.ClientWithResponses
	account uuid.UUID
}

func TestGoClient(t *testing.T) {
	t.Parallel()
	app, key := begin(t)
	w := &goWalk{t: t, app: app, api: goClient(t, app, key)}
	w.account = w.firstAccount()
	jpeg := w.upload("rotated.jpg")
	published := w.publish(jpeg)
	png := w.upload("quarters.png")
	scheduled := w.schedule(png)
	w.reschedule(scheduled)
	w.cancel(scheduled)
	w.listPosts(scheduled, published)
	w.listMedia(png, jpeg)
	w.refusals(png)
	onlyOneIsLive(t, app)
}

func goClient(t *testing.T, app *e2e.App, key string) *goclient.ClientWithResponses {
	t.Helper()
	client, err := goclient.NewClientWithResponses(app.Server.URL()+"/api/v1",
		goclient.WithRequestEditorFn(func(_ context.Context, req *http.Request) error {
			req.Header.Set("Authorization", "Bearer "+key)
			return nil
		}))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// answer returns what ends the test when there is none, so that a call fits on a line.
func answer[T any](r *T, err error) func(*testing.T) *T {
	return func(t *testing.T) *T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

// success returns the body of an answer that must be of the documented kind.
func success[T any](t *testing.T, body *T, raw []byte) T {
	t.Helper()
	if body == nil {
		t.Fatalf("the answer is %s", raw)
	}
	return *body
}

// refused wants a typed error of the code.
func refused(t *testing.T, body *goclient.ErrorResponse, raw []byte, code goclient.ErrorResponseCode) {
	t.Helper()
	if e := success(t, body, raw); e.Code != code || e.Error == "" || e.Status < 400 {
		t.Errorf("got %s, want %s", raw, code)
	}
}

// value returns a value that is there, or a zero one for null.
func value[T any](n nullable.Nullable[T]) T {
	v, _ := n.Get()
	return v
}

func (w *goWalk) check(ok bool, what any) {
	w.t.Helper()
	if !ok {
		w.t.Fatalf("not as expected: %+v", what)
	}
}

func (w *goWalk) firstAccount() uuid.UUID {
	w.t.Helper()
	r := answer(w.api.GetMeWithResponse(w.t.Context()))(w.t)
	me := success(w.t, r.JSON200, r.Body)
	w.check(len(me.Accounts) > 0 && me.Accounts[0].LoginMethod == goclient.SocialAccountLoginMethodPrimary, me)
	return me.Accounts[0].Id
}

func (w *goWalk) upload(name string) uuid.UUID {
	w.t.Helper()
	content, err := os.ReadFile(filepath.Join(pictures, name))
	if err != nil {
		w.t.Fatal(err)
	}
	var form bytes.Buffer
	m := multipart.NewWriter(&form)
	part, err := m.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err := errors.Join(err, m.Close()); err != nil {
		w.t.Fatal(err)
	}
	r := answer(w.api.UploadMediaWithBodyWithResponse(w.t.Context(), m.FormDataContentType(), &form))(w.t)
	file := success(w.t, r.JSON201, r.Body)
	w.check(file.OriginalFilename == name && file.MimeType == "image/jpeg" && file.IsValid && file.FileSize > 0, file)
	w.check(value(file.Width) > 0 && value(file.Height) > 0 && file.ValidationErrors.IsNull() && file.DurationSeconds.IsNull(), file)
	w.check(file.CreatedAt.Equal(w.app.Clock.Now()), file)
	return file.Id
}

func (w *goWalk) post(id uuid.UUID) goclient.Post {
	w.t.Helper()
	r := answer(w.api.GetPostWithResponse(w.t.Context(), id))(w.t)
	return success(w.t, r.JSON200, r.Body)
}

func (w *goWalk) publish(file uuid.UUID) uuid.UUID {
	w.t.Helper()
	name := uuid.NewString()
	request := goclient.PublishRequest{AccountId: w.account, MediaType: goclient.PublishRequestMediaTypeIMAGE, MediaFileId: nullable.NewNullableWithValue(file)}
	r := answer(w.api.PublishPostWithResponse(w.t.Context(), &goclient.PublishPostParams{IdempotencyKey: &name}, request))(w.t)
	queued := success(w.t, r.JSON202, r.Body)
	w.check(queued.Status == goclient.AcceptedPostStatusQUEUED, queued)
	r = answer(w.api.PublishPostWithResponse(w.t.Context(), &goclient.PublishPostParams{IdempotencyKey: &name}, request))(w.t)
	w.check(success(w.t, r.JSON202, r.Body).PostId == queued.PostId, string(r.Body))
	var post goclient.Post
	for post.Status != goclient.PostStatusPUBLISHED {
		w.check(post.Status != goclient.PostStatusFAILED, post)
		pass(w.t, w.app, 4*time.Second)
		post = w.post(queued.PostId)
	}
	w.check(len(post.MediaFiles) == 1 && post.MediaFiles[0].Id == file, post)
	w.check(post.Caption.IsNull() && post.ErrorCode.IsNull() && post.ScheduledFor.IsNull() && !post.IsScheduled, post)
	w.check(value(post.SnMediaId) != "" && value(post.SnPermalink) != "", post)
	w.check(value(post.PublishedAt).After(post.CreatedAt) && value(post.PublishedAt).Location() == time.UTC, post)
	return post.Id
}

func (w *goWalk) schedule(file uuid.UUID) uuid.UUID {
	w.t.Helper()
	caption, altText, timezone, at := "Fresh bread", "A loaf", "Europe/Berlin", w.app.Clock.Now().Add(time.Hour)
	r := answer(w.api.SchedulePostWithResponse(w.t.Context(), nil, goclient.ScheduleRequest{
		AccountId: w.account, MediaType: goclient.ScheduleRequestMediaTypeIMAGE, MediaFileId: nullable.NewNullableWithValue(file),
		Caption: nullable.NewNullableWithValue(caption), AltText: nullable.NewNullableWithValue(altText), ScheduledFor: at, Timezone: nullable.NewNullableWithValue(timezone),
	}))(w.t)
	scheduled := success(w.t, r.JSON201, r.Body)
	w.check(scheduled.Status == goclient.ScheduledPostStatusSCHEDULED && !scheduled.IsCloud && scheduled.ScheduledFor.Equal(at), scheduled)
	got := answer(w.api.GetScheduledWithResponse(w.t.Context(), scheduled.PostId))(w.t)
	post := success(w.t, got.JSON200, got.Body)
	w.check(post.Status == goclient.PostStatusSCHEDULED && post.IsScheduled && post.PublishedAt.IsNull(), post)
	w.check(value(post.Caption) == caption && value(post.AltText) == altText && value(post.ScheduledFor).Equal(at), post)
	return post.Id
}

// reschedule moves a post by an hour and clears its alternative text: in a change null and absent
// differ.
func (w *goWalk) reschedule(id uuid.UUID) {
	w.t.Helper()
	later := w.app.Clock.Now().Add(2 * time.Hour)
	r := answer(w.api.UpdateScheduledWithResponse(w.t.Context(), id, goclient.SchedulePatch{
		ScheduledFor: &later, AltText: nullable.NewNullNullable[string](),
	}))(w.t)
	post := success(w.t, r.JSON200, r.Body)
	w.check(post.Id == id && post.Status == goclient.PostStatusSCHEDULED && post.IsScheduled, post)
	w.check(value(post.ScheduledFor).Equal(later) && post.Timezone == "Europe/Berlin", post)
	w.check(post.AltText.IsNull() && value(post.Caption) == "Fresh bread", post)
}

func (w *goWalk) cancel(id uuid.UUID) {
	w.t.Helper()
	r := answer(w.api.CancelScheduledWithResponse(w.t.Context(), id))(w.t)
	w.check(success(w.t, r.JSON200, r.Body).Success, string(r.Body))
	post := w.post(id)
	w.check(post.Status == goclient.PostStatusDRAFT && !post.IsScheduled && post.ScheduledFor.IsNull() && value(post.Caption) != "", post)
}

func (w *goWalk) listPosts(newestFirst ...uuid.UUID) {
	w.t.Helper()
	limit, total := int64(1), int64(len(newestFirst))
	for i, id := range newestFirst {
		page := int64(i + 1)
		r := answer(w.api.ListPostsWithResponse(w.t.Context(), &goclient.ListPostsParams{Page: &page, Limit: &limit}))(w.t)
		list := success(w.t, r.JSON200, r.Body)
		w.check(len(list.Posts) == 1 && list.Posts[0].Id == id, list)
		w.check(list.Total == total && list.Page == page && list.Limit == limit && list.HasMore == (page < total), list)
	}
	published := goclient.ListPostsParamsStatusPUBLISHED
	r := answer(w.api.ListPostsWithResponse(w.t.Context(), &goclient.ListPostsParams{Status: &published}))(w.t)
	w.check(success(w.t, r.JSON200, r.Body).Total == 1, string(r.Body))
}

func (w *goWalk) listMedia(newestFirst ...uuid.UUID) {
	w.t.Helper()
	limit, total, kind := int64(1), int64(len(newestFirst)), goclient.ListMediaParamsTypeImage
	for i, id := range newestFirst {
		offset := int64(i)
		r := answer(w.api.ListMediaWithResponse(w.t.Context(), &goclient.ListMediaParams{Offset: &offset, Limit: &limit, Type: &kind}))(w.t)
		list := success(w.t, r.JSON200, r.Body)
		w.check(len(list.Files) == 1 && list.Files[0].Id == id && list.Total == total && list.HasMore == (offset+1 < total), list)
	}
}

func (w *goWalk) refusals(file uuid.UUID) {
	w.t.Helper()
	unknown := answer(w.api.GetPostWithResponse(w.t.Context(), uuid.New()))(w.t)
	refused(w.t, unknown.JSON404, unknown.Body, goclient.ErrorResponseCodeNOTFOUND)

	caption := strings.Repeat("x", 2201)
	long := answer(w.api.PublishPostWithResponse(w.t.Context(), nil, goclient.PublishRequest{
		AccountId: w.account, MediaType: goclient.PublishRequestMediaTypeIMAGE, MediaFileId: nullable.NewNullableWithValue(file), Caption: nullable.NewNullableWithValue(caption),
	}))(w.t)
	refused(w.t, long.JSON400, long.Body, goclient.ErrorResponseCodeVALIDATIONERROR)

	lonely := answer(w.api.PublishPostWithResponse(w.t.Context(), nil, goclient.PublishRequest{
		AccountId: w.account, MediaType: goclient.PublishRequestMediaTypeCAROUSEL, MediaFileIds: nullable.NewNullableWithValue([]uuid.UUID{file}),
	}))(w.t)
	refused(w.t, lonely.JSON400, lonely.Body, goclient.ErrorResponseCodeINVALIDCAROUSEL)

	stranger := answer(goClient(w.t, w.app, invented).GetMeWithResponse(w.t.Context()))(w.t)
	refused(w.t, stranger.JSON401, stranger.Body, goclient.ErrorResponseCodeAUTHINVALIDKEY)
}
