package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/httpapi"
	"crier/platform/sandbox/edges"
	"crier/platform/secrets"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

// Verdict says what an answer of the network means for Crier's tables.
type Verdict string

const (
	// Confirms: the answer is the expected one.
	Confirms Verdict = "confirms"
	// Contradicts: no known answer fits, so that a table of Crier is wrong or lacks a row.
	Contradicts Verdict = "contradicts"
	// Refused: the network refused, for a reason that is known.
	Refused Verdict = "refused"
	// Unreached: no answer came.
	Unreached Verdict = "unreached"
)

// WalkStep is one call of a walk with its result. It contains no secret.
type WalkStep struct {
	Name     string  `json:"name" doc:"What was asked for." example:"publishing limit"`
	Expected string  `json:"expected" doc:"What was expected." example:"HTTP 200 in the known form"`
	Came     string  `json:"came" doc:"What came." example:"HTTP 200, 2 of 50 used"`
	Row      string  `json:"row" doc:"The row of Crier's tables that the answer is held against." example:"GET /{ig-user}/content_publishing_limit (Meta's reference, 2026-11-22)"`
	Verdict  Verdict `json:"verdict" enum:"confirms,contradicts,refused,unreached" doc:"What the answer means for that row." example:"confirms"`
}

// AccountWalk is the answer of POST /api/accounts/{id}/walk.
type AccountWalk struct {
	Steps []WalkStep `json:"steps" doc:"Each call that was made, in order."`
}

// walker makes all the calls that only read of an account, and compares each answer with what is
// known of the network. It changes nothing.
type walker struct {
	accounts *Service
	client   *graph.Client
}

func newWalker(accounts *Service, client *graph.Client) *walker { return &walker{accounts, client} }

type walkInput struct {
	ID wireid.ID `path:"id" doc:"The account."`
}

func (w *walker) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "walkAccount", Method: http.MethodPost, Path: "/accounts/{id}/walk", Tags: []string{accountsTag},
		Summary: "Hold the network's answers against what is known of it",
		Description: "Reads all that can be read of the account by its token and publishes nothing. Each answer is held against the rows of " +
			"the tables that Crier is built on.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound, apperror.TokenExpired)),
	}, func(ctx context.Context, in *walkInput) (*httpapi.Output[AccountWalk], error) {
		steps, err := w.Walk(ctx, in.ID)
		return httpapi.Answer(AccountWalk{Steps: steps}, err)
	})
}

// Walk makes the calls for an account and returns the result of each. It returns NOT_FOUND, and
// TOKEN_EXPIRED for a token that cannot be opened here.
func (w *walker) Walk(ctx context.Context, id wireid.ID) ([]WalkStep, error) {
	account, err := w.accounts.Account(ctx, w.accounts.db, id)
	if err != nil {
		return nil, err
	}
	row, token, err := w.accounts.openToken(ctx, id)
	if err != nil {
		return nil, apperror.Wrap(apperror.TokenExpired, err, "the account's access token cannot be read; connect the account again")
	}
	steps := []WalkStep{}
	ctx = graph.WithObserver(ctx, func(c graph.Call) { steps = append(steps, stepOf(c)) })
	c, a := w.client, graphAccount(account, token)
	// The observer receives the result of each call.
	_, _ = c.Profiles.Profile(ctx, a)
	_, _ = c.PublishingLimit(ctx, a)
	_, _ = c.RecentMedia(ctx, a, w.accounts.now().Time().AddDate(0, 0, -1))
	_, _ = c.Stories(ctx, a)
	if account.LoginMethod == Partner {
		w.walkPage(ctx, account, row, token)
	}
	return steps, nil
}

// walkPage makes the calls that only the partner login has.
func (w *walker) walkPage(ctx context.Context, account SocialAccount, row accountToken, token secrets.Text) {
	c := w.client
	_, _ = c.Tokens.DebugToken(ctx, token)
	_, _ = c.Profiles.PageOf(ctx, token)
	if row.UserSealed != nil {
		if user, err := w.accounts.box.Open(row.UserSealed, userTokenRecord(account.ID)); err == nil {
			_, _ = c.Profiles.Pages(ctx, user)
		}
	}
	if account.PartnerPageID == nil {
		return
	}
	page := graph.Account{ID: *account.PartnerPageID, Login: graph.Partner, Token: token}
	_, _ = c.PagePosts(ctx, page)
	_, _ = c.PageVideos(ctx, page)
	_, _ = c.PageStories(ctx, page)
}

// stepOf judges a call.
func stepOf(c graph.Call) WalkStep {
	step := WalkStep{Name: c.Op, Expected: "HTTP 200 in the known form", Verdict: Confirms, Row: RowOf(c)}
	step.Came = strings.TrimSuffix(fmt.Sprintf("HTTP %d, %s", c.HTTPStatus, c.Answer), ", ")
	e, failed := errors.AsType[*graph.Error](c.Err)
	if c.Strange != "" {
		step.Came += "; unknown here: " + c.Strange
		step.Verdict = Contradicts
	}
	if !failed {
		return step
	}
	step.Came = e.Error()
	switch {
	case errors.Is(e, graph.ErrMalformed), e.Code != 0 && !graph.IsKnown(e.Code, e.Subcode):
		step.Verdict = Contradicts
	case e.HTTPStatus == 0:
		step.Verdict = Unreached
	default:
		step.Verdict = Refused
	}
	return step
}

// RowOf returns the row of the table of calls that fits a call, with its source, or "none".
func RowOf(c graph.Call) string {
	host, path := placeOf(c)
	rows := edges.Rows(edges.Call{Host: host, Method: c.Method, Path: path, About: aboutOf(c.Op)})
	if len(rows) == 0 {
		return "none"
	}
	return fmt.Sprintf("%s %s (%s; %s)", rows[0].Method, rows[0].Path, rows[0].Source, rows[0].Date)
}

// placeOf returns the name that the table has for the host of a call, and the path there. The
// sandbox has the network's hosts in its paths.
func placeOf(c graph.Call) (host, path string) {
	live := graph.LiveEndpoints()
	for name, address := range map[string]string{
		edges.HostInstagram: live.Instagram, edges.HostFacebook: live.Facebook, edges.HostCodes: live.InstagramLogin,
	} {
		if path, isSandbox := strings.CutPrefix(c.Path, "/"+name+"/"); isSandbox {
			return name, path
		}
		if "https://"+c.Host == address {
			return name, c.Path
		}
	}
	return "", c.Path
}

// aboutOf returns the type of the node with which the path of such a call begins. It is empty where
// the path itself identifies the row.
func aboutOf(op string) string {
	switch op {
	case graph.OpProfile, graph.OpStories:
		return edges.TypeAccount
	case graph.OpContainerStatus, graph.OpUploadStatus:
		return edges.TypeContainer
	case graph.OpMedia, graph.OpDeleteMedia:
		return edges.TypeMedia
	case graph.OpPage, graph.OpPageStories:
		return edges.TypePage
	case graph.OpPageVideoStatus:
		return edges.TypeVideo
	case graph.OpPagePermalink, graph.OpPageDelete:
		return edges.TypePost
	}
	return ""
}
