package face

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// axe is the script of axe-core, which make test has put into place, by the way there from the
// folder of the tests.
var axe = sync.OnceValues(func() (string, error) {
	b, err := os.ReadFile(filepath.Join("..", "..", "modules", "desktop", "app", "node_modules", "axe-core", "axe.min.js"))
	return string(b), err
})

// axeColours are the rules of axe about colours, which alone depend on the theme.
const axeColours = `["color-contrast", "link-in-text-block"]`

// looked is what axe has looked at, in whichever tab: most of what a step shows another one has
// shown before. Of a page it is what everything but the colours follows from, of a text its
// colours, its font, and where it stands.
var looked = struct {
	sync.Mutex

	pages, texts map[string]bool
}{pages: map[string]bool{}, texts: map[string]bool{}}

// isNew reports whether something is looked at for the first time.
func isNew(seen map[string]bool, key string) bool {
	looked.Lock()
	defer looked.Unlock()
	before := seen[key]
	seen[key] = true
	return !before
}

// sight is a JavaScript function that says what axe would look at: the page as one number, with
// other digits it is the same page, and each of its texts as one. The elements of the texts are
// kept for axe.
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

// look is a JavaScript function that has axe look at the page, by its options. A bar that sticks to
// an edge of the window covers what lies there, until it is scrolled: a target that is found too
// small is measured again in the middle of the window. One that has gone meanwhile is no finding.
const look = `async options => {
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
	return {violations: violations.filter(v => v.nodes.length > 0)}
}`

// narrow is the width, in pixels, below which a page is laid out for a phone, where targets are
// closest.
const narrow = 700

// checkAxe has axe look at what it has not looked at yet.
func (f *Face) checkAxe(step string) {
	f.t.Helper()
	var now struct {
		Page  string
		Texts []string
	}
	f.Evaluate("("+sight+")()", &now)
	isFirst := isNew(looked.pages, now.Page)
	if isFirst {
		f.axe(step, "("+look+`)({rules: Object.fromEntries([...`+axeColours+`.map(rule => [rule, {enabled: false}]), ["target-size", {enabled: true}]])})`)
	}
	// How large a target is, and how far from the next, depends on the window.
	if f.size.Width < narrow && isNew(looked.pages, now.Page+" narrow") && !isFirst {
		f.axe(step, "("+look+`)({runOnly: ["target-size"]})`)
	}
	var fresh []string
	for _, text := range now.Texts {
		if isNew(looked.texts, text) {
			fresh = append(fresh, text)
		}
	}
	if len(fresh) == 0 {
		return
	}
	keys, err := json.Marshal(fresh)
	if err != nil {
		f.t.Fatal(err)
	}
	// Of what was there when the texts were listed, something may have gone.
	f.axe(step, fmt.Sprintf(`(async () => {
		const there = %s.map(key => crierTexts.get(key)).filter(e => e?.isConnected)
		return there.length === 0 ? {violations: []} : axe.run({include: there}, {resultTypes: ["violations"], runOnly: %s})
	})()`, keys, axeColours))
}

// violation is something that axe has found, in one or more elements.
type violation struct {
	ID, Help string
	Nodes    []string
}

// axe has a call of axe look, and fails the test for what it finds. While axe looks, something may
// come, go or change its colour: what it finds it has to find again once all of that is at rest.
func (f *Face) axe(step, call string) {
	f.t.Helper()
	script, err := axe()
	if err != nil {
		if os.Getenv("CRIER_TEST_STRICT") == "1" {
			f.t.Fatal(err)
		}
		f.t.Logf("AXE LEFT OUT: %v", err)
		return
	}
	var isThere bool
	if f.Evaluate(`"axe" in window`, &isThere); !isThere {
		f.Evaluate(script+";0", nil)
	}
	found := f.violations(call)
	if len(found) > 0 {
		f.settle()
		found = f.violations(call)
	}
	for _, v := range found {
		f.t.Errorf("%s at %d, %s: axe %s: %s\n\t%s", cmp.Or(step, "the page"), f.size.Width, f.theme, v.ID, v.Help, strings.Join(v.Nodes, "\n\t"))
	}
}

// violations returns what a call of axe finds.
func (f *Face) violations(call string) (found []violation) {
	f.t.Helper()
	var text string
	f.Evaluate(call+`.then(r => JSON.stringify(r.violations.map(v => ({
		id: v.id, help: v.help, nodes: v.nodes.map(n => n.html.slice(0, 160) + " " + n.any.concat(n.all, n.none).map(c => c.message).join("; ")),
	}))))`, &text)
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		f.t.Fatal(err)
	}
	return found
}
