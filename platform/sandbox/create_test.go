package sandbox_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/sandbox"
	"crier/platform/video/mp4/mp4test"
)

func TestCreate_EveryKindFinishesAndReadsBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	image, video := w.media.url("/image.jpg"), w.media.url("/reel.mp4")
	children := strings.Join([]string{
		w.create(primary(), "image_url", image, "is_carousel_item", "true", "alt_text", "A loaf", "user_tags", `[{"username":"a","x":0.5,"y":1}]`),
		w.create(primary(), "media_type", "VIDEO", "video_url", video, "is_carousel_item", "true", "user_tags", `[{"username":"a"}]`),
	}, ",")
	for _, tc := range []struct {
		kind, ledger, mediaType, product string
		params                           []string
	}{
		{"image", "IMAGE", "IMAGE", "FEED", []string{
			"image_url", image, "alt_text", "A loaf", "location_id", "7640348500", "collaborators", `["a","b","c"]`,
			"user_tags", `[{"username":"a","x":0.5,"y":0.25}]`,
		}},
		{"reel", "REELS", "VIDEO", "REELS", []string{
			"media_type", "REELS", "video_url", video, "cover_url", image, "thumb_offset", "9000", "share_to_feed", "true",
		}},
		{"image story", "STORIES", "IMAGE", "STORY", []string{
			"media_type", "STORIES", "image_url", w.media.url("/tall.jpg"), "user_tags", `[{"username":"a"}]`,
		}},
		{"video story", "STORIES", "VIDEO", "STORY", []string{"media_type", "STORIES", "video_url", video}},
		{"carousel", "CAROUSEL", "CAROUSEL_ALBUM", "FEED", []string{"media_type", "CAROUSEL", "children", children}},
	} {
		id := w.create(primary(), append(tc.params, "caption", tc.kind)...)
		if got := w.status(primary(), id); got != "FINISHED" {
			t.Errorf("%s: status %q", tc.kind, got)
		}
		media := w.publish(primary(), id)
		got := w.read(primary(), media+"?fields=media_type,media_product_type,caption,permalink,children")
		if got.text("media_type") != tc.mediaType || got.text("media_product_type") != tc.product {
			t.Errorf("%s: %s", tc.kind, got.raw)
		}
		wantCaption := tc.kind
		if strings.HasSuffix(tc.kind, "story") {
			wantCaption = ""
		}
		if got.text("caption") != wantCaption {
			t.Errorf("%s: caption %q", tc.kind, got.text("caption"))
		}
		l := w.ledger()
		p := l.Publications[len(l.Publications)-1]
		if p.MediaType != tc.ledger || p.Caption != wantCaption || p.MediaID != media || *p.Permalink != got.text("permalink") {
			t.Errorf("%s: %+v", tc.kind, p)
		}
		if tc.kind == "carousel" && (strings.Join(p.Children, ",") != children || len(got.list("children.data")) != 2) {
			t.Errorf("carousel: children %v, %s", p.Children, got.raw)
		}
	}
	for child := range strings.SplitSeq(children, ",") {
		if got := w.status(primary(), child); got != "PUBLISHED" {
			t.Errorf("an item of the published carousel is %q", got)
		}
	}
	if got := w.post(primary(), primary().SNUserID+"/media", "media_type", "CAROUSEL", "children", children); got.code() != "9007/2207027" {
		t.Errorf("a second carousel of the same items: %s", got.raw)
	}
	if got := len(w.ledger().Publications); got != 5 {
		t.Errorf("%d publications: the items of a carousel are none", got)
	}
}

