package apperror

// Definition is what the catalogue says of a code.
type Definition struct {
	Code Code
	// Status is the HTTP status that goes with the code, always the same one.
	Status int
	// Cause says when the code is given, Fix what to do about it; each is a sentence in plain words.
	Cause, Fix string
	// Retryable says whether the same request may succeed later without a change.
	Retryable bool
	// Fixer is who can put it right.
	Fixer Fixer
	// OnPosts says whether the errorCode of a post can be the code.
	OnPosts bool
	// Example is a message that comes with the code. Messages are for people and may change.
	Example string
	// Unreachable is a sentence that says why neither a request of v1 nor a post shows the code in this version. It is
	// empty for a code that one of them can show.
	Unreachable string
}

// Fixer says in words who can put an error right.
type Fixer string

// The fixers.
const (
	ClientAuthor Fixer = "the client's author"
	MachineUser  Fixer = "the user at this machine"
	Waiting      Fixer = "time: wait, then try again"
	Developers   Fixer = "Crier's developers"
)

// Definition returns what the catalogue says of the code, and false for a code that the contract does not have.
func (c Code) Definition() (Definition, bool) {
	for i := range catalog {
		if catalog[i].Code == c {
			return catalog[i], true
		}
	}
	return Definition{}, false
}

// Catalog returns the 50 codes of contract 7 in its order.
func Catalog() []Definition { return append([]Definition(nil), catalog[:]...) }
