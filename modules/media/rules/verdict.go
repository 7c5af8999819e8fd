package rules

import "slices"

// Verdict is what a file can be published as, and what stands in the way of the rest.
type Verdict struct {
	// Problems has an entry for each use that the file is of the right kind for; an empty one means
	// that it can be published so.
	Problems map[Use][]Problem
}

// Weigh judges a file for every use that takes its kind.
func Weigh(f File) Verdict {
	v := Verdict{Problems: map[Use][]Problem{}}
	for _, u := range Uses() {
		problems := Judge(f, u)
		if len(problems) == 1 && problems[0].Rule == Kind {
			continue
		}
		v.Problems[u] = problems
	}
	return v
}

// IsValid reports whether there is a use that nothing stands in the way of.
func (v Verdict) IsValid() bool {
	for _, problems := range v.Problems {
		if len(problems) == 0 {
			return true
		}
	}
	return len(v.Problems) == 0
}

// Sentences returns why the file cannot be published at all: each problem once, with the uses that
// it stands in the way of. There are none for a valid file.
func (v Verdict) Sentences() []string {
	if v.IsValid() {
		return nil
	}
	var order []Problem
	uses := map[Problem][]Use{}
	for _, u := range Uses() {
		for _, p := range v.Problems[u] {
			if uses[p] == nil {
				order = append(order, p)
			}
			uses[p] = append(uses[p], u)
		}
	}
	sentences := make([]string, len(order))
	for i, p := range order {
		sentences[i] = p.Sentence(uses[p]...)
	}
	return sentences
}

// NeedsConversion reports whether encoding the file again is what stands between it and a use. It
// is not where the file stays unfit all the same.
func (v Verdict) NeedsConversion() bool {
	for _, problems := range v.Problems {
		if slices.ContainsFunc(problems, Problem.Converts) && !slices.ContainsFunc(problems, Problem.stays) {
			return true
		}
	}
	return false
}
