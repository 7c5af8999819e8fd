package publish

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
)

// answer is what the network answers to the call that has come so often before.
type answer func(req *http.Request, before int) (status int, body io.Reader)

// answerOf always answers the same.
func answerOf(body string) answer { return withStatus(http.StatusOK, body) }

func withStatus(status int, body string) answer {
	return func(*http.Request, int) (int, io.Reader) { return status, strings.NewReader(body) }
}

// liar is a network that answers one question as a test says, and all others as it documents.
type liar struct {
	question question
	answer   answer
	now      func() time.Time

	mu sync.Mutex
	// mark is what stands in an answer for markOfPost.
	mark string
	// calls are all, sent those that could make something visible, heard those that were answered
	// by the test.
	calls, sent, heard int
	// most is how many bytes were read of an answer.
	most int64
}

// answering has the question be answered so from now on.
func (l *liar) answering(a answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answer, l.calls, l.sent, l.heard, l.most = a, 0, 0, 0, 0
}

// RoundTrip answers a call.
func (l *liar) RoundTrip(req *http.Request) (*http.Response, error) {
	if trace := httptrace.ContextClientTrace(req.Context()); trace != nil {
		if trace.GetConn != nil {
			trace.GetConn(req.URL.Host)
		}
		if trace.GotConn != nil {
			trace.GotConn(httptrace.GotConnInfo{})
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls++
	status, body := l.say(req)
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, ContentLength: -1, Request: req,
		Header: http.Header{"Content-Type": {"application/json"}, "Date": {l.now().UTC().Format(http.TimeFormat)}},
		Body:   &counted{Reader: body, liar: l},
	}, nil
}

func (l *liar) say(req *http.Request) (int, io.Reader) {
	q, path := l.question, req.URL.Path
	switch {
	case req.Method != http.MethodGet:
		l.sent++
	case strings.HasSuffix(path, q.asks):
		l.heard++
		status, body := l.answer(req, l.heard-1)
		if text, isText := body.(*strings.Reader); isText {
			if all, err := io.ReadAll(text); err == nil {
				body = strings.NewReader(strings.ReplaceAll(string(all), markOfPost, l.mark))
			}
		}
		return status, body
	case q.beside != nil && strings.HasSuffix(path, q.beside.path):
		return q.beside.status, strings.NewReader(q.beside.body)
	}
	return http.StatusBadRequest, strings.NewReader(`{"error":{"message":"unknown object","code":100,"error_subcode":33}}`)
}

// counted counts what is read of an answer.
type counted struct {
	io.Reader

	liar *liar
	read int64
}

// Read reads a part of the answer.
func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.read += int64(n)
	c.liar.mu.Lock()
	defer c.liar.mu.Unlock()
	c.liar.most = max(c.liar.most, c.read)
	return n, err
}

// Close ends the answer.
func (*counted) Close() error { return nil }

// endless is a text without an end.
type endless struct {
	text string
	at   int
}

// Read reads on.
func (e *endless) Read(b []byte) (n int, err error) {
	for n < len(b) {
		m := copy(b[n:], e.text[e.at:])
		n, e.at = n+m, (e.at+m)%len(e.text)
	}
	return n, nil
}

// beside is what the network answers to a question that is not the one.
type beside struct {
	path, body string
	status     int
}

// question is one that the network is asked about a call: what became of its reference, or what the
// account shows.
type question struct {
	name    string
	channel attempt.Channel
	post    func(*origin) posts.Post
	// ref is the reference of the call, which was answered with a refusal or not at all, and which
	// is asked about so long after it.
	ref        string
	isAnswered bool
	after      time.Duration
	// asks is how the paths end by which the question is asked.
	asks   string
	beside *beside
	list   *shape
	// further are wrong answers to this question alone.
	further []lie
	// truth is an honest answer to a question about the reference.
	truth string
	// An honest answer settles the attempt, as mine where it tells which item it is; a lie leaves
	// it as it is: open, or live without an item.
	settled, stays attempt.Verdict
	mine           string
}

// honest is an answer as the network documents it.
func (q question) honest() string {
	if q.list == nil {
		return q.truth
	}
	return q.list.of(q.list.item(nil))
}

