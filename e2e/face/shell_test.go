package face_test

import (
	"testing"

	"crier/e2e/face"
)

// TestFace_SignIn opens the printed link of a fresh folder.
func TestFace_SignIn(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.Navigate(f.Service.AppURL() + "/")
	f.WaitTrue(`location.pathname === "/app/signed-out" && document.querySelector("h1")?.innerText.includes("not signed in")`)
	f.Everywhere("signed-out")
	f.Navigate(f.Service.Link())
	f.WaitTrue(`location.pathname === "/app/welcome" && document.querySelector("h1")?.innerText.includes("It goes out once.")`)
	f.Everywhere("welcome")
	var cookie string
	if f.Evaluate("document.cookie", &cookie); cookie != "" {
		t.Errorf("scripts can read the cookie: %q", cookie)
	}
}

// TestFace_Overview shows the overview of a day with a few posts, and of an empty one.
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
}
