// Package plan holds what crier plan foretells of posts against what then happens to them.
package plan
