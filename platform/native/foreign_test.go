package native_test

import (
	"errors"
	"net/http"
	"testing"

	"crier/platform/httpclient"
	"crier/platform/native"
)

// TestFound_ForeignAnswers: what stands between this machine and the network is no answer of its,
// changes nothing of the session, and tells no time.
func TestFound_ForeignAnswers(t *testing.T) {
	t.Parallel()
	for status, body := range map[int]string{
		http.StatusOK: `<html>Hotel WiFi</html>`, http.StatusFound: ``, http.StatusForbidden: `<html>Blocked</html>`,
		http.StatusProxyAuthRequired: `{"status":"fail","message":"login_required"}`, http.StatusServiceUnavailable: `<html>`, http.StatusNetworkAuthenticationRequired: ``,
	} {
		told := false
		ctx := native.WithObserver(t.Context(), func(native.Dated) { told = true })
		c := always(status, body, "Date", "Thu, 01 Jan 1970 00:00:00 GMT", "Ig-Set-Authorization", "Bearer IGT:2:stolen", "Set-Cookie", "sessionid=portal")
		a, contact, err := login(t, always(http.StatusOK, `{"logged_in_user":{"pk":1},"status":"ok"}`, signedInHeader, session))
		s := a.Session()
		before, unsealed := s.Export()
		if err = errors.Join(err, unsealed); err != nil || contact != nil {
			t.Fatal(err)
		}
		_, err = c.OwnStories(ctx, &s)
		e, ok := errors.AsType[*native.Error](err)
		if !ok || e.Class != native.Transport || !errors.Is(err, httpclient.ErrForeign) || e.Class.Stops() {
			t.Errorf("%d: %v", status, err)
		}
		if after, _ := s.Export(); told || after != before {
			t.Errorf("%d: the time was told: %t; the session has changed: %t", status, told, after != before)
		}
	}
}