func TestCreate_TakesQueryFormAndJSON(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a, image := partner(), w.media.url("/image.jpg")
	token := a.Token.Reveal()
	target := w.target(a, a.SNUserID+"/media")
	for name, ans := range map[string]answer{
		"query": w.must(http.MethodPost, target+"?image_url="+image+"&access_token="+token, ""),
		"form": w.must(http.MethodPost, target, "image_url="+image+"&access_token="+token,
			"Content-Type", "application/x-www-form-urlencoded"),
		"json": w.must(http.MethodPost, target, `{"image_url":"`+image+`","is_carousel_item":true,"user_tags":[{"username":"a","x":0,"y":0}]}`,
			"Content-Type", "application/json; charset=utf-8", "Authorization", "OAuth "+token),
	} {
		if ans.status != http.StatusOK {
			t.Errorf("%s: %s", name, ans.raw)
		}
	}
	for name, ans := range map[string]answer{
		"json": w.must(http.MethodPost, target+"?access_token="+token, `[1]`, "Content-Type", "application/json"),
		"form": w.must(http.MethodPost, target+"?access_token="+token, `a=%zz`, "Content-Type", "application/x-www-form-urlencoded"),
		"long": w.must(http.MethodPost, target+"?access_token="+token, strings.Repeat("a", 1<<20+1), "Content-Type", "application/json"),
	} {
		if ans.status != http.StatusBadRequest || ans.code() != "100/0" {
			t.Errorf("bad %s: %d %s", name, ans.status, ans.raw)
		}
	}
}

