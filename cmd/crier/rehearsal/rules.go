package rehearsal

import "time"

const (
	// quick is how long a service lives at least that has not died quickly.
	quick = 5 * time.Second
	// mostQuick is how many quick deaths in a row are one too many.
	mostQuick = 5
	// firstPause is before the start that follows a death; each quick death in a row doubles it.
	firstPause = time.Second
)

// ending is how a start of the service ended.
type ending struct {
	// code is the exit code; 128 and the number of the signal when one ended it.
	code   int
	killed bool
	lived  time.Duration
}

// rules decide whether the service is started again.
type rules struct{ starts, quickDeaths int }

// after reports whether the service is started again, and after which pause. It is not when it
// ended in order, when it never came up, which another start would not change, and when it dies
// quickly again and again.
func (r *rules) after(e ending) (pause time.Duration, again bool) {
	r.starts++
	if e.code == 0 || r.starts == 1 && !e.killed && e.lived < quick {
		return 0, false
	}
	if e.lived >= quick {
		r.quickDeaths = 0
		return firstPause, true
	}
	r.quickDeaths++
	return firstPause << (r.quickDeaths - 1), r.quickDeaths < mostQuick
}
