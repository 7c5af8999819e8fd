package main

import (
	"os"
	"strings"
	"time"
)

// localZone returns the name of this machine's time zone, or UTC when it has no common name.
func localZone() string {
	if name := strings.TrimPrefix(os.Getenv("TZ"), ":"); name != "" {
		if _, err := time.LoadLocation(name); err == nil && name != "Local" {
			return name
		}
	}
	// The usual places of a system that keeps its zone as a link or as a name.
	const zones = "/zoneinfo/"
	if target, err := os.Readlink("/etc/localtime"); err == nil {
		if _, name, found := strings.Cut(target, zones); found {
			if _, err := time.LoadLocation(name); err == nil {
				return name
			}
		}
	}
	if text, err := os.ReadFile("/etc/timezone"); err == nil && len(text) < 64 {
		if name := strings.TrimSpace(string(text)); name != "" {
			if _, err := time.LoadLocation(name); err == nil {
				return name
			}
		}
	}
	return time.UTC.String()
}
