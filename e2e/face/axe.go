package face

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"crier/platform/nodetest"
)

// axeScript returns the script of axe-core. Without Node the test ends as needtest.Want says.
func axeScript(tb testing.TB) string {
	tb.Helper()
	_, app := nodetest.WithPackages(tb, "THE INTERFACE IS NOT CHECKED BY AXE", "modules/desktop/app")
	script, err := os.ReadFile(filepath.Join(app, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		tb.Fatal(err)
	}
	return string(script)
}

// The rules of axe about colours. Only they depend on the theme.
const (
	ofContrast = "color-contrast"
	ofLinks    = "link-in-text-block"
)

// looked is what axe has checked already, in any tab, because most of what a step shows was shown
// before. A page is identified by everything that the other rules depend on, a text by its colours,
// its font and its place.
var looked = struct {
	sync.Mutex

	pages, texts map[string]bool
}{pages: map[string]bool{}, texts: map[string]bool{}}

// isNew reports whether something has not been checked yet. Two tabs may check the same at once.
func isNew(seen map[string]bool, key string) bool {
	looked.Lock()
	defer looked.Unlock()
	return !seen[key]
}

// note records what axe has checked. A check that failed, or a text that was not there any more, is
// not recorded: the next step that shows it has it checked.
func note(pages, texts []string) {
	looked.Lock()
	defer looked.Unlock()
	for _, page := range pages {
		looked.pages[page] = true
	}
	for _, text := range texts {
		looked.texts[text] = true
	}
}

// sight is a JavaScript function that returns what axe would check: the page as one number, which
// ignores digits in texts, and each of its texts as one. It keeps the elements of the texts for
// axe.
const sight = `() => {
	const hash = text => {
		let a = 0xdeadbeef, b = 0x41c6ce57
		for (let i = 0; i < text.length; i++) {
			const c = text.charCodeAt(i)
			a = Math.imul(a ^ c, 2654435761)
			b = Math.imul(b ^ c, 1597334677)
		}
		return (a >>> 0).toString(36) + (b >>> 0).toString(36)
	}
	const same = text => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, "0")
	const isLeft = name => ["style", "src", "srcset", "value"].includes(name) || name.startsWith("data-")
	const page = [document.title], texts = new Map()
	const look = (element, under, backs) => {
		const style = getComputedStyle(element)
		if (style.display === "none") return
		const attributes = [...element.attributes].filter(a => !isLeft(a.name)).map(a => a.name + "=" + same(a.value)).join(" ")
		const words = [...element.childNodes].filter(n => n.nodeType === 3).map(n => same(n.data.trim())).join(" ")
		const scrolls = /auto|scroll/.test(style.overflow) && (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth)
		page.push("<" + element.localName, attributes, words, style.visibility, scrolls, ">")
		const way = under + " " + element.localName + "." + element.className
		const back = [style.backgroundColor, style.backgroundImage, style.opacity].join()
		const behind = backs + (back === "rgba(0, 0, 0, 0),none,1" ? "" : "/" + back)
		if (words.trim() || element.matches("input, select, textarea")) {
			texts.set(hash([way, behind, style.color, style.fontSize, style.fontWeight, style.textDecorationLine, getComputedStyle(element.parentElement ?? element).color].join("|")), element)
		}
		for (const child of element.children) look(child, way, behind)
		page.push("/")
	}
	look(document.body, "", "")
	window.crierTexts = texts
	return {Page: hash(page.join("\n")), Texts: [...texts.keys()]}
}`

// restrict makes axe's rules about colours look at the elements of window.crierFresh alone, and at
// what is in them. So one run of axe, which first reads the whole document, checks both a page and
// the texts that are new on it.
const restrict = `window.crierFresh = new Set()
for (const rule of axe._audit.rules.filter(rule => ["` + ofContrast + `", "` + ofLinks + `"].includes(rule.id))) {
	const fits = rule.matches
	rule.matches = function (element, ...rest) {
		for (let around = element; around; around = around.parentElement) if (window.crierFresh.has(around)) return fits.call(this, element, ...rest)
		return false
	}
}`

// look is a JavaScript function that runs axe with its options, and its rules about colours on the
// texts of some keys, of which some may have gone since they were listed. A bar that sticks to an
// edge of the window covers targets there: a target that is found too small is measured again in
// the middle of the window. A target that has gone meanwhile is no violation. Of the texts it
// returns those that were there all the time.
const look = `async (options, keys) => {
	window.crierFresh = new Set(keys.map(key => crierTexts.get(key)).filter(e => e?.isConnected))
	const {violations} = await axe.run(document, {resultTypes: ["violations"], ...options})
	for (const violation of violations.filter(v => v.id === "target-size")) {
		const still = []
		for (const node of violation.nodes) {
			const target = document.querySelector(node.target[0]), scrolled = []
			if (!target) continue
			for (let around = target; around; around = around.parentElement) scrolled.push([around, around.scrollLeft, around.scrollTop])
			target.scrollIntoView({block: "center", behavior: "instant"})
			const again = await axe.run(target, {resultTypes: ["violations"], runOnly: ["target-size"]})
			still.push(...again.violations.flatMap(v => v.nodes))
			for (const [around, left, top] of scrolled) around.scrollTo({left, top, behavior: "instant"})
		}
		violation.nodes = still
	}
	return {
		violations: violations.filter(v => v.nodes.length > 0),
		texts: keys.filter(key => crierFresh.has(crierTexts.get(key)) && crierTexts.get(key).isConnected),
	}
}`

// narrow is the width, in pixels, below which a page is laid out for a phone, where targets are
// closest.
const narrow = 700

// checkAxe runs axe on what it has not checked yet.
func (f *Face) checkAxe(step string) {
	f.t.Helper()
	var now struct {
		Page  string
		Texts []string
	}
	f.Evaluate("("+sight+")()", &now)
	pages := []string{now.Page}
	isFirst, isFirstNarrow := isNew(looked.pages, now.Page), false
	if f.size.Width < narrow {
		// The size of a target, and its distance from the next, depend on the window.
		pages = append(pages, now.Page+" narrow")
		isFirstNarrow = isNew(looked.pages, pages[1])
	}
	fresh := []string{}
	for _, text := range now.Texts {
		if isNew(looked.texts, text) {
			fresh = append(fresh, text)
		}
	}
	rules := []string{}
	if isFirstNarrow {
		rules = append(rules, "target-size")
	}
	if len(fresh) > 0 {
		rules = append(rules, ofContrast, ofLinks)
	}
	options := map[string]any{"runOnly": rules}
	switch {
	case isFirst:
		on := map[string]bool{"enabled": true}
		options = map[string]any{"rules": map[string]any{"target-size": on, "label-content-name-mismatch": on}}
	case len(rules) == 0:
		return
	}
	arguments, err := json.Marshal([]any{options, fresh})
	if err != nil {
		f.t.Fatal(err)
	}
	note(pages, f.axe(step, fmt.Sprintf("(%s)(...%s)", look, arguments)))
}

// violation is a rule of axe that one or more elements break.
type violation struct {
	ID, Help string
	Nodes    []string
}

// axe runs axe with a call, and fails the test for violations. While axe runs, an element may come,
// go or change its colour, so a violation counts only if it is found again at rest. It returns the
// texts that were checked.
func (f *Face) axe(step, call string) []string {
	f.t.Helper()
	var isThere bool
	if f.Evaluate(`"axe" in window`, &isThere); !isThere {
		f.Evaluate(axeScript(f.t)+";"+restrict+";0", nil)
	}
	found, texts := f.violations(call)
	if len(found) > 0 {
		f.settle()
		found, texts = f.violations(call)
	}
	for _, v := range found {
		f.t.Errorf("%s at %d, %s: axe %s: %s\n\t%s", cmp.Or(step, "the page"), f.size.Width, f.theme, v.ID, v.Help, strings.Join(v.Nodes, "\n\t"))
	}
	return texts
}

// violations returns the violations that a call of axe finds, and the texts that it has checked.
func (f *Face) violations(call string) (found []violation, texts []string) {
	f.t.Helper()
	var text string
	f.Evaluate(call+`.then(r => JSON.stringify({Texts: r.texts, Found: r.violations.map(v => ({
		id: v.id, help: v.help, nodes: v.nodes.map(n => n.html.slice(0, 160) + " " + n.any.concat(n.all, n.none).map(c => c.message).join("; ")),
	}))}))`, &text)
	var all struct {
		Found []violation
		Texts []string
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		f.t.Fatal(err)
	}
	return all.Found, all.Texts
}