const (
	videoRef = "17700000000000001"
	storyRef = "1795253400000"
	pageID   = "100000000000203"
	// ownedID is the item of another post.
	ownedID = "18000000000000777"
	// soon is a while after a call, when lists do not lag any more.
	soon = 6 * time.Minute
)

func questions() []question {
	bread := func(o *origin) posts.Post {
		return posts.Post{SocialAccountID: o.bakery.ID, MediaType: posts.Image, Caption: new("Bread"), SNContainerID: new(container), ContainerCreatedAt: at(start)}
	}
	shared := func(kind posts.ShareKind) func(*origin) posts.Post {
		return func(o *origin) posts.Post {
			post := bread(o)
			post.SocialAccountID, post.CrossPostToPartner, post.ShareKind, post.ShareObjectID = o.potter.ID, true, &kind, new(videoRef)
			return post
		}
	}
	remarked := func(o *origin) posts.Post {
		post := bread(o)
		post.FirstComment = new("Which one next?")
		return post
	}
	published := &beside{"/" + container, `{"id":"` + container + `","status_code":"PUBLISHED","status":"PUBLISHED"}`, http.StatusOK}
	forgotten := &beside{"/" + container, `{"error":{"message":"unknown object","code":100,"error_subcode":33}}`, http.StatusBadRequest}
	feedList := "/17841400000000101/media"
	return []question{
		{
			name: "feed, the container", channel: attempt.Feed, post: bread, ref: container, after: soon, asks: "/" + container,
			beside: &beside{feedList, mediaShape().of(mediaShape().item(nil)), http.StatusOK}, further: containerLies(), truth: published.body,
			settled: attempt.Live, mine: mediaShape().id, stays: attempt.Open,
		},
		{
			name: "feed, which media", channel: attempt.Feed, post: bread, ref: container, after: soon, asks: feedList, beside: published, list: mediaShape(),
			further: ofAnother(mediaShape()),
			settled: attempt.Live, mine: mediaShape().id, stays: attempt.Live,
		},
		{
			name: "feed, whether it is there", channel: attempt.Feed, post: bread, ref: container, isAnswered: true, after: soon, asks: feedList,
			beside: forgotten, list: absentShape(), settled: attempt.Absent, stays: attempt.Open,
		},
		{
			name: "story", channel: attempt.Story, ref: storyRef, after: soon, asks: "/story/", list: storyShape(), further: storyLies(), settled: attempt.Live, mine: storyShape().id, stays: attempt.Open,
			post: func(o *origin) posts.Post {
				return posts.Post{
					SocialAccountID: o.bakery.ID, MediaType: posts.Stories, StoryMentions: new(`[{"username":"ann"}]`), SNContainerID: new(storyRef), ContainerCreatedAt: at(start),
				}
			},
		},
		{
			name: "page, the video", channel: attempt.Page, post: shared(posts.ShareReel), ref: videoRef, after: soon, asks: "/" + videoRef,
			beside: &beside{"/" + pageID + "/posts", `{"data":[]}`, http.StatusOK}, further: videoLies(),
			truth:   `{"id":"` + videoRef + `","status":{"video_status":"ready","publishing_phase":{"status":"complete","publish_status":"published"}}}`,
			settled: attempt.Live, mine: videoRef, stays: attempt.Open,
		},
		{
			name: "page, posts", channel: attempt.Page, post: shared(posts.SharePhoto), ref: videoRef, isAnswered: true, after: soon, asks: "/" + pageID + "/posts",
			list: postShape(), further: ofAnother(postShape()), settled: attempt.Live, mine: postShape().id, stays: attempt.Open,
		},
		{
			name: "page, stories", channel: attempt.Page, post: shared(posts.SharePhotoStory), ref: videoRef, isAnswered: true, after: soon,
			asks: "/" + pageID + "/stories", list: pageStoryShape(), further: ofAnother(pageStoryShape()), settled: attempt.Live, mine: pageStoryShape().id, stays: attempt.Open,
		},
		{
			name: "page, videos", channel: attempt.Page, post: shared(posts.ShareVideo), after: soon, asks: "/" + pageID + "/videos", list: videoShape(),
			further: ofAnother(videoShape()), settled: attempt.Live, mine: videoShape().id, stays: attempt.Open,
		},
		{
			name: "comment", channel: attempt.Comment, post: remarked, ref: videoRef, isAnswered: true, after: soon, asks: "/comments", list: commentShape(),
			further: ofAnother(commentShape()), settled: attempt.Live, mine: commentShape().id, stays: attempt.Open,
		},
	}
}

