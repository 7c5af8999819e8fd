package docspage

import (
	"cmp"
	"html"
	"html/template"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"crier/platform/httpapi/static"
)

// searcher finds passages of the pages. A passage is the text under a heading.
type searcher struct {
	layout   *template.Template
	around   layoutData
	passages []passage
}

type passage struct {
	page            Page
	anchor, heading string
	text            string
	// titleWords, headingWords and textWords are the words in lower case.
	titleWords, headingWords, textWords []string
}

// answer is the result of a search.
type answer struct {
	Query   string
	Results []result
}

type result struct {
	URL, Title, Heading string
	// Snippet is a piece of the text around the first word that was found.
	Snippet []fragment
}

// fragment is a piece of text; Marked is set for a word that was searched for.
type fragment struct {
	Text   string
	Marked bool
}

const (
	searchPath = Path + "/search"
	// maxQuery and maxWords bound what one search costs.
	maxQuery   = 200
	maxWords   = 10
	maxResults = 20
	// snippetRoom is how many words a snippet has, and snippetLead how many of them precede the
	// first word that was found.
	snippetRoom, snippetLead = 32, 8
)

var (
	passageHead = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<(h2|h3|article)[^>]*\sid="([^"]+)"[^>]*>`) })
	inline      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`</?(?:a|code|em|strong|span|q)(?: [^>]*)?>`) })
	markup      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<[^>]*>`) })
)

func newSearcher(layout *template.Template, around layoutData, pages []Page) (*searcher, error) {
	s := &searcher{layout: layout, around: around}
	for _, p := range pages {
		if p.Section == "" {
			continue
		}
		content, err := p.Content(Place{})
		if err != nil {
			return nil, err
		}
		rest := string(content)
		anchor, heading := "", p.Title
		for {
			at := passageHead().FindStringSubmatchIndex(rest)
			if at == nil {
				s.add(p, anchor, heading, rest)
				break
			}
			s.add(p, anchor, heading, rest[:at[0]])
			element := rest[at[2]:at[3]]
			anchor, rest = rest[at[4]:at[5]], rest[at[1]:]
			heading = anchor
			if before, after, ok := strings.Cut(rest, "</"+element+">"); ok && element != "article" {
				heading, rest = plain(before), after
			}
		}
	}
	return s, nil
}

func (s *searcher) add(p Page, anchor, heading, content string) {
	one := passage{page: p, anchor: anchor, heading: heading, text: plain(content)}
	one.titleWords, one.headingWords, one.textWords = words(p.Title), words(heading), words(one.text)
	s.passages = append(s.passages, one)
}

// plain returns the text of a piece of HTML.
func plain(content string) string {
	return strings.Join(strings.Fields(html.UnescapeString(markup().ReplaceAllString(inline().ReplaceAllString(content, ""), " "))), " ")
}

// words returns the words of a text in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// find returns the passages that have all the words of the query, the best first.
func (s *searcher) find(query string) []result {
	wanted := words(query)
	wanted = wanted[:min(len(wanted), maxWords)]
	if len(wanted) == 0 {
		return nil
	}
	type hit struct {
		passage
		weight int
	}
	var hits []hit
	for _, p := range s.passages {
		if w := p.weigh(wanted); w > 0 {
			hits = append(hits, hit{p, w})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.weight, a.weight) })
	var results []result
	for _, h := range hits[:min(len(hits), maxResults)] {
		results = append(results, h.result(wanted))
	}
	return results
}

// weigh returns how well the passage fits, and 0 when it lacks a word or has all of them only in
// the page's title, which the page's other passages have too. The last word may be incomplete, so a
// prefix matches.
func (p passage) weigh(wanted []string) int {
	sum, own := 0, 0
	for i, word := range wanted {
		isLast := i == len(wanted)-1
		here := 4*count(p.headingWords, word, isLast, 1) + count(p.textWords, word, isLast, 5)
		title := 2 * count(p.titleWords, word, isLast, 1)
		if here+title == 0 {
			return 0
		}
		sum, own = sum+here+title, own+here
	}
	if own == 0 {
		return 0
	}
	return sum
}

// count weighs how often the word is among words, up to most times: 4 for each match, and 1 for a
// prefix.
func count(words []string, word string, begins bool, most int) int {
	whole, begun := 0, 0
	for _, w := range words {
		switch {
		case w == word:
			whole++
		case begins && strings.HasPrefix(w, word):
			begun++
		}
	}
	return 4*min(whole, most) + min(begun, most)
}

func (p passage) result(wanted []string) result {
	r := result{URL: p.page.URL(), Title: p.page.Title, Heading: p.heading}
	if p.anchor == "" {
		r.Heading = ""
	} else {
		r.URL += "#" + p.anchor
	}
	fields := strings.Fields(p.text)
	first := max(0, slices.IndexFunc(fields, func(f string) bool { return isWanted(f, wanted) }))
	from := max(0, min(first-snippetLead, len(fields)-snippetRoom))
	to := min(len(fields), from+snippetRoom)
	if from > 0 {
		r.Snippet = append(r.Snippet, fragment{Text: "… "})
	}
	for _, f := range fields[from:to] {
		r.Snippet = append(r.Snippet, fragment{f, isWanted(f, wanted)}, fragment{Text: " "})
	}
	if to < len(fields) {
		r.Snippet = append(r.Snippet, fragment{Text: "…"})
	}
	return r
}

// isWanted reports whether one of the wanted words is in a field of the text, such as
// "(CRIER_PORT)".
func isWanted(field string, wanted []string) bool {
	return slices.ContainsFunc(words(field), func(w string) bool {
		return slices.Contains(wanted, w) || strings.HasPrefix(w, wanted[len(wanted)-1])
	})
}

func (h *handler) serveSearch(w http.ResponseWriter, r *http.Request) {
	s, err := h.search()
	if err != nil {
		h.failed(w, r, err)
		return
	}
	query := []rune(strings.ToValidUTF8(r.URL.Query().Get("q"), ""))
	q := strings.TrimSpace(string(query[:min(len(query), maxQuery)]))
	data := s.around
	data.Page = Page{Name: "search", Title: "Search"}
	data.Search = &answer{Query: q, Results: s.find(q)}
	page, err := write(s.layout, data)
	if err != nil {
		h.failed(w, r, err)
		return
	}
	secure(w.Header(), pagePolicy)
	page.Serve(w, r, static.Revalidate)
}
