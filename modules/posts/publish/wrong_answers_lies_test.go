package publish

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"crier/modules/posts/publish/attempt"
)

// lie is a wrong answer. The timeline names it by one of the words.
type lie struct {
	name   string
	answer answer
	words  []string
}

func (l lie) isNamedIn(timeline string) bool {
	return slices.ContainsFunc(l.words, func(word string) bool { return strings.Contains(timeline, word) })
}

// notDocumented is how most wrong answers are named.
const notDocumented = "not as the network documents it"

// notTheirs is how an answer is named that is not the network's.
const notTheirs = "in the network's place"

func foreign(name string, status int, body string) lie {
	return lie{name, withStatus(status, body), []string{notTheirs}}
}

func malformed(name, body string) lie { return lie{name, answerOf(body), []string{notDocumented}} }

// lies are all wrong answers to the question.
func (q question) lies() []lie {
	all := slices.Concat(everywhere(q.honest()), q.further)
	if q.list != nil {
		all = append(all, q.list.lies()...)
	}
	if q.channel == attempt.Story {
		// The timeline tells of no calls of the app API, and has the words of the wait alone.
		for i := range all {
			all[i].words = []string{"gave no answer that can be understood", heldOffline.Text, notTheirs, "without a reason"}
		}
		named := storyShape()
		named.fields[3].value = `"` + storyRef + `"`
		all = append(all, ofAnother(named)...)
	}
	return all
}

// everywhere are the wrong answers to any question that has a known honest answer.
func everywhere(honest string) []lie {
	const deep, megabytes = 100_000, 30 << 20
	blanks := strings.Repeat(" ", 64<<10)
	huge := func(*http.Request, int) (int, io.Reader) {
		return http.StatusOK, io.LimitReader(io.MultiReader(strings.NewReader(honest[:len(honest)-1]), &endless{text: blanks}), megabytes)
	}
	return []lie{
		foreign("a page in HTML", http.StatusOK, `<!DOCTYPE html><html><body>Sorry, something went wrong.</body></html>`),
		foreign("a page in HTML, by a gateway", http.StatusBadGateway, `<html><body>502 Bad Gateway</body></html>`),
		foreign("a page that leads on", http.StatusFound, honest),
		foreign("a proxy that wants a password", http.StatusProxyAuthRequired, honest),
		foreign("an object that is no error of the network's", http.StatusForbidden, `{"error":"blocked by policy"}`),
		foreign("nothing", http.StatusOK, ``),
		foreign("null", http.StatusOK, `null`),
		foreign("a list where an object stands", http.StatusOK, `[`+honest+`]`),
		malformed("an object without anything", `{}`),
		malformed("cut in the middle", honest[:len(honest)/2]),
		malformed("cut before its end", honest[:len(honest)-1]),
		malformed("more behind its end", honest+`{"id":"1"}`),
		malformed("nested without an end", strings.Repeat(`{"data":[{"status":`, deep)),
		malformed("nested, whole", `{"data":`+strings.Repeat(`[`, deep)+strings.Repeat(`]`, deep)+`}`),
		{"of tens of megabytes", huge, []string{"longer than"}},
	}
}

func containerLies() []lie {
	return []lie{
		malformed("of another container", `{"id":"17890000000000002","status_code":"PUBLISHED","status":"PUBLISHED"}`),
		malformed("of another container, at its end", `{"id":"17890000000000002","status_code":"EXPIRED"}`),
		malformed("the id an object", `{"id":{"a":1},"status_code":"PUBLISHED"}`),
		malformed("the id a fraction", `{"id":1.5,"status_code":"PUBLISHED"}`),
		malformed("the state a number", `{"id":"`+container+`","status_code":5}`),
		malformed("the state an object", `{"id":"`+container+`","status_code":{"code":"PUBLISHED"}}`),
		malformed("no state", `{"id":"`+container+`","status_code":null,"status":null}`),
		malformed("two states", `{"id":"`+container+`","status_code":"FINISHED","status_code":"PUBLISHED"}`),
		{"a state that nobody knows", answerOf(`{"id":"` + container + `","status_code":"ARCHIVED","status":"Archived: for a while"}`), []string{"ARCHIVED"}},
		{"in small letters", answerOf(`{"id":"` + container + `","status_code":"published","status":"published"}`), []string{"published"}},
		{"in its text alone", answerOf(`{"id":"` + container + `","status":"PUBLISHED: all is well"}`), []string{"all is well"}},
	}
}

