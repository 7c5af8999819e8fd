package e2e_test

import "crier/e2e"

// Short names of what the tests of this package use in every other line.
const demoAccount = e2e.DemoAccount

var (
	picture  = e2e.Picture
	text     = e2e.Text
	describe = e2e.Describe
)
