package face_test

import (
	"fmt"
	"testing"

	"crier/platform/needtest"
)

// changing has the post of the test change each time that the page has asked for it, and holds the
// answer back until the page has followed the event of that change, so that every answer comes when
// it is old already. With window.isCalm the post changes no more.
const changing = `(id => {
	const ask = fetch, set = setTimeout
	let follows = 0, rounds = 0
	window.setTimeout = (run, after, ...rest) => set((...all) => { run(...all); if (after === 40) follows++ }, after, ...rest)
	window.fetch = async (what, how) => {
		const answer = await ask(what, how)
		if (window.isCalm || what.method !== "GET" || !what.url.endsWith(id + "/timeline")) return answer
		const before = follows, body = JSON.stringify({caption: "Round " + ++rounds})
		await ask("/api/posts/" + id, {method: "PUT", headers: {"Content-Type": "application/json", "If-Match": "*"}, body})
		await new Promise(done => { const look = () => follows > before ? done() : set(look, 5); look() })
		return answer
	}
})(%q)`

// TestFace_EventsWithoutEnd changes a post again and again while the page asks for it: the page
// shows how it was at each answer, and does not wait until the changes end.
func TestFace_EventsWithoutEnd(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("As it was", c.day(2)+"T07:00:00Z")
	c.Go("/posts/" + id)
	c.WaitTrue(`document.querySelector("h1").innerText === "As it was"`)
	c.Evaluate(fmt.Sprintf(changing, id), nil)
	c.posts.client.Put("/api/v1/schedule/"+id, map[string]any{"caption": "Round 0"})
	c.WaitTrue(`Number(document.querySelector("h1").innerText.match(/^Round (\d+)$/)?.[1]) >= 3`)
	c.Evaluate(`window.isCalm = true`, nil)
	c.WaitTrue(fmt.Sprintf(`fetch("/api/posts/%s").then(r => r.json()).then(p => p.caption === document.querySelector("h1").innerText)`, id))
	c.CheckClean()
}
