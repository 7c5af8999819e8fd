package e2e_test

import (
	"bytes"
	"image/jpeg"
	"net/http"
	"slices"
	"testing"

	"crier/e2e"
	"crier/platform/wireid"
)

type mediaEdits struct {
	Edits     map[string]any
	MediaFile mediaFile
	Missing   []string
}

func wantJPEG(t *testing.T, b []byte, width, height int) {
	t.Helper()
	if c, err := jpeg.DecodeConfig(bytes.NewReader(b)); err != nil || c.Width != width || c.Height != height {
		t.Errorf("the picture is %d x %d, %v; want %d x %d", c.Width, c.Height, err, width, height)
	}
}

// TestEdits_OfAPicture follows the editor: a preview, an edit, another one in its place, and back.
// The file in v1 is checked at every step.
func TestEdits_OfAPicture(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client, browser := app.Client(t), app.Browser(t)
	file := upload(t, client, "quarters.png")
	path := "/api/media/" + file.ID + "/edits"

	var none mediaEdits
	browser.Get(path).Want(http.StatusOK).JSON(&none)
	if none.Edits != nil || none.MediaFile.ID != file.ID || none.Missing == nil {
		t.Errorf("before: %+v", none)
	}
	square := body{"crop": body{"ratio": "1:1"}, "rotate": 180, "texts": []body{{"text": "Brot שלום \U000F0000", "x": 0.5, "y": 0.5, "size": 0.02}}}
	preview := browser.Post(path+"/preview", square).Want(http.StatusOK)
	if preview.Header.Get("Content-Type") != "image/jpeg" || preview.Header.Get("Missing-Characters") != "U+F0000" {
		t.Errorf("the preview has %v", preview.Header)
	}
	wantJPEG(t, preview.Body, 48, 48)
	if whole := browser.Post(path+"/preview", body{"rotate": 180}).Want(http.StatusOK); whole.Header.Values("Missing-Characters") != nil {
		t.Errorf("nothing is missing, and the preview has %v", whole.Header)
	}

	var edited mediaEdits
	browser.Put(path, square).Want(http.StatusOK).JSON(&edited)
	if edited.MediaFile.ProcessedPath == nil || edited.Edits["rotate"] != 180.0 || !slices.Equal(edited.Missing, []string{"\U000F0000"}) {
		t.Errorf("edited: %+v", edited)
	}
	var shown mediaFile
	client.Get("/api/v1/media/" + file.ID).Want(http.StatusOK).JSON(&shown)
	if *shown.Width != 48 || *shown.Height != 48 || *shown.AspectRatio != "1:1" || *shown.PreviewURL != "/uploads/"+*shown.ProcessedPath || shown.StoragePath != file.StoragePath {
		t.Errorf("v1 shows %+v", shown)
	}
	picture := client.Get(*shown.PreviewURL).Want(http.StatusOK)
	if !bytes.Equal(picture.Body, preview.Body) || shown.FileSize != file.FileSize {
		t.Errorf("%d bytes are served, the preview had %d; the record says that the upload has %d", len(picture.Body), len(preview.Body), shown.FileSize)
	}
	wantJPEG(t, client.Get(*shown.ThumbnailURL).Want(http.StatusOK).Body, 48, 48)
	client.Get(*file.ThumbnailURL).WantError(http.StatusNotFound, "NOT_FOUND")

	browser.Put(path, body{"rotate": 90}).Want(http.StatusOK).JSON(&edited)
	wantJPEG(t, client.Get(*edited.MediaFile.PreviewURL).Want(http.StatusOK).Body, 48, 64)
	client.Get(*shown.PreviewURL).WantError(http.StatusNotFound, "NOT_FOUND")

	var reset mediaEdits
	browser.Delete(path).Want(http.StatusOK).JSON(&reset)
	if reset.Edits != nil || reset.MediaFile.ProcessedPath != nil || reset.MediaFile.FileSize != file.FileSize || *reset.MediaFile.Width != 64 {
		t.Errorf("reset: %+v", reset)
	}
	checkQuarters(t, "quarters.png", client.Get(*reset.MediaFile.PreviewURL).Want(http.StatusOK).Body)
	checkQuarters(t, "quarters.png, thumbnail", client.Get(*reset.MediaFile.ThumbnailURL).Want(http.StatusOK).Body)
	client.Delete("/api/v1/media/" + file.ID).Want(http.StatusOK)
	browser.Get(path).WantError(http.StatusNotFound, "NOT_FOUND")
}

func TestEdits_Refused(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client, browser := app.Client(t), app.Browser(t)
	picture, video := upload(t, client, "quarters.png"), upload(t, client, "clip.mp4")
	edits := func(id string) string { return "/api/media/" + id + "/edits" }
	client.Get(edits(picture.ID)).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
	for name, c := range map[string]struct {
		path   string
		body   any
		status int
		code   string
	}{
		"unknown":        {edits(wireid.New().String()), body{"rotate": 90}, http.StatusNotFound, "NOT_FOUND"},
		"no id":          {edits("x"), body{"rotate": 90}, http.StatusBadRequest, "INVALID_PARAM"},
		"a turn by one":  {edits(picture.ID), body{"rotate": 1}, http.StatusBadRequest, "VALIDATION_ERROR"},
		"no place":       {edits(picture.ID), body{"texts": []body{{"text": "x", "size": 0.1}}}, http.StatusBadRequest, "VALIDATION_ERROR"},
		"a crop beyond":  {edits(picture.ID), body{"crop": body{"x": 0.9, "width": 0.2, "height": 1}}, http.StatusBadRequest, "VALIDATION_ERROR"},
		"a ratio":        {edits(picture.ID), body{"pad": body{"ratio": "100:1", "fill": "blur"}}, http.StatusBadRequest, "VALIDATION_ERROR"},
		"a size":         {edits(picture.ID), body{"resize": body{"width": 1441}}, http.StatusBadRequest, "VALIDATION_ERROR"},
		"no JSON":        {edits(picture.ID), "{", http.StatusBadRequest, "VALIDATION_ERROR"},
		"eleven texts":   {edits(picture.ID), body{"texts": slices.Repeat([]body{{"text": "x", "x": 0, "y": 0, "size": 0.1}}, 11)}, http.StatusBadRequest, "VALIDATION_ERROR"},
		"a video's turn": {edits(video.ID), body{"rotate": 90}, http.StatusBadRequest, "NOT_CONFIGURED"},
	} {
		for _, r := range []e2e.Response{browser.Put(c.path, c.body), browser.Post(c.path+"/preview", c.body)} {
			if r.Status != c.status || r.String("code") != c.code {
				t.Errorf("%s: %d %.300q", name, r.Status, r.Body)
			}
		}
	}
}

// TestEdits_ArePublished: the network fetches the edited file.
func TestEdits_ArePublished(t *testing.T) {
	t.Parallel()
	j := begin(t)
	post := j.imagePost("edited")
	id, _ := post["mediaFileId"].(string)
	path := "/api/media/" + id + "/edits"
	var edited mediaEdits
	j.Browser(t).Put(path, body{"pad": body{"ratio": "4:5", "fill": "blur"}}).Want(http.StatusOK).JSON(&edited)
	if *edited.MediaFile.Width != 320 || *edited.MediaFile.Height != 400 {
		t.Fatalf("the edit is %+v", edited.MediaFile)
	}
	j.isLive(j.ended(j.publish(post)), 0)
}
