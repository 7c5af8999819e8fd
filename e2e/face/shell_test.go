package face_test

import (
	"net/http"
	"testing"

	"crier/e2e/face"
	"crier/platform/sandbox"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_SignIn opens the printed link of a fresh folder.
func TestFace_SignIn(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.Navigate(f.Service.AppURL() + "/")
	f.WaitTrue(`location.pathname === "/app/signed-out" && document.querySelector("h1")?.innerText.includes("not signed in")`)
	f.Everywhere("signed-out")
	f.Evaluate(`Object.defineProperty(navigator, "clipboard", {value: undefined})`, nil)
	f.Click(".command button")
	f.WaitTrue(`document.querySelector(".toast p")?.innerText === "This browser lets nothing be copied here."`)
	f.Navigate(f.Service.Link())
	f.WaitTrue(`location.pathname === "/app/welcome" && document.querySelector("h1")?.innerText.includes("It goes out once.")`)
	f.Everywhere("welcome")
	var cookie string
	if f.Evaluate("document.cookie", &cookie); cookie != "" {
		t.Errorf("scripts can read the cookie: %q", cookie)
	}
	// Without an account the first step says why it cannot be taken.
	client := f.Service.Client(t)
	var me struct{ Accounts []struct{ ID string } }
	client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	for _, account := range me.Accounts {
		client.Delete("/api/v1/auth/accounts/" + account.ID).Want(http.StatusOK)
	}
	f.WaitTrue(`document.querySelector(".card .button").ariaDisabled === "true" && document.querySelector(".card p").innerText === "A draft belongs to an account. Connect yours first."`)
	f.Navigate(f.Service.AppURL() + "/app/signed-out")
	f.WaitTrue(`document.querySelector("h1") !== null`)
	var path string
	if f.Evaluate("location.pathname", &path); path == "/app/signed-out" {
		t.Error("who is signed in is told that they are not")
	}
}

// TestFace_Overview shows the overview of a day with a few posts, and of an empty one. Then the
// account is disconnected: its post says what to do, and once the account is connected again, the
// overview retries all that failed.
func TestFace_Overview(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/")
	f.WaitVisible("#next-out")
	f.Everywhere("overview-empty")
	posts := newPosts(t, f)
	posts.publish("Stollen has rested. Twelve hours, no less.")
	posts.publish("Out of the oven")
	for i, caption := range []string{
		"Kiln at 1,240 °C. Nobody opens it before Saturday.\n\nTwelve hours up, a day and a half down. The blue ones are on the top shelf, and I am trying not to think about them.",
		"Country loaf, 30 left", "Market Saturday: the winter mugs", "Recipe card: cinnamon stars", "Third Advent, we are open", "Fourth Advent, and then it is quiet",
	} {
		posts.schedule(caption, i)
	}
	f.WaitTrue(`document.querySelectorAll(".next li").length === 4`)
	f.WaitTrue(`document.querySelectorAll("[aria-labelledby=went-out] li").length === 2`)
	f.Everywhere("overview")

	posts.client.Delete("/api/v1/auth/accounts/" + posts.account).Want(http.StatusOK)
	f.WaitTrue(`[...document.querySelectorAll("main h3")].some(h => h.innerText === "Six posts of an account that is gone did not go out")`)
	press(f, "Look at them")
	f.WaitVisible("main li a:has(.state)") // The overview, which is there for a moment more, has other links.
	f.Click("main li a:has(.state)")
	f.WaitTrue(`document.querySelector(".why a.button")?.innerText === "Connect the account again" && !document.querySelector("main").innerText.includes("Check, then retry")`)
	f.Everywhere("post-disconnected")
	f.Show(face.Phone, "light")
	f.Click("button.dots")
	f.WaitTrue(`document.querySelector("[role=menu]")?.getBoundingClientRect().left >= 0`)
	f.Press(kb.Escape)
	f.Show(face.Desktop, "light")
	f.Service.Browser(t).InternalDo(http.MethodPost, "/api/accounts/connect", map[string]any{"token": sandbox.DemoAccounts()[0].Token.Reveal()}).Want(http.StatusOK)
	f.WaitTrue(`document.querySelector(".why")?.innerText.includes("The account works again") && document.querySelector("main").innerText.includes("Check, then retry")`)
	f.Jump("go", "/app/")
	f.WaitTrue(`document.querySelector("[aria-labelledby=needs-you]")?.innerText.includes("is connected again")`)
	f.Everywhere("overview-reconnected")
	f.Show(face.Phone, "light")
	press(f, "One thing needs you.")
	f.WaitTrue(`document.activeElement.innerText === "Retry all" && document.activeElement.getBoundingClientRect().bottom < document.querySelector(".tabs").getBoundingClientRect().top`)
	f.Show(face.Desktop, "light")
	press(f, "Retry all")
	f.WaitTrue(`document.querySelector(".toast p")?.innerText === "Six posts are retried."`)
	f.WaitTrue(`document.querySelector("[aria-labelledby=needs-you]").innerText.includes("What was due went out")`)
	var list struct{ Total int }
	if posts.client.Get("/api/v1/posts?status=FAILED").Want(http.StatusOK).JSON(&list); list.Total != 0 {
		t.Errorf("%d posts have still failed", list.Total)
	}
	// What went out is shown even on a day of which the week has other posts alone.
	f.Evaluate(changed("perDay=12", `for (const day of told.days) day.posts = []`), nil)
	posts.client.Post("/api/v1/posts/draft", map[string]any{"accountId": posts.account, "mediaType": "IMAGE"}).Want(http.StatusCreated)
	f.WaitTrue(`document.querySelector("#next-out") !== null && document.querySelector("[aria-labelledby=seven-days] img") === null`)
	var out int
	if f.Evaluate(`document.querySelectorAll("[aria-labelledby=went-out] li").length`, &out); out < 2 {
		t.Errorf("%d posts are shown that went out", out)
	}
}