func TestCreate_ParameterRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	image, video := w.media.url("/image.jpg"), w.media.url("/reel.mp4")
	item := w.create(primary(), "image_url", image, "is_carousel_item", "true")
	post := w.create(primary(), "image_url", image)
	tag := `{"username":"a","x":0.5,"y":0.5}`
	long := strings.Repeat("ä", 2200)
	manyTags := "[" + strings.Repeat(tag+",", 20) + tag + "]"
	for _, tc := range []struct {
		name   string
		want   string
		params []string
	}{
		{"nothing", "100/0", nil},
		{"IMAGE is no media_type", "100/2207023", []string{"media_type", "IMAGE", "image_url", image}},
		{"unknown media_type", "100/2207023", []string{"media_type", "PHOTO", "image_url", image}},
		{"empty media_type", "100/2207023", []string{"media_type", "", "image_url", image}},
		{"VIDEO alone", "100/2207023", []string{"media_type", "VIDEO", "video_url", video}},
		{"reel as item", "100/0", []string{"media_type", "REELS", "video_url", video, "is_carousel_item", "true"}},
		{"story as item", "100/0", []string{"media_type", "STORIES", "image_url", image, "is_carousel_item", "true"}},
		{"reel without video", "100/0", []string{"media_type", "REELS", "image_url", image}},
		{"reel with both", "100/0", []string{"media_type", "REELS", "video_url", video, "image_url", image}},
		{"resumable", "100/0", []string{"media_type", "REELS", "upload_type", "resumable"}},
		{"story without media", "100/0", []string{"media_type", "STORIES"}},
		{"bad boolean", "100/0", []string{"image_url", image, "is_carousel_item", "maybe"}},
		{"bad share_to_feed", "100/0", []string{"media_type", "REELS", "video_url", video, "share_to_feed", "maybe"}},
		{"caption of 2200", "", []string{"image_url", image, "caption", long}},
		{"caption of 2201", "36004/2207010", []string{"image_url", image, "caption", long + "a"}},
		{"30 hashtags", "", []string{"image_url", image, "caption", strings.Repeat("#a ", 30)}},
		{"31 hashtags", "36004/2207010", []string{"image_url", image, "caption", strings.Repeat("#a ", 31)}},
		{"21 mentions", "100/2207040", []string{"image_url", image, "caption", strings.Repeat("@a ", 21)}},
		{"long caption of an item", "", []string{"image_url", image, "is_carousel_item", "true", "caption", long + "a"}},
		{"long caption of a story", "", []string{"media_type", "STORIES", "image_url", image, "caption", long + "a"}},
		{"alt_text of 1001", "100/0", []string{"image_url", image, "alt_text", strings.Repeat("a", 1001)}},
		{"alt_text on a reel", "100/0", []string{"media_type", "REELS", "video_url", video, "alt_text", "a"}},
		{"alt_text on a story", "100/0", []string{"media_type", "STORIES", "image_url", image, "alt_text", "a"}},
		{"collaborators on an item", "100/0", []string{"image_url", image, "is_carousel_item", "true", "collaborators", `["a"]`}},
		{"collaborators on a story", "100/0", []string{"media_type", "STORIES", "image_url", image, "collaborators", `["a"]`}},
		{"4 collaborators", "100/0", []string{"image_url", image, "collaborators", `["a","b","c","d"]`}},
		{"collaborators as text", "100/0", []string{"image_url", image, "collaborators", `a,b`}},
		{"location without a Page", "100/0", []string{"image_url", image, "location_id", "Paris"}},
		{"location on an item", "", []string{"image_url", image, "is_carousel_item", "true", "location_id", "Paris"}},
		{"tags as text", "100/0", []string{"image_url", image, "user_tags", `a`}},
		{"tag without a name", "100/0", []string{"image_url", image, "user_tags", `[{"x":0.5,"y":0.5}]`}},
		{"tag without a place", "100/0", []string{"image_url", image, "user_tags", `[{"username":"a"}]`}},
		{"tag outside", "100/0", []string{"image_url", image, "user_tags", `[{"username":"a","x":1.01,"y":0.5}]`}},
		{"place on a reel's tag", "100/0", []string{"media_type", "REELS", "video_url", video, "user_tags", "[" + tag + "]"}},
		{"name on a reel's tag", "", []string{"media_type", "REELS", "video_url", video, "user_tags", `[{"username":"a"}]`}},
		{"place on a video item's tag", "100/0", []string{"media_type", "VIDEO", "is_carousel_item", "true", "video_url", video, "user_tags", "[" + tag + "]"}},
		{"21 tags", "100/2207040", []string{"image_url", image, "user_tags", manyTags}},
		{"thumb_offset as text", "100/0", []string{"media_type", "REELS", "video_url", video, "thumb_offset", "1s"}},
		{"a collaborator with an @", "100/2207018", []string{"image_url", image, "collaborators", `["@a"]`}},
		{"a trial", "", []string{"media_type", "REELS", "video_url", video, "trial_params", `{"graduation_strategy":"MANUAL"}`, "is_ai_generated", "true"}},
		{"an unknown trial", "100/0", []string{"media_type", "REELS", "video_url", video, "trial_params", `{"graduation_strategy":"manual"}`}},
		{"a trial of a picture", "100/0", []string{"image_url", image, "trial_params", `{"graduation_strategy":"MANUAL"}`}},
		{"a trial as text", "100/0", []string{"media_type", "REELS", "video_url", video, "trial_params", "MANUAL"}},
		{"an item with a label", "100/0", []string{"image_url", image, "is_carousel_item", "true", "is_ai_generated", "true"}},
		{"a label as text", "100/0", []string{"image_url", image, "is_ai_generated", "perhaps"}},
		{"a cover that is a video", "36001/2207005", []string{"media_type", "REELS", "video_url", video, "cover_url", video}},
		{"carousel of one", "100/2207028", []string{"media_type", "CAROUSEL", "children", item}},
		{"carousel of eleven", "100/2207028", []string{"media_type", "CAROUSEL", "children", strings.Repeat(item+",", 11)}},
		{"carousel of one twice", "100/0", []string{"media_type", "CAROUSEL", "children", item + "," + item}},
		{"carousel of a post", "100/0", []string{"media_type", "CAROUSEL", "children", item + "," + post}},
		{"carousel of nothing known", "24/2207008", []string{"media_type", "CAROUSEL", "children", item + ",17999999999999999"}},
		{"carousel with tags", "100/0", []string{"media_type", "CAROUSEL", "children", item + "," + post, "user_tags", "[" + tag + "]"}},
		{"carousel with alt_text", "100/0", []string{"media_type", "CAROUSEL", "children", item + "," + post, "alt_text", "a"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			ans := w.post(primary(), primary().SNUserID+"/media", tc.params...)
			if tc.want == "" && ans.status != http.StatusOK {
				t.Errorf("refused: %s", ans.raw)
			}
			if tc.want != "" && (ans.status != http.StatusBadRequest || ans.code() != tc.want) {
				t.Errorf("got %d %s, want %s", ans.status, ans.raw, tc.want)
			}
		})
	}
}

