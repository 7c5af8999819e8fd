package describe

import (
	"embed"
	"fmt"
)

//go:embed scripts
var scripts embed.FS

// Shells are those that there is a script for.
var Shells = []string{"bash", "zsh", "fish", "powershell"}

// Script returns what has a shell ask the program crier what may come next.
func Script(shell string) (string, error) {
	b, err := scripts.ReadFile("scripts/crier." + shell)
	if err != nil {
		return "", fmt.Errorf("there is no completion for %s", shell)
	}
	return string(b), nil
}
