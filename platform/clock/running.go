package clock

import "time"

// began is when this process began, by the clock that nobody can set.
var began = time.Now()
