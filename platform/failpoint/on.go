//go:build killpoints

package failpoint

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
)

// reached counts how often the point of CRIER_KILL_AT was reached. It belongs to the process, as
// its end does.
var reached atomic.Int64

// Reach ends the process when name is the point of CRIER_KILL_AT and has been reached as often as
// that says.
func Reach(name string) {
	point, times, ok := strings.Cut(os.Getenv("CRIER_KILL_AT"), ":")
	if point != name {
		return
	}
	n := int64(1)
	if ok {
		var err error
		if n, err = strconv.ParseInt(times, 10, 64); err != nil {
			panic("CRIER_KILL_AT: " + err.Error())
		}
	}
	if reached.Add(1) != n {
		return
	}
	fmt.Fprintf(os.Stderr, "killpoint: %s\n", name)
	die()
}
