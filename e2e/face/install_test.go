package face_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e/face"
)

const installDir = "../../modules/desktop/app/public/install"

// drawn is how the icons of the installed application are drawn: the bell of the tab's icon in the
// colour of paper, on its own colour. That of a maskable one lies within the circle that every
// system shows.
const drawn = `(async (size, maskable) => {
	const svg = await (await fetch(document.querySelector("link[rel=icon]").href)).text()
	const side = Math.round(size * (maskable ? .58 : .68))
	const source = svg.replace("<svg ", '<svg width="' + side + '" height="' + side + '" ').replace("#cf3f16", "#fbfbfa")
	const bell = await new Promise(done => { const i = new Image(); i.onload = () => done(i); i.src = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" })) })
	const at = Object.assign(document.createElement("canvas"), { width: size, height: size }).getContext("2d")
	at.fillStyle = "#cf3f16"
	at.beginPath()
	if (maskable) at.rect(0, 0, size, size); else at.roundRect(size * .04, size * .04, size * .92, size * .92, size * .2)
	at.fill()
	at.drawImage(bell, Math.round((size - side) / 2), Math.round((size - side) / 2), side, side)
	return at.canvas.toDataURL().split(",")[1]
})(%d, %t)`

// TestFace_Installed reads what a browser reads of the interface before it installs it as an
// application, draws the icons again, and has the number of what needs somebody on the icon. With
// -update it writes the icons.
func TestFace_Installed(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.BeforePages(`window.badges = []
		navigator.setAppBadge = async n => { window.badges.push(n) }
		if (origin !== "null") addEventListener("DOMContentLoaded", () => setTimeout(() => {
			const event = new Event("beforeinstallprompt", { cancelable: true })
			event.prompt = async () => { window.prompted = true }
			window.asks = () => dispatchEvent(event)
		}))`)
	f.Go("/settings/general")
	var manifest string
	f.Evaluate(`fetch(document.querySelector("link[rel=manifest]").href).then(answer => answer.text())`, &manifest)
	var said struct {
		ID, Name, Display, Scope string
		StartURL                 string `json:"start_url"`
		Icons                    []struct{ Src, Sizes, Purpose string }
		Shortcuts                []struct{ URL string }
	}
	if err := json.Unmarshal([]byte(manifest), &said); err != nil {
		t.Fatal(err)
	}
	if said.ID != "/app/" || said.StartURL != "/app/" || said.Scope != "/app/" || said.Display != "standalone" || said.Name != "Crier" || len(said.Icons) != 4 || len(said.Shortcuts) != 3 {
		t.Errorf("the manifest says %+v", said)
	}
	for _, icon := range said.Icons {
		var size, height int
		if _, err := fmt.Sscanf(icon.Sizes, "%dx%d", &size, &height); err != nil || size != height || size < 192 {
			t.Errorf("%s has the sizes %q", icon.Src, icon.Sizes)
		}
		var encoded string
		f.Evaluate(fmt.Sprintf(drawn, size, icon.Purpose == "maskable"), &encoded)
		want := few(t, encoded)
		if colours := coloursOf(want); colours < 4 {
			t.Errorf("%s has %d colours, and no bell", icon.Src, colours)
		}
		file := filepath.Join(installDir, icon.Src)
		if *update {
			var out bytes.Buffer
			if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, want); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		served := f.Service.Anonymous(t).Get("/app/install/" + icon.Src).Want(http.StatusOK)
		got, err := png.Decode(bytes.NewReader(served.Body))
		if err != nil {
			t.Fatal(err)
		}
		if off := difference(got, want); off > 2 {
			t.Errorf("%s is not what the tab's icon looks like: %.1f of 255; go test ./e2e/face -run TestFace_Installed -update draws it", icon.Src, off)
		}
	}
	for _, shortcut := range said.Shortcuts {
		f.Go(strings.TrimPrefix(shortcut.URL, "/app"))
		f.WaitTrue(`!document.title.startsWith("No such page")`)
	}

	f.Go("/settings/general")
	f.WaitVisible("[data-install]")
	f.Step("installed-by-the-browser")
	f.Evaluate(`window.asks()`, nil)
	f.Click("[data-act=install]")
	f.WaitTrue(`window.prompted && document.querySelector("[data-act=install]") === null`)

	p := newPosts(t, f)
	p.schedule("Waits for the bakery", 1)
	p.client.Delete("/api/v1/auth/accounts/" + p.account).Want(http.StatusOK)
	f.WaitTrue(`window.badges.at(-1) > 0`)
	var failed struct{ Posts []struct{ ID string } }
	p.client.Get("/api/v1/posts?status=FAILED").Want(http.StatusOK).JSON(&failed)
	for _, post := range failed.Posts {
		p.client.Delete("/api/v1/posts/" + post.ID).Want(http.StatusOK)
	}
	f.WaitTrue(`window.badges.at(-1) === 0 && !document.title.startsWith("(")`)

	// What the browser draws around the window is of the theme that was chosen, as the bar is.
	for _, theme := range []string{"light", "dark"} {
		f.Show(face.Desktop, theme)
		f.WaitTrue(around)
	}
	f.Evaluate(`document.querySelector("[aria-labelledby=theme] button:nth-child(2)").click()`, nil)
	f.WaitTrue(`document.documentElement.dataset.theme === "light" && ` + around)
	f.CheckClean()
}

const around = `(() => {
	const metas = [...document.querySelectorAll("meta[name=theme-color]")].filter(meta => matchMedia(meta.media).matches)
	const at = document.createElement("canvas").getContext("2d")
	const plain = colour => (at.fillStyle = colour, at.fillStyle)
	return metas.length === 1 && metas[0].content === plain(getComputedStyle(document.querySelector("[aria-label=Mode]")).backgroundColor)
})()`

// few returns a drawing with as few colours as its edges need, so that the icon is small.
func few(t *testing.T, encoded string) *image.Paletted {
	t.Helper()
	body, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		t.Fatal(err)
	}
	from, err := png.Decode(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	paper, bell := color.NRGBA{0xfb, 0xfb, 0xfa, 0xff}, color.NRGBA{0xcf, 0x3f, 0x16, 0xff}
	var palette color.Palette
	const steps = 7
	for i := range steps + 1 {
		mix := func(a, b uint8) uint8 { return uint8((int(a)*(steps-i) + int(b)*i) / steps) }
		palette = append(palette, color.NRGBA{mix(paper.R, bell.R), mix(paper.G, bell.G), mix(paper.B, bell.B), 0xff})
		palette = append(palette, color.NRGBA{bell.R, bell.G, bell.B, uint8(0xff * i / (steps + 1))})
	}
	to := image.NewPaletted(from.Bounds(), palette)
	for y := range from.Bounds().Dy() {
		for x := range from.Bounds().Dx() {
			to.Set(x, y, from.At(x, y))
		}
	}
	return to
}

// coloursOf counts the colours of a drawing.
func coloursOf(drawing *image.Paletted) int {
	seen := make(map[uint8]bool)
	for _, at := range drawing.Pix {
		seen[at] = true
	}
	return len(seen)
}

// difference is how far two drawings are apart on average, of 255.
func difference(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 255
	}
	sum := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r, g, bl, al := a.At(x, y).RGBA()
			r2, g2, b2, a2 := b.At(x, y).RGBA()
			for _, d := range [][2]uint32{{r, r2}, {g, g2}, {bl, b2}, {al, a2}} {
				sum += int(max(d[0], d[1])-min(d[0], d[1])) >> 8
			}
		}
	}
	return float64(sum) / float64(4*a.Bounds().Dx()*a.Bounds().Dy())
}
