// Package edges is the table of what the network's publishing API takes: for each call its
// parameters, and for each type of node its fields, each row with the source that says so and the
// day on which that was read.
//
// The rows are kept in our own words, and by other evidence than the client that is held against
// them: the network's specifications and SDKs, its reference pages, and what others have seen it
// answer. The sandbox refuses what stands on no row, and the end-to-end tests walk the sandbox's
// log by it. A new field or parameter therefore begins with a source here.
//
// A field belongs to a type of node, or to one edge alone: of a Page, the tasks are told by the
// list of a user's Pages and nowhere else.
package edges
