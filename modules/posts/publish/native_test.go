package publish

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/native"
)

func TestJudge_TheAppAPI(t *testing.T) {
	t.Parallel()
	for class, want := range map[native.Class]judged{
		native.Transport:         {again, apperror.UnknownError},
		native.NotReady:          {again, apperror.VideoProcessingFailed},
		native.RateLimited:       {giveUp, apperror.RateLimited},
		native.ActionBlocked:     {giveUp, apperror.LoginFailed},
		native.TwoFactor:         {giveUp, apperror.TwoFactorRequired},
		native.ChallengeRequired: {giveUp, apperror.LoginFailed},
		native.Manual:            {giveUp, apperror.LoginFailed},
		native.LoggedOut:         {giveUp, apperror.LoginFailed},
		native.BadCredentials:    {giveUp, apperror.LoginFailed},
		native.WrongCode:         {giveUp, apperror.LoginFailed},
		native.AppTooOld:         {giveUp, apperror.LoginFailed},
		native.NotFound:          {giveUp, apperror.UnknownError},
		native.Refused:           {giveUp, apperror.UnknownError},
	} {
		err := &native.Error{Op: native.OpConfigure, Class: class, Message: "words of the network"}
		if v := judge(fmt.Errorf("x: %w", err), 0); v.remedy != want.remedy || v.code != want.code || v.message == "" {
			t.Errorf("%s: %+v", class, v)
		}
		if class.Stops() != (want.remedy == giveUp && want.code != apperror.UnknownError && class != native.WrongCode) {
			t.Errorf("%s stops: %t", class, class.Stops())
		}
	}
	refused := &native.Error{Op: native.OpUpload, Class: native.Refused, Message: "no JPEG"}
	if v := judge(refused, 0); v.code != apperror.MediaInvalid || !strings.Contains(v.message, "no JPEG") {
		t.Errorf("a refused upload: %+v", v)
	}
	silent := &native.Error{Op: native.OpConfigure, Class: native.Refused, HTTPStatus: http.StatusForbidden}
	if v := judge(silent, 0); !strings.HasSuffix(v.message, "refused: HTTP 403 without a reason") {
		t.Errorf("a refusal without a word: %+v", v)
	}
}

// TestJudge_TheSession: what the account's session says of itself goes before, but for the network's silence.
func TestJudge_TheSession(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want judged
	}{
		"no credentials": {apperror.New(apperror.CredentialsNotConfigured, "none"), judged{giveUp, apperror.PrivateAPIRequired}},
		"two factor":     {apperror.Wrap(apperror.TwoFactorRequired, &native.Error{Class: native.TwoFactor}, "x"), judged{giveUp, apperror.TwoFactorRequired}},
		"own brake":      {apperror.New(apperror.LoginRateLimited, "wait"), judged{giveUp, apperror.LoginRateLimited}},
		"no answer":      {apperror.Wrap(apperror.LoginFailed, &native.Error{Class: native.Transport, Message: "cut"}, "x"), judged{again, apperror.UnknownError}},
		"both, joined":   {errors.Join(apperror.Wrap(apperror.LoginFailed, &native.Error{Class: native.Manual}, "confirm it"), errors.New("x")), judged{giveUp, apperror.LoginFailed}},
	} {
		if v := judge(c.err, 0); v.remedy != c.want.remedy || v.code != c.want.code || v.deadToken {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestLabels_LieWithinThePicture(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("w", 30)
	for _, at := range []*float64{nil, new(0.0), new(1.0), new(0.3)} {
		for _, name := range []string{"a", "@Ann", long} {
			label := labels([]posts.StoryMention{{Username: name, X: at, Y: at}})[0]
			if label.X <= 0 || label.X >= 1 || label.Y <= 0 || label.Y >= 1 || !strings.HasPrefix(label.Text, "@") || label.Text != strings.ToLower(label.Text) {
				t.Errorf("%s at %v: %+v", name, at, label)
			}
		}
	}
	if l := labels([]posts.StoryMention{{Username: long, X: new(0.1)}})[0]; l.X != 0.5 || l.Y != 0.5 {
		t.Errorf("a long name: %+v", l)
	}
	if l := labels([]posts.StoryMention{{Username: "ann", X: new(0.3), Y: new(0.7)}})[0]; l.X != 0.3 || l.Y != 0.7 {
		t.Errorf("a short name: %+v", l)
	}
}

// TestFreeUploadID: no two stories have the same, those too that were deleted.
func TestFreeUploadID(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first := native.NewUploadID(start)
	for range 2 {
		id, err := freeUploadID(t.Context(), b.db, start)
		if err != nil {
			t.Fatal(err)
		}
		post := b.insert(t, posts.Post{Status: posts.Failed, MediaType: posts.Stories, SNContainerID: &id})
		if id == first {
			if err := posts.Archive(t.Context(), b.db, b.queue, post.ID, *at(start)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if id, err := freeUploadID(t.Context(), b.db, start); err != nil || id != native.NewUploadID(start.Add(2*time.Millisecond)) {
		t.Errorf("the third is %s, %v", id, err)
	}
}
