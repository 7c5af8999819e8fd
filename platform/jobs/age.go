package jobs

import (
	"cmp"
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/wireid"
)

// Age returns how long ago the job was created, by what the machine counts since its start: setting
// the wall clock does not change it. It returns false when that cannot be told, because the machine
// was started again since.
func (j ScheduledJob) Age(now clock.Running) (age time.Duration, known bool) {
	age = now.Elapsed - time.Duration(j.CreatedElapsedMs)*time.Millisecond
	return age, j.CreatedBoot == boot(now) && age >= 0
}

// boot names the start of the machine since which a reading counts. Where the system has no name
// for it, only readings of one process can be compared, and the process gives it one.
func boot(r clock.Running) string { return cmp.Or(r.Boot, process()) }

var process = sync.OnceValue(func() string { return wireid.New().String() })
