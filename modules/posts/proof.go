package posts

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// Proof is Crier's record of the calls that make a post visible.
type Proof struct {
	PublishCalls int       `json:"publishCalls" doc:"How many calls were sent that were to make the post visible on the account; those for a linked Page and for a first comment are not counted." example:"1"`
	Attempts     []Attempt `json:"attempts"     doc:"Each such call, those for a Page and a first comment too, in order. The timeline has the other calls."`
}

// Attempt is one call that makes a post visible.
type Attempt struct {
	Place      Place          `json:"place"      enum:"instagram,page,comment" doc:"Where it was to be visible; comment is below the post." example:"instagram"`
	IntentAt   wiretime.Time  `json:"intentAt"   doc:"When the intent was written to the disk; the call was sent after that." example:"2026-03-14T09:26:53.120Z"`
	Prepared   *string        `json:"prepared"   doc:"The network's id of what was to become visible, such as a container; null where it has none before." example:"17889455560051444"`
	AnsweredAt *wiretime.Time `json:"answeredAt" doc:"When the answer came; null when none did." example:"2026-03-14T09:26:53.532Z"`
	Answer     *string        `json:"answer"     doc:"What the answer said, for people; null when none came." example:"id 17920238422030506"`
	Verdict    string         `json:"verdict"    enum:"open,live,absent,given up" doc:"What became of the call: it is not known yet, it took effect, it did not, or nobody can tell." example:"live"`
	ProvedBy   *string        `json:"provedBy"   enum:"answer,listed,found" doc:"How the post is known at the network: from the answer, from an item there that names the call, or as the only item that it can be; null while it is not." example:"answer"`
	NetworkID  *string        `json:"networkId"  doc:"The network's id of the post or comment; null while it is not known." example:"17920238422030506"`
	DecidedAt  *wiretime.Time `json:"decidedAt"  doc:"When that was found out." example:"2026-03-14T09:26:53.540Z"`
	Says       string         `json:"says"       doc:"All of it in a few sentences, for people." example:"The intent was on the disk before the call was sent. The network answered after 412 ms. The answer proves that the post is live."`
}

// proofs shows what proves that a post was published once.
type proofs struct {
	db      *database.DB
	records *records
}

func newProofs(db *database.DB, r *records) *proofs { return &proofs{db, r} }

func (p *proofs) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getPostProof", Method: http.MethodGet, Path: "/posts/{id}/proof", Tags: []string{tag},
		Summary: "What proves that a post was published once?",
		Description: "The calls that were to make the post visible: when the intent of each was written down, what was answered, and how it is known what became of it. " +
			"What was written down is kept for ever, also when the post was deleted here.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.NotFound),
	}, p.getProof)
}

func (p *proofs) getProof(ctx context.Context, in *postInput) (*httpapi.Output[Proof], error) {
	return httpapi.Answer(p.find(ctx, in.ID))
}

// find returns the proof of a post, or NOT_FOUND.
func (p *proofs) find(ctx context.Context, id wireid.ID) (Proof, error) {
	if _, err := p.records.find(ctx, id); err != nil {
		return Proof{}, err
	}
	attempts, err := attempt.OfPost(ctx, p.db, id)
	if err != nil {
		return Proof{}, fmt.Errorf("read the attempts of a post: %w", err)
	}
	proof := Proof{Attempts: make([]Attempt, len(attempts))}
	for i := range attempts {
		proof.Attempts[i] = shownAttempt(&attempts[i])
		if proof.Attempts[i].Place == OnInstagram {
			proof.PublishCalls++
		}
	}
	return proof, nil
}

func shownAttempt(a *attempt.Attempt) Attempt {
	shown := Attempt{
		Place: OnInstagram, IntentAt: a.SentAt, Answer: a.Answer, Verdict: string(a.Verdict), ProvedBy: provedBy(a.How),
		NetworkID: a.MediaID, DecidedAt: a.DecidedAt, Says: attemptWords(a),
	}
	switch a.Channel {
	case attempt.Page:
		shown.Place = OnPage
	case attempt.Comment:
		shown.Place = AsComment
	case attempt.Feed, attempt.Story:
	}
	if a.IsAnswered() {
		shown.AnsweredAt = a.AnsweredAt
	}
	if a.Ref != "" {
		shown.Prepared = &a.Ref
	}
	return shown
}

func provedBy(how *attempt.How) *string {
	if how == nil {
		return nil
	}
	return new(map[attempt.How]string{attempt.ByAnswer: "answer", attempt.Read: "listed", attempt.Found: "found"}[*how])
}

// attemptWords describes an attempt for people.
func attemptWords(a *attempt.Attempt) string {
	said := []string{"The intent was on the disk before the call was sent."}
	if !a.IsAnswered() {
		said = append(said, "No answer came.")
	} else {
		took := max(0, a.AnsweredAt.Time().Sub(a.SentAt.Time()))
		said = append(said, fmt.Sprintf("The network answered after %s.", took.Round(time.Millisecond)))
	}
	why := ""
	if a.Evidence != nil && *a.Evidence != "" {
		why = ": " + strings.TrimSuffix(*a.Evidence, ".")
	}
	switch a.Verdict {
	case attempt.Live:
		if a.How != nil && *a.How == attempt.ByAnswer {
			return strings.Join(append(said, "The answer proves that the post is live."), " ")
		}
		said = append(said, "The network was asked, and the post is live"+why+".")
	case attempt.Absent:
		said = append(said, "The call had no effect"+why+".")
	case attempt.GivenUp:
		said = append(said, "Nobody can tell whether it took effect"+why+".")
	case attempt.Open:
		said = append(said, "It is not known yet whether it took effect.")
	}
	return strings.Join(said, " ")
}