// TestCreate_TrialNeedsFollowers: an account with too few followers has no trial reels.
func TestCreate_TrialNeedsFollowers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ans := w.post(partner(), partner().SNUserID+"/media", "media_type", "REELS", "video_url", w.media.url("/reel.mp4"), "trial_params", `{"graduation_strategy":"MANUAL"}`)
	if ans.status != http.StatusBadRequest || ans.code() != "100/2207081" {
		t.Errorf("got %d %s", ans.status, ans.raw)
	}
}

func TestCreate_CarouselNeedsFinishedChildrenOfTheAccount(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	image := w.media.url("/image.jpg")
	first := w.create(primary(), "image_url", image, "is_carousel_item", "true")
	w.control("POST latency", `{"imageMs":3000}`)
	second := w.create(primary(), "image_url", image, "is_carousel_item", "true")
	theirs := w.create(partner(), "image_url", image, "is_carousel_item", "true")
	parent := func(children ...string) answer {
		return w.post(primary(), primary().SNUserID+"/media", "media_type", "CAROUSEL", "children", strings.Join(children, ","))
	}
	if got := parent(first, second); got.code() != "9007/2207027" {
		t.Errorf("a child in progress: %s", got.raw)
	}
	w.clock.Advance(3 * time.Second)
	if got := parent(first, second); got.status != http.StatusOK {
		t.Errorf("children that finished without a poll: %s", got.raw)
	}
	if got := parent(first, theirs); got.code() != "24/2207008" {
		t.Errorf("another account's child: %s", got.raw)
	}
	w.clock.Advance(24 * time.Hour)
	if got := parent(first, second); got.code() != "24/2207008" {
		t.Errorf("expired children: %s", got.raw)
	}
}

// mediaCase is a file and what the network has against it.
type mediaCase struct {
	name string
	path string
	file []byte
	// size is how long the file is, if it goes on in zeros.
	size int64
	// create is the error of the create call, status the subcode in the status text of a container
	// that was made.
	create string
	status string
	params []string
}

