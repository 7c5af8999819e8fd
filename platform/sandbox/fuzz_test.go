package sandbox_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/sandbox"
	"crier/platform/video/mp4/mp4test"
)

func FuzzMovie(f *testing.F) {
	f.Add(movie(10 * time.Second))
	f.Add(late(3 * time.Second))
	f.Add(fragmented())
	f.Add([]byte("\x00\x00\x00\x01moov\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := sandbox.MovieDuration(bytes.NewReader(b), int64(len(b)))
		if err == nil && d < 0 {
			t.Errorf("a duration of %v", d)
		}
	})
}

// fragmented returns a movie whose length stands in mehd.
func fragmented() []byte {
	header := make([]byte, 100)
	copy(header[12:], []byte{0, 0, 3, 0xe8})
	return bytes.Join([][]byte{
		mp4box("ftyp", []byte("iso5\x00\x00\x02\x00")),
		mp4box("moov", mp4box("mvhd", header), mp4box("mvex", mp4box("trex", make([]byte, 24)), mp4box("mehd", []byte{0, 0, 0, 0, 0, 0, 0x1f, 0x40}))),
		mp4box("moof", make([]byte, 16)), mp4box("mdat", make([]byte, 16)),
	}, nil)
}

func TestMovie_Durations(t *testing.T) {
	t.Parallel()
	wide := func(units, scale []byte) []byte {
		header := make([]byte, 112)
		header[0] = 1
		copy(header[20:], scale)
		copy(header[24:], units)
		return bytes.Join([][]byte{mp4box("ftyp"), mp4box("moov", mp4box("mvhd", header)), mp4box("mdat", make([]byte, 16))}, nil)
	}
	ones := bytes.Repeat([]byte{0xff}, 8)
	for name, tc := range map[string]struct {
		file []byte
		want time.Duration
		fail bool
	}{
		"version 0":         {file: movie(12345 * time.Millisecond), want: 12345 * time.Millisecond},
		"version 1":         {file: late(3 * time.Second), want: 3 * time.Second},
		"fragmented":        {file: fragmented(), want: 8 * time.Second},
		"not known":         {file: wide(ones, []byte{0, 0, 0, 1})},
		"beyond all bounds": {file: wide([]byte{0xff}, []byte{0, 0, 0, 1}), want: 1<<63 - 1},
		"no timescale":      {file: wide(ones[:1], []byte{0, 0, 0, 0})},
		"moov without mvhd": {file: append(mp4box("ftyp"), mp4box("moov")...), fail: true},
		"no ftyp":           {file: mp4test.Movie{Brand: mp4test.None, Duration: time.Second}.Bytes(), want: time.Second},
		"cut off":           {file: movie(time.Second)[:2000], fail: true},
		"nothing":           {file: nil, fail: true},
		"box over the end":  {file: append(mp4box("ftyp"), 0, 0, 0, 99, 'm', 'o', 'o', 'v'), fail: true},
		"box of size 4":     {file: append(mp4box("ftyp"), 0, 0, 0, 4, 'm', 'o', 'o', 'v'), fail: true},
		"endless free":      {file: append(mp4box("ftyp"), bytes.Repeat(mp4box("free"), 5000)...), fail: true},
	} {
		got, err := sandbox.MovieDuration(bytes.NewReader(tc.file), int64(len(tc.file)))
		if got != tc.want || (err != nil) != tc.fail {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, tc.want)
		}
	}
}

func FuzzState(f *testing.F) {
	id := primary().SNUserID
	for _, lines := range []string{
		"", "{}\n", `{"reset":true,"seq":3}` + "\n", `{"settings":{"offsetMs":5,"next":[{"force":"STUCK"}]}}` + "\n{\"se",
		`{"containers":[{"id":"1","seq":1,"accountId":"` + id + `","createdAt":"2026-11-21T12:00:00.000Z","status":"FINISHED"}]}` + "\n",
		`{"media":[{"id":"2","seq":2,"accountId":"` + id + `","containerId":"1","mediaType":"IMAGE","publishedAt":"2026-11-21T12:00:00.000Z"}],` +
			`"publishCalls":[{"containerId":"1","outcome":"published"}]}` + "\n",
		`{"comments":[{"id":"3","seq":3,"mediaId":"2","accountId":"` + id + `","username":"a","text":"\ud83d","createdAt":"2026-11-21T12:00:00.000Z","isHidden":true,"unlisted":2}],"settings":{"hideComments":2}}` + "\n",
		`{"faults":[{"id":"f","match":{"path":"x"},"times":2}],"droppedFaults":["g"],"unexpected":[{"path":"/"}],"calls":[{"path":"/"}]}` + "\n",
		`{"natives":[{"username":"sandbox.native","login":"challenge_sms","code":"000000","trusted":["d"],"challenge":{"nonce":"n","device":"d","method":"sms","sent":true}}]}` + "\n",
		`{"pageItems":[{"id":"122000000000004","seq":4,"accountId":"` + partner().SNUserID + `","kind":"reel","state":"visible","postId":"5","createdAt":"2026-11-21T12:00:00.000Z","readyAt":"2026-11-21T12:00:00.000Z","shownAt":"2026-11-21T12:00:00.000Z"}]}` + "\n",
		`{"seq":3,"people":[{"id":"59","username":"ann"}],"nativeMedia":[{"id":"3600000000000000001","seq":1,"ownerId":"59","owner":"ann","takenAt":"2026-11-21T12:00:00.000Z","uploadId":"1","mentions":[{"userId":"1","username":"bob"}]}],` +
			`"direct":[{"seq":1,"username":"sandbox.native","mediaId":"3600000000000000001","variant":"xma","at":"2026-11-21T12:00:00.000Z"}],"nativeUploads":[{"id":"1","username":"sandbox.native","name":"n","photo":true}]}` + "\n",
		twice("x") + "\n",
		`{"late":[{"id":"late-AB","due":"2026-11-21T12:00:00.000Z","method":"POST","host":"graph-ig","path":"/x","params":{"a":"b"},"header":{"X":["y"]}},` +
			`{"id":"late-AC","due":"2026-11-21T12:00:00.000Z","spooled":true}],"droppedLate":["late-AC"]}` + "\n",
	} {
		f.Add(lines)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		c := clock.NewFake(start)
		ledger, rewritten, err := sandbox.LoadedState(strings.NewReader(sandbox.StateHeader+"\n"+lines), c)
		if err != nil {
			return
		}
		again, twiceRewritten, err := sandbox.LoadedState(strings.NewReader(rewritten), c)
		if err != nil || again != ledger || twiceRewritten != rewritten {
			t.Errorf("%q: rewritten %q, %v, then %q; ledger %s became %s", lines, rewritten, err, twiceRewritten, ledger, again)
		}
	})
}
