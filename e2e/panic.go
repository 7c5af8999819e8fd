package e2e

import "strings"

// panicIn returns the line of a log that says that the program, or a handler of it that it went on
// without, has panicked. It is empty when no line does.
func panicIn(log string) string {
	for line := range strings.Lines(log) {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") || strings.Contains(line, "a handler panicked") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