func mediaCases(t *testing.T) []mediaCase {
	t.Helper()
	reel, item := []string{"media_type", "REELS"}, []string{"media_type", "VIDEO", "is_carousel_item", "true"}
	story := []string{"media_type", "STORIES"}
	padded := func(size int) []byte {
		return append(picture(t, 1080, 1080), make([]byte, size-len(picture(t, 1080, 1080)))...)
	}
	mov := movie(10 * time.Second)
	return append(movieCases(), []mediaCase{
		{name: "missing", path: "/none.jpg", create: "9004/2207052"},
		{name: "empty", path: "/empty.jpg", file: []byte{}, create: "9004/2207052"},
		{name: "a page", path: "/page.jpg", file: []byte("<!doctype html><p>Sign in"), create: "9004/2207052"},
		{name: "PNG", path: "/image.png", file: []byte("\x89PNG\r\n\x1a\n0000IHDR"), create: "36001/2207005"},
		{name: "JPEG magic only", path: "/magic.jpg", file: []byte("\xff\xd8\xff\xe0nothing"), create: "36001/2207005"},
		{name: "4:5", path: "/45.jpg", file: picture(t, 1080, 1350)},
		{name: "3:4", path: "/34.jpg", file: picture(t, 1080, 1440)},
		{name: "taller than 3:4", path: "/tall34.jpg", file: picture(t, 1080, 1442), create: "36003/2207009"},
		{name: "1.91:1", path: "/191.jpg", file: picture(t, 1910, 1000)},
		{name: "wider than 1.91:1", path: "/wide191.jpg", file: picture(t, 1912, 1000), create: "36003/2207009"},
		{name: "tall item", path: "/tallitem.jpg", file: picture(t, 90, 160), create: "36003/2207009", params: []string{"is_carousel_item", "true"}},
		{name: "tall story", path: "/tallstory.jpg", file: picture(t, 90, 160), params: story},
		{name: "8 MiB", path: "/8.jpg", file: padded(8 << 20)},
		{name: "over 8 MiB", path: "/over8.jpg", file: padded(8<<20 + 1), create: "36000/2207004"},
		{name: "over 8 MiB without a length", path: "/norange/over8.jpg", create: "36000/2207004"},
		{name: "missing video", path: "/none.mp4", create: "9004/2207052", params: reel},
		{name: "no Range", path: "/norange/reel.mp4", status: "2207077", params: reel},
		{name: "no movie", path: "/no.mp4", file: []byte("not a movie at all, but long enough"), status: "2207026", params: reel},
		{name: "no moov", path: "/nomoov.mp4", file: append(mov[:24:24], mp4box("mdat", make([]byte, 99))...), status: "2207026", params: reel},
		{name: "cut in moov", path: "/cut.mp4", file: mov[:200], status: "2207026", params: reel},
		{name: "cut in mdat", path: "/cut2.mp4", file: mov[:len(mov)-1], status: "2207026", params: reel},
		{name: "reel of 2.9 s", path: "/2.mp4", file: movie(2900 * time.Millisecond), status: "2207026", params: reel},
		{name: "reel of 3 s", path: "/3.mp4", file: movie(3 * time.Second), params: reel},
		{name: "reel of 15 min", path: "/900.mp4", file: movie(15 * time.Minute), params: reel},
		{name: "reel of 15 min 1 s", path: "/901.mp4", file: movie(15*time.Minute + time.Second), status: "2207026", params: reel},
		{name: "story of 61 s", path: "/61.mp4", file: movie(61 * time.Second), status: "2207026", params: story},
		{name: "item of 61 s", path: "/61b.mp4", file: movie(61 * time.Second), status: "2207026", params: item},
		{name: "item of 60 s", path: "/60.mp4", file: movie(time.Minute), params: item},
		{name: "cover outside", path: "/reel.mp4", status: "2207057", params: append(reel, "thumb_offset", "10001")},
		{name: "reel of 300 MiB", path: "/300.mp4", file: huge(300 << 20), size: 300 << 20, params: reel},
		{name: "reel over 300 MiB", path: "/over300.mp4", file: huge(300<<20 + 1), size: 300<<20 + 1, status: "2207026", params: reel},
		{name: "story of 100 MiB", path: "/100.mp4", file: huge(100 << 20), size: 100 << 20, params: story},
		{name: "story over 100 MiB", path: "/over100.mp4", file: huge(100<<20 + 1), size: 100<<20 + 1, status: "2207026", params: story},
		{name: "moov at the end", path: "/late.mp4", file: late(10 * time.Second), status: "2207026", params: reel},
		{name: "cover missing", path: "/reel.mp4", create: "9004/2207052", params: append(reel, "cover_url", "http://127.0.0.1:1/cover.jpg")},
	}...)
}

// late returns a movie whose moov box lies behind more than one range of media data.
func late(d time.Duration) []byte {
	header := make([]byte, 112)
	header[0] = 1
	copy(header[20:], []byte{0, 0, 3, 0xe8})
	ms := uint32(d.Milliseconds())
	copy(header[28:], []byte{byte(ms >> 24), byte(ms >> 16), byte(ms >> 8), byte(ms)})
	return bytes.Join([][]byte{
		mp4box("ftyp", []byte("qt  \x00\x00\x02\x00qt  ")), mp4box("mdat", make([]byte, 200<<10)), mp4box("moov", mp4box("mvhd", header)),
	}, nil)
}

// huge returns the start of a movie of 10 seconds that is size bytes long, media data to the end.
func huge(size int64) []byte {
	m := movie(10 * time.Second)
	at := max(bytes.LastIndex(m, []byte("mdat"))-4, 0)
	binary.BigEndian.PutUint32(m[at:], uint32(size-int64(at)))
	return m
}

