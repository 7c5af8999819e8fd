// Package config is every setting of the service, its default, its environment variable and its
// help text, in one struct that the command line fills and the README's table is made from.
package config
