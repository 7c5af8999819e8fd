package loopback

import (
	"slices"
	"strconv"
	"strings"
)

const maxPort = 65535

// SplitHost returns the name, in lower case, and the port of a Host header; the port is 0 when the header has none. It
// reports false for a port that is not a plain decimal number, such as that of 127.0.0.1:7171.evil.example. An IPv6
// address keeps its brackets.
func SplitHost(host string) (name string, port int, ok bool) {
	name = strings.ToLower(host)
	if strings.HasSuffix(name, "]") {
		return name, 0, true
	}
	i := strings.LastIndexByte(name, ':')
	if i < 0 {
		return name, 0, true
	}
	text := name[i+1:]
	port, err := strconv.Atoi(text)
	return name[:i], port, err == nil && port > 0 && port <= maxPort && strconv.Itoa(port) == text
}

// IsName reports whether the name of a Host header, as SplitHost returns it, is one of the loopback interface.
func IsName(name string) bool {
	return slices.Contains([]string{ipv4, "localhost", "[" + ipv6 + "]"}, name)
}
