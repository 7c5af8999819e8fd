package apperror_test

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crier/platform/apperror"
)

// contractOrder is the error table of contract 7: its codes and statuses.
const contractOrder = `
AUTH_REQUIRED 401 AUTH_INVALID_KEY 401 TOKEN_INVALID 401 TOKEN_EXPIRED 401 AUTH_FAILED 500 COOKIE_AUTH_REQUIRED 403
SETUP_LOCKED 403 VALIDATION_ERROR 400 MISSING_PARAM 400 INVALID_PARAM 400 INVALID_CODE 400 INVALID_STATUS 400
INVALID_SCHEDULE 400 INVALID_TAGS 400 INVALID_MENTIONS 400 INVALID_COLLABORATORS 400 INVALID_CROSS_POST 400
INVALID_MEDIA_TYPE 400 INVALID_CAROUSEL 400 INVALID_WORKER_KEY 400 NOT_FOUND 404 MEDIA_INVALID 400 NO_MEDIA_ID 400
UPLOAD_ERROR 400 PROCESSING_FAILED 500 VIDEO_PROCESSING_FAILED 500 RATE_LIMITED 429 LOGIN_RATE_LIMITED 429
STORIES_CANNOT_DELETE 400 PRIVATE_API_REQUIRED 400 LOGIN_FAILED 400 TWO_FACTOR_REQUIRED 400 NO_ACTIVE_SESSION 400
MISSING_ACCOUNT_ID 400 CREDENTIALS_NOT_CONFIGURED 400 ALREADY_REPOSTED 400 REPOST_IN_PROGRESS 409 INVALID_STATE 400
REPOST_FAILED 500 CLOUD_NOT_CONFIGURED 400 NOT_CONFIGURED 400 BUCKET_NOT_CONFIGURED 400 TOKEN_REQUIRED 400
WORKER_UNREACHABLE 502 SYNC_FAILED 500 ENCRYPTION_KEY_MISMATCH 400 WORKER_DEPLOY_FAILED 500 CLOUD_ERROR 500
UNKNOWN_ERROR 500 INTERNAL_ERROR 500`

func TestCatalog_IsTheContracts(t *testing.T) {
	t.Parallel()
	var got []string
	for _, d := range apperror.Catalog() {
		got = append(got, string(d.Code), strconv.Itoa(d.Status))
		if d.Code.Status() != d.Status {
			t.Errorf("%s has the status %d and the status %d", d.Code, d.Status, d.Code.Status())
		}
	}
	if want := strings.Fields(contractOrder); len(want) != 2*50 || !slices.Equal(got, want) {
		t.Errorf("the catalogue is\n%v, want\n%v", got, want)
	}
}

// oneSentence has its capital, its full stop, and no other sentence behind it.
var oneSentence = regexp.MustCompile(`^[A-Z][^\n]{10,200}[^.]\.$`)

func TestCatalog_IsFilled(t *testing.T) {
	t.Parallel()
	fixers := []apperror.Fixer{apperror.ClientAuthor, apperror.MachineUser, apperror.Waiting, apperror.Developers}
	for _, d := range apperror.Catalog() {
		for what, text := range map[string]string{"cause": d.Cause, "fix": d.Fix, "reason for being out of reach": d.Unreachable} {
			if text == "" && what[0] == 'r' {
				continue
			}
			if !oneSentence.MatchString(text) || strings.Contains(text, ". ") {
				t.Errorf("%s: the %s is no single sentence: %q", d.Code, what, text)
			}
		}
		if len(d.Example) < 10 || strings.Contains(d.Example, "%") {
			t.Errorf("%s: %q is no message", d.Code, d.Example)
		}
		if !slices.Contains(fixers, d.Fixer) {
			t.Errorf("%s: nobody can fix it: %q", d.Code, d.Fixer)
		}
		if d.OnPosts && d.Unreachable != "" {
			t.Errorf("%s is out of reach and on posts", d.Code)
		}
	}
}

