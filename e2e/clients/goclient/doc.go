// Package goclient is the client that oapi-codegen makes of the OpenAPI document, as anybody would
// make it. The package clients tests it; nothing else uses it.
package goclient
