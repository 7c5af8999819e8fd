//go:build !linux && !darwin && !windows

package main

import "os"

// hideTyping knows no terminals here.
func hideTyping(*os.File) (show func(), isTerminal bool) { return nil, false }