// TestCatalog_ASessionComesFirst: what stories with mentions need can be a session that is signed
// in elsewhere, which the network refuses less than a password. Nobody is told to weaken the
// account.
func TestCatalog_ASessionComesFirst(t *testing.T) {
	t.Parallel()
	of := []apperror.Code{
		apperror.PrivateAPIRequired, apperror.CredentialsNotConfigured, apperror.LoginFailed, apperror.TwoFactorRequired,
	}
	for _, d := range apperror.Catalog() {
		if !slices.Contains(of, d.Code) {
			continue
		}
		for _, text := range []string{d.Fix, d.Example} {
			session := strings.Index(text, "crier accounts session")
			for _, other := range []string{"save ", "POST /settings", "try again", "storyMentions, or turn"} {
				if at := strings.Index(text, other); session < 0 || at >= 0 && at < session {
					t.Errorf("%s: a session does not come before %q: %s", d.Code, other, text)
				}
			}
			if strings.Contains(text, "without two-factor") || strings.Contains(text, "turn it off") {
				t.Errorf("%s has the account weakened: %s", d.Code, text)
			}
		}
	}
}

func TestCatalog_OutOfReach(t *testing.T) {
	t.Parallel()
	var got []string
	for _, d := range apperror.Catalog() {
		if d.Unreachable != "" {
			got = append(got, string(d.Code))
		}
	}
	want := strings.Fields(`AUTH_FAILED SETUP_LOCKED INVALID_WORKER_KEY ALREADY_REPOSTED REPOST_IN_PROGRESS INVALID_STATE
		REPOST_FAILED NOT_CONFIGURED TOKEN_REQUIRED SYNC_FAILED WORKER_DEPLOY_FAILED`)
	if !slices.Equal(got, want) {
		t.Errorf("out of reach are\n%v, want\n%v", got, want)
	}
}

func TestCodeOf(t *testing.T) {
	t.Parallel()
	wrapped := fmt.Errorf("outer: %w", apperror.Wrap(apperror.NotFound, io.EOF, "no post %d", 7))
	for _, c := range []struct {
		err  error
		want apperror.Code
	}{
		{nil, ""},
		{io.EOF, apperror.InternalError},
		{apperror.New(apperror.InvalidTags, "x"), apperror.InvalidTags},
		{wrapped, apperror.NotFound},
	} {
		if got := apperror.CodeOf(c.err); got != c.want {
			t.Errorf("%v: got %q, want %q", c.err, got, c.want)
		}
	}
	if !errors.Is(wrapped, io.EOF) || apperror.From(wrapped).Message != "no post 7" {
		t.Errorf("the cause or the message is lost: %v", wrapped)
	}
	if got := apperror.Code("NOPE").Status(); got != 500 {
		t.Errorf("an unknown code has status %d", got)
	}
}

// TestError_SaysOnce: the log has no reason twice, when the message is made of the cause.
func TestError_SaysOnce(t *testing.T) {
	t.Parallel()
	const reason = "the token is expired"
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"no cause":          {apperror.New(apperror.CloudError, reason), "CLOUD_ERROR: the token is expired"},
		"another cause":     {apperror.Wrap(apperror.CloudError, io.EOF, reason), "CLOUD_ERROR: the token is expired: EOF"},
		"the same":          {apperror.Wrap(apperror.CloudError, errors.New(reason), reason), "CLOUD_ERROR: the token is expired"},
		"the same, coded":   {apperror.Wrap(apperror.CloudError, apperror.New(apperror.CloudError, reason), reason), "CLOUD_ERROR: the token is expired"},
		"a code of its own": {apperror.Wrap(apperror.CloudError, apperror.New(apperror.TokenExpired, reason), reason), "CLOUD_ERROR: TOKEN_EXPIRED: the token is expired"},
		"a longer cause":    {apperror.Wrap(apperror.CloudError, errors.New("cloud worker: sync: "+reason), reason), "CLOUD_ERROR: cloud worker: sync: the token is expired"},
		"a longer message":  {apperror.Wrap(apperror.CloudError, errors.New(reason), "no rule could be set: "+reason), "CLOUD_ERROR: no rule could be set: the token is expired"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestSentence: a message becomes a sentence, and the name of an account stays as it is.
func TestSentence(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"": "", "it ended": "It ended.", " It ended.\n": "It ended.", "crier.demo is away": "crier.demo is away.", "a_b: it ended": "a_b: it ended.", "away. It ended": "Away. It ended.",
		"über alles": "Über alles.", "it ends…": "It ends…", "does it end?": "Does it end?",
	} {
		if got := apperror.Sentence(message); got != want {
			t.Errorf("%q becomes %q, not %q", message, got, want)
		}
	}
}
