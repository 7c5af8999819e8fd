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
	"crier/platform/httpclient"
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
	// Unreached: no answer of the network's came.
	Unreached Verdict = "unreached"
)

// CheckStep is one call of a check with its result. It contains no secret.
type CheckStep struct {
	Name     string  `json:"name" doc:"What was asked for." example:"publishing limit"`
	Expected string  `json:"expected" doc:"What was expected." example:"HTTP 200 in the known form"`
	Actual   string  `json:"actual" doc:"What the answer was." example:"HTTP 200, 2 of 50 used"`
	Row      string  `json:"row" doc:"The row of Crier's tables that the answer is held against." example:"GET /{ig-user}/content_publishing_limit (Meta's reference, 2026-11-22)"`
	Verdict  Verdict `json:"verdict" enum:"confirms,contradicts,refused,unreached" doc:"What the answer means for that row." example:"confirms"`
}

// AccountCheck is the answer of POST /api/accounts/{id}/check.
type AccountCheck struct {
	Steps []CheckStep `json:"steps" doc:"Each call that was made, in order."`
}

// checker makes all the calls that only read of an account, and compares each answer with what is
// known of the network. It changes nothing.
type checker struct {
	accounts *Service
	client   *graph.Client
}

func newChecker(accounts *Service, client *graph.Client) *checker { return &checker{accounts, client} }

type checkInput struct {
	ID wireid.ID `path:"id" doc:"The account."`
}

func (c *checker) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "checkAccount", Method: http.MethodPost, Path: "/accounts/{id}/check", Tags: []string{accountsTag},
		Summary: "Hold the network's answers against what is known of it",
		Description: "Reads all that can be read of the account by its token and publishes nothing. Each answer is held against the rows of " +
			"the tables that Crier is built on.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound, apperror.TokenExpired)),
	}, func(ctx context.Context, in *checkInput) (*httpapi.Output[AccountCheck], error) {
		steps, err := c.Check(ctx, in.ID)
		return httpapi.Answer(AccountCheck{Steps: steps}, err)
	})
}

// Check makes the calls for an account and returns the result of each. It returns NOT_FOUND, and
// TOKEN_EXPIRED for a token that cannot be opened here.
func (c *checker) Check(ctx context.Context, id wireid.ID) ([]CheckStep, error) {
	account, err := c.accounts.Account(ctx, c.accounts.db, id)
	if err != nil {
		return nil, err
	}
	row, token, err := c.accounts.openToken(ctx, id)
	if err != nil {
		return nil, err
	}
	steps := []CheckStep{}
	ctx = graph.WithObserver(ctx, func(c graph.Call) { steps = append(steps, stepOf(c)) })
	api, a := c.client, graphAccount(account, token)
	// The observer receives the result of each call.
	_, _ = api.Profiles.Profile(ctx, a)
	_, _ = api.PublishingLimit(ctx, a)
	latest, _ := api.RecentMedia(ctx, a, c.accounts.now().Time().AddDate(0, 0, -checkedDays))
	_, _ = api.Stories(ctx, a)
	if len(latest) > 0 {
		_, _ = api.Media(ctx, a, latest[0].ID)
		// Without the permission, connecting has said so already.
		if may, isKnown := account.Allows(graph.ScopeComment); may || !isKnown {
			_, _ = api.Comments(ctx, a, latest[0].ID)
		}
	}
	if account.LoginMethod == Partner {
		c.checkPage(ctx, account, row, token)
	}
	return steps, nil
}

// checkedDays is how old a post may be that a check reads with its comments.
const checkedDays = 30

// checkPage makes the calls that only the partner login has.
func (c *checker) checkPage(ctx context.Context, account SocialAccount, row accountToken, token secrets.Text) {
	api := c.client
	_, _ = api.Tokens.DebugToken(ctx, token)
	if account.PartnerPageID == nil {
		_, _ = api.Profiles.Reached(ctx, token, account.SNUserID)
		return
	}
	_, _ = api.Profiles.PageOf(ctx, token)
	if row.UserSealed != nil {
		if user, err := c.accounts.box.Open(row.UserSealed, userTokenRecord(account.ID)); err == nil {
			_, _ = api.Profiles.Pages(ctx, user)
		}
	}
	page := graph.Account{ID: *account.PartnerPageID, Login: graph.Partner, Token: token}
	_, _ = api.PagePosts(ctx, page)
	_, _ = api.PageVideos(ctx, page)
	_, _ = api.PageStories(ctx, page)
}

// stepOf judges a call.
func stepOf(c graph.Call) CheckStep {
	step := CheckStep{Name: c.Op, Expected: "HTTP 200 in the known form", Verdict: Confirms, Row: RowOf(c)}
	step.Actual = strings.TrimSuffix(fmt.Sprintf("HTTP %d, %s", c.HTTPStatus, c.Answer), ", ")
	e, failed := errors.AsType[*graph.Error](c.Err)
	if c.Strange != "" {
		step.Actual += "; unknown here: " + c.Strange
		step.Verdict = Contradicts
	}
	if !failed {
		return step
	}
	step.Actual = e.Error()
	switch {
	case errors.Is(e, httpclient.ErrForeign):
		step.Verdict = Unreached
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
