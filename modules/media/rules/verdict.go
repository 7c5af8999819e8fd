package rules

import "slices"

// Verdict says what a file can be published as, and why it cannot be published as anything else.
type Verdict struct {
	// Problems has an entry for each use that takes the kind of file. An empty entry means that the
	// file can be published so.
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

// IsValid reports whether the file can be published for at least one use.
func (v Verdict) IsValid() bool {
	for _, problems := range v.Problems {
		if len(problems) == 0 {
			return true
		}
	}
	return len(v.Problems) == 0
}

// Sentences returns why the file cannot be published at all: each problem once, with the uses that
// it rules out. It returns nothing for a valid file.
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

// NeedsConversion reports whether encoding the file again would make it fit for a use. It returns
// false when the file would stay unfit.
func (v Verdict) NeedsConversion() bool {
	for _, problems := range v.Problems {
		if slices.ContainsFunc(problems, Problem.Converts) && !slices.ContainsFunc(problems, Problem.stays) {
			return true
		}
	}
	return false
}
