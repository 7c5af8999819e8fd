// A walk through the API with the client that oapi-codegen makes of the document. It is a module of
// its own, as the client of anybody would be. TestGoClient makes the client in .cache and runs the
// walk.
//
// The walk takes the settings of ../typescript/walk.ts. It announces each pause as that does, and
// panics at the first surprise. The clock of the service stands still between the pauses.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/oapi-codegen/nullable"
	_ "github.com/oapi-codegen/runtime" // The client takes it; go mod tidy does not see the client.
)

// invented is a well-formed key that nobody has made.
const invented = "svc_live_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

type walk struct {
	api     *ClientWithResponses
	account uuid.UUID
	lines   *bufio.Scanner
}

var ctx = context.Background()

func main() {
	w := &walk{api: client(setting("CRIER_API_KEY")), lines: bufio.NewScanner(os.Stdin)}
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
}

func setting(name string) string {
	value := os.Getenv(name)
	check(value != "", name+" is not set")
	return value
}

func client(key string) *ClientWithResponses {
	return answer(NewClientWithResponses(setting("CRIER_URL"), WithRequestEditorFn(func(_ context.Context, req *http.Request) error {
		req.Header.Set("Authorization", "Bearer "+key)
		return nil
	})))
}

// answer returns what is there without an error, so that a call fits on a line.
func answer[T any](r *T, err error) *T {
	if err != nil {
		panic(err)
	}
	return r
}

// success returns the body of an answer that must be of the documented kind.
func success[T any](body *T, raw []byte) T {
	check(body != nil, string(raw))
	return *body
}

// refused wants a typed error of the code.
func refused(body *ErrorResponse, raw []byte, code ErrorResponseCode) {
	e := success(body, raw)
	check(e.Code == code && e.Error != "" && e.Status >= 400, string(raw))
	fmt.Printf("refused with %s: %s\n", e.Code, e.Error)
}

// value returns a value that is there, or a zero one for null.
func value[T any](n nullable.Nullable[T]) T {
	v, _ := n.Get()
	return v
}

func check(ok bool, what any) {
	if !ok {
		panic(fmt.Sprintf("not as expected: %+v", what))
	}
}

// pause waits for a line, before which the test moves the clock.
func (w *walk) pause(seconds int) {
	fmt.Printf("pause %d\n", seconds)
	check(w.lines.Scan(), "the pause has no end")
}

// now is the time of the service.
func (w *walk) now() time.Time {
	r := answer(w.api.GetHealthWithResponse(ctx))
	return success(r.JSON200, r.Body).Timestamp
}

func (w *walk) firstAccount() uuid.UUID {
	r := answer(w.api.GetMeWithResponse(ctx))
	me := success(r.JSON200, r.Body)
	check(len(me.Accounts) > 0 && me.Accounts[0].LoginMethod == SocialAccountLoginMethodPrimary, me)
	return me.Accounts[0].Id
}

func (w *walk) upload(name string) uuid.UUID {
	content, err := os.ReadFile(filepath.Join(setting("CRIER_PICTURES"), name))
	if err != nil {
		panic(err)
	}
	var form bytes.Buffer
	m := multipart.NewWriter(&form)
	part, err := m.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err := errors.Join(err, m.Close()); err != nil {
		panic(err)
	}
	r := answer(w.api.UploadMediaWithBodyWithResponse(ctx, m.FormDataContentType(), &form))
	file := success(r.JSON201, r.Body)
	check(file.OriginalFilename == name && file.MimeType == "image/jpeg" && file.IsValid && file.FileSize > 0, file)
	check(value(file.Width) > 0 && value(file.Height) > 0 && file.ValidationErrors.IsNull() && file.DurationSeconds.IsNull(), file)
	check(file.CreatedAt.Equal(w.now()), file)
	return file.Id
}

func (w *walk) post(id uuid.UUID) Post {
	r := answer(w.api.GetPostWithResponse(ctx, id))
	return success(r.JSON200, r.Body)
}

func (w *walk) publish(file uuid.UUID) uuid.UUID {
	name := uuid.NewString()
	request := PublishRequest{AccountId: w.account, MediaType: PublishRequestMediaTypeIMAGE, MediaFileId: nullable.NewNullableWithValue(file)}
	r := answer(w.api.PublishPostWithResponse(ctx, &PublishPostParams{IdempotencyKey: &name}, request))
	queued := success(r.JSON202, r.Body)
	check(queued.Status == AcceptedPostStatusQUEUED, queued)
	r = answer(w.api.PublishPostWithResponse(ctx, &PublishPostParams{IdempotencyKey: &name}, request))
	check(success(r.JSON202, r.Body).PostId == queued.PostId, string(r.Body))
	var post Post
	for post.Status != PostStatusPUBLISHED {
		check(post.Status != PostStatusFAILED, post)
		w.pause(4)
		post = w.post(queued.PostId)
	}
	check(len(post.MediaFiles) == 1 && post.MediaFiles[0].Id == file, post)
	check(post.Caption.IsNull() && post.ErrorCode.IsNull() && post.ScheduledFor.IsNull() && !post.IsScheduled, post)
	check(value(post.SnMediaId) != "" && value(post.SnPermalink) != "", post)
	check(value(post.PublishedAt).After(post.CreatedAt) && value(post.PublishedAt).Location() == time.UTC, post)
	return post.Id
}