// movieCases are what the network asks of how a video is made.
func movieCases() []mediaCase {
	reel, item, story := []string{"media_type", "REELS"}, []string{"media_type", "VIDEO", "is_carousel_item", "true"}, []string{"media_type", "STORIES"}
	whole := []mp4test.Edit{{Length: 10_000}}
	var cases []mediaCase
	for name, c := range map[string]struct {
		movie  mp4test.Movie
		params []string
		taken  bool
	}{
		"quicktime":         {mp4test.Movie{Brand: "qt  "}, reel, true},
		"hevc":              {mp4test.Movie{Codec: "hvc1"}, reel, true},
		"mute":              {mp4test.Movie{Mute: true}, reel, true},
		"turned":            {mp4test.Movie{Width: 1920, Height: 1080, Rotation: 90}, story, true},
		"1920 columns":      {mp4test.Movie{Width: 1920, Height: 1080}, reel, true},
		"23.976 frames":     {mp4test.Movie{Deltas: slices.Repeat([]uint32{3754, 3753}, 120)}, reel, true},
		"60 frames":         {mp4test.Movie{FrameRate: 60}, reel, true},
		"a strip, as story": {mp4test.Movie{Width: 1000, Height: 100}, story, true},
		"a thread, as item": {mp4test.Movie{Width: 1100, Height: 100}, item, true},
		"fragments":         {mp4test.Movie{Fragments: 200}, reel, true},
		"moov late":         {mp4test.Movie{Late: true}, reel, false},
		"moov late, item":   {mp4test.Movie{Late: true}, item, false},
		"edit lists":        {mp4test.Movie{SoundEdits: whole}, story, false},
		"vp9":               {mp4test.Movie{Codec: "vp09"}, reel, false},
		"4:2:2":             {mp4test.Movie{Codec: "hvc1", Config: []byte("\x01\x02\x20\x00\x00\x00\x80\x00\x00\x00\x00\x00\x78\xf0\x00\xfc\xfe\xf8\xf8\x00\x00\x0f\x00")}, reel, false},
		"fields":            {mp4test.Movie{Codec: "hvc1", Config: []byte("\x01\x02\x20\x00\x00\x00\x40\x00\x00\x00\x00\x00\x78\xf0\x00\xfc\xfd\xf8\xf8\x00\x00\x0f\x00")}, reel, false},
		"22 frames":         {mp4test.Movie{FrameRate: 22}, reel, false},
		"62 frames":         {mp4test.Movie{FrameRate: 62}, reel, false},
		"1922 columns":      {mp4test.Movie{Width: 1922, Height: 1080}, reel, false},
		"a thread":          {mp4test.Movie{Width: 1100, Height: 100}, reel, false},
		"a thin story":      {mp4test.Movie{Width: 90, Height: 1000}, story, false},
		"ac3":               {mp4test.Movie{SoundCodec: "ac-3"}, reel, false},
		"surround":          {mp4test.Movie{Channels: 6}, reel, false},
		"96 kHz":            {mp4test.Movie{Rate: 96_000}, reel, false},
		"sound alone":       {mp4test.Movie{NoPicture: true}, reel, false},
	} {
		one := mediaCase{name: name, path: "/made/" + strings.ReplaceAll(name, " ", "-") + ".mp4", file: c.movie.Bytes(), params: c.params}
		if !c.taken {
			one.status = "2207026"
		}
		cases = append(cases, one)
	}
	return cases
}

func (tc mediaCase) all(w *world) []string {
	params := slices.Clone(tc.params)
	if slices.Contains(params, "REELS") || slices.Contains(params, "VIDEO") || strings.HasSuffix(tc.path, ".mp4") {
		return append(params, "video_url", w.media.url(tc.path))
	}
	return append(params, "image_url", w.media.url(tc.path))
}

