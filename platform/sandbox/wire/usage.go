package wire

import (
	"fmt"
	"unicode/utf16"
)

// A call that is refused for its rate says that the allowance is used up, and for how many minutes.
const (
	usedUp       = 100
	regainWithin = 5
)

// usage is the share of the app's allowance that is used, in percent.
type usage struct{ CallCount, TotalTime, TotalCPUTime int }

// String returns the value of X-App-Usage.
func (u usage) String() string {
	return fmt.Sprintf(`{"call_count":%d,"total_time":%d,"total_cputime":%d}`, u.CallCount, u.TotalTime, u.TotalCPUTime)
}

func businessUsage(id string, percent, minutes int) string {
	return fmt.Sprintf(`{"%s":[{"type":"instagram","call_count":%d,"total_cputime":1,"total_time":1,"estimated_time_to_regain_access":%d}]}`,
		id, percent, minutes)
}

// usage returns what the usage headers say beside the error: the app's percentage, the account's, and the minutes
// until the account may go on.
func (e *Error) usage() (app, business, minutes int) {
	switch e.Code {
	case codeAppLimit, codeUserLimit, codePageLimit, CodeCustomLimit:
		if e.Subcode == 0 {
			return usedUp, 1, 0
		}
	case codePagesLimit, codeAccountLimit:
		return 1, usedUp, regainWithin
	}
	return 1, 1, 0
}

func appendEscaped(out []byte, r rune) []byte {
	const surrogates = 0x10000
	if r < surrogates {
		return fmt.Appendf(out, `\u%04x`, r)
	}
	high, low := utf16.EncodeRune(r)
	return fmt.Appendf(out, `\u%04x\u%04x`, high, low)
}
