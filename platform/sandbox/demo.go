package sandbox

import "crier/platform/sandbox/world"

// Account is a demo account as a person who connects it sees it.
type Account = world.Profile

// NativeUser is a demo user of the network's own app, whose login the native API takes.
type NativeUser = world.NativeProfile

// App is an app at the network, in whose name a person logs in.
type App = world.App

// ErrInUse says that another process works on the same state file.
var ErrInUse = world.ErrInUse

// DemoAccounts returns the two accounts of the first-run world, always the same: a primary BUSINESS one, then a partner
// CREATOR one with a Page.
func DemoAccounts() []Account { return world.DemoAccounts() }

// FurtherAccounts returns the accounts of the first-run world that nobody has connected: a professional and a personal one of
// the primary login, and two of one partner user, of which the second's Page is found by way of a business alone.
func FurtherAccounts() []Account { return world.FurtherAccounts() }

// DemoNativeUser returns the native user of the first-run world, always the same.
func DemoNativeUser() NativeUser { return world.DemoNativeUser() }

// DemoApp returns the one app that the sandbox knows, for both logins.
func DemoApp() App { return world.DemoApp() }