func newMediaWorld(t *testing.T, cases []mediaCase) *world {
	t.Helper()
	w := newWorld(t)
	for _, tc := range cases {
		if tc.file != nil {
			w.media.files[tc.path], w.media.sizes[tc.path] = tc.file, tc.size
		}
	}
	return w
}

func TestCreate_MediaAreFetchedAndChecked(t *testing.T) {
	t.Parallel()
	cases := mediaCases(t)
	w := newMediaWorld(t, cases)
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			ans := w.post(primary(), primary().SNUserID+"/media", tc.all(w)...)
			if tc.create != "" {
				if ans.status != http.StatusBadRequest || ans.code() != tc.create {
					t.Errorf("got %d %s, want %s", ans.status, ans.raw, tc.create)
				}
				return
			}
			got := w.read(primary(), ans.text("id")+"?fields=status_code,status")
			wantCode, wantText := "FINISHED", "Finished: Media has been uploaded and it is ready to be published."
			if tc.status != "" {
				wantCode, wantText = "ERROR", "Error: Media upload has failed with error code "+tc.status
			}
			if got.text("status_code") != wantCode || got.text("status") != wantText {
				t.Errorf("got %s %s, want %s", ans.raw, got.raw, wantCode)
			}
		})
	}
}

func TestCreate_WithLatencyFailuresShowInTheStatus(t *testing.T) {
	t.Parallel()
	cases := mediaCases(t)
	w := newMediaWorld(t, cases)
	w.control("POST latency", `{"imageMs":1000,"videoMs":1000}`)
	ids := map[string]string{}
	for _, tc := range cases {
		ids[tc.name] = w.create(primary(), tc.all(w)...)
		if got := w.status(primary(), ids[tc.name]); got != "IN_PROGRESS" {
			t.Errorf("%s: %q before the latency is over", tc.name, got)
		}
	}
	if len(w.media.asked) != 0 {
		t.Errorf("%d files were fetched before the latency was over", len(w.media.asked))
	}
	w.clock.Advance(time.Second)
	for _, tc := range cases {
		want := "FINISHED"
		if tc.create != "" || tc.status != "" {
			want = "ERROR"
		}
		got := w.read(primary(), ids[tc.name]+"?fields=status_code,status")
		_, subcode, _ := strings.Cut(tc.create, "/")
		if got.text("status_code") != want || !strings.HasSuffix(got.text("status"), subcode+tc.status) && want == "ERROR" {
			t.Errorf("%s: %s", tc.name, got.raw)
		}
	}
}

func TestFetch_OnlyWhatTheNetworkMayReach(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	redirect := httptest.NewServer(http.RedirectHandler("http://media.example/image.jpg", http.StatusFound))
	t.Cleanup(redirect.Close)
	here := httptest.NewServer(http.RedirectHandler(w.media.url("/image.jpg"), http.StatusFound))
	t.Cleanup(here.Close)
	_, port, _ := strings.Cut(strings.TrimPrefix(w.media.server.URL, "http://"), ":")
	for url, want := range map[string]string{
		w.media.url("/image.jpg"):                 "0/0",
		"http://localhost:" + port + "/image.jpg": "0/0",
		here.URL:                                 "0/0",
		"http://media.example/image.jpg":         "9004/2207052",
		"http://192.168.0.1/image.jpg":           "9004/2207052",
		"http://169.254.169.254/image.jpg":       "9004/2207052",
		"http://127.0.0.1:1/image.jpg":           "9004/2207052",
		"http://127.0.0.1.nip.example/image.jpg": "9004/2207052",
		redirect.URL:                             "9004/2207052",
		"file:///etc/passwd":                     "9004/2207052",
		"/image.jpg":                             "9004/2207052",
		w.media.url("/bröt.jpg"):                 "9004/2207052",
		w.media.url("/image.jpg") + " ":          "9004/2207052",
	} {
		if got := w.post(primary(), primary().SNUserID+"/media", "image_url", url); got.code() != want {
			t.Errorf("%s: got %s, want %s", url, got.raw, want)
		}
	}
}

