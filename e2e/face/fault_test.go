package face_test

import (
	"fmt"

	"crier/e2e/face"
)

// faults makes a page's own requests fail, for the life of the tab; see its methods. Requests that
// it answers itself are not in the record.
const faults = `(() => {
	const ask = fetch
	let held = []
	window.letGo = () => { held.forEach(go => go()); held = [] }
	window.fetch = async (what, how) => {
		const is = kind => {
			const [now, pattern] = (sessionStorage.getItem("fault") ?? "").split(" ")
			return now === kind && new RegExp(pattern).test(what.url ?? what)
		}
		if (is("hold")) await new Promise(go => held.push(go))
		if (is("lose") && what.method !== "GET") throw new TypeError("the connection is lost")
		if (!is("refuse")) return ask(what, how)
		return new Response(JSON.stringify({error: "the disk is full; make room on it", code: "INTERNAL_ERROR"}),
			{status: 500, headers: {"Content-Type": "application/json", "X-Request-Id": "req-of-the-test"}})
	}
})()`

// faulty makes the tab's requests obey the functions below from now on.
func faulty(f *face.Face) { f.BeforePages(faults) }

// refuse answers requests whose address matches with an error.
func refuse(f *face.Face, pattern string) {
	f.Evaluate(fmt.Sprintf(`sessionStorage.setItem("fault", "refuse " + %q)`, pattern), nil)
}

// lose breaks the connection of a change whose address matches.
func lose(f *face.Face, pattern string) {
	f.Evaluate(fmt.Sprintf(`sessionStorage.setItem("fault", "lose " + %q)`, pattern), nil)
}

// hold makes requests whose address matches wait.
func hold(f *face.Face, pattern string) {
	f.Evaluate(fmt.Sprintf(`sessionStorage.setItem("fault", "hold " + %q)`, pattern), nil)
}

// changed is a script that lets another one change the answers, as told, to requests whose address
// has some words in it.
func changed(words, script string) string {
	return fmt.Sprintf(`(() => {
		const ask = fetch
		window.fetch = async (what, how) => {
			const answer = await ask(what, how)
			if (!what.url?.includes(%q)) return answer
			const told = await answer.json()
			%s
			return Response.json(told)
		}
	})()`, words, script)
}

// heal ends refuse and hold.
func heal(f *face.Face) {
	f.Evaluate(`(sessionStorage.removeItem("fault"), letGo())`, nil)
}