// shape is how a list of the network is written.
type shape struct {
	// fields are those of the item that is the attempt's, as JSON; id is what stands in idField,
	// and timeField has the time.
	fields             []field
	id                 string
	idField, timeField string
	// around has the list, with %s where the items stand; paged has it with a link to the next
	// page.
	around, paged string
	// isEpoch says that times are numbers of seconds.
	isEpoch bool
}

type field struct{ name, value string }

// item is the attempt's item with other values in some fields; an empty value leaves the field out.
func (s *shape) item(other map[string]string) string {
	var all []string
	for _, f := range s.fields {
		v, isOther := other[f.name]
		if !isOther {
			v = f.value
		}
		if v != "" {
			all = append(all, fmt.Sprintf("%q:%s", f.name, v))
		}
	}
	return "{" + strings.Join(all, ",") + "}"
}

func (s *shape) of(items ...string) string {
	return strings.Replace(s.around, "%s", strings.Join(items, ","), 1)
}

const (
	graphAround = `{"data":[%s],"paging":{"cursors":{"before":"a","after":"b"}}}`
	momentAfter = `"2026-11-21T09:30:05+0000"`
)

func mediaShape() *shape {
	return &shape{
		id: "18000000000000001", idField: "id", timeField: "timestamp", around: graphAround,
		fields: []field{
			{"id", `"18000000000000001"`},
			{"caption", `"Bread"`},
			{"media_type", `"IMAGE"`},
			{"media_product_type", `"FEED"`},
			{"permalink", `"https://example.org/p/1"`},
			{"timestamp", momentAfter},
		},
		paged: `{"data":[%s],"paging":{"next":"%s"}}`,
	}
}

// absentShape shows what was there long before, so that it proves that the post is not there.
func absentShape() *shape {
	s := mediaShape()
	s.fields[5].value = `"2026-11-20T09:30:05+0000"`
	return s
}

func storyShape() *shape {
	return &shape{
		id: "3600000000000000001", idField: "pk", timeField: "taken_at", isEpoch: true, around: `{"reel":{"items":[%s]},"status":"ok"}`,
		fields: []field{
			{"pk", `"3600000000000000001"`},
			{"media_type", `1`},
			{"taken_at", fmt.Sprint(start.Unix() + 5)},
			{"upload_id", ``},
			{"user", ``},
			{"reel_mentions", `[{"user":{"pk":"59","username":"ann"},"x":0.5,"y":0.5}]`},
		},
	}
}

func postShape() *shape {
	return &shape{
		id: pageID + "_122000000000001", idField: "id", timeField: "created_time", around: graphAround,
		fields: []field{
			{"id", `"` + pageID + `_122000000000001"`},
			{"message", `"Bread"`},
			{"created_time", momentAfter},
			{"attachments", `{"data":[{"target":{"id":"` + videoRef + `"}}]}`},
		},
	}
}

func pageStoryShape() *shape {
	return &shape{
		id: "122000000000002", idField: "post_id", timeField: "creation_time", isEpoch: true, around: graphAround,
		fields: []field{{"post_id", `"122000000000002"`}, {"media_id", `"` + videoRef + `"`}, {"creation_time", fmt.Sprint(start.Unix() + 5)}},
	}
}

// markOfPost stands in an answer for what the video of the post that is asked about is marked with.
const markOfPost = "MARK OF THE POST"

func videoShape() *shape {
	return &shape{
		id: "122000000000003", idField: "id", timeField: "created_time", around: graphAround,
		fields: []field{{"id", `"122000000000003"`}, {"description", `"Bread"`}, {"created_time", momentAfter}, {"universal_video_id", `"` + markOfPost + `"`}},
	}
}

func commentShape() *shape {
	return &shape{
		id: "17850000000000001", idField: "id", timeField: "timestamp", around: graphAround, paged: `{"data":[%s],"paging":{"next":"%s"}}`,
		fields: []field{{"id", `"17850000000000001"`}, {"text", `"Which one next?"`}, {"timestamp", momentAfter}, {"username", `"crier.demo.bakery"`}},
	}
}
