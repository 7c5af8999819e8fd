package native

// CheckPublic is what a media host's address must pass.
var CheckPublic = checkPublic
