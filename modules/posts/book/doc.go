// Package book has the names that complete while somebody writes a post: the people, hashtags and
// places of what was posted, and the texts that are kept to be inserted.
//
// People, hashtags and places are read from the posts at each request, so that they cannot drift
// from them; BenchmarkLearned says how long 10,000 posts take. Drafts teach nothing, because a name
// in one may be half written. Only what no post says has tables of its own: the kept texts, 200 at
// most, and the names that somebody gave to places, 1,000 at most. All of it is on the internal
// surface: v1 has no book.
package book