func TestFetch_IntroducesItself(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.create(primary(), "media_type", "REELS", "video_url", w.media.url("/reel.mp4"))
	r := <-w.media.asked
	if !strings.HasPrefix(r.UserAgent(), "facebookexternalhit/1.1") || !strings.HasPrefix(r.Header.Get("Range"), "bytes=0-") {
		t.Errorf("got %v", r.Header)
	}
}

func TestFetch_ListedHosts(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("nothing listens on 0.0.0.0 there")
	}
	// 0.0.0.0 leads to this machine, but is no loopback name.
	for name, c := range map[string]struct {
		options sandbox.Options
		want    string
	}{
		"no host":    {sandbox.Options{}, "9004/2207052"},
		"listed":     {sandbox.Options{FetchHosts: []string{"0.0.0.0"}}, "0/0"},
		"media host": {sandbox.Options{MediaHost: func() string { return "0.0.0.0" }}, "0/0"},
		"another":    {sandbox.Options{MediaHost: func() string { return "media.example.com" }}, "9004/2207052"},
	} {
		w := openWorld(t, c.options)
		url := strings.Replace(w.media.url("/image.jpg"), "127.0.0.1", "0.0.0.0", 1)
		if got := w.post(primary(), primary().SNUserID+"/media", "image_url", url); got.code() != c.want {
			t.Errorf("%s: %s", name, got.raw)
		}
	}
}

func TestFetch_TakesTooLong(t *testing.T) {
	t.Parallel()
	w := openWorld(t, sandbox.Options{FetchTimeout: time.Millisecond})
	release := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	t.Cleanup(slow.Close)
	t.Cleanup(func() { close(release) })
	if got := w.post(primary(), primary().SNUserID+"/media", "image_url", slow.URL); got.code() != "-2/2207003" {
		t.Errorf("got %s", got.raw)
	}
}

func TestCreate_LimitOf400InADay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.control("POST latency", `{"imageMs":1000}`)
	for range 400 {
		w.createImage(primary(), "")
	}
	got := w.post(primary(), primary().SNUserID+"/media", "image_url", w.media.url("/image.jpg"))
	if got.code() != "80002/0" || !strings.Contains(got.header.Get("X-Business-Use-Case-Usage"), `"estimated_time_to_regain_access":5`) {
		t.Errorf("got %s %v", got.raw, got.header)
	}
	w.createImage(partner(), "the other account is not touched")
	w.clock.Advance(24 * time.Hour)
	w.createImage(primary(), "a day later")
}

func TestCreate_CannotBeForcedByARefusedCall(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.control("POST containers/next", `{"force":"STUCK"}`)
	if got := w.post(primary(), primary().SNUserID+"/media", "media_type", "PHOTO"); got.code() != "100/2207023" {
		t.Fatalf("got %s", got.raw)
	}
	id := w.create(primary(), "image_url", "http://127.0.0.1:1/never-fetched.jpg")
	w.clock.Advance(time.Hour)
	if got := w.status(primary(), id); got != "IN_PROGRESS" {
		t.Errorf("the stuck container is %q", got)
	}
	w.clock.Advance(23 * time.Hour)
	if got := w.read(primary(), id+"?fields=status_code,status"); got.text("status_code") != "EXPIRED" || !strings.HasPrefix(got.text("status"), "Expired") {
		t.Errorf("got %s", got.raw)
	}
	w.control("POST containers/next", `{"force":"ERROR","subcode":2207026}`)
	w.control("POST containers/next", `{"force":"ERROR"}`)
	for _, subcode := range []int{2207026, 2207032} {
		got := w.read(primary(), w.createImage(primary(), "")+"?fields=status_code,status")
		if got.text("status") != fmt.Sprintf("Error: Media upload has failed with error code %d", subcode) {
			t.Errorf("got %s", got.raw)
		}
	}
	if got := w.status(primary(), w.createImage(primary(), "")); got != "FINISHED" {
		t.Errorf("the container after the forced ones is %q", got)
	}
}
