package world

import (
	"strings"
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

const (
	maxLoggedValue = 4096
	redacted       = "[redacted]"
)

// NewLoggedCall returns the call as the log shows it, with what became of it.
func NewLoggedCall(c *wire.Call, at time.Time, ans wire.Answer, faultID string) *LoggedCall {
	l := &LoggedCall{
		At: wiretime.Of(at), Method: c.Method, Host: c.Host, Path: clip(c.Path), Params: map[string]string{},
		TokenIn: c.TokenIn, FaultID: faultID,
	}
	for name, value := range c.Params {
		if isSecret(name) {
			value = redacted
		}
		l.Params[clip(name)] = clip(value)
	}
	if ans.Cut {
		return l
	}
	l.Status = ans.Status
	if ans.Err != nil {
		l.Code, l.Subcode = ans.Err.Code, ans.Err.Subcode
	}
	return l
}

// isSecret tells the parameters whose values no log shows.
func isSecret(name string) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"token", "secret", "password", "signature"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return name == "code" || name == "security_code" || name == "signed_body"
}

// clip shortens what a log keeps of a value.
func clip(s string) string {
	if len(s) <= maxLoggedValue {
		return s
	}
	return strings.ToValidUTF8(s[:maxLoggedValue], "") + "..."
}
