package badday

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

// service arms faults in the sandbox and reads its ledger.
type service struct {
	db       *database.DB
	network  config.Network
	accounts *auth.Service
	posts    *posts.History
	deleter  *posts.Deleter
	media    *media.Service
	control  *control
	// isRehearsal says that the service may be killed.
	isRehearsal bool

	// arming lets one fault be armed at a time: it takes several calls.
	arming sync.Mutex
	// armed is what was armed last by this process; nil for nothing.
	armed atomic.Pointer[Armed]
}

// deps are what a service works with.
type deps struct {
	DB       *database.DB
	Network  config.Network
	Accounts *auth.Service
	Posts    *posts.History
	Deleter  *posts.Deleter
	Media    *media.Service
	// Sandbox returns the address of the sandbox.
	Sandbox func() string
	// IsRehearsal says that the service may be killed, and is started again then.
	IsRehearsal bool
}

func newService(d deps) *service {
	return &service{
		db: d.DB, network: d.Network, accounts: d.Accounts, posts: d.Posts, deleter: d.Deleter, media: d.Media, isRehearsal: d.IsRehearsal,
		control: &control{url: d.Sandbox, http: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}},
	}
}

type (
	armInput struct {
		Body struct {
			Fault     Fault      `json:"fault" enum:"lostAnswer,slowContainer,cap,deadToken,processKilled,none" doc:"How the sandbox is to fail; none has it work again." example:"lostAnswer"`
			AccountID *wireid.ID `json:"accountId,omitempty" doc:"The account whose publications fail; not needed for none." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
		}
	}
	// Armed is the answer of POST /sandbox/faults.
	Armed struct {
		Fault     Fault      `json:"fault"     enum:"lostAnswer,slowContainer,cap,deadToken,processKilled,none" doc:"How the sandbox fails now." example:"lostAnswer"`
		AccountID *wireid.ID `json:"accountId" doc:"The account whose publications fail." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
		Says      string     `json:"says"      doc:"What happens from now on, for people." example:"The next publish call of the account takes effect, and its connection is cut before the answer."`
	}
	seenInput struct {
		PostID wireid.ID `query:"postId" required:"true" doc:"The post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	}
)

const tag = "Sandbox"

// The interface gives these names to what its demo makes, in app/src/pages/demo and
// app/src/pages/welcome/sample.ts.
const (
	demoCaption = "Friday country loaf, out of the oven at "
	demoFile    = "friday-country-loaf.jpg"
)

// Removed is the answer of DELETE /sandbox/demo.
type Removed struct {
	Posts int `json:"posts" doc:"How many posts were removed." example:"2"`
	Left  int `json:"left"  doc:"How many posts stay, because they are on their way." example:"0"`
}

func (s *service) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "armSandboxFault", Method: http.MethodPost, Path: "/sandbox/faults", Tags: []string{tag},
		Summary: "Have the sandbox fail",
		Description: "Has the sandbox fail as somebody wants to see it: a publish call whose answer is lost, slow processing, a cap that is used up, a token that is not taken, or the death of Crier at the worst moment, in a rehearsal alone. " +
			"It takes back what was armed before, also by other ways. A lost answer and a death come once; the others stay until none is armed. In live mode it is NOT_FOUND.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound)),
	}, s.arm)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getSandboxFault", Method: http.MethodGet, Path: "/sandbox/faults", Tags: []string{tag},
		Summary: "How does the sandbox fail now?",
		Description: "The fault that was armed here and stays until none is: slow processing, a used-up cap, a dead token. What comes once is not told, nor what an earlier run of the service had armed. " +
			"In live mode it is NOT_FOUND.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.NotFound),
	}, s.getArmed)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getSandboxLedger", Method: http.MethodGet, Path: "/sandbox/ledger", Tags: []string{tag},
		Summary:     "How often did the sandbox see a post?",
		Description: "The calls that asked the sandbox to publish the post, and what became visible of it: one of each on a good day and on a bad one. In live mode it is NOT_FOUND.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.NotFound),
	}, s.getSeen)
	httpapi.Register(surface, huma.Operation{
		OperationID: "removeSandboxDemo", Method: http.MethodDelete, Path: "/sandbox/demo", Tags: []string{tag},
		Summary: "Remove what the demo made",
		Description: "Takes the posts of the bad-day demo out of the history, and its pictures out of the library where no other post has them. A post that is being published stays. " +
			"In live mode it is NOT_FOUND.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound)),
	}, s.removeDemo)
}

func (s *service) arm(ctx context.Context, in *armInput) (*httpapi.Output[Armed], error) {
	if err := s.inSandbox(); err != nil {
		return nil, err
	}
	var account auth.SocialAccount
	switch id := in.Body.AccountID; {
	case id != nil:
		var err error
		if account, err = s.accounts.Account(ctx, s.db, *id); err != nil {
			return nil, err
		}
	case in.Body.Fault != None:
		return nil, apperror.New(apperror.ValidationError, "body.accountId: say whose publications are to fail")
	}
	if in.Body.Fault == ProcessKilled && !s.isRehearsal {
		return nil, apperror.New(apperror.ValidationError, "body.fault: Crier can be killed in a rehearsal only, which starts it again; stop it, and start it so (crier serve --rehearsal)")
	}
	all, err := s.accounts.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	s.arming.Lock()
	defer s.arming.Unlock()
	if err := s.control.arm(ctx, in.Body.Fault, account, all); err != nil {
		return nil, err
	}
	armed := Armed{in.Body.Fault, in.Body.AccountID, in.Body.Fault.says()}
	s.armed.Store(&armed)
	return httpapi.Answer(armed, nil)
}

// The answer omits a fault that comes once, because nobody reports whether it has come.
func (s *service) getArmed(context.Context, *struct{}) (*httpapi.Output[Armed], error) {
	if armed := s.armed.Load(); armed != nil && armed.Fault.lasts() {
		return httpapi.Answer(*armed, s.inSandbox())
	}
	return httpapi.Answer(Armed{Fault: None, Says: None.says()}, s.inSandbox())
}

func (s *service) getSeen(ctx context.Context, in *seenInput) (*httpapi.Output[Seen], error) {
	return httpapi.Answer(s.find(ctx, in.PostID))
}

func (s *service) inSandbox() error {
	if s.network == config.Sandbox {
		return nil
	}
	return apperror.New(apperror.NotFound, "there is no sandbox in live mode: the real network fails by itself")
}

// find returns what the sandbox saw of a post, or NOT_FOUND.
func (s *service) find(ctx context.Context, post wireid.ID) (Seen, error) {
	if err := s.inSandbox(); err != nil {
		return Seen{}, err
	}
	if _, err := s.posts.Post(ctx, post); err != nil {
		return Seen{}, err
	}
	attempts, err := attempt.OfPost(ctx, s.db, post)
	if err != nil {
		return Seen{}, fmt.Errorf("read the attempts of a post: %w", err)
	}
	return s.control.seen(ctx, attempts)
}

func (s *service) removeDemo(ctx context.Context, _ *struct{}) (*httpapi.Output[Removed], error) {
	if err := s.inSandbox(); err != nil {
		return nil, err
	}
	ids, err := posts.Beginning(ctx, s.db, demoCaption)
	if err != nil {
		return nil, fmt.Errorf("look for the posts of the demo: %w", err)
	}
	var removed Removed
	for _, id := range ids {
		switch err := s.deleter.Delete(ctx, id); apperror.CodeOf(err) {
		case "":
			removed.Posts++
		case apperror.InvalidStatus:
			removed.Left++
		case apperror.NotFound: // Somebody else has deleted it meanwhile.
		default:
			return nil, err
		}
	}
	files, err := posts.UnusedFiles(ctx, s.db, demoFile)
	if err != nil {
		return nil, fmt.Errorf("look for the pictures of the demo: %w", err)
	}
	for _, id := range files {
		if err := s.media.Delete(ctx, id); err != nil && apperror.CodeOf(err) != apperror.NotFound {
			return nil, err
		}
	}
	return httpapi.Answer(removed, nil)
}
