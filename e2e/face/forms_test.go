package face_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"crier/e2e/face"
	"crier/platform/clock"
	"crier/platform/cloudflare/cloudflaretest"
)

// TestFace_FormsKeepWhatIsTyped loses the connection as each form is sent. The page says so, every
// field still has what was typed, secrets too, and sent once more it arrives.
func TestFace_FormsKeepWhatIsTyped(t *testing.T) {
	t.Parallel()
	cf := cloudflaretest.Start(t, clock.System())
	f := face.Serve(t, "CRIER_CLOUDFLARE_URL="+cf.URL(), "CRIER_WORKERS_URL="+cf.URL())
	f.SignIn()
	f.Seen()
	faulty(f)
	var me struct{ Accounts []struct{ ID string } }
	f.Service.Client(t).Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	const says = `[...document.querySelectorAll("main, dialog[open]")].some(e => e.querySelector(".problem")?.innerText.includes("not running"))`
	for _, form := range []struct {
		name, route string
		// opens are pressed first.
		opens []string
		// fields are filled in by their selectors.
		fields map[string]string
		send   string
	}{
		{"key", "/settings/keys", []string{"[data-act=new]"}, map[string]string{".form input": "Till"}, "[data-act=make]"},
		{"native", "/settings/native?account=" + me.Accounts[0].ID, nil, map[string]string{"[name=native-name]": "somebody", "[name=native-secret]": "not-the-password"}, "[data-act=send]"},
		{"session", "/settings/native?account=" + me.Accounts[0].ID, []string{"[data-way=session]"}, map[string]string{"[name=native-secret]": "no-session"}, "[data-act=send]"},
		{"token", "/accounts", []string{"[data-act=connect]"}, map[string]string{"dialog input": "SANDBOX-IG-DEMO-BAKERY"}, "[data-act=paste]"},
		{"app", "/accounts", []string{"[data-act=connect]", "dialog .switch button:last-child"}, map[string]string{"dialog [inputmode=numeric]": "1234567890", "dialog [type=password]": "app-secret"}, "[data-act=begin]"},
		{"bucket", "/settings/media", []string{"[data-act=bucket]"}, map[string]string{
			"[data-bucket] label:first-child input": "http://127.0.0.1:1", "[data-bucket] .two input": "crier-media", "[data-bucket] .two + .two input": "key-id",
			"[data-bucket] .two + .two label + label input": "secret-key", "[data-bucket] > label:last-of-type input": "https://media.example.com",
		}, "[data-act=set-bucket]"},
		{"worker", "/settings/worker", nil, map[string]string{"form [type=password]": "cf-token"}, "[data-act=go-on]"},
		{"key file", "/settings/backups", []string{"[data-act=export]"}, map[string]string{"[aria-describedby=passphrase]": "correct horse"}, "[data-act=store-key]"},
		{"moving", "/settings/backups", nil, map[string]string{".steps [type=password]": "correct horse"}, "[data-act=make-with-key]"},
	} {
		f.Go(form.route)
		for _, opens := range form.opens {
			f.WaitVisible(opens)
			f.Click(opens)
		}
		for field, typed := range form.fields {
			f.WaitVisible(field)
			f.Evaluate(`document.querySelector(`+quoted(field)+`).value = ""`, nil)
			f.Type(field, typed)
		}
		lose(f, ".")
		f.Click(form.send)
		f.WaitTrue(says)
		wanted, err := json.Marshal(form.fields)
		if err != nil {
			t.Fatal(err)
		}
		var lost string
		f.Evaluate(`Object.entries(`+string(wanted)+`).filter(([field, typed]) => document.querySelector(field)?.value !== typed).map(([field]) => field).join()`, &lost)
		if lost != "" {
			t.Errorf("%s: %s has lost what was typed", form.name, lost)
		}
		heal(f)
		f.WaitTrue(`!document.querySelector("` + form.send + `").ariaDisabled`)
		f.Click(form.send)
		f.WaitTrue(`!` + says + ` && !document.querySelector("` + form.send + `")?.ariaBusy`)
	}
}
