package secrets

import "regexp"

// longHex is what random keys are written as. No id that people deal with is as long.
var longHex = regexp.MustCompile(`[0-9A-Fa-f]{40,}`)

// HideKeys returns s, such as a path or what somebody else says, without the random keys in it, as those are under which files
// are public for a while: 40 hexadecimal digits and more.
func HideKeys(s string) string { return longHex.ReplaceAllString(s, "[hidden]") }