func (w *walk) schedule(file uuid.UUID) uuid.UUID {
	caption, altText, timezone, at := "Fresh bread", "A loaf", "Europe/Berlin", w.now().Add(time.Hour)
	r := answer(w.api.SchedulePostWithResponse(ctx, nil, ScheduleRequest{
		AccountId: w.account, MediaType: ScheduleRequestMediaTypeIMAGE, MediaFileId: nullable.NewNullableWithValue(file),
		Caption: nullable.NewNullableWithValue(caption), AltText: nullable.NewNullableWithValue(altText), ScheduledFor: at, Timezone: nullable.NewNullableWithValue(timezone),
	}))
	scheduled := success(r.JSON201, r.Body)
	check(scheduled.Status == ScheduledPostStatusSCHEDULED && !scheduled.IsCloud && scheduled.ScheduledFor.Equal(at), scheduled)
	got := answer(w.api.GetScheduledWithResponse(ctx, scheduled.PostId))
	post := success(got.JSON200, got.Body)
	check(post.Status == PostStatusSCHEDULED && post.IsScheduled && post.PublishedAt.IsNull(), post)
	check(value(post.Caption) == caption && value(post.AltText) == altText && value(post.ScheduledFor).Equal(at), post)
	return post.Id
}

// reschedule moves a post by an hour and clears its alternative text: in a change null and absent
// differ.
func (w *walk) reschedule(id uuid.UUID) {
	later := w.now().Add(2 * time.Hour)
	r := answer(w.api.UpdateScheduledWithResponse(ctx, id, SchedulePatch{
		ScheduledFor: &later, AltText: nullable.NewNullNullable[string](),
	}))
	post := success(r.JSON200, r.Body)
	check(post.Id == id && post.Status == PostStatusSCHEDULED && post.IsScheduled, post)
	check(value(post.ScheduledFor).Equal(later) && post.Timezone == "Europe/Berlin", post)
	check(post.AltText.IsNull() && value(post.Caption) == "Fresh bread", post)
}

func (w *walk) cancel(id uuid.UUID) {
	r := answer(w.api.CancelScheduledWithResponse(ctx, id))
	check(success(r.JSON200, r.Body).Success, string(r.Body))
	post := w.post(id)
	check(post.Status == PostStatusDRAFT && !post.IsScheduled && post.ScheduledFor.IsNull() && value(post.Caption) != "", post)
}

func (w *walk) listPosts(newestFirst ...uuid.UUID) {
	limit, total := int64(1), int64(len(newestFirst))
	for i, id := range newestFirst {
		page := int64(i + 1)
		r := answer(w.api.ListPostsWithResponse(ctx, &ListPostsParams{Page: &page, Limit: &limit}))
		list := success(r.JSON200, r.Body)
		check(len(list.Posts) == 1 && list.Posts[0].Id == id, list)
		check(list.Total == total && list.Page == page && list.Limit == limit && list.HasMore == (page < total), list)
	}
	published := ListPostsParamsStatusPUBLISHED
	r := answer(w.api.ListPostsWithResponse(ctx, &ListPostsParams{Status: &published}))
	check(success(r.JSON200, r.Body).Total == 1, string(r.Body))
}

func (w *walk) listMedia(newestFirst ...uuid.UUID) {
	limit, total, kind := int64(1), int64(len(newestFirst)), ListMediaParamsTypeImage
	for i, id := range newestFirst {
		offset := int64(i)
		r := answer(w.api.ListMediaWithResponse(ctx, &ListMediaParams{Offset: &offset, Limit: &limit, Type: &kind}))
		list := success(r.JSON200, r.Body)
		check(len(list.Files) == 1 && list.Files[0].Id == id && list.Total == total && list.HasMore == (offset+1 < total), list)
	}
}

func (w *walk) refusals(file uuid.UUID) {
	unknown := answer(w.api.GetPostWithResponse(ctx, uuid.New()))
	refused(unknown.JSON404, unknown.Body, ErrorResponseCodeNOTFOUND)

	caption := strings.Repeat("x", 2201)
	long := answer(w.api.PublishPostWithResponse(ctx, nil, PublishRequest{
		AccountId: w.account, MediaType: PublishRequestMediaTypeIMAGE, MediaFileId: nullable.NewNullableWithValue(file), Caption: nullable.NewNullableWithValue(caption),
	}))
	refused(long.JSON400, long.Body, ErrorResponseCodeVALIDATIONERROR)

	lonely := answer(w.api.PublishPostWithResponse(ctx, nil, PublishRequest{
		AccountId: w.account, MediaType: PublishRequestMediaTypeCAROUSEL, MediaFileIds: nullable.NewNullableWithValue([]uuid.UUID{file}),
	}))
	refused(lonely.JSON400, lonely.Body, ErrorResponseCodeINVALIDCAROUSEL)

	stranger := answer(client(invented).GetMeWithResponse(ctx))
	refused(stranger.JSON401, stranger.Body, ErrorResponseCodeAUTHINVALIDKEY)
}
