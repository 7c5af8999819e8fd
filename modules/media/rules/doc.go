// Package rules holds what the network takes of pictures and videos, as data, and holds a file
// against it (contract 2, MediaFile.isValid and validationErrors; contract 7, MEDIA_INVALID).
//
// The figures are those of the network's own reference page of the publishing call, version 25 of
// its API, and where that is silent those of its published guides; each limit names its source. A
// figure that a file does not say (0, or an empty text) breaks no rule, but for its length and its
// size: the network has the last word.
package rules