func videoLies() []lie {
	return []lie{
		malformed("of another video", `{"id":"17700000000000002","status":{"video_status":"ready","publishing_phase":{"status":"complete"}}}`),
		malformed("the id an object", `{"id":{},"status":{"video_status":"ready"}}`),
		malformed("no status", `{"id":"`+videoRef+`"}`),
		malformed("the status a text", `{"id":"`+videoRef+`","status":"ready"}`),
		malformed("the phase a text", `{"id":"`+videoRef+`","status":{"publishing_phase":"complete"}}`),
		malformed("the phase's state a number", `{"id":"`+videoRef+`","status":{"publishing_phase":{"status":7}}}`),
		malformed("a status without anything", `{"id":"`+videoRef+`","status":{}}`),
		{"a state alone", answerOf(`{"id":"` + videoRef + `","status":{"video_status":"processing"}}`), []string{"processing"}},
		{"a phase that nobody knows", answerOf(`{"id":"` + videoRef + `","status":{"video_status":"later","publishing_phase":{"status":"later"}}}`), []string{"later"}},
	}
}

// ofAnother is an item that another post is known to be.
func ofAnother(s *shape) []lie {
	return []lie{{"the item of another post", answerOf(s.of(s.item(map[string]string{s.idField: `"` + ownedID + `"`}))), []string{"0 of 1 media"}}}
}

func storyLies() []lie {
	s := storyShape()
	return []lie{
		malformed("no word of stories", `{"status":"ok"}`),
		malformed("stories without a list", `{"reel":{},"status":"ok"}`),
		malformed("the list null", `{"reel":{"items":null},"status":"ok"}`),
		malformed("of another account", `{"reel":{"user":{"pk":"999"},"items":[]},"status":"ok"}`),
		malformed("one of another account", s.of(s.item(map[string]string{"user": `{"pk":"999"}`}))),
	}
}

func (s *shape) lies() []lie {
	with := func(name, value string) string { return s.of(s.item(map[string]string{name: value})) }
	all := []lie{
		malformed("the id an object", with(s.idField, `{"a":1}`)),
		malformed("the id a list", with(s.idField, `["1"]`)),
		malformed("the id a fraction", with(s.idField, `1.5`)),
		malformed("the id null", with(s.idField, `null`)),
		malformed("the id a path", with(s.idField, `"../1"`)),
		malformed("the id of a thousand digits", with(s.idField, `"`+strings.Repeat("1", 1000)+`"`)),
		malformed("the time an object", with(s.timeField, `{"at":1}`)),
		malformed("the time a word", with(s.timeField, `"yesterday"`)),
		malformed("the items a text", strings.Replace(s.around, "[%s]", `"none"`, 1)),
		malformed("the items a number", strings.Replace(s.around, "[%s]", `7`, 1)),
		malformed("the items an object", strings.Replace(s.around, "[%s]", s.item(nil), 1)),
		malformed("an item a text", s.of(`"`+s.id+`"`)),
		malformed("an item a list", s.of(`[`+s.item(nil)+`]`)),
		malformed("thousands of items", s.of(s.many(5000)...)),
		malformed("the time in the future", with(s.timeField, s.moment(start.Add(365*24*time.Hour)))),
		malformed("no time", with(s.timeField, ``)),
	}
	if s.isEpoch {
		all = append(all, malformed("the time in milliseconds", with(s.timeField, fmt.Sprint(start.UnixMilli()))))
	} else {
		all = append(all,
			malformed("the time a number", with(s.timeField, fmt.Sprint(start.Unix()))),
			malformed("the time without a zone", with(s.timeField, `"2026-11-21T09:30:05"`)))
	}
	if s.paged != "" {
		all = append(all, s.pageLies()...)
	}
	return all
}

// moment is a time as the list has it.
func (s *shape) moment(t time.Time) string {
	if s.isEpoch {
		return fmt.Sprint(t.Unix())
	}
	return `"` + t.UTC().Format("2006-01-02T15:04:05-0700") + `"`
}

// many are so many items, each of which could be the attempt's.
func (s *shape) many(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = s.item(map[string]string{s.idField: fmt.Sprintf(`"9%09d"`, i), s.timeField: s.moment(start.Add(time.Duration(i%30) * time.Second))})
	}
	return all
}

// pageLies are wrong links to the next page.
func (s *shape) pageLies() []lie {
	leading := func(to func(before int) string) answer {
		return func(req *http.Request, before int) (int, io.Reader) {
			next := *req.URL
			query := next.Query()
			query.Set("after", to(before))
			next.RawQuery = query.Encode()
			page := strings.Replace(s.paged, "%s", strings.Join(s.many(50), ","), 1)
			return http.StatusOK, strings.NewReader(strings.Replace(page, "%s", next.String(), 1))
		}
	}
	elsewhere := strings.Replace(strings.Replace(s.paged, "%s", s.item(nil), 1), "%s", "https://example.org/?after=b", 1)
	nowhere := strings.Replace(strings.Replace(s.paged, "%s", s.item(nil), 1), "%s", "x", 1)
	const further = "more on a further page"
	return []lie{
		{"pages without an end", leading(func(before int) string { return fmt.Sprint("c", before) }), []string{further}},
		{"pages in a circle", leading(func(before int) string { return fmt.Sprint("c", before%2) }), []string{further}},
		{"the same page for ever", leading(func(int) string { return "c" }), []string{"leads back"}},
		malformed("the next page elsewhere", elsewhere),
		malformed("the next page nowhere", nowhere),
	}
}
