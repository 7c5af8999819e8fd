package face_test

import (
	"net/http"
	"testing"

	"crier/e2e"
	"crier/e2e/face"
)

// TestFace_AccountThatCannotPublish has posts wait for an account whose token is dead: the
// overview, the queue, the history and their own pages say in the same words that they cannot go
// out, and the queue says why once.
func TestFace_AccountThatCannotPublish(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	posts := newPosts(t, f)
	posts.schedule("Country loaf, 30 left", 1)
	posts.schedule("Fourth Advent, and then it is quiet", 4)
	// Of all calls: each minute the service asks whether the account works again.
	f.Service.Control(t).Fault(e2e.Fault{Match: e2e.FaultMatch{Path: "."}, Times: 1000, HTTP: http.StatusBadRequest, Code: 190, Message: "Error validating access token"})
	posts.begin("Out of the oven")
	f.Go("/queue")
	f.WaitTrue(`document.querySelector(".stopped p")?.innerText.includes(" cannot publish, and two posts wait for it. ")`)
	f.WaitTrue(`[...document.querySelectorAll("main li .state")].map(e => e.innerText).join() === "Cannot go out,Cannot go out"`)
	f.WaitTrue(`document.querySelector("main").innerText.split("must be connected again").length === 2`)
	f.Everywhere("queue-account")
	f.Go("/")
	f.WaitTrue(`[...document.querySelectorAll(".next .status")].map(e => e.innerText).join() === "Cannot go out,Cannot go out"`)
	f.Everywhere("overview-account")
	f.Go("/posts?status=WAITING")
	f.WaitTrue(`[...document.querySelectorAll("main li .state")].map(e => e.innerText).join() === "Cannot go out,Cannot go out"`)
	f.Step("posts-account")
	f.Click("main li a")
	f.WaitTrue(`document.querySelector("header .status")?.innerText === "Cannot go out" && document.querySelector(".why.warn").innerText.includes("must be connected again")`)
	// The name of an account keeps its small letter.
	f.WaitTrue(`getComputedStyle(document.querySelector(".why p"), "::first-letter").textTransform === "none"`)
	f.Step("post-account")
}
